export { devicesFeature } from './devices.module.ts'
