export { facesFeature } from './faces.module.ts'
