// Belongs here: the way from files back to frames. Does not: which files (recordings-finder.ts), pacing (features/playback).
import { type RecordedFragment, type RecordedSample, type RecordingInit, sampleToAnnexB } from '@fleetglass/media'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { MediaFile, MediaStore } from '../../platform/media-store/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import type { RunningRecordings, Segment } from '../../ports/recordings/index.ts'
import { withAdts } from './adts-header.ts'
import { readRecordingHeads } from './recording-heads.ts'
import type { PlayOptions, Recordings } from './recordings.types.ts'
import { NEXT_FRAGMENT_MS, type RecordingsFinder } from './recordings-finder.ts'

/** A fragment of ours holds a second of media; a damaged length must not make us allocate a file. */
export const MAX_FRAGMENT_BYTES = 64 * 1024 * 1024
/** Time missing between two fragments that is no jitter. */
const GAP_MS = 1_000
const LOOK_AGAIN_MS = 250

export interface PlayerDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: MediaStore
  /** Has the bytes of files that are being written. */
  readonly running: Pick<RunningRecordings, 'open'>
  readonly finder: RecordingsFinder
}

/** `Recordings.play`. */
export function createRecordingPlayer(deps: PlayerDeps): Recordings['play'] {
  return async function* play(deviceKey, channel, fromMs, signal, options = {}) {
    const { finder } = deps
    let place: Place = { fromMs, lastMs: Number.NaN, startMs: Number.NaN, readBytes: 0 }
    const cursor = finder.from(deviceKey, channel, fromMs)
    let waitedMs = 0
    while (!signal.aborted) {
      const segments = await cursor.next()
      for (const segment of segments) {
        if (signal.aborted) return
        place = yield* playSegment(deps, segment, place, signal, options)
      }
      if (segments.length > 0) waitedMs = 0
      else if (waitedMs >= NEXT_FRAGMENT_MS || !(await finder.isGrowing(deviceKey, channel))) return
      else {
        await pause(deps.clock, LOOK_AGAIN_MS, signal)
        waitedMs += LOOK_AGAIN_MS
      }
    }
  }
}

/** Ends early when aborted. */
function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      timer.cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = clock.after(delayMs, end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

interface Place {
  /** Where playing begins; frames before the key frame at or before it are left out. */
  readonly fromMs: number
  /** End of the last fragment played; NaN before the first. */
  readonly lastMs: number
  /** When the file begins that was played last, and how far it was: it may grow, and move. */
  readonly startMs: number
  readonly readBytes: number
}

async function* playSegment(
  { store, running, log }: PlayerDeps,
  segment: Segment,
  place: Place,
  signal: AbortSignal,
  options: PlayOptions,
): AsyncGenerator<MediaFrame, Place> {
  const handle = await openRecording({ store, running, log }, segment)
  if (handle === null) return place
  try {
    const file = await readRecordingHeads(handle, segment.bytes)
    if (file === null) {
      log.warn({ path: segment.path }, 'a recording cannot be read')
      return place
    }
    const { startMs } = segment
    let { lastMs } = place
    let readBytes = startMs === place.startMs ? place.readBytes : 0
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
    return { fromMs: place.fromMs, lastMs, startMs, readBytes }
  } finally {
    await handle.close()
  }
}

/** Null, and a word in the log, when the file of a row cannot be opened. */
export async function openRecording(
  { store, running, log }: Pick<PlayerDeps, 'store' | 'running' | 'log'>,
  { path }: Segment,
): Promise<MediaFile | null> {
  try {
    const growing = await running.open(path)
    return growing === null ? await store.open(path) : untilStored(growing, () => store.open(path))
  } catch (error) {
    log.warn({ path, reason: (error as Error).message }, 'a recording in the index cannot be opened')
    return null
  }
}

/** A file that another node writes is in the media store once it is closed. */
function untilStored(growing: MediaFile, openStored: () => Promise<MediaFile>): MediaFile {
  let file = growing
  return {
    async read(position, length) {
      try {
        return await file.read(position, length)
      } catch (error) {
        if (file !== growing) throw error
        file = await openStored()
        await growing.close()
        return await file.read(position, length)
      }
    },
    size: () => file.size(),
    close: () => file.close(),
  }
}

/** The last fragment that begins with a key frame at or before the time; the first one when there is none. */
function firstFragment(fragments: readonly RecordedFragment[], fromMs: number): number {
  const found = fragments.findLastIndex((fragment) => fragment.beginsWithKeyFrame && fragment.startMs <= fromMs)
  return Math.max(0, found)
}

function isKeyPicture(sample: RecordedSample): boolean {
  return sample.kind === 'video' && sample.keyFrame
}

/** Frames of a fragment, in order of time; with `isGap` the first picture, or the first sound of a fragment without, has `discontinuity`. */
export async function* framesOf(
  file: MediaFile,
  init: RecordingInit,
  samples: readonly RecordedSample[],
  isGap: boolean,
): AsyncGenerator<MediaFrame> {
  const start = Math.min(...samples.map((sample) => sample.offset))
  const end = Math.max(...samples.map((sample) => sample.offset + sample.byteLength))
  if (end - start > MAX_FRAGMENT_BYTES) return
  const bytes = await file.read(start, end - start)
  // Video and audio lie one behind the other; they are played as they were taken. A picture comes before its sound.
  const inOrder = [...samples].sort((a, b) => a.timestampMs - b.timestampMs || (a.kind === 'video' ? -1 : 1))
  const firstVideo = inOrder.find((sample) => sample.kind === 'video')
  const first = isGap ? (firstVideo ?? inOrder[0]) : undefined
  for (const sample of inOrder) {
    const at = sample.offset - start
    const frame = frameOf(init, sample, bytes.subarray(at, at + sample.byteLength))
    if (frame !== null) yield { ...frame, discontinuity: sample === first }
    // A fragment from its key frame on was asked for; when its beginning is damaged nothing of it can be shown.
    else if (sample === first) return
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
