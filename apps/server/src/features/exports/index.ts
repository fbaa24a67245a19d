export { exportsFeature } from './exports.module.ts'
