export { eventStorageSettings } from './event-settings.ts'
export { createFootage } from './footage.ts'
export type { Footage, FootageEngine, FootageOrder } from './footage.types.ts'
