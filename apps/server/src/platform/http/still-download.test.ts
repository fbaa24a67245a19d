import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { whenItStandsStill } from './still-download.ts'

it('a download that moves no byte for a minute is stopped, one that moves or is over is not', () => {
  const clock = createManualClock()
  const stopped: string[] = []
  let takenBytes = 0
  const still = () => 5
  whenItStandsStill(clock, still, () => stopped.push('still'))
  const moving = whenItStandsStill(
    clock,
    () => takenBytes,
    () => stopped.push('moving'),
  )
  whenItStandsStill(clock, still, () => stopped.push('over')).cancel()
  for (let halfMinutes = 0; halfMinutes < 3; halfMinutes++) {
    expect(stopped).toEqual(halfMinutes < 2 ? [] : ['still'])
    clock.advance(30_000)
    takenBytes += 1
  }
  clock.advance(50_000)
  expect(stopped).toEqual(['still'])
  moving.cancel()
  expect(clock.pending).toBe(0)
})
