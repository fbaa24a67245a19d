export type { Figure, Rule, RuleBook, RuleDraft } from './areas.types.ts'
export { createRuleBook, type SavedRules } from './rule-book.ts'
export { createRuleDevices, type RuleDevices } from './rule-devices.ts'
