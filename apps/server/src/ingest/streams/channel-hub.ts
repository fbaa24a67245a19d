// Belongs here: one stream (main or sub) of a device channel, and its conversation with the device. Does not: its readers
// (stream-readers.ts), which channels exist (streams.ts), sockets (ingest/gateway), files (ingest/recorder).
import type { Diagnostic, StartupTrace } from '@fleetglass/contract/streams'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { CommandResult, DeviceCommands } from '../../ports/commands/index.ts'
import type {
  ChannelFailure,
  ChannelState,
  ConnectionDiagnostic,
  MediaFrame,
  StreamAddress,
  StreamPublication,
  StreamReader,
  StreamSource,
} from '../../ports/live-media/index.ts'
import { asFirst } from '../../ports/live-media/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../../services/directory/index.ts'
import type { DeviceTraffic } from '../../services/traffic/index.ts'
import { type HubEffect, type HubEvent, type HubState, next, stateForReaders, timerOf } from './channel.machine.ts'
import { explain } from './failure-texts.ts'
import { StartupRecorder } from './startup-recorder.ts'
import { StreamReaders } from './stream-readers.ts'

export interface HubDeps {
  readonly clock: Clock
  readonly log: Log
  readonly commands: DeviceCommands
  readonly registry: DeviceRegistry
  readonly traffic: Pick<DeviceTraffic, 'isUsedUp'>
  /** Frames a hub let go because nothing could show them. */
  readonly onDropped: (reason: 'before-key-frame' | 'reader-failed') => void
  /** The hub is idle and has no readers: it may be forgotten. */
  readonly onIdle: () => void
  /** A step on the way to a picture, or back. */
  readonly onState: (state: ChannelState) => void
  /** The other stream of the channel, when it has readers. */
  readonly sibling: () => ChannelHub | undefined
}

/** A device that does not look at the stream in 0x9102 ends both: what ends so soon after it is asked for again. */
const ENDED_BY_SIBLING_MS = 5_000
/** Pictures without a key frame that are worth a word; fewer come whenever a camera is joined in the middle. */
const PICTURES_WORTH_A_WORD = 50

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'nowMs'> : never

export class ChannelHub {
  readonly address: StreamAddress
  bytesIn = 0
  framesIn = 0
  readonly #deps: HubDeps
  readonly #readers: StreamReaders
  #state: HubState = { kind: 'idle' }
  #timer: Timer | null = null
  #source: StreamSource | null = null
  /** A connection that does not begin with a key frame waits for one. */
  #awaitsKeyFrame = true
  /** Sound came on this connection. */
  #hasSound = false
  #closed = false
  readonly #book: StartupRecorder
  /** The stream that the device was asked for last: the other one when it did not send this one. */
  #askedMain: boolean
  #asks = 0
  #askedAtMs = 0
  #endedAtMs = Number.NEGATIVE_INFINITY
  /** The question is on its way or accepted, and no connection has come. */
  #awaitsConnection = false
  #connectionSettled: (() => void)[] = []
  #sentAddress: { readonly host: string; readonly port: number } | null = null
  #beforeKeyFrame = 0

  constructor(address: StreamAddress, deps: HubDeps) {
    this.address = address
    this.#askedMain = address.main
    this.#book = new StartupRecorder(address)
    this.#deps = deps
    this.#readers = new StreamReaders({
      log: deps.log,
      address,
      state: () => this.state,
      startupTrace: () => this.startupTrace,
      isSilenced: () => this.#isSilenced(),
      onReaderFailed: () => deps.onDropped('reader-failed'),
      onEmpty: () => this.#step({ kind: 'last-reader-left' }),
    })
  }

  get state(): ChannelState {
    return stateForReaders(this.#state)
  }

  get readers(): number {
    return this.#readers.count
  }

  get cachedBytes(): number {
    return this.#readers.cachedBytes
  }

  get startupTrace(): StartupTrace | null {
    return this.#book.startupTrace
  }

  /** A connection of this channel that comes now is an answer to this hub. */
  get awaitsConnection(): boolean {
    return this.#awaitsConnection
  }

  /** A connection may come, asked for or not. */
  get acceptsConnection(): boolean {
    return !this.#closed && this.#state.kind !== 'idle' && this.#state.kind !== 'ending'
  }

  /** Unix ms of the latest question. */
  get askedAtMs(): number {
    return this.#askedAtMs
  }

  get endedAtMs(): number {
    return this.#endedAtMs
  }

  /** Resolves when the connection that is awaited has come, or will not come. */
  connectionSettled(): Promise<void> {
    return new Promise((resolve) => this.#connectionSettled.push(resolve))
  }

  subscribe(reader: StreamReader): { close(): void } {
    const subscriber = this.#readers.add(reader)
    const rejection = this.#forbidden()
    if (rejection !== null) this.#step({ kind: 'first-reader' }, rejection)
    else this.#step({ kind: this.#readers.count === 1 ? 'first-reader' : 'another-reader' })
    this.#readers.welcome(subscriber)
    return { close: () => this.#readers.leave(subscriber) }
  }

  publish(source: StreamSource): StreamPublication | null {
    if (!this.acceptsConnection) return null
    const before = this.#source
    this.#source = source
    this.#readers.clearCached()
    this.#awaitsKeyFrame = true
    this.#hasSound = false
    this.#beforeKeyFrame = 0
    before?.close('replaced by a newer connection')
    const nowMs = this.#deps.clock.nowMs()
    this.#book.reach('connected', source.connectedAtMs ?? nowMs, source.peer)
    this.#book.reach('first-packet', nowMs)
    this.#step({ kind: 'connected', peer: source.peer ?? '' })
    this.#readers.publishTrace()
    return {
      mainStream: this.#askedMain,
      frame: (frame) => {
        if (this.#source === source) this.#frame(frame)
      },
      needsKeyFrame: () => {
        if (this.#source === source) this.#waitForKeyFrame()
      },
      diagnostic: (kind, detail) => {
        if (this.#source === source) this.#note(kind, detail)
      },
      close: (reason) => this.#disconnected(source, reason),
    }
  }

  /** What the gateway noticed. */
  diagnostic(diagnostic: ConnectionDiagnostic): void {
    if (diagnostic.kind === 'address-sent') this.#sentAddress = { host: diagnostic.host, port: diagnostic.port }
    else if (this.acceptsConnection) this.#note(diagnostic.kind, diagnostic.detail)
  }

  /** The device's connection came up or went down, or its settings changed. */
  device(change: 'online' | 'offline' | 'edited' | 'removed'): void {
    const rejection = this.#forbidden()
    if (change === 'removed') this.#step(forbidden)
    else if (rejection !== null) this.#step(rejection)
    else if (change !== 'edited') this.#step({ kind: change })
    else if (this.#state.kind === 'failed' && waitsForSettings(this.#state.reason)) this.#step({ kind: 'online' })
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#timer?.cancel()
    this.#settleConnection()
    this.#readers.close()
    if (this.#state.kind !== 'idle' && this.#state.kind !== 'failed') this.#do({ kind: 'end' })
    this.#do({ kind: 'close-connection', reason: 'the server stops' })
  }

  get #active(): Exclude<HubState, { kind: 'lingering' }> {
    return this.#state.kind === 'lingering' ? this.#state.active : this.#state
  }

  #settleConnection(): void {
    this.#awaitsConnection = false
    for (const settled of this.#connectionSettled.splice(0)) settled()
  }

  get #device(): RegisteredDevice | undefined {
    return this.#deps.registry.byId(this.address.deviceId)
  }

  /** Why nothing may be asked for; `null` when it may. */
  #forbidden(): typeof forbidden | typeof usedUp | null {
    const device = this.#device
    if (device === undefined || device.video === 'forbidden') return forbidden
    return this.#deps.traffic.isUsedUp(device) ? usedUp : null
  }

  #isSilenced(): boolean {
    const device = this.#device
    return device !== undefined && device.channels[this.address.channel - 1]?.audio === 'off'
  }

  #step(...events: WithoutTime<HubEvent>[]): void {
    if (this.#closed) return
    const before = this.#state
    const effects: HubEffect[] = []
    for (const event of events) {
      const step = next(this.#state, { ...event, nowMs: this.#deps.clock.nowMs() } as HubEvent)
      this.#state = step.state
      effects.push(...step.effects)
    }
    if (this.#state === before) return
    // The grace of a stream that no client reads goes on, whatever its device does meanwhile.
    if (before.kind !== 'lingering' || this.#state.kind !== 'lingering') this.#arm()
    const { kind } = this.#active
    if (kind !== 'asking' && kind !== 'accepted') this.#settleConnection()
    if (this.#state.kind === 'failed') this.#book.fail(this.#state.reason, this.#state.sinceMs, this.#state.detail)
    for (const effect of effects) this.#do(effect)
    if (this.#state.kind === 'failed') this.#readers.publishTrace()
    const shownBefore = stateForReaders(before)
    const shownNow = stateForReaders(this.#state)
    if (shownNow !== shownBefore) {
      this.#deps.onState(shownNow)
      this.#readers.publishState()
    }
    if (this.#state.kind === 'idle') {
      this.#readers.clearCached()
      if (this.#readers.count === 0) this.#deps.onIdle()
    }
  }

  #arm(): void {
    this.#timer?.cancel()
    const delayMs = timerOf(this.#state)
    this.#timer = delayMs === null ? null : this.#deps.clock.after(delayMs, () => this.#step({ kind: 'timer' }))
  }

  #do(effect: HubEffect): void {
    const { deviceId, channel } = this.address
    switch (effect.kind) {
      case 'ask':
        void this.#ask(effect.other)
        return
      case 'end':
        this.#endedAtMs = this.#deps.clock.nowMs()
        // Whether the device confirms makes no difference: the connection is closed when it goes on.
        void this.#deps.commands
          .send(deviceId, { name: 'endLive', channel, mainStream: this.#askedMain })
          .catch((error: unknown) =>
            this.#deps.log.error({ err: error, deviceId, channel }, 'the end could not be sent'),
          )
        return
      case 'close-connection': {
        const source = this.#source
        this.#source = null
        this.#readers.clearCached()
        source?.close(effect.reason)
      }
    }
  }

  async #ask(other: boolean): Promise<void> {
    const { deviceId, channel, main } = this.address
    const asked = this.#active
    if (asked.kind !== 'asking') return
    this.#asks += 1
    const ask = this.#asks
    this.#book.begin(asked.attempt)
    // A connection does not say which stream it carries: the device is asked for one after the other.
    for (let sibling = this.#deps.sibling(); sibling?.awaitsConnection; sibling = this.#deps.sibling()) {
      await sibling.connectionSettled()
      if (this.#closed || ask !== this.#asks || asked !== this.#active) return
    }
    const asksMain = main !== other
    this.#askedMain = asksMain
    this.#askedAtMs = this.#deps.clock.nowMs()
    this.#awaitsConnection = true
    this.#sentAddress = null
    this.#book.reach('asked', this.#askedAtMs, explain.asks(asksMain))
    if (other) this.#book.note('other-stream', this.#askedAtMs, explain.otherStream(main))
    this.#readers.publishTrace()
    let result: CommandResult | { kind: 'failed'; detail: string }
    try {
      result = await this.#deps.commands.send(deviceId, { name: 'startLive', channel, mainStream: asksMain })
    } catch (error) {
      this.#deps.log.error({ err: error, deviceId, channel }, 'the live request could not be sent')
      result = { kind: 'failed', detail: explain.notSent() }
    }
    // An answer to an older question says nothing about this one.
    if (this.#closed || ask !== this.#asks) return
    if (result.kind === 'answered') {
      this.#book.reachLate('acknowledged', this.#deps.clock.nowMs(), explain.accepted(this.#sentAddress))
      this.#readers.publishTrace()
    }
    if (asked === this.#active) this.#step(outcomeOf(result))
  }

  #disconnected(source: StreamSource, reason: string): void {
    if (this.#source !== source) return
    this.#source = null
    this.#readers.clearCached()
    const endedMs = this.#deps.sibling()?.endedAtMs ?? Number.NEGATIVE_INFINITY
    const again = this.#deps.clock.nowMs() - endedMs < ENDED_BY_SIBLING_MS
    this.#step({ kind: 'disconnected', detail: reason, again })
  }

  #frame(arrived: MediaFrame): void {
    this.framesIn += 1
    this.bytesIn += arrived.payload.length
    if (arrived.kind === 'audio' && this.#isSilenced()) return
    let frame = arrived
    if (this.#awaitsKeyFrame && frame.kind === 'video') {
      if (!frame.keyFrame) {
        this.#deps.onDropped('before-key-frame')
        this.#waitForKeyFrame()
        return
      }
      this.#awaitsKeyFrame = false
      frame = asFirst(frame)
      this.#book.reach('first-key-frame', this.#deps.clock.nowMs(), explain.picture(frame))
      this.#readers.publishTrace()
      this.#step({ kind: 'picture', codec: frame.codec })
    }
    if (frame.kind === 'audio') this.#soundCame(frame.codec)
    this.#readers.frame(frame)
  }

  /** A channel may have sound alone. */
  #soundCame(codec: number): void {
    if (this.#hasSound) return
    this.#hasSound = true
    this.#step({ kind: 'sound', codec })
  }

  #waitForKeyFrame(): void {
    this.#beforeKeyFrame += 1
    if (this.#beforeKeyFrame === 1) this.#step({ kind: 'moving' })
    if (this.#beforeKeyFrame < PICTURES_WORTH_A_WORD) return
    const times = this.#beforeKeyFrame === PICTURES_WORTH_A_WORD ? PICTURES_WORTH_A_WORD : 1
    this.#note('no-key-frame', explain.picturesWithoutKeyFrame(), times)
  }

  /** Reported when it is new; the next step reports how often it happens. */
  #note(kind: Diagnostic['kind'], detail: string, times = 1): void {
    if (this.#book.note(kind, this.#deps.clock.nowMs(), detail, times)) this.#readers.publishTrace()
  }
}

const forbidden = { kind: 'forbidden', reason: 'forbidden', detail: explain.forbidden() } as const
const usedUp = { kind: 'forbidden', reason: 'used-up', detail: explain.monthUsedUp() } as const

/** Asking again is of no use before the settings of the device, or its traffic, changed. */
function waitsForSettings(reason: ChannelFailure): boolean {
  return reason === 'forbidden' || reason === 'used-up'
}

function outcomeOf(result: CommandResult | { kind: 'failed'; detail: string }): WithoutTime<HubEvent> {
  switch (result.kind) {
    case 'answered':
      return { kind: 'accepted' }
    case 'refused':
      return { kind: 'not-accepted', reason: 'refused', detail: explain.rejected(result.result) }
    case 'offline':
      return { kind: 'not-accepted', reason: 'offline', detail: explain.offline() }
    case 'timeout':
      return { kind: 'not-accepted', reason: 'no-answer', detail: explain.noAnswer() }
    case 'unreadable':
      return { kind: 'not-accepted', reason: 'no-answer', detail: 'The device answered, but not readably.' }
    case 'failed':
      return { kind: 'not-accepted', reason: 'no-answer', detail: result.detail }
  }
}
