export { deviceLogFeature } from './device-log.module.ts'
