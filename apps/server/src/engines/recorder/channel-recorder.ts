// Belongs here: when a file begins and ends, what goes into which fragment. Does not: bytes on the disk (segment-file.ts),
// boxes (the media package), which channels are recorded (recorder.ts).
import { sameBytes } from '@fleetglass/bytes'
import { FragmentWriter, type Mp4Audio, ParameterSets, type VideoConfig, videoCodecOf } from '@fleetglass/media'
import type { Clock } from '../../platform/clock/index.ts'
import type { ChannelState, MediaFrame, StreamReader } from '../streams/index.ts'
import { AudioPacker } from './audio-packer.ts'
import { type MediaFolder, minuteOf } from './media-folder.ts'
import type { Segment } from './recorder.types.ts'
import { LONGEST_SEGMENT_MS } from './recording.store.ts'
import { SegmentFile } from './segment-file.ts'

/** Media of one fragment: what a kill may cost. */
const FRAGMENT_MS = 1_000
/** A stream that stands still does not keep its last second in memory. */
const STALL_MS = 1_500
/** A step ahead that a file can bear as a gap; what is longer, or goes back, begins a new file. */
const GAP_IN_FILE_MS = 10_000
/** How long a picture lasts when nothing tells. */
const USUAL_PICTURE_MS = 66

export type DropReason = 'no-key-frame' | 'disk-slow' | 'disk-stopped' | 'unreadable' | 'audio-codec'

export interface ChannelRecorderDeps {
  readonly clock: Clock
  readonly folder: MediaFolder
  readonly deviceId: string
  readonly deviceKey: number
  readonly channel: number
  /** Room in the queue to the disk, over all files. */
  readonly diskHasRoom: () => boolean
  /** A file is complete and closed; not called for one without a whole fragment. */
  readonly onClosed: (segment: Segment) => Promise<void>
  readonly onDropped: (reason: DropReason, frames: number) => void
  readonly onWriteFailed: (error: Error) => void
  /** The channel began or ceased to be recorded. */
  readonly onRecording: () => void
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
  video: MediaFrame[]
  sound: { timestampMs: number; payload: Uint8Array }[]
  lastVideoMs: number
  pictureMs: number
  lastArrivalMs: number
  /** Frames were dropped; goes on with a key frame. */
  skipping: boolean
}

/** Records one channel: a reader of its stream. */
export class ChannelRecorder implements StreamReader {
  /** Files that are not closed yet. */
  readonly files: ReadonlySet<SegmentFile>
  readonly #files = new Set<SegmentFile>()
  readonly #deps: ChannelRecorderDeps
  readonly #packer = new AudioPacker()
  readonly #closing = new Set<Promise<void>>()
  #sets: ParameterSets | null = null
  #open: OpenSegment | null = null
  #stopped = false

  constructor(deps: ChannelRecorderDeps) {
    this.files = this.#files
    this.#deps = deps
  }

  get channel(): number {
    return this.#deps.channel
  }

  get isRecording(): boolean {
    return this.#open !== null
  }

  get waitingBytes(): number {
    let sum = 0
    for (const file of this.#files) sum += file.waitingBytes
    return sum
  }

  /** What is on disk of the file in the making; `null` before its first fragment. */
  get running(): Segment | null {
    return this.#open && segmentOf(this.#open, this.#deps)
  }

  /** Whether this file is being written, or closed just now. */
  isWriting(path: string): boolean {
    for (const file of this.#files) if (file.path === path) return true
    return false
  }

  frame(frame: MediaFrame): void {
    if (frame.kind === 'audio') this.#audio(frame)
    else if (this.#stopped) this.#deps.onDropped('disk-stopped', 1)
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

  /** Once a second: a stream that stands still gives its last frames to the disk, a failed file is noticed. */
  tick(): void {
    const open = this.#open
    if (open === null) return
    if (open.file.error !== null) this.#fail(open.file.error)
    else if (this.#deps.clock.monotonicMs() - open.lastArrivalMs > STALL_MS) this.#flush(open)
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
    const stepMs = frame.timestampMs - open.lastVideoMs
    if (
      config === null &&
      (stepMs < 0 || stepMs > GAP_IN_FILE_MS || frame.timestampMs - open.startMs > LONGEST_SEGMENT_MS)
    ) {
      this.#finish()
      this.#deps.onDropped('no-key-frame', 1)
      return
    }
    this.#add(open, frame, stepMs)
  }

  #add(open: OpenSegment, frame: MediaFrame, stepMs: number): void {
    const first = open.video[0]
    if (first && (frame.keyFrame || frame.timestampMs - first.timestampMs >= FRAGMENT_MS)) {
      this.#flush(open, frame.timestampMs)
      if (this.#open !== open) return
    }
    if (open.skipping && !(frame.keyFrame && this.#hasRoom(open))) {
      this.#deps.onDropped('disk-slow', 1)
      return
    }
    open.skipping = false
    if (stepMs > 0 && stepMs < FRAGMENT_MS) open.pictureMs = stepMs
    open.lastVideoMs = frame.timestampMs
    open.lastArrivalMs = this.#deps.clock.monotonicMs()
    open.video.push(frame)
  }

  #audio(frame: MediaFrame): void {
    const open = this.#open
    if (open === null || open.skipping) return
    const packed = this.#packer.pack(frame)
    if (packed === null) {
      this.#deps.onDropped('audio-codec', 1)
      return
    }
    if (open.writer === null) open.audio ??= packed.track
    if (open.audio === null || !sameTrack(open.audio, packed.track)) {
      open.audioChanged = true
      return
    }
    open.sound.push({ timestampMs: frame.timestampMs, payload: packed.payload })
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
    const file = new SegmentFile(folder, { deviceId, channel, startMs: frame.timestampMs })
    this.#files.add(file)
    this.#open = {
      startMs: frame.timestampMs,
      config,
      file,
      writer: null,
      audio: null,
      audioChanged: false,
      video: [],
      sound: [],
      lastVideoMs: frame.timestampMs,
      pictureMs: USUAL_PICTURE_MS,
      lastArrivalMs: clock.monotonicMs(),
      skipping: false,
    }
    this.#deps.onRecording()
  }

  #hasRoom(open: OpenSegment): boolean {
    return open.file.hasRoom && this.#deps.diskHasRoom()
  }

  /** Hands what is gathered to the disk. A disk that is behind costs the frames up to the next key frame. */
  #flush(open: OpenSegment, nextVideoMs?: number): void {
    const { video, sound } = open
    const first = video[0]
    if (first === undefined) return
    open.video = []
    open.sound = []
    if (open.file.error !== null) {
      this.#fail(open.file.error)
      return
    }
    if (!this.#hasRoom(open)) {
      open.skipping = true
      this.#deps.onDropped('disk-slow', video.length)
      return
    }
    if (open.writer === null) {
      const tracks = { video: open.config, ...(open.audio && { audio: open.audio }) }
      open.writer = new FragmentWriter(tracks, open.startMs)
      open.file.append([open.writer.initSegment()], null)
    }
    const pieces = open.writer.fragment({ video, audio: sound, ...(nextVideoMs !== undefined && { nextVideoMs }) })
    if (pieces.length === 0) return
    const endMs = nextVideoMs ?? open.lastVideoMs + open.pictureMs
    open.file.append(pieces, { startMs: first.timestampMs, endMs, keyFrame: first.keyFrame })
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
      this.#files.delete(open.file)
    }
  }

  #configOf(frame: MediaFrame): VideoConfig | null {
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
