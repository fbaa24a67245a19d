export { firmwareFeature } from './firmware.module.ts'
