// Belongs here: what is wrong with a field, as a key of the catalogue of texts. Does not: which fields there are (features).
import type { fieldRuleTexts } from '@fleetglass/texts/field-rules'

type Texts = typeof fieldRuleTexts

/** Stable name of what is wrong with a field: clients may compare it. */
export type FieldRule = keyof Texts extends infer Key ? (Key extends `rule.${infer Rule}` ? Rule : never) : never

type Names<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Names<Rest> : never

/** What the text of a rule is filled with. A text without names takes nothing. */
export type RuleValues<Rule extends FieldRule> = [Names<Texts[`rule.${Rule}`]>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Texts[`rule.${Rule}`]>, string | number>>]

/** A rule that a value breaks. */
export interface BrokenRule {
  readonly rule: FieldRule
  readonly values: Readonly<Record<string, string | number>>
}

/** The rule as the message of a schema, which has to be a string. What shows it reads it with `readRule`. */
export function ruleMessage<Rule extends FieldRule>(rule: Rule, ...given: RuleValues<Rule>): string {
  return JSON.stringify([rule, ...given])
}

const messagePattern = /^\["[a-z-]+"(,\{.*\})?\]$/s

/** `null`: the message is a sentence. */
export function readRule(message: string): BrokenRule | null {
  if (!messagePattern.test(message)) return null
  const [rule, values = {}] = JSON.parse(message) as [FieldRule, BrokenRule['values']?]
  return { rule, values }
}
