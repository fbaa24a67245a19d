import { fieldRuleTexts } from '@fleetglass/texts/field-rules'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { fieldRefusal, readRule, ruleMessage } from '../../errors/index.ts'
import type { SettingsCall } from './index.ts'
import * as contract from './index.ts'

const isCall = (one: unknown): one is SettingsCall => typeof one === 'object' && one !== null && 'fields' in one
const calls = Object.values<unknown>(contract).filter(isCall)
/** Each breaks some rules of the tabs. */
const bad = [null, 3, -1, 1e9, 'a\u0000b', '?', 'x'.repeat(300_000), 'a,'.repeat(40), Array(99).fill(''), [{}]]
const badPage = [{ title: 'x', url: 'ftp://x' }]

it('[SET-008] what a rule of a tab refuses has a text in every language', () => {
  expect(calls.length).toBeGreaterThan(15)
  for (const { path, fields } of calls)
    for (const [name, rule] of Object.entries(fields.shape as Readonly<Record<string, z.ZodType>>))
      for (const value of name === 'iframes' ? [badPage] : bad)
        for (const { message } of rule.safeParse(value).error?.issues ?? [])
          expect([path, name, Object.keys(fieldRuleTexts)]).toEqual([
            path,
            name,
            expect.arrayContaining([`rule.${readRule(message)?.rule ?? message}`]),
          ])
})

it('[SET-020] [SET-024] what is wrong between fields has a text in every language', () => {
  const ports = { heartbeat: 80, appcommand: 80, http: 0, https: 0, streamings: [80], sslonly: true }
  const faults = contract.protocolCall.faults?.({ ...ports, disablelivestream: false }) ?? []
  const rules = new Set(faults.map(({ reason }) => readRule(reason)?.rule))
  expect(rules).toEqual(new Set(['same-port', 'https-off', 'needs-https']))
})

it('a refusal names its rule and values, and has the reason in English', () => {
  const reason = ruleMessage('not-number', { min: 1, max: 65_535 })
  expect(fieldRefusal({ field: 'port', reason })).toEqual({
    field: 'port',
    reason: 'is not a number from 1 to 65535',
    rule: 'not-number',
    min: 1,
    max: 65_535,
  })
  expect(fieldRefusal({ field: 'port', reason: 'is odd' })).toEqual({ field: 'port', reason: 'is odd' })
})
