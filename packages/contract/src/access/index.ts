export { administratorOnly, can, type Requirement, type Rights } from './can.ts'
export { type AccessFlag, accessFlags, fullAccess, grants } from './flags.ts'
