// Belongs here: when a file begins and ends, what goes into which fragment. Does not: bytes on the disk (segment-file.ts),
// boxes (the media package), which channels are recorded (recorder.ts).
import {
  AudioPacker,
  FragmentWriter,
  type Mp4Audio,
  ParameterSets,
  type VideoConfig,
  videoCodecOf,
} from '@fleetglass/media'
import type { Clock } from '../../platform/clock/index.ts'
import { type MediaFolder, splitSlot } from '../../platform/media-store/index.ts'
import type { ChannelState, MediaFrame, StreamReader } from '../../ports/live-media/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import { minuteOf } from '../../ports/recordings/index.ts'
import { LONGEST_SEGMENT_MS } from '../../services/recordings/index.ts'
import { GatheredFragment, type SoundSample } from './gathered-fragment.ts'
import { GAP_IN_FILE_MS, isStep, type OpenSegment, sameTrack, segmentOf } from './open-segment.ts'
import type { WritePlace } from './recording-disks.ts'
import { SegmentFile } from './segment-file.ts'
import type { WriteBudget } from './write-budget.ts'

/** Media of one fragment: what a kill may cost. */
const FRAGMENT_MS = 1_000
/** A stream that stands still does not keep its last second in memory. */
const STALL_MS = 1_500
/** `tick` comes each second: when it comes later than this, the server stood still, and what arrived meanwhile is read after it. */
const LATE_TICK_MS = 2_000

export type DropReason =
  | 'no-key-frame'
  | 'disk-slow'
  | 'disk-stopped'
  | 'unreadable'
  | 'audio-codec'
  /** Sound of another kind than the file's: the next key frame begins a file with it. */
  | 'audio-changed'

export interface ChannelRecorderDeps {
  readonly clock: Clock
  readonly folder: MediaFolder
  readonly deviceId: string
  readonly deviceKey: number
  readonly channel: number
  /** Memory for what waits for the disk, of all channels together. */
  readonly budget: WriteBudget
  /** Where the next file goes. */
  readonly next: () => WritePlace
  /** A file is complete and closed; not called for one without a whole fragment. */
  readonly onClosed: (segment: Segment) => Promise<void>
  readonly onDropped: (reason: DropReason, frames: number) => void
  /** `path` is empty where the file was not made. */
  readonly onWriteFailed: (error: Error, path: string) => void
  /** The channel began or ceased to be recorded. */
  readonly onRecording: () => void
  /** Whether the device's sound is to be recorded (SDEV-29); left out: it is. */
  readonly recordsSound?: () => boolean
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
  #tickedMs: number

  constructor(deps: ChannelRecorderDeps) {
    this.#deps = deps
    this.#tickedMs = deps.clock.monotonicMs()
  }

  get deviceId(): string {
    return this.#deps.deviceId
  }

  get channel(): number {
    return this.#deps.channel
  }

  get recordsSound(): boolean {
    return this.#deps.recordsSound?.() !== false
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
      if (this.recordsSound) this.#audio(frame)
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

  /** A media slot takes no data any more: the next key frame begins a file on another one. */
  leave(slot: string): void {
    const path = this.#open?.file.path ?? ''
    if (path !== '' && splitSlot(path).slot === slot) this.#finish()
  }

  /** Once a second: pictures that stand still go to the disk and then end the file, a failed file is noticed. */
  tick(): void {
    const open = this.#open
    const nowMs = this.#deps.clock.monotonicMs()
    const awayMs = Math.max(0, nowMs - this.#tickedMs - LATE_TICK_MS)
    this.#tickedMs = nowMs
    if (open === null) return
    open.lastArrivalMs = Math.min(nowMs, open.lastArrivalMs + awayMs)
    const stillMs = nowMs - open.lastArrivalMs
    if (open.file.error !== null) this.#fail(open.file)
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
      this.#begin(frame.timestampMs, config)
    }
    const open = this.#open
    if (open === null || open.config === null) {
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
    return isStep(open, frame) || this.#isTooLong(open, frame)
  }

  #isTooLong(open: OpenSegment, { timestampMs }: MediaFrame): boolean {
    return Math.max(timestampMs - open.startMs, this.#deps.clock.monotonicMs() - open.begunMs) > LONGEST_SEGMENT_MS
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
    if (open.skipping && !(frame.keyFrame && open.file.hasSpace)) {
      this.#deps.onDropped('disk-slow', 1)
      return
    }
    if (!gathered.addPicture(frame, nowMs)) {
      this.#skip(open, 1)
      return
    }
    open.skipping = false
    open.lastMs = frame.timestampMs
    open.lastArrivalMs = nowMs
  }

  #audio(frame: MediaFrame): void {
    const reason = this.#addSound(frame)
    if (reason !== null) this.#deps.onDropped(reason, 1)
  }

  /** Why the sound is not recorded; `null` when it is. */
  #addSound(frame: MediaFrame): DropReason | null {
    if (this.#stopped) return 'disk-stopped'
    const packed = this.#packer.pack(frame)
    if (packed === null) return 'audio-codec'
    if (this.#beginsSoundFile(frame, packed.track)) {
      this.#finish()
      this.#begin(frame.timestampMs, null)
    }
    const open = this.#open
    if (open === null) return 'disk-stopped'
    if (open.skipping && (open.config !== null || !open.file.hasSpace)) return 'disk-slow'
    if (!this.#takesSound(open, packed.track)) {
      open.audioChanged = true
      return 'audio-changed'
    }
    return this.#gatherSound(open, { timestampMs: frame.timestampMs, payload: packed.payload })
  }

  /** Without pictures sound makes files of its own, by the same rules. */
  #beginsSoundFile(frame: MediaFrame, track: Mp4Audio): boolean {
    const open = this.#open
    if (open === null) return true
    if (open.config !== null) return false
    return (
      open.file.error !== null ||
      isStep(open, frame) ||
      this.#isTooLong(open, frame) ||
      minuteOf(frame.timestampMs) !== minuteOf(open.startMs) ||
      (open.audio !== null && !sameTrack(open.audio, track))
    )
  }

  /** Sound that begins in a file without any is added to it. */
  #takesSound(open: OpenSegment, track: Mp4Audio): boolean {
    if (open.audio !== null) return sameTrack(open.audio, track)
    if (open.writer !== null) {
      const start = open.writer.addAudio(track)
      if (start === null) return false
      open.file.rewriteStart(start)
    }
    open.audio = track
    return true
  }

  #gatherSound(open: OpenSegment, sound: SoundSample): DropReason | null {
    const { gathered } = open
    const nowMs = this.#deps.clock.monotonicMs()
    const first = open.config === null ? gathered.firstSound : undefined
    const isOver = first !== undefined && sound.timestampMs - first.timestampMs >= FRAGMENT_MS
    if (isOver || gathered.isFull(sound.payload, nowMs)) {
      this.#flush(open)
      if (this.#open !== open || (open.skipping && open.config !== null)) return 'disk-slow'
    }
    if (!gathered.addSound(sound, nowMs)) {
      if (open.config === null) this.#skip(open)
      return 'disk-slow'
    }
    if (open.config === null) {
      open.skipping = false
      open.lastMs = sound.timestampMs
      open.lastArrivalMs = nowMs
    }
    return null
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

  #begin(startMs: number, config: VideoConfig | null): void {
    const { deviceId, channel, clock, budget } = this.#deps
    const file = new SegmentFile(this.#deps, { deviceId, channel, startMs })
    this.#open = {
      startMs,
      config,
      file,
      writer: null,
      audio: null,
      audioChanged: false,
      gathered: new GatheredFragment(budget),
      begunMs: clock.monotonicMs(),
      lastMs: startMs,
      lastArrivalMs: clock.monotonicMs(),
      skipping: false,
    }
    this.#unclosed.add(this.#open)
    this.#deps.onRecording()
  }

  /** Hands what is gathered to the disk. A disk that is behind costs the frames up to the next key frame. */
  #flush(open: OpenSegment, nextVideoMs?: number): void {
    if (open.gathered.frames === 0) return
    const isKeyFrame = open.config === null || open.gathered.firstPicture?.keyFrame === true
    if (open.file.error !== null) {
      this.#fail(open.file)
      return
    }
    if (!open.file.hasSpace) {
      this.#skip(open)
      return
    }
    const { video, sound } = open.gathered.take()
    if (open.writer === null) {
      const tracks = { video: open.config ?? undefined, audio: open.audio ?? undefined }
      open.writer = new FragmentWriter(tracks, open.startMs)
      open.file.append([open.writer.roomyInitSegment()], null)
    }
    const pieces = open.writer.fragment({ video, audio: sound, ...(nextVideoMs !== undefined && { nextVideoMs }) })
    if (pieces.length === 0) return
    open.file.append(pieces, { ...open.writer.lastSpan, keyFrame: isKeyFrame })
  }

  #fail({ error, path }: SegmentFile): void {
    this.#finish()
    if (error !== null) this.#deps.onWriteFailed(error, path)
  }

  #finish(nextVideoMs?: number): void {
    const open = this.#open
    if (open === null) return
    // The next frame decides the duration of the last one, unless time jumped between them.
    const stepMs = nextVideoMs === undefined ? -1 : nextVideoMs - open.lastMs
    const isNext = stepMs > 0 && stepMs <= FRAGMENT_MS
    if (open.file.error === null) this.#flush(open, isNext ? nextVideoMs : undefined)
    if (this.#open !== open) return
    this.#drop(open, 'disk-stopped')
    this.#open = null
    const closing: Promise<void> = this.#close(open).finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
    this.#deps.onRecording()
  }

  async #close(open: OpenSegment): Promise<void> {
    try {
      await open.file.close()
      if (open.file.error !== null) this.#deps.onWriteFailed(open.file.error, open.file.path)
      const segment = segmentOf(open, this.#deps)
      if (segment !== null) await this.#deps.onClosed(segment)
    } catch (error) {
      this.#deps.onWriteFailed(error as Error, open.file.path)
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
