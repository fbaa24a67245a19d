import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import type { Player } from '../../engines/player/index.ts'
import { RecordingFollower, type RecordingTake } from './recording-follower.ts'
import { ReplayClock } from './replay-clock.ts'

const startMs = 1_767_500_000_000

function replayOf(lengthS: number) {
  const clock = createManualClock()
  const replay = new ReplayClock(clock, startMs, startMs + lengthS * 1000)
  const atS = () => Math.round((replay.atMs - startMs) / 1000)
  return { clock, replay, atS }
}

/** What a follower asks of a player, and where that one says it stands. */
function testPlayer() {
  const told: string[] = []
  let positionMs: number | null = null
  const player = {
    positionMs: () => positionMs,
    setSpeed: (speed: number) => void told.push(`speed ${speed}`),
    show: (ms: number) => void told.push(`show ${Math.round((ms - startMs) / 1000)}`),
  } as unknown as Player
  return {
    told,
    player,
    standAt: (ms: number) => {
      positionMs = ms
    },
  }
}

it('a replay runs 1 to 60 times as fast, jumps, stops at the end and begins anew', () => {
  const { clock, replay, atS } = replayOf(120)
  replay.play()
  clock.advance(3_000)
  expect(atS()).toBe(3)
  replay.setPace(60)
  clock.advance(1_000)
  expect(atS()).toBe(63)
  replay.seek(startMs + 10_000)
  expect(atS()).toBe(10)
  clock.advance(60_000)
  expect([atS(), replay.state().playing]).toEqual([120, false])
  replay.play()
  expect(atS()).toBe(0)
  replay.close()
})

it('another vehicle makes its stretch longer: it stays where it stands and goes on playing', () => {
  const { clock, replay, atS } = replayOf(120)
  replay.play()
  clock.advance(30_000)
  replay.setStretch(startMs - 60_000, startMs + 600_000)
  expect([atS(), replay.state().playing]).toEqual([30, true])
  clock.advance(100_000)
  expect(atS()).toBe(130)
  replay.setStretch(startMs, startMs + 120_000)
  expect(atS()).toBe(120)
  replay.close()
})

it('while a recording plays the replay follows it, waits for its first picture, and goes on alone where nothing is recorded', () => {
  const { clock, replay, atS } = replayOf(600)
  const takes: (RecordingTake | null)[] = []
  const startS = startMs / 1000
  const recorded = [[startS + 5, startS + 30]] as const
  const follower = new RecordingFollower({ replay, clock, recorded, onTake: (take) => takes.push(take) })
  expect(takes).toEqual([])
  replay.play()
  clock.advance(5_300)
  expect(takes).toMatchObject([{ startS: startS + 5, paused: false }])
  const { player, told, standAt } = testPlayer()
  follower.register(1, player)
  const waitsAt = atS()
  clock.advance(2_000)
  expect(atS()).toBe(waitsAt)
  standAt(startMs + 7_000)
  clock.advance(100)
  expect(atS()).toBe(7)
  standAt(startMs + 29_000)
  clock.advance(100)
  expect(atS()).toBe(7)
  expect(told).toEqual(['speed 1'])
  replay.pause()
  expect(told.at(-1)).toBe('speed 0')
  replay.seek(startMs + 40_000)
  expect(takes.at(-1)).toBeNull()
  follower.register(1, null)
  replay.play()
  clock.advance(3_000)
  expect(atS()).toBe(43)
  replay.seek(startMs + 6_000)
  expect(takes.at(-1)).toMatchObject({ startS: startS + 6, paused: false })
  expect(takes.at(-1)?.streamId).not.toBe(takes[0]?.streamId)
  follower.close()
  replay.close()
})

it('a replay faster than the recording can play shows its pictures now and then', () => {
  const { clock, replay } = replayOf(600)
  const recorded = [[startMs / 1000, startMs / 1000 + 600]] as const
  const follower = new RecordingFollower({ replay, clock, recorded, onTake: () => {} })
  const { player, told } = testPlayer()
  follower.register(1, player)
  replay.setPace(30)
  replay.play()
  clock.advance(2_000)
  expect(told.filter((word) => word.startsWith('show')).length).toBeGreaterThan(2)
  expect(told.filter((word) => word.startsWith('speed')).at(-1)).toBe('speed 0')
  follower.close()
  replay.close()
})
