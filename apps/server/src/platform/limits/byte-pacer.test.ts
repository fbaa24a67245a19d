import { expect, it } from 'vitest'
import { BytePacer } from './byte-pacer.ts'

it('bytes are spread over time at the rate, and time without bytes is not saved up', () => {
  const pacer = new BytePacer(() => 1000)
  expect(pacer.count(500, 0)).toBe(500)
  expect(pacer.count(500, 0)).toBe(1000)
  expect(pacer.waitMs(400)).toBe(600)
  expect(pacer.waitMs(2_000)).toBe(0)
  expect(pacer.count(100, 10_000)).toBe(100)
})

it('a rate that changes holds for what is counted from then on, and 0 is no limit', () => {
  let rate = 1000
  const pacer = new BytePacer(() => rate)
  expect(pacer.count(1000, 0)).toBe(1000)
  rate = 2000
  expect(pacer.count(1000, 1000)).toBe(500)
  rate = 0
  expect(pacer.count(1_000_000, 1000)).toBe(0)
})
