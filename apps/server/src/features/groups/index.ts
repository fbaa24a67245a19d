export { groupsFeature } from './groups.module.ts'
