import {
  type ListRecordings,
  LiveCommand,
  type LiveControl,
  LiveDataType,
  type LiveRequest,
  PayloadType,
  type PlaybackControl,
  type PlaybackRequest,
  PlaybackWay,
  type RecordingEntry,
  type Signalling,
} from '@fleetglass/jt1078'
import { type CameraSettings, LiveStream } from './live-stream.ts'
import type { MediaContext } from './media-sender.ts'
import { PlaybackStream } from './playback-stream.ts'
import { type RecordingFile, recordedBytes } from './recording-file.ts'
import { type Disk, filesBetween, listRecordings, type OnTime } from './recordings.ts'
import { Speaker } from './speaker.ts'
import { TalkConnection } from './talk-connection.ts'

/** Results of 0x0001. */
export const Result = { done: 0, failed: 1, wrong: 2, unsupported: 3 } as const

/** An order to turn, zoom or set a camera. */
export type CameraOrder = Extract<Signalling, { readonly name: `camera${string}` }>

/** Orders that a device remembers. */
const MOST_ORDERS = 200

/** The cameras and the disk of one device: obeys 0x9101 to 0x9306. */
export class Cameras {
  readonly #context: MediaContext
  readonly #settings: CameraSettings
  readonly #channels: number
  readonly #disk: () => Disk
  /** When the disk was formatted, unix seconds UTC. */
  #formattedS = 0
  /** Main and sub stream of a channel run side by side, each on a line of its own. */
  readonly #live = new Set<LiveStream>()
  readonly #orders: CameraOrder[] = []
  readonly #playbacks = new Map<number, PlaybackStream>()
  /** One audio line beside those of the cameras. */
  #talk: TalkConnection | null = null
  /** What platforms say to the driver. */
  readonly speaker = new Speaker()

  constructor(context: MediaContext, settings: CameraSettings, channels: number, disk: () => Disk) {
    this.#context = context
    this.#settings = settings
    this.#channels = channels
    this.#disk = () => {
      const present = disk()
      return { ...present, oldestS: Math.max(present.oldestS, this.#formattedS) }
    }
  }

  get liveChannels(): number[] {
    return [...new Set([...this.#live].map(({ channel }) => channel))].sort((a, b) => a - b)
  }

  get playbackChannels(): number[] {
    return [...this.#playbacks.keys()].sort((a, b) => a - b)
  }

  get count(): number {
    return this.#live.size + this.#playbacks.size + (this.#talk ? 1 : 0)
  }

  /** 0x9101. A second request for the same stream of a channel replaces the first one's connection. */
  startLive(request: LiveRequest): number {
    if (!this.#has(request.channel)) return Result.failed
    if (request.dataType > LiveDataType.broadcast) return Result.unsupported
    if (request.tcpPort === 0 && request.udpPort === 0) return Result.wrong
    const target = { ...request, host: plainHost(request.host) }
    if (request.dataType === LiveDataType.talk || request.dataType === LiveDataType.broadcast)
      return this.#listen(target)
    const wanted = request.stream === 1 ? 'sub' : 'main'
    for (const running of this.#linesOf(request.channel)) if (running.stream === wanted) void running.close()
    const ended = (stream: LiveStream) => this.#live.delete(stream)
    this.#live.add(new LiveStream(this.#context, this.#settings, target, ended))
    return Result.done
  }

  #linesOf(channel: number): LiveStream[] {
    return [...this.#live].filter((loaded) => loaded.channel === channel)
  }

  /** 0x9101 with data type 2 or 4. A device that refuses says that it failed. */
  #listen(request: LiveRequest): number {
    if (this.#context.faults.refusesTalk) return Result.failed
    void this.#talk?.close()
    const microphone = { audio: this.#settings.audio, speaker: this.speaker }
    this.#talk = new TalkConnection(this.#context, microphone, request, (ended) => {
      if (this.#talk === ended) this.#talk = null
    })
    return Result.done
  }

  /** 0x9102. */
  controlLive(control: LiveControl): number {
    if (control.command === LiveCommand.closeTalk) {
      void this.#talk?.close()
      return Result.done
    }
    const devices = this.#linesOf(control.channel)
    // Closing what is closed is what was wanted.
    if (devices.length === 0) return control.command === LiveCommand.close ? Result.done : Result.failed
    const named = control.stream === 1 ? 'sub' : 'main'
    switch (control.command) {
      case LiveCommand.close: {
        const loaded = devices.find(({ stream }) => stream === named) ?? devices[0]!
        if (control.closes === 0 || !loaded.stop(control.closes === 1 ? 'audio' : 'video')) void loaded.close()
        return Result.done
      }
      case LiveCommand.changeStream:
        if (!devices.some(({ stream }) => stream === named)) devices[0]!.changeStream(named)
        return Result.done
      case LiveCommand.pause:
        for (const loaded of devices) loaded.pause()
        return Result.done
      case LiveCommand.resume:
        for (const loaded of devices) loaded.resume()
        return Result.done
      default:
        return Result.wrong
    }
  }

  /** 0x9205. */
  list(query: ListRecordings): RecordingEntry[] {
    return listRecordings(this.#disk(), query)
  }

  /** 0x9201: answers what will be played; nothing recorded there is an empty list, and no connection is made. */
  startPlayback(request: PlaybackRequest): RecordingEntry[] {
    const disk = this.#disk()
    const entries = listRecordings(disk, { ...request, alarmBits: 0n, ...spanOf(request) })
    if (entries.length === 0 || !this.#has(request.channel)) return []
    void this.#playbacks.get(request.channel)?.close()
    const spans = clip(disk, request)
    if (spans.length === 0) return []
    const target = { ...request, host: plainHost(request.host) }
    const stream = new PlaybackStream(this.#context, this.#settings, target, spans, disk.utcOffsetS, (ended) => {
      if (this.#playbacks.get(ended.channel) === ended) this.#playbacks.delete(ended.channel)
    })
    this.#playbacks.set(request.channel, stream)
    return entries
  }

  /** 0x9202. */
  controlPlayback(control: PlaybackControl): number {
    const stream = this.#playbacks.get(control.channel)
    if (!stream) return control.command === 2 ? Result.done : Result.failed
    return stream.control(control) ? Result.done : Result.wrong
  }

  /** What is recorded of a span, to be brought as a file; `null` when nothing is. */
  recorded(request: Pick<PlaybackRequest, 'channel' | 'fromLocalS' | 'toLocalS' | 'resource'>): RecordingFile | null {
    const { channel, resource, fromLocalS, toLocalS } = request
    const disk = this.#disk()
    const spans = clip(disk, { fromLocalS, toLocalS, way: PlaybackWay.normal })
    if (!this.#has(channel) || spans.length === 0) return null
    const { library, audio, video } = this.#settings
    const { faults, terminalRaw } = this.#context
    const sound = audio === 'none' || resource === 2 ? null : library.sound(audio)
    const pictures = { channel, spans, sound, clip: library.video(channel, 'main', faults.h265 ? 'h265' : video) }
    const beganS = Math.floor(spans[0]?.fromS ?? 0) + disk.utcOffsetS
    return {
      name: `ch${channel}_${new Date(beganS * 1000).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}.1078`,
      bytes: () => recordedBytes({ ...pictures, simRaw: terminalRaw }),
    }
  }

  /** 0x9301 to 0x9306: the cameras are fixed but say yes, as dome-less recorders do. The commands are stored. */
  move(order: CameraOrder): number {
    if (!this.#has(order.body.channel)) return Result.failed
    this.#orders.push(order)
    if (this.#orders.length > MOST_ORDERS) this.#orders.shift()
    return Result.done
  }

  /** The latest orders to move, oldest first. */
  get orders(): readonly CameraOrder[] {
    return this.#orders
  }

  /** 0x8105 with the word of the family: nothing recorded until now is there any more. */
  format(): void {
    this.#formattedS = this.#disk().nowS
    for (const stream of this.#playbacks.values()) void stream.close()
  }

  /** A JPEG, `null` for a channel that is not there. */
  picture(channel: number, timeS: number): Uint8Array | null {
    return this.#has(channel) ? this.#settings.library.picture(channel, timeS) : null
  }

  /** What 0x1003 says. */
  abilities() {
    const g726 = this.#settings.audio === 'g726'
    return {
      audioCodec: g726 ? PayloadType.g726 : PayloadType.g711a,
      audioChannels: 1,
      sampleRateCode: 0,
      sampleBitsCode: 1,
      audioFrameBytes: g726 ? 160 : 320,
      audioOutput: true,
      videoCodec: this.#settings.video === 'h265' ? PayloadType.h265 : PayloadType.h264,
      maxAudioChannels: this.#settings.audio === 'none' ? 0 : this.#channels,
      maxVideoChannels: this.#channels,
    }
  }

  async close(): Promise<void> {
    const streams = [...this.#live, ...this.#playbacks.values()]
    await Promise.all([...streams.map((stream) => stream.close()), this.#talk?.close()])
  }

  #has(channel: number): boolean {
    return channel >= 1 && channel <= this.#channels
  }
}

/** Some platforms end the address with a 00. */
function plainHost(host: string): string {
  return host.replace(/\0+$/, '')
}

/** One frame is a moment; everything else a span. */
type Span = Pick<PlaybackRequest, 'fromLocalS' | 'toLocalS' | 'way'>

function spanOf(request: Span): { fromLocalS: number | null; toLocalS: number | null } {
  const { fromLocalS, toLocalS, way } = request
  if (way !== PlaybackWay.oneFrame || fromLocalS === null) return { fromLocalS, toLocalS }
  return { fromLocalS, toLocalS: fromLocalS + 1 }
}

/** The recorded spans within what was asked, to the second. */
function clip(disk: Disk, request: Span): OnTime[] {
  const { fromLocalS, toLocalS } = spanOf(request)
  const fromS = fromLocalS === null ? disk.oldestS : fromLocalS - disk.utcOffsetS
  const toS = Math.min(disk.nowS, toLocalS === null ? Infinity : toLocalS - disk.utcOffsetS)
  return filesBetween(disk, Math.max(fromS, disk.oldestS), toS)
    .map((file) => ({ fromS: Math.max(file.fromS, fromS), toS: Math.min(file.toS, toS) }))
    .filter((span) => span.toS > span.fromS)
}
