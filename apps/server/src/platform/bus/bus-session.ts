// Belongs here: a two-way session over the bus with bounded data in each direction. Does not: what travels (ports/*).
import { randomUUID } from 'node:crypto'
import { concat } from '@fleetglass/bytes'
import type { Clock, Timer } from '../clock/index.ts'
import type { Bus, Subscription } from './bus.ts'
import { BusUnavailable, NoResponder, RequestTimeout } from './bus-errors.ts'

/** One side of a session. */
export interface SessionPeer {
  /** Sends data in order. False when `maxInFlightBytes` are not acknowledged: it was not sent, and `onDrained` follows. */
  sendData(bytes: Uint8Array): boolean
  /** Sends an order or a state: few, and not counted. Those of a session that is being opened wait until it is. */
  sendControl(bytes: Uint8Array): void
  /** Ends the session on both sides; `onEnd` is not called on this one. Idempotent. */
  close(): void
}

export interface SessionHandler {
  onData(bytes: Uint8Array): void
  onControl(bytes: Uint8Array): void
  /** Less than half of the bound is on its way again, after data was refused. */
  onDrained(): void
  /** The last call. */
  onEnd(end: SessionEnd): void
}

export type SessionEnd =
  /** The other side ended it. */
  | { readonly kind: 'closed' }
  /** Nothing came from the other side for a while, or no node serves the subject. */
  | { readonly kind: 'lost' }
  /** The serving side did not begin it. */
  | { readonly kind: 'refused'; readonly reason: string }

export interface SessionDeps {
  readonly bus: Bus
  readonly clock: Clock
  /** Data on its way in one direction. */
  readonly maxInFlightBytes: number
}

const KEEP_ALIVE_MS = 5_000
/**
 * Signs of life that may be missed. They are counted in this node's own ticks, not in time: after a standstill of the process the
 * other side is not taken for lost.
 */
const MAX_SILENT_TICKS = 3
const OPEN_MS = 5_000
/** Received bytes are acknowledged in steps of this part of the bound. */
const ACK_PART = 8
/** Orders that wait while a session is being opened. */
const MAX_WAITING_CONTROLS = 64
const ID_BYTES = 36

const Type = { data: 0, control: 1, acknowledge: 2, alive: 3, close: 4 } as const
const ACCEPTED = Uint8Array.of(1)
const REFUSED = 0

/** Opens a session with the node that serves the subject. The handler is called after this has returned. */
export function openSession(
  deps: SessionDeps,
  subject: string,
  order: Uint8Array,
  handler: SessionHandler,
): SessionPeer {
  const id = randomUUID()
  const peer = new Peer(deps, { out: `session.${id}.up`, in: `session.${id}.down` }, handler, false)
  const request = concat([Buffer.from(id, 'latin1'), order])
  void openPeer(deps, subject, request, peer)
  return peer
}

async function openPeer(deps: SessionDeps, subject: string, request: Uint8Array, peer: Peer): Promise<void> {
  await Promise.resolve()
  if (peer.isOver) return
  await deps.bus.request(subject, request, OPEN_MS).then(
    (reply) => {
      if (reply[0] === ACCEPTED[0]) peer.opened()
      else peer.end({ kind: 'refused', reason: new TextDecoder().decode(reply.subarray(1)) })
    },
    (error: unknown) => {
      if (isLost(error)) peer.end({ kind: 'lost' })
      else peer.end({ kind: 'refused', reason: messageOf(error) })
    },
  )
}

function isLost(error: unknown): boolean {
  return error instanceof NoResponder || error instanceof RequestTimeout || error instanceof BusUnavailable
}

/** Answers `openSession` for a subject until it is closed; its sessions end then. `accept` throws to refuse one. */
export function serveSessions(
  deps: SessionDeps,
  subject: string,
  accept: (order: Uint8Array, peer: SessionPeer) => SessionHandler,
): Subscription {
  const peers = new Set<Peer>()
  const responder = deps.bus.respond(subject, async (request) => {
    const id = Buffer.from(request.subarray(0, ID_BYTES)).toString('latin1')
    if (!/^[0-9a-f-]{36}$/.test(id)) return failedReply('the session has no id')
    const begun = new BegunHandler()
    const peer: Peer = new Peer(deps, { out: `session.${id}.down`, in: `session.${id}.up` }, begun, true)
    begun.onOver = () => void peers.delete(peer)
    peers.add(peer)
    try {
      begun.begin(accept(request.subarray(ID_BYTES), peer))
      return ACCEPTED
    } catch (error) {
      peers.delete(peer)
      peer.abandon()
      return failedReply(messageOf(error))
    }
  })
  return {
    close() {
      responder.close()
      for (const peer of [...peers]) peer.endBoth()
    },
  }
}

/** Stands in until `accept` has answered with the real handler, and keeps the books of the serving side. */
class BegunHandler implements SessionHandler {
  onOver: () => void = () => undefined
  #handler: SessionHandler | null = null
  #end: SessionEnd | null = null

  begin(handler: SessionHandler): void {
    this.#handler = handler
    if (this.#end !== null) handler.onEnd(this.#end)
  }

  onData(bytes: Uint8Array): void {
    this.#handler?.onData(bytes)
  }

  onControl(bytes: Uint8Array): void {
    this.#handler?.onControl(bytes)
  }

  onDrained(): void {
    this.#handler?.onDrained()
  }

  onEnd(end: SessionEnd): void {
    this.#end = end
    this.onOver()
    this.#handler?.onEnd(end)
  }
}

class Peer implements SessionPeer {
  readonly #deps: SessionDeps
  readonly #out: string
  readonly #handler: SessionHandler
  readonly #subscription: Subscription
  readonly #watch: Subscription
  readonly #timer: Timer
  #isOpen: boolean
  #isOver = false
  #controls: Uint8Array[] = []
  #sentBytes = 0
  #acknowledgedBytes = 0
  #wasRefused = false
  #receivedBytes = 0
  #reportedBytes = 0
  #silentTicks = 0

  constructor(
    deps: SessionDeps,
    subjects: { readonly out: string; readonly in: string },
    handler: SessionHandler,
    isOpen: boolean,
  ) {
    this.#deps = deps
    this.#out = subjects.out
    this.#handler = handler
    this.#isOpen = isOpen
    this.#subscription = deps.bus.subscribe(subjects.in, (bytes) => this.#take(bytes))
    // Bytes may be missing in either direction: what is counted no longer fits.
    this.#watch = deps.bus.watch((state) => {
      if (state === 'interrupted') this.end({ kind: 'lost' })
    })
    this.#timer = deps.clock.every(KEEP_ALIVE_MS, () => this.#tick())
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** It did not begin: the reply says so. */
  abandon(): void {
    if (!this.#isOver) this.#finish()
  }

  opened(): void {
    if (this.#isOver) {
      // It was closed meanwhile, perhaps before the other side could receive that.
      this.#publish(Type.close)
      return
    }
    this.#isOpen = true
    for (const control of this.#controls.splice(0)) this.#order(Type.control, control)
  }

  sendData(bytes: Uint8Array): boolean {
    if (this.#isOver || !this.#isOpen) return false
    const inFlight = this.#sentBytes - this.#acknowledgedBytes
    if (inFlight + bytes.length <= this.#deps.maxInFlightBytes) {
      // Counted first: within a process the acknowledgement comes before `publish` returns.
      this.#sentBytes += bytes.length
      if (this.#publish(Type.data, bytes)) return true
      this.#sentBytes -= bytes.length
    }
    this.#wasRefused = true
    return false
  }

  sendControl(bytes: Uint8Array): void {
    if (this.#isOver) return
    if (this.#isOpen) this.#order(Type.control, bytes)
    else if (this.#controls.length < MAX_WAITING_CONTROLS) this.#controls.push(bytes)
  }

  close(): void {
    if (this.#isOver) return
    // The other side may be there before its reply is here.
    this.#publish(Type.close)
    this.#finish()
  }

  /** The side that serves goes: its own handler ends too. */
  endBoth(): void {
    if (this.#isOver) return
    this.#publish(Type.close)
    this.end({ kind: 'closed' })
  }

  end(end: SessionEnd): void {
    if (this.#isOver) return
    this.#finish()
    this.#handler.onEnd(end)
  }

  #finish(): void {
    this.#isOver = true
    this.#controls = []
    this.#timer.cancel()
    this.#watch.close()
    this.#subscription.close()
  }

  #take(message: Uint8Array): void {
    if (this.#isOver || message.length === 0) return
    this.#silentTicks = 0
    const body = message.subarray(1)
    switch (message[0]) {
      case Type.data:
        this.#receivedBytes += body.length
        this.#handler.onData(body)
        if (this.#receivedBytes - this.#reportedBytes >= this.#deps.maxInFlightBytes / ACK_PART) this.#acknowledge()
        return
      case Type.control:
        this.#handler.onControl(body)
        return
      case Type.acknowledge:
        this.#acknowledged(body)
        return
      case Type.close:
        this.end({ kind: 'closed' })
        return
      default:
      // A sign of life, or nothing of ours.
    }
  }

  #acknowledge(): void {
    if (this.#isOver) return
    this.#reportedBytes = this.#receivedBytes
    const total = Buffer.allocUnsafe(8)
    total.writeDoubleBE(this.#receivedBytes)
    this.#order(Type.acknowledge, total)
  }

  #acknowledged(body: Uint8Array): void {
    if (body.length !== 8) return
    const total = new DataView(body.buffer, body.byteOffset, 8).getFloat64(0)
    if (!(total > this.#acknowledgedBytes && total <= this.#sentBytes)) return
    this.#acknowledgedBytes = total
    this.#drained()
  }

  #drained(): void {
    const inFlight = this.#sentBytes - this.#acknowledgedBytes
    if (!this.#wasRefused || inFlight > this.#deps.maxInFlightBytes / 2) return
    this.#wasRefused = false
    this.#handler.onDrained()
  }

  #tick(): void {
    this.#silentTicks += 1
    if (this.#silentTicks > MAX_SILENT_TICKS) {
      this.#publish(Type.close)
      this.end({ kind: 'lost' })
      return
    }
    if (!this.#isOpen) return
    // Data that the bus itself refused is not acknowledged by anybody.
    this.#drained()
    // What is below the step is acknowledged here, so that a slow sender is not held back by the rest.
    if (this.#receivedBytes > this.#reportedBytes) this.#acknowledge()
    else this.#publish(Type.alive)
  }

  /** What the other side must not miss: without it both sides begin anew. */
  #order(type: number, body: Uint8Array): void {
    if (!this.#publish(type, body)) this.end({ kind: 'lost' })
  }

  #publish(type: number, body?: Uint8Array): boolean {
    const message = body === undefined ? Uint8Array.of(type) : concat([Uint8Array.of(type), body])
    return this.#deps.bus.publish(this.#out, message)
  }
}

function failedReply(reason: string): Uint8Array {
  return concat([Uint8Array.of(REFUSED), new TextEncoder().encode(reason)])
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
