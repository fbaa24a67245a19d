import { languageTag } from '@fleetglass/contract/translations'

/** A date in the words of a language; its digits are 0 to 9 in every one, like all numbers of the console. */
export type DateText = (date: Date, options: Intl.DateTimeFormatOptions) => string

/** How dates are written in the language of this code. */
export function dateTextIn(code: string): DateText {
  return (date, options) => date.toLocaleDateString(languageTag(code), { ...options, numberingSystem: 'latn' })
}

/** Writes a number for people. */
export type NumberText = (value: number, options?: Intl.NumberFormatOptions) => string

export function numberTextIn(code: string): NumberText {
  return (value, options) => value.toLocaleString(languageTag(code), { ...options, numberingSystem: 'latn' })
}
