import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { createStoredConditions } from './stored-conditions.ts'

it('reads the stored conditions once for all who look within ten seconds, and again after a failure or a clock that was set back', async () => {
  const clock = createManualClock()
  let reads = 0
  let isBroken = false
  const conditions = createStoredConditions({
    clock,
    events: { newest: async () => [] },
    tracks: {
      async lastStrays() {
        reads += 1
        if (isBroken) throw new Error('the database is away')
        return new Map([[7, { arrivedS: reads, saidS: 1 }]])
      },
    },
  })
  const [one, other] = await Promise.all([conditions.read(), conditions.read()])
  expect([one(7).stray?.arrivedS, other(7).stray?.arrivedS, one(8).stray]).toEqual([1, 1, undefined])
  clock.advance(9_000)
  expect((await conditions.read())(7).stray?.arrivedS).toBe(1)
  clock.advance(1_000)
  isBroken = true
  await expect(conditions.read()).rejects.toThrow('the database is away')
  isBroken = false
  expect((await conditions.read())(7).stray?.arrivedS).toBe(3)
  clock.setWallClock(clock.nowMs() - 3_600_000)
  expect((await conditions.read())(7).stray?.arrivedS).toBe(4)
})
