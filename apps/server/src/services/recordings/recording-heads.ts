// Belongs here: what a file of ours holds, from its heads alone. Does not: the media in it (recording-player.ts).
import { type RecordedFragment, type RecordingInit, readFragment, readInit } from '@fleetglass/media'
import type { MediaFile, ThreadFile } from '../../platform/media-store/index.ts'

/** First read of a fragment: its heads, for some hundred samples. */
const HEAD_BYTES = 4096
/** Behind a damage: no head of ours is longer, and a lying length must not make somebody read for ever. */
const MAX_SOUGHT_HEAD_BYTES = 1024 * 1024
const SOUGHT_AT_ONCE = 64 * 1024
/** Places that look like a fragment and are none; a file with more of them is given up behind its damage. */
const MAX_FALSE_PLACES = 1_000
/** How a fragment of ours begins: the length and the type of its first box. */
const BEGINNING = Uint8Array.of(0, 0, 0, 32, 0x70, 0x72, 0x66, 0x74)

export interface RecordingHeads {
  readonly init: RecordingInit
  /**
   * Those that are whole. Behind a damage the pictures before the next key frame are left out, since they need what is
   * damaged.
   */
  readonly fragments: readonly RecordedFragment[]
  /** Where the last whole fragment ends. */
  readonly wholeBytes: number
  /** Places before `wholeBytes` where something that is no fragment was skipped. */
  readonly damages: number
  /**
   * What lies behind `wholeBytes`: nothing, the begin of a fragment as a crash leaves it (or zeros, as a power cut does), or
   * something else.
   */
  readonly rest: 'none' | 'torn' | 'damaged'
}

/** Heads of all whole fragments up to `endBytes`; `null` when the beginning of the file cannot be read. */
export async function readRecordingHeads(
  file: Pick<MediaFile, 'read'>,
  endBytes: number,
): Promise<RecordingHeads | null> {
  const reading = recordingHeads(endBytes)
  let step = reading.next()
  while (step.done !== true) step = reading.next(await file.read(step.value.position, step.value.length))
  return step.value
}

/** The same on a thread that may wait for the disk. */
export function readRecordingHeadsSync(file: Pick<ThreadFile, 'read'>, endBytes: number): RecordingHeads | null {
  const reading = recordingHeads(endBytes)
  let step = reading.next()
  while (step.done !== true) {
    step = reading.next(file.read(step.value.position, step.value.length))
  }
  return step.value
}

/** Bytes that are wanted of the file; what comes back is shorter where it ends. */
interface Wanted {
  readonly position: number
  readonly length: number
}

type Reading<T> = Generator<Wanted, T, Uint8Array>

function* recordingHeads(endBytes: number): Reading<RecordingHeads | null> {
  const init = readInit(yield { position: 0, length: HEAD_BYTES })
  if (!init.ok) return null
  const fragments: RecordedFragment[] = []
  let wholeBytes = init.value.byteLength
  let damages = 0
  let needsKeyFrame = false
  for (let at = wholeBytes; at < endBytes; at = wholeBytes) {
    let next = yield* fragmentHeads(at, init.value, endBytes)
    if (typeof next === 'string') {
      const found = yield* seekFragment(at + 1, init.value, endBytes)
      if (found === null) return { init: init.value, fragments, wholeBytes, damages, rest: next }
      damages += 1
      needsKeyFrame = true
      next = found
    }
    wholeBytes = next.offset + next.byteLength
    if (next.beginsWithKeyFrame) needsKeyFrame = false
    const usable = needsKeyFrame ? withoutPictures(next) : next
    if (usable.samples.length > 0) fragments.push(usable)
  }
  return { init: init.value, fragments, wholeBytes, damages, rest: 'none' }
}

/** The whole fragment at a place, or what is there instead. */
function* fragmentHeads(
  at: number,
  init: RecordingInit,
  endBytes: number,
  mostBytes = Number.POSITIVE_INFINITY,
): Reading<RecordedFragment | 'torn' | 'damaged'> {
  let length = HEAD_BYTES
  for (;;) {
    const bytes = yield { position: at, length }
    const reading = readFragment(bytes, 0, init, at)
    if (reading.kind === 'fragment') {
      const { fragment } = reading
      // A length that lies would swallow what follows.
      if (lastByte(fragment) !== at + fragment.byteLength) return 'damaged'
      return lastByte(fragment) <= endBytes ? fragment : 'torn'
    }
    // Where the file ends before the heads do, what is there must be the begin of one of ours.
    const isBegun = reading.kind === 'incomplete' && reading.end - at <= MAX_SOUGHT_HEAD_BYTES && isBeginning(bytes)
    if (reading.kind === 'bad' || bytes.length < length) {
      return isBegun || (yield* isZero(at, endBytes)) ? 'torn' : 'damaged'
    }
    length = reading.end - at
    if (length > mostBytes) return 'damaged'
  }
}

function lastByte({ samples }: RecordedFragment): number {
  return Math.max(...samples.map(({ offset, byteLength }) => offset + byteLength))
}

function isBeginning(bytes: Uint8Array): boolean {
  const known = Math.min(bytes.length, BEGINNING.length)
  return BEGINNING.subarray(0, known).every((byte, at) => bytes[at] === byte)
}

function* isZero(from: number, endBytes: number): Reading<boolean> {
  for (let at = from; at < endBytes; at += SOUGHT_AT_ONCE) {
    const bytes = yield { position: at, length: Math.min(SOUGHT_AT_ONCE, endBytes - at) }
    if (bytes.some((byte) => byte !== 0)) return false
  }
  return true
}

/** The first whole fragment that begins at or after a place. */
function* seekFragment(from: number, init: RecordingInit, endBytes: number): Reading<RecordedFragment | null> {
  let falsePlaces = 0
  for (let at = from; at < endBytes; ) {
    const bytes = Buffer.from(yield { position: at, length: Math.min(SOUGHT_AT_ONCE, endBytes - at) })
    for (let found = bytes.indexOf(BEGINNING); found !== -1; found = bytes.indexOf(BEGINNING, found + 1)) {
      const fragment = yield* fragmentHeads(at + found, init, endBytes, MAX_SOUGHT_HEAD_BYTES)
      if (typeof fragment !== 'string') return fragment
      falsePlaces += 1
      if (falsePlaces > MAX_FALSE_PLACES) return null
    }
    if (bytes.length < SOUGHT_AT_ONCE) return null
    // A beginning may lie across two reads.
    at += bytes.length - BEGINNING.length + 1
  }
  return null
}

function withoutPictures(fragment: RecordedFragment): RecordedFragment {
  return { ...fragment, samples: fragment.samples.filter(({ kind }) => kind === 'audio') }
}
