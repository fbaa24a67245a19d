export { createGateway } from './gateway.ts'
export type { Gateway } from './gateway.types.ts'
export { networkSettings } from './network-settings.ts'
