import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log/index.ts'
import { OpenTalk } from './open-talk.ts'
import { SAMPLES_PER_MS, StereoMixer } from './stereo-mixer.ts'
import type { TalkEnd } from './talk-log.store.ts'
import { WAV_HEAD_BYTES } from './wav-head.ts'

const HOUR_MS = 3_600_000
const FRAME_MS = 40
const WORD = new Int16Array(FRAME_MS * SAMPLES_PER_MS).fill(5000)
/** Two sides of 16 bits. */
const BYTES_PER_MS = SAMPLES_PER_MS * 4

let folder: string
let files = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetglass-talk-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function begin(takesData = () => true) {
  files += 1
  const path = `${files}.wav`
  const file = join(folder, path)
  const clock = createManualClock()
  const ends: TalkEnd[] = []
  const store = { add: async () => 1, end: async (_: number, end: TalkEnd) => void ends.push(end) }
  const order = { kind: 'talk', account: { id: 1, name: 'ann' }, address: '', deviceIds: ['1'] } as const
  const deps = { clock, log: createLog('silent'), store, takesData, path, file, onEnded: () => {} }
  return { clock, file, ends, talk: new OpenTalk(order, clock.nowMs(), deps) }
}

function read(file: string, at: number, length: number): Buffer {
  const handle = openSync(file, 'r')
  const bytes = Buffer.alloc(length)
  readSync(handle, bytes, 0, length, at)
  closeSync(handle)
  return bytes
}

describe('a talk without speech for hours', () => {
  it('takes no more than what was said, however late it comes', () => {
    const sides = new StereoMixer()
    sides.put(0, WORD, 3 * HOUR_MS * SAMPLES_PER_MS)
    const { at, samples } = sides.take(3 * HOUR_MS * SAMPLES_PER_MS)
    expect(at).toBe((3 * HOUR_MS - FRAME_MS) * SAMPLES_PER_MS)
    expect(samples).toHaveLength(2 * WORD.length)
    expect(sides.take(4 * HOUR_MS * SAMPLES_PER_MS).samples).toHaveLength(0)
  })

  it('has its first word at its place in the file, behind a hole', async () => {
    const { clock, file, talk } = begin()
    clock.advance(HOUR_MS)
    talk.said('operator', WORD)
    clock.advance(2_000)
    await talk.end('')
    const at = WAV_HEAD_BYTES + (HOUR_MS - FRAME_MS) * BYTES_PER_MS
    const { blocks, size } = statSync(file)
    expect(read(file, 40, 4).readUInt32LE()).toBe(size - WAV_HEAD_BYTES)
    const [before, word] = [read(file, at - 4, 4), read(file, at, 4)]
    expect([before.readInt16LE(0), word.readInt16LE(0), word.readInt16LE(2)]).toEqual([0, 5000, 0])
    expect(blocks * 512).toBeLessThan(1_000_000)
  })
})

describe('a talk that no user ends', () => {
  const quiet = WORD.map(() => 300)

  it('keeps nothing of an open microphone that was quiet for minutes, until one side speaks', async () => {
    for (const speaks of [false, true]) {
      const { clock, file, ends, talk } = begin()
      // Few frames of many: each is written while the clock stands.
      for (let minute = 0; minute < 10; minute += 1) {
        talk.said('operator', quiet)
        clock.advance(60_000)
      }
      if (speaks) talk.said('device', WORD)
      talk.said('operator', quiet)
      clock.advance(2_000)
      await talk.end('')
      const receivedMs = (statSync(file).size - WAV_HEAD_BYTES) / BYTES_PER_MS
      expect(receivedMs).toBeGreaterThan(speaks ? 599_000 : 100_000)
      expect(receivedMs).toBeLessThan(speaks ? 601_000 : 125_000)
      expect(ends).toMatchObject([{ result: '', hasOperator: true, hasDevice: speaks }])
    }
  })

  it('is recorded for its first hours, and its row says so', async () => {
    const { clock, file, ends, talk } = begin()
    talk.said('device', WORD)
    clock.advance(5 * HOUR_MS)
    talk.said('device', WORD)
    clock.advance(2_000)
    await talk.end('the device closed the line')
    expect(statSync(file).size).toBeLessThan(100_000)
    expect(ends[0]?.result).toBe('the device closed the line; only its first 4 hours are recorded')
  })

  it('is not recorded any more on a disk that has no room for video, and its row says so', async () => {
    let isFull = false
    const { clock, file, ends, talk } = begin(() => !isFull)
    talk.said('device', WORD)
    clock.advance(2_000)
    isFull = true
    talk.said('device', WORD)
    clock.advance(2_000)
    await talk.end('')
    expect(statSync(file).size).toBeLessThan(WAV_HEAD_BYTES + 2_000 * BYTES_PER_MS)
    expect(ends[0]?.result).toBe('the disk was full: what follows is not recorded')
  })
})
