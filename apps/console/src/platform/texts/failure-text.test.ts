import { ruleMessage } from '@fleetglass/contract/errors'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { failureText, ruleText, streamFailureText } from './failure-text.ts'
import { addTexts, showLanguage, startTexts } from './texts.ts'

beforeEach(async () => {
  await startTexts()
  addTexts('tw', { 'error.licence-full': '授權上限為 {{most}} 台裝置。' })
  await showLanguage('tw')
})
afterEach(() => showLanguage('en'))

it('[ERR0-02] a failure with a known code is shown in the language of the page', () => {
  const answer = { message: 'The licence ends at 5 devices.', code: 'licence-full', parameters: { most: 5 } }
  expect(failureText(answer)).toBe('授權上限為 5 台裝置。')
})

it('[ERR1-04] a failure without a code, or with one that the page does not know, is shown in the words of the server', () => {
  for (const code of [undefined, 7, 'a-code-of-a-newer-server']) {
    expect(failureText({ message: 'The battery is empty.', code })).toBe('The battery is empty.')
  }
})

it('[ERR0-02] the failure of a stream is shown in the language of the page', () => {
  addTexts('tw', { 'error.device-busy': '裝置忙碌' })
  expect(streamFailureText({ message: 'device busy', error: 'device-busy' })).toBe('裝置忙碌')
  expect(streamFailureText({ message: 'device busy' })).toBe('device busy')
})

it('[ERR0-02] the reason of a refused field is shown in the language of the page, with its values', () => {
  addTexts('tw', { 'error.invalid-field': '{{field}}：{{reason}}', 'rule.too-long': '超過 {{most}} 個字元' })
  const parameters = { field: 'name', reason: 'is longer than 9 characters', rule: 'too-long', most: 9 }
  const answer = { message: 'name: is longer than 9 characters', code: 'invalid-field', parameters }
  expect(failureText(answer)).toBe('name：超過 9 個字元')
  expect(ruleText(ruleMessage('too-long', { most: 9 }))).toBe('超過 9 個字元')
  const newer = { ...parameters, rule: 'of-a-newer-server' }
  expect(failureText({ ...answer, parameters: newer })).toBe('name：is longer than 9 characters')
  expect(ruleText('a sentence')).toBe('a sentence')
})
