import { playsSound } from '@fleetglass/contract/playback'
import {
  type MediaMessage,
  type StartupTrace,
  StreamClose,
  type StreamCommand,
  type StreamServerMessage,
} from '@fleetglass/contract/streams'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { streamFailureText } from '../../platform/texts/index.ts'
import type { DrawnPicture } from './picture/picture.types.ts'
import type { PictureStage } from './picture/picture-stage.ts'
import type {
  LiveStreamKind,
  Player,
  PlayerView,
  StreamServer,
  StreamSource,
  StreamStatistics,
} from './player.types.ts'
import type { Sound, SoundCoding } from './sound/sound.ts'
import { StatisticsMeter } from './statistics-meter.ts'
import { type OpenMediaSocket, StreamSocket, streamUrl } from './stream-socket.ts'
import type { FirstPicture } from './tile/startup-rows.ts'
import { idleTile, isOver, next, reconnectDue, type TileEvent, type TileState } from './tile-state.ts'
import { VideoStream } from './video-stream.ts'

export interface PlayerDeps {
  readonly clock: Clock
  readonly openSocket: OpenMediaSocket
  readonly server: StreamServer
  /** Where the picture appears; made by the caller, closed by the player. */
  readonly stage: PictureStage
  readonly sound: Sound
  /** Live: which stream is requested first. */
  readonly stream?: LiveStreamKind
}

const tickMs = 500
/** How long a tile shows that it left frames out, or that some were damaged. */
const noticeMs = 3_000

const nothingYet: StreamStatistics = {
  codec: '',
  width: 0,
  height: 0,
  framesPerSecond: 0,
  kilobitsPerSecond: 0,
  delayMs: null,
  delayP95Ms: null,
  cameraDelayMs: null,
  cameraDelayP95Ms: null,
  firstPictureMs: null,
  receivedFrames: 0,
  skippedFrames: 0,
  damages: 0,
  way: null,
  audio: null,
}

const nothingShown: PlayerView = {
  state: idleTile,
  statistics: nothingYet,
  catchingUp: false,
  damaged: false,
  stream: null,
  transcoded: false,
  deviceId: null,
  startupTrace: null,
  firstPicture: null,
}

/** One stream: its connection, its state, its picture and its sound. */
export class StreamPlayer implements Player {
  readonly #deps: PlayerDeps
  readonly #listeners = new Set<() => void>()
  readonly #meter: StatisticsMeter
  readonly #timer: Timer
  /** Changes with every frame; `#view` is what was published of it. */
  #state: TileState = idleTile
  #view: PlayerView = nothingShown
  #source: StreamSource
  #socket: StreamSocket | null = null
  #video = new VideoStream()
  #speed: number
  #askedMs: number
  #firstPictureMs: number | null = null
  #positionMs: number | null = null
  #receivedFrames = 0
  #skippedFrames = 0
  #skippedAtMs = Number.NEGATIVE_INFINITY
  #damages = 0
  #damagedAtMs = Number.NEGATIVE_INFINITY
  /** What is wanted, and what is seen. */
  #wanted: LiveStreamKind
  #askedStream: LiveStreamKind = 'main'
  #shown: LiveStreamKind | null = null
  #transcoded = false
  #transcodedFrom: number | null = null
  #deviceId: string | null = null
  #startupTrace: StartupTrace | null = null
  #firstPicture: FirstPicture | null = null
  /** The present try; a playback of another time is one more. */
  #triedMs: number
  #size = { width: 0, height: 0 }
  #audio: SoundCoding | null = null
  #gone = false
  #closed = false

  constructor(source: StreamSource, deps: PlayerDeps) {
    this.#deps = deps
    this.#source = source
    this.#speed = firstSpeed(source)
    this.#wanted = deps.stream ?? 'main'
    this.#askedMs = deps.clock.monotonicMs()
    this.#triedMs = this.#askedMs
    this.#meter = new StatisticsMeter(this.#askedMs)
    deps.stage.listen({
      drawn: (picture) => this.#drawn(picture),
      skipped: (frames) => this.#skipped(frames),
      damaged: () => this.#damaged(),
      undecodable: (codec) => this.#undecodable(codec),
    })
    this.#timer = deps.clock.every(tickMs, () => this.#tick())
    this.#connect()
  }

  view(): PlayerView {
    return this.#view
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  positionMs(): number | null {
    return this.#positionMs
  }

  setVisible(visible: boolean): void {
    this.#deps.stage.setVisible(visible)
  }

  setGone(gone: boolean): void {
    if (gone === this.#gone) return
    this.#gone = gone
    if (!gone) {
      this.#connect()
      return
    }
    this.#socket?.close()
    this.#deps.sound.interrupted()
    this.#dispatch({ type: 'refused', code: StreamClose.deviceOffline, message: '' })
  }

  setSound(sound: { readonly on: boolean; readonly level: number }): void {
    this.#deps.sound.set(sound)
  }

  setSpeed(speed: number): void {
    this.#speed = speed
    this.#deps.sound.allow(playsSound(speed))
    this.send({ cmd: 'speed', value: speed })
  }

  step(frames: number): void {
    this.#still({ cmd: 'step', frames })
  }

  show(timeMs: number, options: { readonly keyFrame?: boolean } = {}): void {
    this.#still({ cmd: 'show', time: timeMs / 1000, ...options })
  }

  #still(command: StreamCommand): void {
    this.#speed = 0
    this.#deps.sound.allow(false)
    this.send(command)
  }

  setStream(stream: LiveStreamKind): void {
    if (stream === this.#wanted) return
    this.#wanted = stream
    if (this.#source.kind === 'live') this.send({ cmd: 'main', value: stream === 'main' ? 1 : 0 })
  }

  send(command: StreamCommand): void {
    this.#socket?.send(command)
  }

  /** Plays something else of the same device and channel; the last picture stays until the new one comes (LIVE-52). */
  open(source: StreamSource): void {
    if (this.#closed) return
    this.#source = source
    this.#askedMs = this.#deps.clock.monotonicMs()
    this.#firstPictureMs = null
    this.#positionMs = null
    this.#speed = firstSpeed(source)
    this.#deps.sound.allow(playsSound(this.#speed))
    this.#connect()
  }

  retry(): void {
    this.#connect()
  }

  snapshot(): Promise<Blob | null> {
    return this.#deps.stage.snapshot()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#timer.cancel()
    this.#socket?.close()
    this.#deps.stage.close()
    this.#deps.sound.close()
    this.#listeners.clear()
  }

  /** Nothing would close another socket of a closed player. */
  #connect(): void {
    if (this.#closed) return
    this.#socket?.close()
    this.#deps.stage.interrupted()
    this.#video = new VideoStream()
    this.#deps.sound.interrupted()
    this.#meter.restart()
    this.#firstPicture = null
    this.#triedMs = this.#deps.clock.monotonicMs()
    const wishes = { stream: this.#wanted, transcoded: this.#transcoded }
    this.#askedStream = this.#wanted
    this.#dispatch({ type: 'attempt', atMs: this.#deps.clock.monotonicMs() })
    this.#socket = new StreamSocket(streamUrl(this.#deps.server, this.#resumed(), wishes), this.#deps.openSocket, {
      opened: () => this.#opened(),
      media: (message) => this.#media(message),
      said: (message) => this.#receive(message),
      closed: (code) => this.#dispatch({ type: 'closed', code }),
    })
  }

  /** A playback whose connection broke goes on where its picture stands. */
  #resumed(): StreamSource {
    const source = this.#source
    if (source.kind === 'live' || this.#positionMs === null) return source
    const startS = Math.floor(this.#positionMs / 1000)
    return { ...source, startS: source.kind === 'remote' ? Math.min(startS, source.endS - 1) : startS }
  }

  #opened(): void {
    this.#dispatch({ type: 'opened' })
    if (this.#speed !== firstSpeed(this.#source)) this.send({ cmd: 'speed', value: this.#speed })
    // It may have changed while the socket opened, when nothing could be sent.
    if (this.#source.kind === 'live' && this.#wanted !== this.#askedStream)
      this.send({ cmd: 'main', value: this.#wanted === 'main' ? 1 : 0 })
  }

  #media(message: MediaMessage): void {
    const { clock, stage, sound } = this.#deps
    const arrivedMs = clock.monotonicMs()
    this.#meter.received(message.payload.length)
    this.#dispatch({ type: 'data', atMs: arrivedMs, media: message.kind })
    if (message.kind === 'audio') {
      this.#audio = sound.push(message)
      return
    }
    this.#receivedFrames += 1
    const unit = this.#video.unit(message, arrivedMs, this.#speed)
    if (unit !== null) stage.push(unit)
  }

  #receive(message: StreamServerMessage): void {
    switch (message.type) {
      // Positions come on a socket of their own kind (REPB-40).
      case 'gps':
        return
      case 'info':
        this.#deviceId = message.deviceid
        this.#transcodedFrom = message.transcodedFrom ?? null
        return
      case 'ladder':
        // Another try: its first picture is still to come, also where one of before stays on the screen.
        if (askedAtMs(message) !== askedAtMs(this.#startupTrace)) this.#firstPicture = null
        this.#startupTrace = message
        this.#publish()
        return
      case 'show':
        this.#deps.stage.show(message.timestampMs)
        this.#dispatch({ type: 'data', atMs: this.#deps.clock.monotonicMs() })
        return
      case 'ping':
        this.#dispatch({ type: 'data', atMs: this.#deps.clock.monotonicMs() })
        return
      case 'state':
        this.#dispatch({ type: 'said', state: message.state })
        return
      case 'error':
        this.#dispatch({ type: 'refused', code: message.code, message: streamFailureText(message) })
    }
  }

  #drawn({ timestampMs, sentMs, mainStream, width, height }: DrawnPicture): void {
    const { clock } = this.#deps
    const nowMs = clock.nowMs()
    const live = this.#source.kind === 'live'
    // The send time of a recorded picture is long ago and is no measure of the delay.
    if (live) this.#meter.drawn(Math.max(0, nowMs - timestampMs), sentMs === null ? null : nowMs - sentMs)
    else this.#meter.drawn(null, null)
    this.#positionMs = timestampMs
    this.#shown = live ? (mainStream ? 'main' : 'sub') : null
    this.#firstPicture ??= { atMs: nowMs, afterMs: Math.round(clock.monotonicMs() - this.#triedMs) }
    if (this.#size.width !== width || this.#size.height !== height) this.#size = { width, height }
    this.#firstPictureMs ??= Math.round(clock.monotonicMs() - this.#askedMs)
    this.#dispatch({ type: 'drawn' })
  }

  #skipped(frames: number): void {
    this.#skippedFrames += frames
    this.#skippedAtMs = this.#deps.clock.monotonicMs()
  }

  #damaged(): void {
    this.#damages += 1
    this.#damagedAtMs = this.#deps.clock.monotonicMs()
  }

  /** What this browser cannot decode at all, the server can turn into what it can. */
  #undecodable(codec: 'H.264' | 'H.265'): void {
    if (codec === 'H.265' && !this.#transcoded) {
      this.#transcoded = true
      this.#connect()
      return
    }
    this.#dispatch({ type: 'undecodable', codec })
  }

  #tick(): void {
    const nowMs = this.#deps.clock.monotonicMs()
    this.#dispatch({ type: 'tick', atMs: nowMs })
    if (!this.#gone && reconnectDue(this.#state, nowMs)) this.#connect()
    else this.#publish()
  }

  #dispatch(event: TileEvent): void {
    if (this.#closed) return
    const before = this.#state
    const state = next(before, event)
    this.#state = state
    if (state.kind === before.kind) return
    if (isOver(state)) this.#socket?.close()
    this.#publish()
  }

  #publish(): void {
    const { clock, stage } = this.#deps
    const nowMs = clock.monotonicMs()
    this.#view = {
      state: this.#state,
      catchingUp: nowMs - this.#skippedAtMs < noticeMs,
      damaged: nowMs - this.#damagedAtMs < noticeMs,
      stream: this.#shown,
      transcoded: this.#transcodedFrom !== null,
      deviceId: this.#deviceId,
      startupTrace: this.#startupTrace,
      firstPicture: this.#firstPicture,
      statistics: {
        codec: stage.codec(),
        ...this.#size,
        ...this.#meter.read(nowMs),
        firstPictureMs: this.#firstPictureMs,
        receivedFrames: this.#receivedFrames,
        skippedFrames: this.#skippedFrames,
        damages: this.#damages,
        way: stage.way(),
        audio: this.#audio,
      },
    }
    for (const listener of this.#listeners) listener()
  }
}

function askedAtMs(startupTrace: StartupTrace | null): number | null {
  return startupTrace?.steps.find(({ step }) => step === 'asked')?.atMs ?? null
}

/** The speed of a stream before its first message. */
function firstSpeed(source: StreamSource): 0 | 1 {
  return source.kind === 'playback' && source.paused === true ? 0 : 1
}
