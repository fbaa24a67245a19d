// Belongs here: when a file begins and ends, what goes into which fragment. Does not: bytes on the disk (segment-file.ts),
// boxes (the media package), which channels are recorded (recorder.ts).
import { sameBytes } from '@fleetglass/bytes'
import {
  AudioPacker,
  FragmentWriter,
  type Mp4Audio,
  ParameterSets,
  type VideoConfig,
  videoCodecOf,
} from '@fleetglass/media'
import type { Clock } from '../../platform/clock/index.ts'
import type { ChannelState, MediaFrame, StreamReader } from '../streams/index.ts'
import { GatheredFragment } from './gathered-fragment.ts'
import { type MediaFolder, minuteOf } from './media-folder.ts'
import type { Segment } from './recorder.types.ts'
import { LONGEST_SEGMENT_MS } from './recording.store.ts'
import { SegmentFile } from './segment-file.ts'
import type { WriteBudget } from './write-budget.ts'

/** Media of one fragment: what a kill may cost. */
const FRAGMENT_MS = 1_000
/** A stream that stands still does not keep its last second in memory. */
const STALL_MS = 1_500
/** A step ahead, or a silence, that a file can bear as a gap; what is longer, or goes back, ends it. */
const GAP_IN_FILE_MS = 10_000

export type DropReason =
  | 'no-key-frame'
  | 'disk-slow'
  | 'disk-stopped'
  | 'unreadable'
  | 'audio-codec'
  /** Sound of another kind than the file's: the next key frame begins a file with it. */
  | 'audio-changed'
  /** Sound whose pictures stay away. */
  | 'no-picture'

export interface ChannelRecorderDeps {
  readonly clock: Clock
  readonly folder: MediaFolder
  readonly deviceId: string
  readonly deviceKey: number
  readonly channel: number
  /** Memory for what waits for the disk, of all channels together. */
  readonly budget: WriteBudget
  /** A file is complete and closed; not called for one without a whole fragment. */
  readonly onClosed: (segment: Segment) => Promise<void>
  readonly onDropped: (reason: DropReason, frames: number) => void
  readonly onWriteFailed: (error: Error) => void
  /** The channel began or ceased to be recorded. */
  readonly onRecording: () => void
  /** Whether the device's sound is to be recorded (SDEV-29); left out: it is. */
  readonly recordsSound?: () => boolean
}

/** The file in the making. */
interface OpenSegment {
  readonly startMs: number
  readonly config: VideoConfig
  readonly file: SegmentFile
  /** Made with the first fragment, when it is known whether there is sound. */
  writer: FragmentWriter | null
  audio: Mp4Audio | null
  /** The sound is other than the file's: the next key frame begins a new file. */
  audioChanged: boolean
  readonly gathered: GatheredFragment
  /** Monotonic: a file ends also when its pictures tell no time. */
  readonly begunMs: number
  lastVideoMs: number
  lastArrivalMs: number
  /** Frames were dropped; goes on with a key frame. */
  skipping: boolean
}

/** Records one channel: a reader of its stream. */
export class ChannelRecorder implements StreamReader {
  /** The file in the making, and those before it that are not closed yet. */
  readonly #unclosed = new Set<OpenSegment>()
  readonly #deps: ChannelRecorderDeps
  readonly #packer = new AudioPacker()
  readonly #closing = new Set<Promise<void>>()
  #sets: ParameterSets | null = null
  #open: OpenSegment | null = null
  #stopped = false

  constructor(deps: ChannelRecorderDeps) {
    this.#deps = deps
  }

  get deviceId(): string {
    return this.#deps.deviceId
  }

  get channel(): number {
    return this.#deps.channel
  }

  get isRecording(): boolean {
    return this.#open !== null
  }

  get waitingBytes(): number {
    let sum = 0
    for (const { gathered, file } of this.#unclosed) sum += gathered.bytes + file.waitingBytes
    return sum
  }

  /** Files that are not closed yet. */
  *files(): Generator<SegmentFile> {
    for (const { file } of this.#unclosed) yield file
  }

  /** What is on disk of them, oldest first; without those that have no whole fragment yet. */
  running(): Segment[] {
    return [...this.#unclosed].flatMap((open) => segmentOf(open, this.#deps) ?? [])
  }

  /** Whether this file is being written, or closed just now. */
  isWriting(path: string): boolean {
    for (const { file } of this.#unclosed) if (file.path === path) return true
    return false
  }

  frame(frame: MediaFrame): void {
    if (frame.kind === 'audio') {
      if (this.#deps.recordsSound?.() !== false) this.#audio(frame)
    } else if (this.#stopped) this.#deps.onDropped('disk-stopped', 1)
    else this.#video(frame)
  }

  state(state: ChannelState): void {
    if (state.kind !== 'playing') this.#finish()
  }

  /** The disk takes nothing, or takes data again. */
  disk(takesData: boolean): void {
    this.#stopped = !takesData
    if (this.#stopped) this.#finish()
  }

  /** Once a second: pictures that stand still go to the disk and then end the file, a failed file is noticed. */
  tick(): void {
    const open = this.#open
    if (open === null) return
    const stillMs = this.#deps.clock.monotonicMs() - open.lastArrivalMs
    if (open.file.error !== null) this.#fail(open.file.error)
    else if (stillMs > GAP_IN_FILE_MS) this.#finish()
    else if (stillMs > STALL_MS) this.#flush(open)
  }

  /** Ends the file; resolves when all files are closed and in the index. */
  async close(): Promise<void> {
    this.#finish()
    this.#stopped = true
    while (this.#closing.size > 0) await Promise.all(this.#closing)
  }

  #video(frame: MediaFrame): void {
    const config = frame.keyFrame ? this.#configOf(frame) : null
    if (frame.keyFrame && config === null) {
      this.#deps.onDropped('unreadable', 1)
      return
    }
    if (config !== null && this.#beginsFile(frame, config)) {
      this.#finish(frame.timestampMs)
      this.#begin(frame, config)
    }
    const open = this.#open
    if (open === null) {
      this.#deps.onDropped('no-key-frame', 1)
      return
    }
    if (config === null && this.#endsFile(open, frame)) {
      this.#finish()
      this.#deps.onDropped('no-key-frame', 1)
      return
    }
    this.#add(open, frame)
  }

  /** A picture that is no key frame cannot begin a file, but it may not go on with this one either. */
  #endsFile(open: OpenSegment, frame: MediaFrame): boolean {
    const stepMs = frame.timestampMs - open.lastVideoMs
    if (stepMs < 0 || stepMs > GAP_IN_FILE_MS) return true
    const longestMs = Math.max(frame.timestampMs - open.startMs, this.#deps.clock.monotonicMs() - open.begunMs)
    return longestMs > LONGEST_SEGMENT_MS
  }

  #add(open: OpenSegment, frame: MediaFrame): void {
    const { gathered } = open
    const nowMs = this.#deps.clock.monotonicMs()
    const first = gathered.firstPicture
    const isOver = frame.keyFrame || frame.timestampMs - (first?.timestampMs ?? 0) >= FRAGMENT_MS
    if (first && (isOver || gathered.isFull(frame.payload, nowMs))) {
      this.#flush(open, frame.timestampMs)
      if (this.#open !== open) return
    }
    if (open.skipping && !(frame.keyFrame && open.file.hasRoom)) {
      this.#deps.onDropped('disk-slow', 1)
      return
    }
    if (!gathered.addPicture(frame, nowMs)) {
      this.#skip(open, 1)
      return
    }
    open.skipping = false
    open.lastVideoMs = frame.timestampMs
    open.lastArrivalMs = nowMs
  }

  #audio(frame: MediaFrame): void {
    const reason = this.#addSound(frame)
    if (reason !== null) this.#deps.onDropped(reason, 1)
  }

  /** Why the sound is not recorded; `null` when it is. */
  #addSound(frame: MediaFrame): DropReason | null {
    const open = this.#open
    if (open === null) return this.#stopped ? 'disk-stopped' : 'no-picture'
    if (open.skipping) return 'disk-slow'
    const packed = this.#packer.pack(frame)
    if (packed === null) return 'audio-codec'
    if (open.writer === null) open.audio ??= packed.track
    if (open.audio === null || !sameTrack(open.audio, packed.track)) {
      open.audioChanged = true
      return 'audio-changed'
    }
    const { gathered } = open
    const nowMs = this.#deps.clock.monotonicMs()
    if (gathered.isFull(packed.payload, nowMs)) {
      if (gathered.firstPicture === undefined) return 'no-picture'
      this.#flush(open)
      if (this.#open !== open || open.skipping) return 'disk-slow'
    }
    const sound = { timestampMs: frame.timestampMs, payload: packed.payload }
    return gathered.addSound(sound, nowMs) ? null : 'disk-slow'
  }

  /** The disk is behind: what is gathered goes, and what comes up to the next key frame. */
  #skip(open: OpenSegment, more = 0): void {
    open.skipping = true
    this.#drop(open, 'disk-slow', more)
  }

  #drop({ gathered }: OpenSegment, reason: DropReason, more = 0): void {
    const frames = gathered.frames + more
    gathered.take()
    if (frames > 0) this.#deps.onDropped(reason, frames)
  }

  /** A key frame begins a file at the minute, after a step in time, and when what it needs to be decoded changed. */
  #beginsFile(frame: MediaFrame, config: VideoConfig): boolean {
    const open = this.#open
    if (open === null || open.file.error !== null) return true
    return (
      frame.discontinuity ||
      open.config !== config ||
      open.audioChanged ||
      minuteOf(frame.timestampMs) !== minuteOf(open.startMs)
    )
  }

  #begin(frame: MediaFrame, config: VideoConfig): void {
    const { folder, deviceId, channel, clock } = this.#deps
    const { budget } = this.#deps
    const file = new SegmentFile(folder, { deviceId, channel, startMs: frame.timestampMs }, budget)
    this.#open = {
      startMs: frame.timestampMs,
      config,
      file,
      writer: null,
      audio: null,
      audioChanged: false,
      gathered: new GatheredFragment(budget),
      begunMs: clock.monotonicMs(),
      lastVideoMs: frame.timestampMs,
      lastArrivalMs: clock.monotonicMs(),
      skipping: false,
    }
    this.#unclosed.add(this.#open)
    this.#deps.onRecording()
  }

  /** Hands what is gathered to the disk. A disk that is behind costs the frames up to the next key frame. */
  #flush(open: OpenSegment, nextVideoMs?: number): void {
    const first = open.gathered.firstPicture
    if (first === undefined) return
    if (open.file.error !== null) {
      this.#fail(open.file.error)
      return
    }
    if (!open.file.hasRoom) {
      this.#skip(open)
      return
    }
    const { video, sound } = open.gathered.take()
    if (open.writer === null) {
      const tracks = { video: open.config, ...(open.audio && { audio: open.audio }) }
      open.writer = new FragmentWriter(tracks, open.startMs)
      open.file.append([open.writer.initSegment()], null)
    }
    const pieces = open.writer.fragment({ video, audio: sound, ...(nextVideoMs !== undefined && { nextVideoMs }) })
    if (pieces.length === 0) return
    open.file.append(pieces, { ...open.writer.lastSpan, keyFrame: first.keyFrame })
  }

  #fail(error: Error): void {
    this.#finish()
    this.#deps.onWriteFailed(error)
  }

  #finish(nextVideoMs?: number): void {
    const open = this.#open
    if (open === null) return
    // The next frame tells how long the last one lasts, unless time jumped between them.
    const stepMs = nextVideoMs === undefined ? -1 : nextVideoMs - open.lastVideoMs
    const isNext = stepMs > 0 && stepMs <= FRAGMENT_MS
    if (open.file.error === null) this.#flush(open, isNext ? nextVideoMs : undefined)
    if (this.#open !== open) return
    this.#drop(open, open.file.error === null ? 'no-picture' : 'disk-stopped')
    this.#open = null
    const closing: Promise<void> = this.#close(open).finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
    this.#deps.onRecording()
  }

  async #close(open: OpenSegment): Promise<void> {
    try {
      await open.file.close()
      if (open.file.error !== null) this.#deps.onWriteFailed(open.file.error)
      const segment = segmentOf(open, this.#deps)
      if (segment !== null) await this.#deps.onClosed(segment)
    } catch (error) {
      this.#deps.onWriteFailed(error as Error)
    } finally {
      this.#unclosed.delete(open)
    }
  }

  /** The gateway has read it already; other publishers need not. */
  #configOf(frame: MediaFrame): VideoConfig | null {
    if (frame.config) return frame.config
    const codec = videoCodecOf(frame.codec)
    if (codec === null) return null
    if (this.#sets?.codec !== codec) this.#sets = new ParameterSets(codec)
    const unit = this.#sets.accept(frame.payload)
    return unit.kind === 'picture' ? unit.config : null
  }
}

function segmentOf(open: OpenSegment, deps: ChannelRecorderDeps): Segment | null {
  const { fragments, bytes, path } = open.file
  const first = fragments[0]
  const last = fragments.at(-1)
  if (first === undefined || last === undefined) return null
  return {
    deviceKey: deps.deviceKey,
    channel: deps.channel,
    startMs: first.startMs,
    endMs: last.endMs,
    bytes,
    firstKeyFrameOffset: fragments.find((fragment) => fragment.keyFrame)?.offset ?? first.offset,
    path,
  }
}

function sameTrack(a: Mp4Audio, b: Mp4Audio): boolean {
  if (a.codec !== b.codec || a.sampleRate !== b.sampleRate || a.channels !== b.channels) return false
  return a.codec !== 'aac' || b.codec !== 'aac' || sameBytes(a.config, b.config)
}
