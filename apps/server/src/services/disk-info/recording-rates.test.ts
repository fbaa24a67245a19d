import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import type { RecordingPlace } from '../../ports/recordings/index.ts'
import { RecordingRates } from './recording-rates.ts'

const place = (): RecordingPlace & { writtenBytes: number } => ({
  slot: '',
  folder: '/media',
  state: { kind: 'writing' },
  sizeBytes: 0,
  usedBytes: 0,
  freeBytes: 0,
  floorBytes: 0,
  writtenBytes: 0,
  look: async () => undefined,
})

it('[DISK-11] the rate of a disk is what was written to it in the last minute', () => {
  const clock = createManualClock(0)
  const [one, other] = [place(), place()]
  const rates = new RecordingRates({ clock, disk: { places: [one, other] } })
  expect(rates.bytesPerMinute(one)).toBe(0)
  for (let second = 0; second < 180; second += 5) {
    one.writtenBytes += 500
    clock.advance(5_000)
  }
  expect(rates.bytesPerMinute(one)).toBeCloseTo(6_000, 0)
  expect(rates.bytesPerMinute(other)).toBe(0)
  // Nothing is written any more: the rate falls to zero within the minute, and a sample.
  for (let second = 0; second < 70; second += 5) clock.advance(5_000)
  expect(rates.bytesPerMinute(one)).toBe(0)
  // A slot that was away is another place.
  expect(rates.bytesPerMinute(place())).toBe(0)
  rates.close()
})
