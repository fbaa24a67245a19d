// Belongs here: questions about recordings and the way from files back to frames. Does not: pacing (features/playback).
import { type FileHandle, open } from 'node:fs/promises'
import {
  type RecordedFragment,
  type RecordedSample,
  type RecordingInit,
  readFragment,
  readInit,
  sampleToAnnexB,
} from '@fleetglass/media'
import type { Log } from '../../platform/log/index.ts'
import type { MediaFrame } from '../streams/index.ts'
import { withAdts } from './adts-header.ts'
import type { MediaFolder } from './media-folder.ts'
import type { PlayOptions, Recordings, Segment } from './recorder.types.ts'
import { LONGEST_SEGMENT_MS, type RecordingStore } from './recording.store.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const DAY_MS = 86_400_000
/** Segments asked for at once while playing: half an hour, so that the index is not asked for each file. */
const PAGE = 30
/** First read of a fragment: its heads, for some hundred samples. */
const HEAD_BYTES = 4096
/** A fragment of ours holds a second of media; a damaged length must not make us allocate a file. */
const MAX_FRAGMENT_BYTES = 64 * 1024 * 1024
/** Time missing between two fragments that is no jitter. */
const GAP_MS = 1_000

export interface ReaderDeps {
  readonly store: RecordingStore
  readonly folder: MediaFolder
  readonly log: Log
  /** Files in the making with what is on disk of them. */
  readonly running: () => readonly Segment[]
}

export function createRecordingsReader(deps: ReaderDeps): Recordings {
  const { store, running } = deps

  function runningOf(deviceKey: number, channel: number | undefined): Segment[] {
    return running().filter(
      (segment) => segment.deviceKey === deviceKey && (channel === undefined || segment.channel === channel),
    )
  }

  async function find(
    deviceKey: number,
    range: { startMs: number; endMs: number; channel?: number },
    limit?: number,
  ): Promise<Segment[]> {
    // Asked before the index: a file that closes in between is then in both, never in neither.
    const inTheMaking = runningOf(deviceKey, range.channel).filter(
      (segment) => segment.startMs < range.endMs && segment.endMs > range.startMs,
    )
    const closed = await store.overlapping(deviceKey, { ...range, ...(limit !== undefined && { limit }) })
    const known = new Set(closed.map((segment) => segment.path))
    const all = [...closed, ...inTheMaking.filter((segment) => !known.has(segment.path))]
    return all.sort((a, b) => a.startMs - b.startMs)
  }

  async function days(deviceKeys: readonly number[] | null, utcOffsetS: number): Promise<number[]> {
    if (deviceKeys?.length === 0) return []
    const offsetMs = utcOffsetS * 1000
    const dayOf = (timeMs: number): number => Math.floor((timeMs + offsetMs) / DAY_MS) * DAY_MS - offsetMs
    const starts = new Set<number>()
    for (let from = 0; ; ) {
      const first = await store.firstStart(deviceKeys, from)
      if (first === null) break
      starts.add(dayOf(first))
      from = dayOf(first) + DAY_MS
    }
    for (const segment of running()) {
      if (deviceKeys === null || deviceKeys.includes(segment.deviceKey)) starts.add(dayOf(segment.startMs))
    }
    return [...starts].sort((a, b) => a - b).map((startMs) => startMs / 1000)
  }

  /** Files of one channel that end after `fromMs`, in order; the file in the making comes again when it has grown. */
  async function* segmentsFrom(deviceKey: number, channel: number, fromMs: number): AsyncGenerator<Segment> {
    let nextMs = fromMs
    let last: Segment | null = null
    for (;;) {
      const endMs = Number.MAX_SAFE_INTEGER
      const page = await find(deviceKey, { startMs: nextMs, endMs, channel }, PAGE)
      const fresh: Segment[] = page.filter(({ path, bytes }) => path !== last?.path || bytes > last.bytes)
      if (fresh.length === 0) return
      // A full page of the index ends before the file in the making: that one comes with a later page.
      const part = page.length > PAGE ? fresh.slice(0, PAGE - 1) : fresh
      for (const segment of part) {
        yield segment
        nextMs = Math.max(nextMs + 1, segment.endMs)
        last = segment
      }
    }
  }

  async function* play(
    deviceKey: number,
    channel: number,
    fromMs: number,
    signal: AbortSignal,
    options: PlayOptions = {},
  ): AsyncGenerator<MediaFrame> {
    let place: Place = { fromMs, lastMs: Number.NaN, path: '', readBytes: 0 }
    for await (const segment of segmentsFrom(deviceKey, channel, fromMs)) {
      if (signal.aborted) return
      place = yield* playSegment(deps, segment, place, signal, options)
    }
  }

  return {
    find,
    days,
    play,
    async minuteFlags(deviceKey, startMs) {
      const flags = new Uint8Array(DAY_MINUTES)
      for (const segment of await find(deviceKey, { startMs, endMs: startMs + DAY_MINUTES * MINUTE_MS })) {
        const first = Math.max(0, Math.floor((segment.startMs - startMs) / MINUTE_MS))
        const last = Math.min(DAY_MINUTES - 1, Math.ceil((segment.endMs - startMs) / MINUTE_MS) - 1)
        flags.fill(1, first, last + 1)
      }
      return flags.join('')
    },
    async hasAnyFrom(deviceKey, channel, fromMs) {
      const found = await find(deviceKey, { startMs: fromMs, endMs: fromMs + LONGEST_SEGMENT_MS, channel }, 1)
      if (found.length > 0) return true
      for await (const _segment of segmentsFrom(deviceKey, channel, fromMs)) return true
      return false
    },
  }
}

interface Place {
  /** Where playing begins; frames before the key frame at or before it are left out. */
  readonly fromMs: number
  /** End of the last fragment played; NaN before the first. */
  readonly lastMs: number
  /** The file played last, and how far: it may grow. */
  readonly path: string
  readonly readBytes: number
}

async function* playSegment(
  { folder, log }: ReaderDeps,
  segment: Segment,
  place: Place,
  signal: AbortSignal,
  options: PlayOptions,
): AsyncGenerator<MediaFrame, Place> {
  const handle = await open(folder.absolute(segment.path)).catch((error: NodeJS.ErrnoException) => {
    log.warn({ path: segment.path, reason: error.message }, 'a recording in the index cannot be opened')
    return null
  })
  if (handle === null) return place
  try {
    const file = await readFile(handle, segment)
    if (file === null) {
      log.warn({ path: segment.path }, 'a recording cannot be read')
      return place
    }
    const { path } = segment
    let { lastMs } = place
    let readBytes = path === place.path ? place.readBytes : 0
    let begins = Number.isNaN(place.lastMs)
    const first = begins ? firstFragment(file.fragments, place.fromMs) : 0
    for (const fragment of file.fragments.slice(first)) {
      if (fragment.offset < readBytes) continue
      if (signal.aborted) break
      const isGap = begins || Math.abs(fragment.startMs - lastMs) > GAP_MS
      const wanted = options.keyFramesOnly === true ? fragment.samples.filter(isKeyPicture) : fragment.samples
      if (wanted.length > 0) {
        yield* framesOf(handle, file.init, wanted, isGap)
        begins = false
      }
      lastMs = fragment.endMs
      readBytes = fragment.offset + fragment.byteLength
    }
    return { fromMs: place.fromMs, lastMs, path, readBytes }
  } finally {
    await handle.close()
  }
}

interface OpenRecording {
  readonly init: RecordingInit
  readonly fragments: readonly RecordedFragment[]
}

/** Heads of all fragments up to the end that the index names; the media are read one fragment at a time. */
async function readFile(handle: FileHandle, segment: Segment): Promise<OpenRecording | null> {
  const init = readInit(await readAt(handle, 0, HEAD_BYTES))
  if (!init.ok) return null
  const fragments: RecordedFragment[] = []
  for (let at = init.value.byteLength; at < segment.bytes; ) {
    const fragment = await readHeads(handle, at, init.value)
    if (fragment === null || at + fragment.byteLength > segment.bytes) break
    fragments.push(fragment)
    at += fragment.byteLength
  }
  return { init: init.value, fragments }
}

async function readHeads(handle: FileHandle, at: number, init: RecordingInit): Promise<RecordedFragment | null> {
  let length = HEAD_BYTES
  for (;;) {
    const bytes = await readAt(handle, at, length)
    const reading = readFragment(bytes, 0, init, at)
    if (reading.kind === 'fragment') return reading.fragment
    if (reading.kind === 'bad' || bytes.length < length) return null
    length = reading.end - at
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(length)
  const { bytesRead } = await handle.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}

/** The last fragment that begins with a key frame at or before the time; the first one when there is none. */
function firstFragment(fragments: readonly RecordedFragment[], fromMs: number): number {
  const found = fragments.findLastIndex((fragment) => fragment.beginsWithKeyFrame && fragment.startMs <= fromMs)
  return Math.max(0, found)
}

function isKeyPicture(sample: RecordedSample): boolean {
  return sample.kind === 'video' && sample.keyFrame
}

async function* framesOf(
  handle: FileHandle,
  init: RecordingInit,
  samples: readonly RecordedSample[],
  isGap: boolean,
): AsyncGenerator<MediaFrame> {
  const start = Math.min(...samples.map((sample) => sample.offset))
  const end = Math.max(...samples.map((sample) => sample.offset + sample.byteLength))
  if (end - start > MAX_FRAGMENT_BYTES) return
  const bytes = await readAt(handle, start, end - start)
  // Video and audio lie one behind the other; they are played as they were taken. A picture comes before its sound.
  const inOrder = [...samples].sort((a, b) => a.timestampMs - b.timestampMs || (a.kind === 'video' ? -1 : 1))
  const firstVideo = isGap ? inOrder.find((sample) => sample.kind === 'video') : undefined
  for (const sample of inOrder) {
    const at = sample.offset - start
    const frame = frameOf(init, sample, bytes.subarray(at, at + sample.byteLength))
    if (frame !== null) yield { ...frame, discontinuity: sample === firstVideo }
    // A fragment from its key frame on was asked for; when its beginning is damaged nothing of it can be shown.
    else if (sample === firstVideo) return
  }
}

const H264 = 98
const H265 = 99
const audioCodecs = { alaw: 6, ulaw: 7, aac: 19 } as const

function frameOf(init: RecordingInit, sample: RecordedSample, bytes: Uint8Array): MediaFrame | null {
  const { timestampMs, keyFrame, kind } = sample
  const common = { kind, timestampMs, keyFrame, mainStream: false, discontinuity: false }
  if (kind === 'audio') {
    if (init.audio === null) return null
    const { format } = init.audio
    const payload = format.codec === 'aac' ? withAdts(format.config, bytes) : bytes
    return { ...common, codec: audioCodecs[format.codec], payload }
  }
  if (init.video === null) return null
  const { config } = init.video
  const unit = sampleToAnnexB(bytes, keyFrame, config)
  return unit.ok ? { ...common, codec: config.codec === 'h264' ? H264 : H265, payload: unit.value } : null
}
