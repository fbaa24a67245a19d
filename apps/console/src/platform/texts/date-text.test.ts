import { expect, it } from 'vitest'
import { dateTextIn } from './date-text.ts'

it('[SHELL-019] dates are in the words of the language, with the digits 0 to 9; a code that is no language is English', () => {
  const date = new Date(2026, 2, 21)
  const month = (code: string) => dateTextIn(code)(date, { month: 'long', year: 'numeric' })
  expect(['en', 'tw', '?', 'ar'].map(month)).toEqual(['March 2026', '2026年3月', 'March 2026', 'مارس 2026'])
})
