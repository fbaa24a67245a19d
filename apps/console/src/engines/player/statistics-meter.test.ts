import { describe, expect, it } from 'vitest'
import { StatisticsMeter } from './statistics-meter.ts'

describe('the figures of a tile', () => {
  it('counts frames and bits over the time they took', () => {
    const meter = new StatisticsMeter(0)
    for (let frame = 0; frame < 30; frame += 1) {
      meter.received(5_000)
      meter.drawn(40, null)
    }
    expect(meter.read(2_000)).toMatchObject({ framesPerSecond: 15, kilobitsPerSecond: 600, delayMs: 40 })
  })

  it('keeps its rates between two readings that are too close to count', () => {
    const meter = new StatisticsMeter(0)
    for (let frame = 0; frame < 30; frame += 1) meter.drawn(null, null)
    meter.read(2_000)
    expect(meter.read(2_500).framesPerSecond).toBe(15)
  })

  it('gives median and 95th percentile of the latest 240 pictures only', () => {
    const meter = new StatisticsMeter(0)
    for (let frame = 0; frame < 500; frame += 1) meter.drawn(9_000, 9_000)
    for (let frame = 1; frame <= 240; frame += 1) meter.drawn(frame, frame + 10)
    const reading = meter.read(500)
    expect(reading).toMatchObject({ delayMs: 121, delayP95Ms: 229, cameraDelayMs: 131, cameraDelayP95Ms: 239 })
  })

  it('shows no delay that was never measured, and forgets it at a restart', () => {
    const meter = new StatisticsMeter(0)
    meter.drawn(null, null)
    expect(meter.read(1).delayMs).toBeNull()
    meter.drawn(30, null)
    meter.restart()
    expect(meter.read(2).delayMs).toBeNull()
  })
})
