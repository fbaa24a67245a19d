import { expect, it } from 'vitest'
import { until } from './until.ts'

it('returns the first answer that is neither false, null nor undefined', async () => {
  const answers = [false, null, undefined, 0]
  expect(await until('there is an answer', () => answers.shift())).toBe(0)
})

it('rejects with what it waited for', async () => {
  await expect(until('it rains', () => false, 0)).rejects.toThrow('waited in vain until it rains')
})

it('asks less often the longer it waits', async () => {
  let asked = 0
  const never = (): false => {
    asked += 1
    return false
  }
  await expect(until('never', never, 1_000)).rejects.toThrow('waited in vain')
  // Each five milliseconds it would be 200 times; a busy machine asks less often still.
  expect(asked).toBeLessThan(100)
})
