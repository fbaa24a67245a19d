export { createRuleDevices, type RuleDevices } from './rule-devices.ts'
export { createRules } from './rules.ts'
export type * from './rules.types.ts'
