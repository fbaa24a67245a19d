export { deviceInfoFeature } from './device-info.module.ts'
