export type * from './bus.ts'
export { createInProcessBus, NoResponder, RequestTimeout } from './in-process-bus.ts'
