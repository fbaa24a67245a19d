export type { Figure, Rule, RuleBook, RuleDraft, RuleFamily } from './areas.types.ts'
export { createRuleStore, type RuleStore } from './rule.store.ts'
export { createRuleDevices, type RuleDevices } from './rule-devices.ts'
