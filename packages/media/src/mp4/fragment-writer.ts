import { sameBytes } from '@fleetglass/bytes'
import { adtsFrames, isAdts } from '../adts.ts'
import { scanNalUnits } from '../annex-b.ts'
import { setKindOf } from '../video-format.ts'
import type { VideoConfig } from '../video-types.ts'
import { fourLetters } from './boxes.ts'
import { initSegment, ROOMY_INIT_BYTES } from './init-segment.ts'
import {
  KEY_SAMPLE,
  type Mp4Audio,
  type Mp4Tracks,
  MS_TIMESCALE,
  OTHER_SAMPLE,
  SECONDS_1900_TO_1970,
  TrackId,
} from './mp4-types.ts'

/** One picture of the file's codec. */
export interface VideoSample {
  /** Unix ms, whole. */
  readonly timestampMs: number
  readonly keyFrame: boolean
  /** Annex B. */
  readonly payload: Uint8Array
}

/** One audio frame of the file's codec; AAC with or without ADTS headers. */
export interface AudioSample {
  readonly timestampMs: number
  readonly payload: Uint8Array
}

/** What goes into one fragment, each kind in order of time. */
export interface FragmentSamples {
  readonly video?: readonly VideoSample[]
  readonly audio?: readonly AudioSample[]
  /** When the first picture of the next fragment comes, unix ms, where it is known: how long the last one here lasts. */
  readonly nextVideoMs?: number
}

interface Unit {
  readonly durationTicks: number
  readonly byteLength: number
  readonly flags: number
}

interface Run {
  readonly trackId: number
  readonly timescale: number
  readonly decodeTicks: number
  readonly units: readonly Unit[]
  readonly pieces: readonly Uint8Array[]
  readonly byteLength: number
}

/** How far audio may stray from its timestamps before silence is left: packets arrive in bursts and clocks differ a little. */
const AUDIO_SLACK_MS = 200
/**
 * Pictures stand on a grid of 5 ms, and the second to the eighth a step before their time, so that the intervals have no greater
 * common divisor. (Not the first: a file that begins with a full minute would begin in the one before.) ffmpeg takes that divisor for the frame rate (above 2 ms and up to 210 frames/s), and guesses one where
 * there is none; a recorder's jitter then puts two pictures on one tick of the guess, which it warns of.
 */
const GRID_MS = 5
const EARLY_PICTURES = 8
/** How long a picture lasts when nothing gives: recorders send 15 to 25 a second. */
const USUAL_PICTURE_MS = 66
/** After a pause the interval before a picture says nothing about how long it lasts. */
const LONGEST_GUESS_MS = 1000
const AAC_FRAME_SAMPLES = 1024

/**
 * Writes one fragmented MP4 file (ISO/IEC 14496-12), or the stream of a MediaSource: an init segment, then fragments of
 * one picture or many. A fragment is given as pieces to be written one behind the other; pictures are views of their
 * access units, not copies.
 *
 * Times count from `startMs`. Each fragment is preceded by a `prft` box with the unix time of its first sample, so that
 * real time is known from any fragment alone. Parameter sets that the init segment has are left out of the pictures.
 */
export class FragmentWriter {
  #tracks: Mp4Tracks
  /** Unix ms of time 0 of the file. */
  readonly #zeroMs: number
  #sequence = 0
  #pictures = 0
  #lastVideoTicks = -GRID_MS
  #lastPictureMs: number
  #nextAudioTicks = 0
  #span = { startMs: 0, endMs: 0 }
  readonly #lengths = new Lengths()

  /** `startMs`, unix ms, should not lie behind the first sample: what comes before it is moved there. */
  constructor(tracks: Mp4Tracks, startMs: number) {
    this.#tracks = tracks
    this.#zeroMs = startMs
    const rate = tracks.video?.framesPerS
    this.#lastPictureMs = rate && rate >= 1 && rate <= 120 ? Math.round(1000 / rate) : USUAL_PICTURE_MS
  }

  get tracks(): Mp4Tracks {
    return this.#tracks
  }

  /** The beginning of the file, and what a MediaSource must get first. */
  initSegment(): Uint8Array {
    return initSegment(this.#tracks, this.#zeroMs)
  }

  /** A beginning that has room for a track that comes later (`addAudio`). */
  roomyInitSegment(): Uint8Array {
    return initSegment(this.#tracks, this.#zeroMs, ROOMY_INIT_BYTES)
  }

  /**
   * Sound begins in a file that had none. The result is to be written over `roomyInitSegment()` before the next fragment;
   * `null`, and nothing changes, when that has no room for it.
   */
  addAudio(audio: Mp4Audio): Uint8Array | null {
    const spaceBytes = this.roomyInitSegment().length
    const tracks = { ...this.#tracks, audio }
    const init = initSegment(tracks, this.#zeroMs, ROOMY_INIT_BYTES)
    if (init.length !== spaceBytes) return null
    this.#tracks = tracks
    return init
  }

  /** One fragment as pieces: heads, then alternately lengths and media. Empty when there is nothing to write. */
  fragment(samples: FragmentSamples): Uint8Array[] {
    const runs: Run[] = []
    const video = samples.video ?? []
    const audio = samples.audio ?? []
    const { tracks } = this
    if (tracks.video && video.length > 0) runs.push(this.#videoRun(tracks.video, video, samples.nextVideoMs))
    if (tracks.audio && audio.length > 0) runs.push(this.#audioRun(tracks.audio, audio))
    const filled = runs.filter((run) => run.units.length > 0)
    if (filled.length === 0) return []
    const spans = filled.map((run) => this.#spanOf(run))
    const startMs = Math.min(...spans.map((span) => span.startMs))
    this.#span = { startMs, endMs: Math.max(...spans.map((span) => span.endMs)) }
    return [fragmentHead(++this.#sequence, this.#zeroMs, filled), ...filled.flatMap((run) => run.pieces)]
  }

  /** `[startMs, endMs)` of the fragment that was given last, unix ms, as a reader of the file finds it: times move to the grid. */
  get lastSpan(): { readonly startMs: number; readonly endMs: number } {
    return this.#span
  }

  #spanOf({ decodeTicks, timescale, units }: Run): { startMs: number; endMs: number } {
    const ticks = sum(units.map((unit) => unit.durationTicks))
    const atMs = (at: number): number => Math.round(this.#zeroMs + (at * 1000) / timescale)
    return { startMs: atMs(decodeTicks), endMs: atMs(decodeTicks + ticks) }
  }

  #videoRun(config: VideoConfig, samples: readonly VideoSample[], nextMs: number | undefined): Run {
    const pieces: Uint8Array[] = []
    const pictures: { ticks: number; byteLength: number; flags: number }[] = []
    for (const sample of samples) {
      const byteLength = addPicture(sample.payload, config, pieces, this.#lengths)
      if (byteLength === 0) continue
      pictures.push({
        ticks: this.#nextVideoTicks(sample.timestampMs),
        byteLength,
        flags: sample.keyFrame ? KEY_SAMPLE : OTHER_SAMPLE,
      })
    }
    const endTicks = this.#endOf(nextMs)
    const units = pictures.map(({ ticks, byteLength, flags }, index) => ({
      durationTicks: (pictures[index + 1]?.ticks ?? endTicks) - ticks,
      byteLength,
      flags,
    }))
    return {
      trackId: TrackId.video,
      timescale: MS_TIMESCALE,
      decodeTicks: pictures[0]?.ticks ?? 0,
      units,
      pieces,
      byteLength: sum(units.map((unit) => unit.byteLength)),
    }
  }

  /** Times on the grid, each at least a step behind the one before: equal ones would be one picture to a player. */
  #nextVideoTicks(timestampMs: number): number {
    const last = this.#lastVideoTicks
    const number = ++this.#pictures
    const early = number > 1 && number <= EARLY_PICTURES ? GRID_MS : 0
    const ticks = Math.max(this.#onGrid(timestampMs) - early, last + GRID_MS)
    if (last >= 0) this.#lastPictureMs = Math.min(ticks - last, LONGEST_GUESS_MS)
    this.#lastVideoTicks = ticks
    return ticks
  }

  #onGrid(timestampMs: number): number {
    return Math.round((timestampMs - this.#zeroMs) / GRID_MS) * GRID_MS
  }

  /** When the last picture ends: when the next one comes, or after as long as the one before it lasted. */
  #endOf(nextMs: number | undefined): number {
    const next = nextMs === undefined ? -1 : this.#onGrid(nextMs)
    return next > this.#lastVideoTicks ? next : this.#lastVideoTicks + this.#lastPictureMs
  }

  #audioRun(audio: Mp4Audio, samples: readonly AudioSample[]): Run {
    const frames = samples.flatMap((sample) => audioFrames(audio, sample))
    const slack = (AUDIO_SLACK_MS * audio.sampleRate) / 1000
    const starts = frames.map((frame) => {
      const wanted = Math.round(((frame.timestampMs - this.#zeroMs) * audio.sampleRate) / 1000)
      // Audio runs on without a seam while the times say about the same; a true gap is left where it was.
      const start = wanted > this.#nextAudioTicks + slack ? wanted : this.#nextAudioTicks
      this.#nextAudioTicks = start + frame.samples
      return start
    })
    const units = frames.map((frame, index) => ({
      durationTicks: (starts[index + 1] ?? this.#nextAudioTicks) - starts[index]!,
      byteLength: frame.payload.length,
      flags: KEY_SAMPLE,
    }))
    const pieces = frames.map((frame) => frame.payload)
    const byteLength = units.reduce((sum, unit) => sum + unit.byteLength, 0)
    return {
      trackId: TrackId.audio,
      timescale: audio.sampleRate,
      decodeTicks: starts[0] ?? 0,
      units,
      pieces,
      byteLength,
    }
  }
}

interface AudioFrame {
  readonly timestampMs: number
  readonly samples: number
  readonly payload: Uint8Array
}

function audioFrames(audio: Mp4Audio, sample: AudioSample): AudioFrame[] {
  if (sample.payload.length === 0) return []
  if (audio.codec !== 'aac') {
    const samples = Math.floor(sample.payload.length / audio.channels)
    return [{ timestampMs: sample.timestampMs, samples, payload: sample.payload }]
  }
  const raw = [{ timestampMs: sample.timestampMs, samples: AAC_FRAME_SAMPLES, payload: sample.payload }]
  if (!isAdts(sample.payload)) return raw
  const frames = adtsFrames(sample.payload)
  if (!frames.ok) return []
  return frames.value.map((frame, index) => ({
    timestampMs: sample.timestampMs + (index * AAC_FRAME_SAMPLES * 1000) / audio.sampleRate,
    samples: AAC_FRAME_SAMPLES,
    payload: frame.payload,
  }))
}

const LENGTH_BYTES = 4
const LENGTHS_A_BLOCK = 64

/** Lengths in front of NAL units, many in one buffer: a buffer for each costs more than what it holds. */
class Lengths {
  #block = new DataView(new ArrayBuffer(0))
  #at = 0

  of(length: number): Uint8Array {
    if (this.#at === this.#block.byteLength) {
      this.#block = new DataView(new ArrayBuffer(LENGTH_BYTES * LENGTHS_A_BLOCK))
      this.#at = 0
    }
    this.#block.setUint32(this.#at, length)
    this.#at += LENGTH_BYTES
    return new Uint8Array(this.#block.buffer, this.#at - LENGTH_BYTES, LENGTH_BYTES)
  }
}

/** Appends the NAL units of a picture, each with its length in front, and returns their bytes together. */
function addPicture(payload: Uint8Array, config: VideoConfig, pieces: Uint8Array[], lengths: Lengths): number {
  let byteLength = 0
  scanNalUnits(payload, (start, end) => {
    if (isKnownSet(payload, start, end, config)) return false
    const length = end - start
    pieces.push(lengths.of(length), payload.subarray(start, end))
    byteLength += 4 + length
    return false
  })
  return byteLength
}

function isKnownSet(payload: Uint8Array, start: number, end: number, config: VideoConfig): boolean {
  const kind = setKindOf(config.codec, payload[start]!)
  return kind !== null && config[kind].some((set) => sameBytes(set, payload.subarray(start, end)))
}

const PRFT = fourLetters('prft')
const MOOF = fourLetters('moof')
const MFHD = fourLetters('mfhd')
const TRAF = fourLetters('traf')
const TFHD = fourLetters('tfhd')
const TFDT = fourLetters('tfdt')
const TRUN = fourLetters('trun')
const MDAT = fourLetters('mdat')

const PRFT_BYTES = 32
const MFHD_BYTES = 16
const TFHD_BYTES = 16
const TFDT_BYTES = 20
const TRUN_HEAD_BYTES = 20
const TRUN_ENTRY_BYTES = 12

/** `prft`, `moof` and the head of `mdat` in one buffer of exactly their length. */
function fragmentHead(sequence: number, startMs: number, runs: readonly Run[]): Uint8Array {
  const trafBytes = runs.map(
    (run) => 8 + TFHD_BYTES + TFDT_BYTES + TRUN_HEAD_BYTES + TRUN_ENTRY_BYTES * run.units.length,
  )
  const moofBytes = 8 + MFHD_BYTES + sum(trafBytes)
  const mediaBytes = sum(runs.map((run) => run.byteLength))
  const head = new DataView(new ArrayBuffer(PRFT_BYTES + moofBytes + 8))
  let at = writePrft(head, startMs, runs[0]!)

  at = writeBox(head, at, moofBytes, MOOF)
  at = writeBox(head, at, MFHD_BYTES, MFHD)
  head.setUint32(at + 4, sequence)
  at += 8
  let dataOffset = moofBytes + 8
  for (const [index, run] of runs.entries()) {
    at = writeTraf(head, at, trafBytes[index]!, run, dataOffset)
    dataOffset += run.byteLength
  }
  writeBox(head, at, 8 + mediaBytes, MDAT)
  return new Uint8Array(head.buffer)
}

function writeBox(head: DataView, at: number, length: number, type: number): number {
  head.setUint32(at, length)
  head.setUint32(at + 4, type)
  return at + 8
}

/** Producer reference time (ISO/IEC 14496-12, 8.16.5), flags 24: the media time is when it was taken. */
function writePrft(head: DataView, startMs: number, run: Run): number {
  const at = writeBox(head, 0, PRFT_BYTES, PRFT)
  const unixMs = startMs + (run.decodeTicks * 1000) / run.timescale
  const seconds = Math.floor(unixMs / 1000)
  head.setUint32(at, 0x0100_0018)
  head.setUint32(at + 4, run.trackId)
  head.setUint32(at + 8, (seconds + SECONDS_1900_TO_1970) % 0x1_0000_0000)
  head.setUint32(at + 12, Math.floor(((unixMs - seconds * 1000) * 0x1_0000_0000) / 1000))
  writeU64(head, at + 16, run.decodeTicks)
  return at + 24
}

function writeTraf(head: DataView, start: number, length: number, run: Run, dataOffset: number): number {
  let at = writeBox(head, start, length, TRAF)
  at = writeBox(head, at, TFHD_BYTES, TFHD)
  head.setUint32(at, 0x02_0000) // default-base-is-moof
  head.setUint32(at + 4, run.trackId)
  at = writeBox(head, at + 8, TFDT_BYTES, TFDT)
  head.setUint32(at, 0x0100_0000)
  writeU64(head, at + 4, run.decodeTicks)
  at = writeBox(head, at + 12, TRUN_HEAD_BYTES + TRUN_ENTRY_BYTES * run.units.length, TRUN)
  head.setUint32(at, 0x00_0701) // data offset; duration, size and flags of each sample
  head.setUint32(at + 4, run.units.length)
  head.setUint32(at + 8, dataOffset)
  at += 12
  for (const unit of run.units) {
    head.setUint32(at, unit.durationTicks)
    head.setUint32(at + 4, unit.byteLength)
    head.setUint32(at + 8, unit.flags)
    at += TRUN_ENTRY_BYTES
  }
  return at
}

function writeU64(head: DataView, at: number, value: number): void {
  head.setUint32(at, Math.floor(value / 0x1_0000_0000))
  head.setUint32(at + 4, value % 0x1_0000_0000)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
