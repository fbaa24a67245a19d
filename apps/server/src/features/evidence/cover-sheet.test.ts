import type { EvidencePackage } from '@fleetglass/contract/evidence'
import { expect, it } from 'vitest'
import { coverSheet } from './cover-sheet.ts'

const evidence: EvidencePackage = {
  id: 'a'.repeat(32),
  deviceid: 'van',
  channels: [1, 3],
  start: 1_788_256_810,
  end: 1_788_256_900,
  reason: 'Accident, file 7',
  user: 'ann',
  time: 1_788_260_000,
  state: 'ready',
  failure: null,
  percent: 100,
  bytes: 3_000_000,
  track: true,
}
const whole = { link: '', channel: 0 } as const
const custody = [
  { time: 1_788_260_000, user: 'ann', address: '10.0.0.5', act: 'requested', ...whole },
  { time: 1_788_260_003, user: 'ann', address: '', act: 'made', ...whole },
  { time: 1_788_260_100, user: 'bob', address: '10.0.0.6', act: 'downloaded', ...whole },
  { time: 1_788_260_110, user: 'bob', address: '10.0.0.6', act: 'shared', link: 'Insurer', channel: 0 },
  { time: 1_788_260_120, user: '', address: '203.0.113.9', act: 'watched', link: 'Insurer', channel: 3 },
] as const
const sheet = (language: string) =>
  coverSheet({ evidence, custody, publicKey: '0'.repeat(64), language, tz: 330, nowMs: 1_788_260_200_000 })

it('a cover sheet names the package, its key and each step of its custody, with times in the zone of the reader', () => {
  const { title, subtitle, rows } = sheet('en')
  expect([title, subtitle]).toEqual(['Evidence package', evidence.id])
  expect(rows).toContainEqual(['Reason', 'Accident, file 7'])
  expect(rows).toContainEqual(['Recorded', '2026-09-01 15:30:10 +05:30 – 2026-09-01 15:31:40 +05:30'])
  expect(rows.find(([label]) => label === 'Signed with')?.[1]).toMatch(/^(?:[0-9a-f]{4} ){7}[0-9a-f]{4}$/)
  expect(rows.slice(-5).map(([, step]) => step)).toEqual([
    'ann (10.0.0.5): asked for it',
    'server: made',
    'bob (10.0.0.6): downloaded it',
    'bob (10.0.0.6): shared it by the link “Insurer”',
    'Link “Insurer” (203.0.113.9): watched channel 3',
  ])
})

it('a cover sheet is written in the language of the reader, Arabic from the right', () => {
  expect(sheet('tw').title).toBe('證據包')
  expect([sheet('ar').direction, sheet('en').direction]).toEqual(['rtl', 'ltr'])
})
