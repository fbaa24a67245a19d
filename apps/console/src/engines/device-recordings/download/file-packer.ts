import { MediaCodec, type MediaMessage } from '@fleetglass/contract/streams'
import {
  AudioPacker,
  type AudioSample,
  FragmentWriter,
  type Mp4Audio,
  ParameterSets,
  type VideoConfig,
  type VideoSample,
} from '@fleetglass/media'

/** Pictures of so long make a fragment. */
const fragmentMs = 1_000
/** Packed bytes leave the memory of the thread when so many have come together. */
const pieceBytes = 4 * 1024 * 1024

/** One MP4 in the making. */
interface OpenFile {
  readonly config: VideoConfig
  readonly startMs: number
  /** Made with the first fragment, when it is known whether there is sound. */
  writer: FragmentWriter | null
  audio: Mp4Audio | null
}

/** Packs the frames of one channel; other parameter sets begin another file, because one file has one picture size. */
export class FilePacker {
  /** Unix ms of the latest picture in the file. */
  latestMs = Number.NEGATIVE_INFINITY
  /** Pictures at the start that needed no other; 0 once one did. */
  onlyKeys = 0
  readonly #endMs: number
  readonly #sound = new AudioPacker()
  #sets: ParameterSets | null = null
  #codec = 0
  #open: OpenFile | null = null
  #video: VideoSample[] = []
  #audio: AudioSample[] = []
  #latestAudioMs = Number.NEGATIVE_INFINITY
  #pieces: Uint8Array[] = []
  #pieceBytes = 0
  #blobs: Blob[] = []
  #files: { readonly startMs: number; readonly blob: Blob }[] = []
  #sawOther = false

  constructor(endMs: number) {
    this.#endMs = endMs
  }

  /** What came already, after a cut link, is left out. */
  push(message: MediaMessage): void {
    if (message.timestampMs >= this.#endMs) return
    if (message.kind === 'audio') this.#pushSound(message)
    else this.#pushPicture(message)
  }

  /** Ends the file; the packer is of no more use. */
  finish(): readonly { readonly startMs: number; readonly blob: Blob }[] {
    this.#endFile()
    return this.#files
  }

  #pushPicture(message: MediaMessage): void {
    const { timestampMs } = message
    const read = this.#setsOf(message.codec)?.accept(message.payload)
    if (read === undefined || read.kind === 'no-picture') return
    if (!read.keyFrame) this.#sawOther = true
    this.onlyKeys = this.#sawOther ? 0 : this.onlyKeys + 1
    if (timestampMs <= this.latestMs) return
    if (read.keyFrame && read.config !== this.#open?.config) this.#beginFile(read.config, timestampMs)
    if (this.#open === null) return
    const first = this.#video[0]
    if (first !== undefined && (read.keyFrame || timestampMs - first.timestampMs >= fragmentMs))
      this.#flush(timestampMs)
    this.#video.push({ timestampMs, keyFrame: read.keyFrame, payload: read.payload })
    this.latestMs = timestampMs
  }

  #pushSound(message: MediaMessage): void {
    const { timestampMs } = message
    const open = this.#open
    if (open === null || timestampMs < open.startMs || timestampMs <= this.#latestAudioMs) return
    const packed = this.#sound.pack(message)
    if (packed === null) return
    if (open.writer === null) open.audio ??= packed.track
    // A file has one kind of sound: another one is left out.
    if (open.audio?.codec !== packed.track.codec || open.audio.sampleRate !== packed.track.sampleRate) return
    this.#latestAudioMs = timestampMs
    this.#audio.push({ timestampMs, payload: packed.payload })
  }

  #setsOf(codec: number): ParameterSets | null {
    if (codec !== MediaCodec.h264 && codec !== MediaCodec.h265) return null
    if (this.#sets === null || this.#codec !== codec)
      this.#sets = new ParameterSets(codec === MediaCodec.h264 ? 'h264' : 'h265')
    this.#codec = codec
    return this.#sets
  }

  #beginFile(config: VideoConfig, startMs: number): void {
    this.#endFile()
    this.#open = { config, startMs, writer: null, audio: null }
  }

  #flush(nextVideoMs?: number): void {
    const open = this.#open
    if (open === null || this.#video.length === 0) return
    if (open.writer === null) {
      const tracks = { video: open.config, ...(open.audio && { audio: open.audio }) }
      open.writer = new FragmentWriter(tracks, open.startMs)
      this.#write(open.writer.initSegment())
    }
    const samples = { video: this.#video, audio: this.#audio, ...(nextVideoMs !== undefined && { nextVideoMs }) }
    for (const piece of open.writer.fragment(samples)) this.#write(piece)
    this.#video = []
    this.#audio = []
  }

  /** A blob may lie on the disk of the browser; pieces lie in memory. */
  #write(piece: Uint8Array): void {
    this.#pieces.push(piece)
    this.#pieceBytes += piece.length
    if (this.#pieceBytes >= pieceBytes) this.#store()
  }

  #store(): void {
    if (this.#pieces.length > 0) this.#blobs.push(new Blob(this.#pieces as Uint8Array<ArrayBuffer>[]))
    this.#pieces = []
    this.#pieceBytes = 0
  }

  #endFile(): void {
    const open = this.#open
    if (open === null) return
    this.#flush()
    this.#store()
    this.#files.push({ startMs: open.startMs, blob: new Blob(this.#blobs, { type: 'video/mp4' }) })
    this.#blobs = []
    this.#open = null
  }
}
