export { monitorsFeature } from './monitors.module.ts'
