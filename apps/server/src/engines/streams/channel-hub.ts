// Belongs here: one device channel, its readers, what is kept for the next one, its conversation with the device.
// Does not: which channels exist (streams.ts), sockets (engines/gateway), files (engines/recorder).
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DeviceRegistry } from '../registry/index.ts'
import { type HubEffect, type HubEvent, type HubState, next, stateForReaders, timerOf } from './channel.machine.ts'
import { explain } from './failure-texts.ts'
import { KeptGroup } from './kept-group.ts'
import { liveEnd, liveRequest } from './live-request.ts'
import type {
  ChannelAddress,
  ChannelState,
  LiveCommandResult,
  LiveCommands,
  MediaFrame,
  StreamPublication,
  StreamReader,
  StreamSource,
  StreamSubscription,
} from './streams.types.ts'

export interface HubDeps {
  readonly clock: Clock
  readonly log: Log
  readonly commands: LiveCommands
  readonly registry: DeviceRegistry
  /** Frames a hub let go because nothing could show them. */
  readonly onDropped: (reason: 'before-key-frame' | 'reader-failed') => void
  /** The hub is idle and has no readers: it may be forgotten. */
  readonly onIdle: () => void
}

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'nowMs'> : never

interface Seat {
  readonly reader: StreamReader
  /** Waits for its first key frame. */
  waiting: boolean
}

export class ChannelHub {
  readonly address: ChannelAddress
  bytesIn = 0
  framesIn = 0
  readonly #deps: HubDeps
  readonly #group = new KeptGroup()
  /** Copied on change, so that a reader may leave while frames are handed out. */
  #seats: readonly Seat[] = []
  #state: HubState = { kind: 'idle' }
  #timer: Timer | null = null
  #source: StreamSource | null = null
  /** A connection that does not begin with a key frame waits for one. */
  #awaitsKeyFrame = true
  #closed = false

  constructor(address: ChannelAddress, deps: HubDeps) {
    this.address = address
    this.#deps = deps
  }

  get state(): ChannelState {
    return stateForReaders(this.#state)
  }

  get readers(): number {
    return this.#seats.length
  }

  get keptBytes(): number {
    return this.#group.bytes
  }

  subscribe(reader: StreamReader): StreamSubscription {
    const seat: Seat = { reader, waiting: true }
    this.#seats = [...this.#seats, seat]
    if (!this.#allowed()) this.#step({ kind: 'first-reader' }, { kind: 'forbidden' })
    else this.#step({ kind: this.#seats.length === 1 ? 'first-reader' : 'another-reader' })
    // The state was told if it changed; a reader who comes later hears where the road stands.
    this.#tell(seat)
    this.#catchUp(seat)
    return { close: () => this.#leave(seat) }
  }

  publish(source: StreamSource): StreamPublication | null {
    if (this.#closed || this.#state.kind === 'idle' || this.#state.kind === 'ending') return null
    const before = this.#source
    this.#source = source
    this.#group.clear()
    this.#awaitsKeyFrame = true
    before?.close('replaced by a newer connection')
    this.#step({ kind: 'connected', peer: source.peer ?? '' })
    return {
      frame: (frame) => {
        if (this.#source === source) this.#frame(frame)
      },
      close: (reason) => this.#disconnected(source, reason),
    }
  }

  /** The device's connection came up or went down, or its settings changed. */
  device(change: 'online' | 'offline' | 'edited' | 'removed'): void {
    if (change === 'removed' || !this.#allowed()) this.#step({ kind: 'forbidden' })
    else if (change !== 'edited') this.#step({ kind: change })
    else if (this.#state.kind === 'failed' && this.#state.reason === 'forbidden') this.#step({ kind: 'online' })
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#timer?.cancel()
    this.#seats = []
    if (this.#state.kind !== 'idle' && this.#state.kind !== 'failed') this.#do({ kind: 'end' })
    this.#do({ kind: 'close-connection', reason: 'the server stops' })
  }

  #allowed(): boolean {
    const device = this.#deps.registry.byId(this.address.deviceId)
    return device !== undefined && device.recenable !== -1
  }

  #leave(seat: Seat): void {
    if (!this.#seats.includes(seat)) return
    this.#seats = this.#seats.filter((other) => other !== seat)
    if (this.#seats.length === 0) this.#step({ kind: 'last-reader-left' })
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
    this.#arm()
    for (const effect of effects) this.#do(effect)
    const told = stateForReaders(before)
    if (stateForReaders(this.#state) !== told) for (const seat of this.#seats) this.#tell(seat)
    if (this.#state.kind === 'idle') {
      this.#group.clear()
      if (this.#seats.length === 0) this.#deps.onIdle()
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
        void this.#ask(effect.anyStream)
        return
      case 'end':
        // Whether the device confirms makes no difference: the connection is closed when it goes on.
        void this.#deps.commands
          .send(deviceId, liveEnd(channel))
          .catch((error: unknown) =>
            this.#deps.log.error({ err: error, deviceId, channel }, 'the end could not be sent'),
          )
        return
      case 'close-connection': {
        const source = this.#source
        this.#source = null
        this.#group.clear()
        source?.close(effect.reason)
      }
    }
  }

  async #ask(anyStream: boolean): Promise<void> {
    const { deviceId, channel } = this.address
    const asked = this.#state
    const device = this.#deps.registry.byId(deviceId)
    const main = anyStream || device?.streamtype[channel - 1] === '1'
    let result: LiveCommandResult | { kind: 'failed'; detail: string }
    try {
      result = await this.#deps.commands.send(deviceId, liveRequest(channel, main))
    } catch (error) {
      this.#deps.log.error({ err: error, deviceId, channel }, 'the live request could not be sent')
      result = { kind: 'failed', detail: explain.notSent() }
    }
    const asking = this.#state.kind === 'lingering' ? this.#state.active : this.#state
    // An answer to an older request says nothing about this one.
    if (asking !== asked) return
    this.#step(outcomeOf(result))
  }

  #disconnected(source: StreamSource, reason: string): void {
    if (this.#source !== source) return
    this.#source = null
    this.#group.clear()
    this.#step({ kind: 'disconnected', detail: reason })
  }

  #frame(arrived: MediaFrame): void {
    this.framesIn += 1
    this.bytesIn += arrived.payload.length
    let frame = arrived
    if (this.#awaitsKeyFrame && frame.kind === 'video') {
      if (!frame.keyFrame) {
        this.#deps.onDropped('before-key-frame')
        return
      }
      this.#awaitsKeyFrame = false
      frame = asFirst(frame)
      this.#step({ kind: 'picture', codec: frame.codec })
    }
    this.#group.push(frame)
    for (const seat of this.#seats) {
      if (seat.waiting) {
        if (frame.kind !== 'video' || !frame.keyFrame) continue
        seat.waiting = false
        this.#give(seat, asFirst(frame))
      } else this.#give(seat, frame)
    }
  }

  #catchUp(seat: Seat): void {
    const [first, ...rest] = this.#group.frames
    if (first === undefined || !this.#seats.includes(seat)) return
    seat.waiting = false
    this.#give(seat, asFirst(first))
    for (const frame of rest) this.#give(seat, frame)
  }

  #give(seat: Seat, frame: MediaFrame): void {
    try {
      seat.reader.frame(frame)
    } catch (error) {
      this.#expel(seat, error)
    }
  }

  #tell(seat: Seat): void {
    try {
      seat.reader.state(this.state)
    } catch (error) {
      this.#expel(seat, error)
    }
  }

  #expel(seat: Seat, error: unknown): void {
    this.#deps.onDropped('reader-failed')
    this.#deps.log.error({ err: error, ...this.address }, 'a reader failed and was dropped')
    this.#leave(seat)
  }
}

/** The payload stays shared. */
function asFirst(frame: MediaFrame): MediaFrame {
  return frame.discontinuity ? frame : { ...frame, discontinuity: true }
}

function outcomeOf(result: LiveCommandResult | { kind: 'failed'; detail: string }): WithoutTime<HubEvent> {
  switch (result.kind) {
    case 'answered':
      return { kind: 'accepted' }
    case 'refused':
      return { kind: 'not-accepted', reason: 'refused', detail: explain.refused(result.result) }
    case 'offline':
      return { kind: 'not-accepted', reason: 'offline', detail: explain.offline() }
    case 'timeout':
      return { kind: 'not-accepted', reason: 'no-answer', detail: explain.noAnswer() }
    case 'failed':
      return { kind: 'not-accepted', reason: 'no-answer', detail: result.detail }
  }
}
