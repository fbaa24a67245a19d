// Belongs here: one viewer's playback of some channels on one socket. Does not: the commands to the device
// (ingest/device-playback), who may play (services/viewers), files (ingest/recorder).
import { AppError } from '@fleetglass/contract/errors'
import { isRemoteSpeed, type RemoteSpeed } from '@fleetglass/contract/remote-playback'
import { PING_PERIOD_MS, parseStreamCommand } from '@fleetglass/contract/streams'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { storageFault } from '../../platform/errors/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DevicePlaybacks, Playback, PlaybackState } from '../../ports/device-playback/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import type { GapFills } from '../../ports/recordings/index.ts'
import { type MediaSocket, streamError } from '../../services/viewers/index.ts'
import { WholeGroups } from './whole-groups.ts'

/** Bytes that may wait for the viewer; above it the device is held up. */
const UNREAD_BYTES = 1024 * 1024
/** Below this it goes on. */
const READ_ENOUGH_BYTES = 256 * 1024
/** How often a viewer that is behind is looked at again. */
const UNREAD_POLL_MS = 20

export interface RemoteSessionDeps {
  readonly clock: Clock
  readonly log: Log
  readonly playbacks: DevicePlaybacks
  readonly gapFills: GapFills
  readonly socket: MediaSocket
}

/** What a viewer asked for. */
export interface RemoteWish {
  readonly deviceKey: number
  readonly deviceId: string
  readonly channels: readonly number[]
  readonly owner: string
  /** Unix ms, `[fromMs, toMs)`. */
  readonly fromMs: number
  readonly toMs: number
  readonly mainStream: boolean
  readonly speed: RemoteSpeed
  /** Keep what comes where the server's own recording has gaps. */
  readonly gapFill: boolean
}

/** What is kept of a channel. */
interface ChannelGapFill {
  readonly groups: WholeGroups
  close(): Promise<void>
}

interface Channel {
  readonly number: number
  playback: Playback | null
  gapFill: ChannelGapFill | null
  /** Its first key frame, or sound before it, has gone out. */
  begun: boolean
  /** Its first key frame has gone out: the pictures behind it can be shown. */
  hasPictures: boolean
  isOver: boolean
}

/** Words for the person who waits for the picture. */
const waitingFor = {
  asking: 'asking the device for its recording',
  accepted: 'the device agreed, its video connection is awaited',
  connected: 'the device is connected, its picture is awaited',
} as const

function errorOf({ reason }: Extract<PlaybackState, { kind: 'failed' }>): AppError {
  if (reason === 'no-record') return new AppError('device-recorded-nothing')
  return reason === 'busy' ? new AppError('device-playing') : streamError(reason)
}

/** Ends by itself when all its channels have. */
export class RemoteSession {
  readonly #deps: RemoteSessionDeps
  readonly #wish: RemoteWish
  readonly #channels: readonly Channel[]
  /** The worst that befell a channel. */
  #failure: AppError | null = null
  #anyEnded = false
  #pausedUntilRead: Timer | null = null
  /** A device may be slow: until its first picture the viewer receives a sign of life (STRM-25). */
  readonly #waiting: Timer
  #closed = false
  #speed: RemoteSpeed
  #video = 0
  #audio = 0

  constructor(deps: RemoteSessionDeps, wish: RemoteWish) {
    this.#deps = deps
    this.#wish = wish
    this.#speed = wish.speed
    this.#channels = wish.channels.map((number) => ({
      number,
      playback: null,
      gapFill: null,
      begun: false,
      hasPictures: false,
      isOver: false,
    }))
    this.#waiting = deps.clock.every(PING_PERIOD_MS, () => deps.socket.ping())
    this.#sendCodecs()
    void this.#start()
  }

  /** A text of the client; what is none of ours is ignored (STRM-28). */
  command(text: string): void {
    const command = parseStreamCommand(text)
    if (command === null || this.#closed) return
    switch (command.cmd) {
      case 'speed':
        if (!isRemoteSpeed(command.value)) return
        this.#speed = command.value
        for (const { playback, gapFill } of this.#channels) {
          gapFill?.groups.speed(command.value)
          playback?.speed(command.value)
        }
        return
      case 'seek':
        for (const channel of this.#channels) {
          channel.playback?.seek(Math.floor(command.time) * 1000)
        }
        return
      case 'stop':
        this.#deps.socket.end()
        this.close()
        return
      default:
      // The others are for live streams and for the server's own recording.
    }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#pausedUntilRead?.cancel()
    this.#waiting.cancel()
    for (const channel of this.#channels) {
      channel.playback?.close()
      this.#endGapFill(channel)
    }
  }

  async #start(): Promise<void> {
    const { log, socket } = this.#deps
    try {
      if (this.#wish.gapFill) await this.#openGapFills()
      for (const channel of this.#channels) {
        if (this.#closed) return
        this.#open(channel)
      }
    } catch (error) {
      log.error({ err: error, deviceId: this.#wish.deviceId }, 'a playback could not be started')
      socket.fail(storageFault(error) ?? new AppError('stream-failed'))
      this.close()
    }
  }

  async #openGapFills(): Promise<void> {
    const { deviceId, fromMs, toMs } = this.#wish
    for (const channel of this.#channels) {
      const gapFill = await this.#deps.gapFills.fillGap(deviceId, channel.number, { startMs: fromMs, endMs: toMs })
      channel.gapFill = gapFill && {
        groups: new WholeGroups(this.#speed, (frame) => gapFill.frame(frame)),
        close: () => gapFill.close(),
      }
      if (this.#closed) this.#endGapFill(channel)
    }
  }

  #open(channel: Channel): void {
    const { deviceId, owner, fromMs, toMs, mainStream } = this.#wish
    const order = { deviceId, channel: channel.number, owner, fromMs, toMs, mainStream, speed: this.#speed }
    const playback = this.#deps.playbacks.open(order, {
      frame: (frame) => this.#frame(channel, frame),
      state: (state) => this.#state(channel, state),
    })
    channel.playback = playback
    // The first state may have been the last: then it is over already.
    if (this.#closed) playback.close()
  }

  #frame(channel: Channel, frame: MediaFrame): void {
    if (this.#closed) return
    channel.gapFill?.groups.frame(frame)
    const isFirst = frame.kind === 'video' ? !channel.hasPictures : !channel.begun
    if (isFirst && frame.kind === 'video' && !frame.keyFrame) return
    channel.begun = true
    if (frame.kind === 'video') channel.hasPictures = true
    this.#waiting.cancel()
    if (frame.kind === 'video' ? this.#video === 0 : this.#audio === 0) {
      if (frame.kind === 'video') this.#video = frame.codec
      else this.#audio = frame.codec
      this.#sendCodecs()
    }
    const { socket } = this.#deps
    socket.state('playing')
    socket.send(frame, frame.discontinuity || isFirst, channel.number)
    if (socket.waitingBytes > UNREAD_BYTES) this.#holdUp()
  }

  /** The device waits for the viewer: nothing is buffered here. */
  #holdUp(): void {
    if (this.#pausedUntilRead !== null) return
    const hold = (stored: boolean): void => {
      for (const { playback } of this.#channels) playback?.hold(stored)
    }
    hold(true)
    const timer = this.#deps.clock.every(UNREAD_POLL_MS, () => {
      if (this.#deps.socket.waitingBytes > READ_ENOUGH_BYTES) return
      timer.cancel()
      this.#pausedUntilRead = null
      hold(false)
    })
    this.#pausedUntilRead = timer
  }

  #state(channel: Channel, state: PlaybackState): void {
    if (this.#closed) return
    switch (state.kind) {
      case 'playing':
        return
      case 'ended':
      case 'replaced':
        this.#anyEnded = true
        this.#over(channel, null)
        return
      case 'failed':
        this.#over(channel, errorOf(state))
        return
      default:
        if (!this.#channels.some(({ begun }) => begun)) {
          this.#deps.socket.state('buffering', waitingFor[state.kind])
        }
    }
  }

  /** A channel ends alone; the socket ends with the last of them. */
  #over(channel: Channel, failure: AppError | null): void {
    channel.isOver = true
    this.#endGapFill(channel)
    if (failure !== null && (this.#failure === null || this.#failure.code === 'device-recorded-nothing')) {
      this.#failure = failure
    }
    if (this.#closed || !this.#channels.every(({ isOver }) => isOver)) return
    const { socket } = this.#deps
    // A channel that has no record at this time takes nothing from those that had.
    const reported = this.#anyEnded && this.#failure?.code === 'device-recorded-nothing' ? null : this.#failure
    if (reported === null) {
      socket.state('end')
      socket.end()
    } else socket.fail(reported)
    this.close()
  }

  #endGapFill(channel: Channel): void {
    const { gapFill } = channel
    channel.gapFill = null
    gapFill?.close().catch((error: unknown) => {
      this.#deps.log.error({ err: error, deviceId: this.#wish.deviceId }, 'what was covered could not be closed')
    })
  }

  #sendCodecs(): void {
    const { deviceId, channels } = this.#wish
    const codecs = { video: this.#video, audio: this.#audio, sampleRate: 8000 }
    this.#deps.socket.info({ deviceid: deviceId, channels: [...channels], ...codecs })
  }
}
