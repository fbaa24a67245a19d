import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRecording } from '@fleetglass/media'
import { createManualClock, until } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bluffPicture } from '../../../test/devices/coded-video.ts'
import { MediaFolder } from '../../platform/media-store/media-folder.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import type { Segment } from '../../ports/recordings/recordings.types.ts'
import { ChannelRecorder, type DropReason } from './channel-recorder.ts'
import { WriteBudget } from './write-budget.ts'

const START_MS = Date.UTC(2026, 8, 1, 10, 0, 5)
const PICTURE_MS = 100
const PICTURES_A_GROUP = 20

function picture(at: number): MediaFrame {
  const keyFrame = at % PICTURES_A_GROUP === 0
  const payload = bluffPicture(1_000, keyFrame)
  const timestampMs = START_MS + at * PICTURE_MS
  return { kind: 'video', codec: 98, keyFrame, mainStream: true, timestampMs, discontinuity: at === 0, payload }
}

describe('the recorder of one channel', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'fleetglass-channel-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('a disk that is behind costs the pictures up to a key frame, and the file plays on after them', async () => {
    const budget = new WriteBudget(1_000_000)
    const dropped: [DropReason, number][] = []
    const closed: Segment[] = []
    const recorder = new ChannelRecorder({
      clock: createManualClock(START_MS),
      folder: new MediaFolder(root),
      next: () => ({ slot: '', writtenBytes: 0 }),
      deviceId: 'van',
      deviceKey: 1,
      channel: 1,
      budget,
      onClosed: async (segment) => void closed.push(segment),
      onDropped: (reason, frames) => dropped.push([reason, frames]),
      onWriteFailed: (error) => {
        throw error
      },
      onRecording: () => {},
    })
    for (let at = 0; at < 100; at++) {
      // From the middle of the second group to the middle of the third nothing is taken.
      if (at === 25) budget.take(1_000_000)
      if (at === 55) budget.give(1_000_000)
      recorder.frame(picture(at))
    }
    await recorder.close()
    expect(new Set(dropped.map(([reason]) => reason))).toEqual(new Set(['disk-slow']))
    const lost = dropped.reduce((sum, [, frames]) => sum + frames, 0)
    // The second from 20 on was gathered and could not be handed over; 60 is the next key frame with room.
    expect(lost).toBe(40)
    const recording = readRecording(readFileSync(join(root, closed[0]?.path ?? '')))
    if (!recording.ok) throw new Error(recording.reason)
    expect(recording.value.tornBy).toBeNull()
    // The file knows its times to some ms.
    const pictureOf = (timeMs: number): number => Math.floor((timeMs - START_MS) / PICTURE_MS + 0.5)
    const pictures = recording.value.fragments.flatMap(({ samples }) =>
      samples.map((sample) => pictureOf(sample.timestampMs)),
    )
    const stored = [...Array.from({ length: 20 }, (_, at) => at), ...Array.from({ length: 40 }, (_, at) => at + 60)]
    expect(pictures).toEqual(stored)
    const afterGap = recording.value.fragments.find(({ startMs }) => pictureOf(startMs) === 60)
    expect(afterGap?.beginsWithKeyFrame).toBe(true)
    expect(closed).toHaveLength(1)
    // The row is the one that the file itself would give, should the index be made again.
    const { fragments } = recording.value
    expect(closed[0]).toMatchObject({ startMs: fragments[0]?.startMs, endMs: fragments.at(-1)?.endMs })
  })

  function recorder(budget: WriteBudget, clock = createManualClock(START_MS)) {
    const dropped = new Map<DropReason, number>()
    const closed: Segment[] = []
    const made = new ChannelRecorder({
      clock,
      budget,
      folder: new MediaFolder(root),
      next: () => ({ slot: '', writtenBytes: 0 }),
      deviceId: 'van',
      deviceKey: 1,
      channel: 1,
      onClosed: async (segment) => void closed.push(segment),
      onDropped: (reason, frames) => dropped.set(reason, (dropped.get(reason) ?? 0) + frames),
      onWriteFailed: (error) => {
        throw error
      },
      onRecording: () => {},
    })
    return { recorder: made, dropped, closed, clock }
  }

  const sound = (at: number, over: Partial<MediaFrame> = {}): MediaFrame => ({
    kind: 'audio',
    codec: 6,
    keyFrame: true,
    mainStream: true,
    discontinuity: false,
    timestampMs: START_MS + at * 40,
    payload: new Uint8Array(320).fill(at),
    ...over,
  })

  /** What is in the files, in order. */
  function samplesIn(closed: readonly Segment[]) {
    const inOrder = closed.toSorted((one, other) => one.startMs - other.startMs)
    return inOrder.flatMap(({ path }) => {
      const bytes = readFileSync(join(root, path))
      const recording = readRecording(bytes)
      if (!recording.ok) throw new Error(recording.reason)
      expect(recording.value.tornBy).toBeNull()
      return recording.value.fragments.flatMap(({ samples }) =>
        samples.map(({ kind, timestampMs, offset }) => ({ kind, timestampMs, first: bytes[offset] })),
      )
    })
  }

  it('[D3] records an hour of sound whose pictures stopped, in files of a minute and within little memory', async () => {
    const budget = new WriteBudget()
    const { recorder: made, dropped, closed, clock } = recorder(budget)
    made.frame(picture(0))
    let most = 0
    const hour = 3_600 * 25
    for (let at = 0; at < hour; at++) {
      clock.advance(40)
      made.frame(sound(at))
      most = Math.max(most, made.waitingBytes)
      if (at % 25 === 24) {
        made.tick()
        // The disk has its time: what is measured is what is gathered.
        await until('the disk has the rest', () => made.waitingBytes < 30_000)
      }
    }
    expect(made.isRecording).toBe(true)
    expect(most).toBeLessThan(100_000)
    await made.close()
    expect(budget.usedBytes).toBe(0)
    expect(dropped).toEqual(new Map())
    expect(samplesIn(closed).filter(({ kind }) => kind === 'audio')).toHaveLength(hour)
    // The file with the picture, and a file of each minute.
    expect(closed.length).toBeGreaterThanOrEqual(61)
    expect(closed.length).toBeLessThanOrEqual(63)
  }, 60_000)

  it('[D3] keeps all sound of a channel that has nothing else, and ends its file when it stops', async () => {
    const { recorder: made, dropped, closed, clock } = recorder(new WriteBudget())
    for (let at = 0; at < 100; at++) {
      clock.advance(40)
      made.frame(sound(at))
    }
    expect(made.isRecording).toBe(true)
    for (let at = 0; at < 15; at++) {
      clock.advance(1_000)
      made.tick()
    }
    expect(made.isRecording).toBe(false)
    await made.close()
    expect(dropped).toEqual(new Map())
    expect(samplesIn(closed).map(({ kind, first }) => [kind, first])).toEqual(
      Array.from({ length: 100 }, (_, at) => ['audio', at]),
    )
    expect(closed.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([[START_MS, START_MS + 4_000]])
  })

  it('[D3] keeps the sound that comes before the first picture', async () => {
    const { recorder: made, dropped, closed } = recorder(new WriteBudget())
    for (let at = 0; at < 8; at++) made.frame(sound(at))
    for (let at = 0; at < 36; at++) made.frame({ ...picture(at), timestampMs: START_MS + 320 + at * PICTURE_MS })
    for (let at = 8; at < 100; at++) made.frame(sound(at))
    await made.close()
    expect(dropped).toEqual(new Map())
    const stored = samplesIn(closed)
    expect(stored.flatMap(({ kind, first }) => (kind === 'audio' ? [first] : []))).toEqual(
      Array.from({ length: 100 }, (_, at) => at),
    )
    expect(stored.filter(({ kind }) => kind === 'video')).toHaveLength(36)
  })

  for (const codec of [6, 19]) {
    it(`[D3] keeps sound of coding ${codec} that begins in a file that has had none for seconds`, async () => {
      // AAC, 8 kHz, mono: one frame with its header.
      const aac = Uint8Array.of(0xff, 0xf1, 0x6c, 0x40, 0x01, 0x7f, 0xfc, 1, 2, 3, 4)
      const { recorder: made, dropped, closed, clock } = recorder(new WriteBudget())
      const begins = 75
      for (let at = 0; at < 50; at++) {
        clock.advance(PICTURE_MS)
        made.frame({ ...picture(at), keyFrame: at === 0 })
        if (at < 30) continue
        for (const frame of [0, 40, 80]) {
          const payload = codec === 19 ? aac : new Uint8Array(320)
          made.frame(sound(0, { codec, payload, timestampMs: START_MS + at * PICTURE_MS + frame }))
        }
      }
      await made.close()
      expect(dropped).toEqual(new Map())
      expect(closed).toHaveLength(1)
      const stored = samplesIn(closed)
      expect(stored.filter(({ kind }) => kind === 'audio')).toHaveLength(60)
      expect(stored.find(({ kind }) => kind === 'audio')?.timestampMs).toBe(START_MS + begins * 40)
      expect(stored.filter(({ kind }) => kind === 'video')).toHaveLength(50)
    })
  }

  it('a file goes on when the server itself stood still, and ends when the pictures did', async () => {
    const { recorder: made, dropped, closed, clock } = recorder(new WriteBudget())
    const second = (pictures: boolean, at: number) => {
      for (let n = 0; n < 10; n++) {
        clock.advance(PICTURE_MS)
        if (pictures) made.frame(picture(at * 10 + n))
      }
      made.tick()
    }
    for (let at = 0; at < 3; at++) second(true, at)
    // The timer comes before the sockets are read.
    clock.advance(15_000)
    made.tick()
    for (let at = 3; at < 6; at++) second(true, at)
    expect([closed.length, made.isRecording, dropped.size]).toEqual([0, true, 0])
    for (let at = 0; at < 11; at++) second(false, at)
    expect(made.isRecording).toBe(false)
    await made.close()
    expect(samplesIn(closed)).toHaveLength(60)
  })

  it('pictures whose time stands still are written all the same, and their file ends after ten minutes', async () => {
    const budget = new WriteBudget()
    const { recorder: made, dropped, closed, clock } = recorder(budget)
    made.frame(picture(0))
    for (let at = 1; at < 8_000; at++) {
      clock.advance(PICTURE_MS)
      made.frame({ ...picture(1), timestampMs: START_MS })
      // Two seconds of pictures are what may be gathered.
      if (at % 25 === 0) await until('the disk has the rest', () => made.waitingBytes < 30_000)
    }
    expect(made.isRecording).toBe(false)
    await made.close()
    expect(closed).toHaveLength(1)
    expect(dropped.get('no-key-frame')).toBeGreaterThan(1_000)
    expect(budget.usedBytes).toBe(0)
  }, 60_000)

  it('what all channels hold stays within the budget at every frame', async () => {
    const limit = 200_000
    const budget = new WriteBudget(limit)
    const both = [recorder(budget), recorder(budget)]
    for (let at = 0; at < 400; at++) {
      for (const { recorder: made } of both) {
        made.frame(picture(at))
        expect(budget.usedBytes).toBe(both.reduce((sum, one) => sum + one.recorder.waitingBytes, 0))
        expect(budget.usedBytes).toBeLessThanOrEqual(limit)
      }
    }
    for (const { recorder: made, dropped } of both) {
      await made.close()
      expect(dropped.get('disk-slow')).toBeGreaterThan(0)
    }
    expect(budget.usedBytes).toBe(0)
  })
})
