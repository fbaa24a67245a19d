import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { createBackoff } from './backoff.ts'

const DAY_MS = 86_400_000
const OFFICE = '198.51.100.7'

it('[M7] a pair of user and address is exempt for a week after its last login, and the oldest pair makes room for a new one', () => {
  const clock = createManualClock()
  const backoff = createBackoff(clock)
  const fail = (): void => {
    for (let n = 0; n < 40; n++) backoff.failed(`invented ${n}`, OFFICE)
  }
  backoff.succeeded('lin', OFFICE)
  fail()
  expect(backoff.delayMs('lin', OFFICE)).toBe(0)
  expect(backoff.delayMs('wen', OFFICE)).toBeGreaterThan(0)
  clock.advance(6 * DAY_MS)
  backoff.succeeded('lin', OFFICE)
  clock.advance(6 * DAY_MS)
  fail()
  expect(backoff.delayMs('lin', OFFICE)).toBe(0)
  clock.advance(DAY_MS)
  fail()
  expect(backoff.delayMs('lin', OFFICE)).toBeGreaterThan(0)

  backoff.succeeded('lin', OFFICE)
  for (let n = 0; n < 9_999; n++) backoff.succeeded(`other ${n}`, '192.0.2.1')
  expect(backoff.delayMs('lin', OFFICE)).toBe(0)
  backoff.succeeded('one more', '192.0.2.1')
  expect(backoff.delayMs('lin', OFFICE)).toBeGreaterThan(0)
})
