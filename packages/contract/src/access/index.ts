export { administratorOnly, can, mayCall, type Requirement, type Rights } from './can.ts'
export { type AccessFlag, accessFlags, fullAccess, grants, parentFlag, withoutFlags } from './flags.ts'
export { type RequirementName, requirements } from './requirements.ts'
export { type SettingSuffix, settingFlag, settingSuffixes } from './setting-flags.ts'
