import { describe, expect, it } from 'vitest'
import { ChannelClock } from './channel-clock.ts'

/** Two channels for a second: pictures every `frameMs`, the second one `apartMs` behind. */
function watch(apartMs: number, frameMs = 66, speed = 1): ReadonlyMap<number, number> {
  const clock = new ChannelClock(speed)
  for (let nowMs = 0; nowMs <= 1_100; nowMs += 20) {
    const picture = (behindMs: number) => Math.floor((nowMs * speed - behindMs) / frameMs) * frameMs
    clock.see(1, picture(0), nowMs)
    clock.see(2, picture(apartMs), nowMs)
  }
  return clock.ahead(1_100)
}

describe('channels that play together', () => {
  it('keep going while they are at most 80 ms apart', () => {
    expect(watch(0).size).toBe(0)
    expect(watch(50).size).toBe(0)
  })

  it('the one ahead waits for the last when they are further apart', () => {
    const ahead = watch(400)
    expect([...ahead.keys()]).toEqual([1])
    expect(Math.abs((ahead.get(1) ?? 0) - 400)).toBeLessThan(40)
    expect(Math.abs((watch(400, 66, 2).get(1) ?? 0) - 400)).toBeLessThan(60)
  })

  it('nobody waits for a channel that is in another hour, or alone', () => {
    expect(watch(3_600_000).size).toBe(0)
    const alone = new ChannelClock(1)
    alone.see(1, 0, 0)
    expect(alone.ahead(2_000).size).toBe(0)
  })
})
