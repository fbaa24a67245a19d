import { attempt, concat, failed, Malformed, ok, type Result } from '@fleetglass/bytes'
import { toAnnexB } from '../annex-b.ts'
import { setKindOf } from '../video-format.ts'
import type { VideoConfig } from '../video-types.ts'
import { type BoxPlace, boxAt, boxesIn, childOf, fieldsOf, viewOf } from './box-walk.ts'
import { NOT_SYNC, SECONDS_1900_TO_1970 } from './mp4-types.ts'
import { type RecordingInit, readInit } from './recording-init.ts'

/** One picture or audio frame of a recording, by its place in the file. */
export interface RecordedSample {
  readonly kind: 'video' | 'audio'
  /** Unix ms, whole. */
  readonly timestampMs: number
  readonly durationMs: number
  /** The same exactly, in the timescale of its track: since time 0 of the file, and how long. */
  readonly ticks: number
  readonly durationTicks: number
  readonly keyFrame: boolean
  /** From the start of the file. */
  readonly offset: number
  readonly byteLength: number
}

/** One fragment: `[offset, offset + byteLength)` of the file, `[startMs, endMs)` of time (unix ms). */
export interface RecordedFragment {
  readonly offset: number
  readonly byteLength: number
  readonly startMs: number
  readonly endMs: number
  /** Playing can begin here. */
  readonly beginsWithKeyFrame: boolean
  /** Video in order, then audio in order. */
  readonly samples: readonly RecordedSample[]
}

/** What stands at a place of a recording. */
export type FragmentReading =
  | { readonly kind: 'fragment'; readonly fragment: RecordedFragment }
  /** The heads are not all there: read up to `end` of the file, or it is the torn end. */
  | { readonly kind: 'incomplete'; readonly end: number }
  | { readonly kind: 'bad'; readonly offset: number; readonly reason: string }

/** A whole file. */
export interface Recording extends RecordingInit {
  readonly fragments: readonly RecordedFragment[]
  /** Where the last whole fragment ends: what follows was torn off and can be cut. */
  readonly wholeBytes: number
  /** Why the bytes behind that are no fragment; `null` when there are none. */
  readonly tornBy: string | null
}

/** No fragment of ours has more: a lying length must not make somebody read for ever. */
const MAX_HEAD_BYTES = 16 * 1024 * 1024

/**
 * Reads a whole file that `FragmentWriter` wrote (a minute, some MB). A torn last fragment is left out; only a file whose
 * beginning cannot be read is a bad result.
 */
export function readRecording(bytes: Uint8Array): Result<Recording> {
  const init = readInit(bytes)
  if (!init.ok) return init
  const fragments: RecordedFragment[] = []
  let at = init.value.byteLength
  let tornBy: string | null = null
  while (at < bytes.length && tornBy === null) {
    const reading = readFragment(bytes, at, init.value)
    if (reading.kind === 'bad') tornBy = reading.reason
    else if (reading.kind === 'incomplete' || at + reading.fragment.byteLength > bytes.length) {
      tornBy = 'the last fragment is not whole'
    } else {
      fragments.push(reading.fragment)
      at += reading.fragment.byteLength
    }
  }
  return ok({ ...init.value, fragments, wholeBytes: at, tornBy })
}

/**
 * Reads the heads of the fragment that begins at `at` of `bytes`; the media behind them need not be there. When `bytes`
 * is a part of the file, `fileOffset` is where it begins, and all offsets in the answer are those of the file.
 */
export function readFragment(bytes: Uint8Array, at: number, init: RecordingInit, fileOffset = 0): FragmentReading {
  const heads = findHeads(bytes, at)
  if (typeof heads === 'number') {
    return heads - at > MAX_HEAD_BYTES
      ? { kind: 'bad', offset: fileOffset + at, reason: 'a fragment with too long a head' }
      : { kind: 'incomplete', end: fileOffset + heads }
  }
  const fragment = attempt(() => readHeads(bytes, at, heads, init, fileOffset))
  return fragment.ok
    ? { kind: 'fragment', fragment: fragment.value }
    : { kind: 'bad', offset: fileOffset + fragment.offset, reason: fragment.reason }
}

interface Heads {
  readonly prft: BoxPlace
  readonly moof: BoxPlace
  readonly mdat: BoxPlace
}

/** The three boxes of a fragment, or up to where the bytes would have to be there to see them. */
function findHeads(bytes: Uint8Array, at: number): Heads | number {
  const prft = boxAt(bytes, at)
  if (!prft) return at + 8
  if (prft.type !== 'prft') return { prft, moof: prft, mdat: prft }
  const moof = boxAt(bytes, Math.min(prft.end, bytes.length))
  if (!moof || moof.at !== prft.end) return prft.end + 8
  const mdat = boxAt(bytes, Math.min(moof.end, bytes.length))
  if (!mdat || mdat.at !== moof.end) return moof.end + 8
  return { prft, moof, mdat }
}

function readHeads(
  bytes: Uint8Array,
  at: number,
  heads: Heads,
  init: RecordingInit,
  fileOffset: number,
): RecordedFragment {
  const { prft, moof, mdat } = heads
  for (const [box, type] of [
    [prft, 'prft'],
    [moof, 'moof'],
    [mdat, 'mdat'],
  ] as const) {
    if (box.type !== type) throw new Malformed(box.at, `"${type}" expected, here is "${box.type}"`)
  }
  const zeroMs = readZero(bytes, prft, init)
  const samples: RecordedSample[] = []
  for (const traf of boxesIn(bytes, moof.start, moof.end)) {
    if (traf.type === 'traf') readTraf(bytes, traf, heads, init, zeroMs, fileOffset, samples)
  }
  const first = samples[0]
  if (!first) throw new Malformed(moof.at, 'a fragment without samples')
  let startMs = first.timestampMs
  let endMs = first.timestampMs
  for (const { timestampMs, durationMs } of samples) {
    startMs = Math.min(startMs, timestampMs)
    endMs = Math.max(endMs, timestampMs + durationMs)
  }
  return {
    offset: fileOffset + at,
    byteLength: mdat.end - at,
    startMs,
    endMs,
    beginsWithKeyFrame: first.kind === 'video' ? first.keyFrame : init.video === null,
    samples,
  }
}

/** Unix ms of time 0 of the file, from the reference time of this fragment. */
function readZero(bytes: Uint8Array, prft: BoxPlace, init: RecordingInit): number {
  const reader = fieldsOf(bytes, prft, 4)
  const timescale = trackOf(reader.u32(), init, prft.at).timescale
  const seconds = reader.u32()
  const fraction = reader.u32()
  const ticks = Number(reader.u64())
  // NTP begins again in 2036: what would lie before 1968 lies behind that.
  const sinceS = (seconds < 0x8000_0000 ? seconds + 0x1_0000_0000 : seconds) - SECONDS_1900_TO_1970
  return Math.round(sinceS * 1000 + (fraction * 1000) / 0x1_0000_0000 - (ticks * 1000) / timescale)
}

function trackOf(trackId: number, init: RecordingInit, at: number): { kind: 'video' | 'audio'; timescale: number } {
  if (trackId === init.video?.trackId) return { kind: 'video', timescale: init.video.timescale }
  if (trackId === init.audio?.trackId) return { kind: 'audio', timescale: init.audio.timescale }
  throw new Malformed(at, `the file has no track ${trackId}`)
}

const TRUN_FLAGS = 0x701

function readTraf(
  bytes: Uint8Array,
  traf: BoxPlace,
  heads: Heads,
  init: RecordingInit,
  zeroMs: number,
  fileOffset: number,
  samples: RecordedSample[],
): void {
  const tfhd = childOf(bytes, traf, 'tfhd')
  const trackId = fieldsOf(bytes, tfhd, 4).u32()
  const { kind, timescale } = trackOf(trackId, init, tfhd.at)
  const tfdt = childOf(bytes, traf, 'tfdt')
  let ticks = Number(fieldsOf(bytes, tfdt, 4).u64())
  const trun = childOf(bytes, traf, 'trun')
  const reader = fieldsOf(bytes, trun, 0)
  if ((reader.u32() & 0xff_ffff) !== TRUN_FLAGS) throw new Malformed(trun.at, 'a run not written by us')
  const count = reader.u32()
  let offset = heads.moof.at + reader.i32()
  if (count * 12 > reader.remaining) throw new Malformed(trun.at, `${count} samples announced, bytes for fewer`)
  // The bytes are there: read without asking again for each number, since an hour has half a million of them.
  const view = viewOf(bytes)
  const rowsEnd = reader.offset + count * 12
  for (let at = reader.offset; at < rowsEnd; at += 12) {
    const durationTicks = view.getUint32(at)
    const byteLength = view.getUint32(at + 4)
    const keyFrame = (view.getUint32(at + 8) & NOT_SYNC) === 0
    if (offset < heads.mdat.start || offset + byteLength > heads.mdat.end) {
      throw new Malformed(trun.at, 'a sample outside of its fragment')
    }
    const timestampMs = Math.round(zeroMs + (ticks * 1000) / timescale)
    const durationMs = Math.round(zeroMs + ((ticks + durationTicks) * 1000) / timescale) - timestampMs
    const place = fileOffset + offset
    samples.push({ kind, timestampMs, durationMs, ticks, durationTicks, keyFrame, offset: place, byteLength })
    offset += byteLength
    ticks += durationTicks
  }
}

/**
 * The bytes of a recorded picture as an access unit: Annex B, with the parameter sets of the file in front of a key
 * frame. A copy.
 */
export function sampleToAnnexB(sample: Uint8Array, keyFrame: boolean, config: VideoConfig): Result<Uint8Array> {
  const bytes = sample.slice()
  let hasSets = false
  for (let at = 0; at < bytes.length; ) {
    if (bytes.length - at < 5) return failed(at, 'a NAL unit runs over the end of its picture')
    const length = ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
    if (length === 0 || length > bytes.length - at - 4) {
      return failed(at, 'a NAL unit runs over the end of its picture')
    }
    bytes[at] = 0
    bytes[at + 1] = 0
    bytes[at + 2] = 0
    bytes[at + 3] = 1
    if (setKindOf(config.codec, bytes[at + 4]!) === 'sps') hasSets = true
    at += 4 + length
  }
  if (!keyFrame || hasSets) return ok(bytes)
  return ok(concat([toAnnexB([...config.vps, ...config.sps, ...config.pps]), bytes]))
}
