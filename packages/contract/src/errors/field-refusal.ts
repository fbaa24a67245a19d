import { fieldRuleTexts } from '@fleetglass/texts/field-rules'
import { filled } from './app-error.ts'
import { readRule } from './field-rule.ts'

/** The message of a schema in English. */
export function ruleInEnglish(message: string): string {
  const broken = readRule(message)
  return broken === null ? message : filled(fieldRuleTexts[`rule.${broken.rule}`], broken.values)
}

/**
 * The parameters of `invalid-field`: the reason in English, and the rule with its values for clients that have a text of their
 * own.
 */
export function fieldRefusal({ field, reason: message }: { readonly field: string; readonly reason: string }): {
  readonly field: string
  readonly reason: string
} {
  const broken = readRule(message)
  return { ...broken?.values, ...(broken && { rule: broken.rule }), field, reason: ruleInEnglish(message) }
}
