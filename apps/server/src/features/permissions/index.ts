export { permissionsFeature } from './permissions.module.ts'
