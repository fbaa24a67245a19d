import { encodePackets } from '@fleetglass/jt1078'
import type { TimerWheel } from '../platform/clock/index.ts'
import { openTcp, openUdp, type SocketConnection } from '../platform/sockets/index.ts'
import type { Faults } from '../scenarios/faults.ts'

/** What all streams of one device have in common. */
export interface MediaContext {
  readonly wheel: TimerWheel
  /** SIM bytes of the 808 header. */
  readonly terminalRaw: Uint8Array
  readonly faults: Readonly<Faults>
  readonly counters: MediaCounters
  /** 0 to 1, for losses. */
  random(): number
}

/** Sums over all streams of a device since its start. */
export interface MediaCounters {
  frames: number
  bytes: number
  shed: number
  /** Audio packets received in talk. */
  received: number
}

export interface MediaTarget {
  readonly host: string
  readonly tcpPort: number
  readonly udpPort: number
}

export interface SenderOwner {
  /** Connected: send. */
  onReady(): void
  /** Over, and no client requested it. */
  onEnded(reason: string): void
  onReceived(bytes: Uint8Array): void
}

/** At most this waits for a platform that reads slowly; then video is left out up to the next key frame. */
const MOST_WAITING_BYTES = 1 << 20
const SIM10_BYTES = 10

/** One media connection of a device: cuts frames into packets with serials of its own. */
export class MediaSender {
  readonly #context: MediaContext
  readonly #channel: number
  readonly #owner: SenderOwner
  readonly #socket: SocketConnection
  readonly #isStream: boolean
  #serial = 0
  #lastKeyMs = 0
  #lastVideoMs = 0
  #closed = false

  constructor(context: MediaContext, target: MediaTarget, channel: number, owner: SenderOwner) {
    this.#context = context
    this.#channel = channel
    this.#owner = owner
    const events = {
      onConnected: () => owner.onReady(),
      onData: (bytes: Uint8Array) => owner.onReceived(bytes),
      onLost: (reason: string) => this.#lost(reason),
    }
    // The port that is not 0 decides the transport; with both given TCP is used, because it is more reliable.
    this.#isStream = target.tcpPort > 0
    this.#socket = this.#isStream
      ? openTcp(target.host, target.tcpPort, events)
      : openUdp(target.host, target.udpPort, events)
  }

  /** Whether so much waits that a picture should rather be left out. */
  get isCongested(): boolean {
    return this.#socket.waitingBytes > MOST_WAITING_BYTES
  }

  send(frame: { payloadType: number; dataType: number; timestampMs: number; payload: Uint8Array }): void {
    if (this.#closed) return
    const { faults, counters } = this.#context
    const isVideo = frame.dataType <= 2
    const packets = encodePackets({
      ...frame,
      simRaw: this.#simRaw(),
      channel: this.#channel,
      timestampMs: frame.timestampMs + faults.clockJumpS * 1000,
      firstSerial: this.#serial,
      ...(isVideo && {
        iFrameIntervalMs: Math.max(0, Math.round(frame.timestampMs - this.#lastKeyMs)) & 0xffff,
        frameIntervalMs: Math.max(0, Math.round(frame.timestampMs - this.#lastVideoMs)) & 0xffff,
      }),
    })
    this.#serial = (this.#serial + packets.length) & 0xffff
    if (isVideo) this.#lastVideoMs = frame.timestampMs
    if (frame.dataType === 0) this.#lastKeyMs = frame.timestampMs
    counters.frames += 1
    const stored = faults.lostPackets > 0 ? packets.filter(() => this.#context.random() >= faults.lostPackets) : packets
    for (const packet of stored) counters.bytes += packet.length
    if (this.#isStream && stored.length === packets.length) this.#socket.write(joined(packets))
    else for (const packet of stored) this.#socket.write(packet)
  }

  /** Resolves when the socket is gone. */
  close(): Promise<void> {
    this.#closed = true
    return this.#socket.close()
  }

  #simRaw(): Uint8Array {
    const { terminalRaw, faults } = this.#context
    if (!faults.sim10 || terminalRaw.length === SIM10_BYTES) return terminalRaw
    const padded = new Uint8Array(SIM10_BYTES)
    padded.set(terminalRaw, SIM10_BYTES - terminalRaw.length)
    return padded
  }

  #lost(reason: string): void {
    if (this.#closed) return
    this.#closed = true
    this.#owner.onEnded(reason)
  }
}

/** The packets of a frame lie one behind the other in one buffer: one write instead of many. */
function joined(packets: readonly Uint8Array[]): Uint8Array {
  const first = packets[0]!
  const last = packets.at(-1)!
  return new Uint8Array(first.buffer, first.byteOffset, last.byteOffset + last.length - first.byteOffset)
}
