export { footageFeature } from './footage.module.ts'
