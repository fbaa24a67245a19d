// Belongs here: one playback from 0x9201 to its end. Does not: which ones there are (playbacks.ts), sockets (ingest/gateway).

import type { RemoteSpeed } from '@fleetglass/contract/remote-playback'
import { RecordedTimeLine, type RecordingEntry } from '@fleetglass/jt1078'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { CommandResult, DeviceCommand, DeviceCommands } from '../../ports/commands/index.ts'
import type {
  Playback,
  PlaybackFailure,
  PlaybackOrder,
  PlaybackPublication,
  PlaybackReader,
  PlaybackSource,
  PlaybackState,
} from '../../ports/device-playback/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import { explain } from './playback-failures.ts'
import { isWireTime, lastEndMs } from './wire-times.ts'

type RecordedStream = Extract<DeviceCommand, { name: 'startPlayback' }>['stream']

/** A device looks for the recording before it answers. */
const ANSWER_MS = 12_000
/** From its answer to its media connection. */
const CONNECTION_MS = 15_000
/** From its connection to the first picture, or the first sound of a channel that has nothing else. */
const PICTURE_MS = 15_000
/** A line that ends this much before the end of what was announced has broken; devices stop at their last key frame. */
const EARLY_END_MS = 5_000

export interface DevicePlaybackDeps {
  readonly clock: Clock
  readonly log: Log
  readonly commands: DeviceCommands
  readonly isOnline: () => boolean
  /** It is over: its channel may be played for another user. */
  readonly onOver: () => void
  readonly onBytes: (bytes: number) => void
}

type State =
  /** No line yet; `timer` runs from the device's answer on. */
  | { readonly kind: 'asked'; readonly timer: Timer | null }
  /** `timer` runs until the first picture or sound. */
  | { readonly kind: 'connected'; readonly source: PlaybackSource; timer: Timer | null }
  | { readonly kind: 'over' }

/** One playback of one channel. */
export class DevicePlayback implements Playback {
  readonly order: PlaybackOrder
  /** Unix ms when the device was asked. */
  readonly askedMs: number
  readonly #deps: DevicePlaybackDeps
  readonly #reader: PlaybackReader
  readonly #timeLine: RecordedTimeLine
  #state: State = { kind: 'asked', timer: null }
  /** The playback command the device received. */
  #sentSpeed: RemoteSpeed
  #wantedSpeed: RemoteSpeed
  #wantedSeekMs: number | null = null
  #isSendingSpeed = false
  #held = false
  #mainStream: boolean
  /** Where what the device announced ends, unix ms. */
  #announcedEndMs: number | null = null
  #latestMs: number

  constructor(order: PlaybackOrder, reader: PlaybackReader, deps: DevicePlaybackDeps) {
    this.order = order
    this.#deps = deps
    this.#reader = reader
    this.askedMs = deps.clock.nowMs()
    this.#timeLine = new RecordedTimeLine(order.fromMs, order.toMs)
    this.#sentSpeed = order.speed
    this.#wantedSpeed = order.speed
    this.#mainStream = order.mainStream
    this.#latestMs = order.fromMs
  }

  /** Asks the device; once, and when the playback is in its place: it may be over before this returns. */
  begin(): void {
    this.#report({ kind: 'asking' })
    if (!isWireTime(this.order.fromMs) || !isWireTime(this.order.toMs)) {
      this.#fail('not-sent', explain.notSent(), false)
      return
    }
    void this.#ask(this.order.mainStream ? 'main' : 'sub')
  }

  get awaitsConnection(): boolean {
    return this.#state.kind === 'asked'
  }

  publish(source: PlaybackSource): PlaybackPublication {
    if (this.#state.kind === 'asked') this.#state.timer?.cancel()
    const timer = this.#deps.clock.after(PICTURE_MS, () =>
      this.#failOfDevice('no-media', explain.noPicture(PICTURE_MS), true),
    )
    this.#state = { kind: 'connected', source, timer }
    source.hold(this.#held)
    this.#report({ kind: 'connected' })
    this.#control()
    const mainStream = this.#mainStream
    return {
      mainStream,
      timeLine: this.#timeLine,
      frame: (frame) => this.#frame(source, frame),
      close: (reason) => this.#connectionEnded(source, reason),
    }
  }

  speed(speed: RemoteSpeed): void {
    this.#wantedSpeed = speed
    this.#control()
  }

  /** The device plays what was asked for and nothing else; a time beyond it may be none that the wire can say. */
  seek(timeMs: number): void {
    const { fromMs, toMs } = this.order
    this.#wantedSeekMs = Math.min(Math.max(timeMs, fromMs), toMs)
    this.#control()
  }

  hold(held: boolean): void {
    if (this.#held === held) return
    this.#held = held
    if (this.#state.kind === 'connected') this.#state.source.hold(held)
  }

  close(): void {
    this.#end(true)
  }

  /** The owner plays something else of the channel. */
  replace(): void {
    if (this.#end(true)) this.#report({ kind: 'replaced' })
  }

  /** Its signalling line is gone: without a media line nothing will come any more. */
  wentOffline(): void {
    if (this.#state.kind === 'asked') this.#fail('offline', explain.wentOffline(), false)
  }

  /** The device may move no more this month: what runs ends, what did not begin is not asked for. */
  usedUp(): void {
    this.#fail('used-up', explain.usedUp(), this.#state.kind === 'connected')
  }

  /** The device is no longer ours. */
  removed(): void {
    this.#fail('offline', explain.removed(), true)
  }

  async #ask(stream: RecordedStream): Promise<void> {
    const { deviceId } = this.order
    let result: CommandResult
    try {
      result = await this.#deps.commands.send(deviceId, this.#startCommand(stream), { timeoutMs: ANSWER_MS })
    } catch (error) {
      this.#deps.log.error({ err: error, ...this.#where() }, 'a playback could not be asked for')
      this.#fail('not-sent', explain.notSent(), false)
      return
    }
    if (this.#state.kind === 'over') return
    switch (result.kind) {
      case 'offline':
        this.#fail('offline', explain.offline(), false)
        return
      case 'refused':
        this.#fail('refused', explain.rejected(result.result), false)
        return
      case 'timeout':
      case 'unreadable':
        // Some devices play and never answer, or answer in their own way.
        if (this.#state.kind === 'asked') this.#failOfDevice('no-answer', explain.noAnswer(), true)
        return
      case 'answered':
        this.#answered(result.answer.name === 'recordings' ? result.answer.entries : null, stream)
    }
  }

  #startCommand(stream: RecordedStream): DeviceCommand {
    const { channel, fromMs, toMs } = this.order
    return { name: 'startPlayback', channel, stream, speed: this.#sentSpeed, fromMs, toMs }
  }

  #answered(entries: readonly RecordingEntry[] | null, stream: RecordedStream): void {
    if (entries?.length === 0) {
      // A line that came all the same counts for more than an empty list.
      if (this.#state.kind !== 'asked') return
      if (stream === 'sub') {
        // Many devices keep the main stream only.
        this.#mainStream = true
        void this.#ask('any')
      } else this.#fail('no-record', explain.noRecord(), false)
      return
    }
    if (entries) this.#announcedEndMs = lastEndMs(entries)
    if (this.#state.kind !== 'asked') return
    const timer = this.#deps.clock.after(CONNECTION_MS, () =>
      this.#failOfDevice('no-connection', explain.noConnection(CONNECTION_MS), true),
    )
    this.#state = { kind: 'asked', timer }
    this.#report({ kind: 'accepted' })
  }

  #frame(source: PlaybackSource, frame: MediaFrame): void {
    const state = this.#state
    if (state.kind !== 'connected' || state.source !== source) return
    this.#deps.onBytes(frame.payload.length)
    this.#latestMs = Math.max(this.#latestMs, frame.timestampMs)
    if (state.timer !== null) {
      state.timer.cancel()
      state.timer = null
      this.#report({ kind: 'playing' })
    }
    this.#reader.frame(frame)
  }

  #connectionEnded(source: PlaybackSource, reason: string): void {
    if (this.#state.kind !== 'connected' || this.#state.source !== source) return
    const nothingCame = this.#state.timer !== null
    const dueMs = Math.min(this.order.toMs, this.#announcedEndMs ?? this.#latestMs)
    if (reason === 'ended' && !nothingCame && this.#latestMs >= dueMs - EARLY_END_MS) {
      this.#end(false)
      this.#report({ kind: 'ended' })
    } else this.#failOfDevice('closed-by-device', explain.broke(reason), false)
  }

  /** Sends the device the wanted state that it has not received yet; one command at a time, the latest of each kind. */
  #control(): void {
    if (this.#state.kind !== 'connected' || this.#isSendingSpeed) return
    const command = this.#nextControl()
    if (command === null) return
    this.#isSendingSpeed = true
    void this.#send(command).then(() => {
      this.#isSendingSpeed = false
      this.#control()
    })
  }

  #nextControl(): DeviceCommand | null {
    const { channel } = this.order
    if (this.#wantedSeekMs !== null) {
      const timeMs = this.#wantedSeekMs
      this.#wantedSeekMs = null
      this.#timeLine.goTo(timeMs)
      this.#latestMs = timeMs
      return { name: 'seekPlayback', channel, timeMs }
    }
    if (this.#wantedSpeed === this.#sentSpeed) return null
    this.#sentSpeed = this.#wantedSpeed
    return { name: 'setPlaybackSpeed', channel, speed: this.#wantedSpeed }
  }

  /** A device that does not obey continues as before; the log reports it. */
  async #send(command: DeviceCommand): Promise<void> {
    try {
      const result = await this.#deps.commands.send(this.order.deviceId, command)
      if (result.kind !== 'answered') {
        this.#deps.log.info({ ...this.#where(), result }, 'a playback command was not obeyed')
      }
    } catch (error) {
      this.#deps.log.error({ err: error, ...this.#where() }, 'a playback command could not be sent')
    }
  }

  /** A device that went offline meanwhile could not do better: then that is the reason, whichever is noticed first. */
  #failOfDevice(reason: PlaybackFailure, detail: string, notifyDevice: boolean): void {
    if (this.#deps.isOnline()) this.#fail(reason, detail, notifyDevice)
    else this.#fail('offline', explain.wentOffline(), false)
  }

  #fail(reason: PlaybackFailure, detail: string, notifyDevice: boolean): void {
    if (!this.#end(notifyDevice)) return
    this.#deps.log.info({ ...this.#where(), reason, detail }, 'a playback from the device failed')
    this.#report({ kind: 'failed', reason, detail })
  }

  /** False when it was over already. */
  #end(notifyDevice: boolean): boolean {
    const state = this.#state
    if (state.kind === 'over') return false
    this.#state = { kind: 'over' }
    state.timer?.cancel()
    if (notifyDevice) void this.#send({ name: 'endPlayback', channel: this.order.channel })
    if (state.kind === 'connected') state.source.close('the playback is over')
    this.#deps.onOver()
    return true
  }

  #report(state: PlaybackState): void {
    this.#reader.state(state)
  }

  #where(): { deviceId: string; channel: number } {
    return { deviceId: this.order.deviceId, channel: this.order.channel }
  }
}
