export { diskInfoFeature } from './disk-info.module.ts'
