// Belongs here: the packets of one media line, which channel they are for, and when the line ends.
// Does not: frames and their times (media-source.ts), readers (ingest/streams), sockets (media-listeners.ts).
import { concat, toHex } from '@fleetglass/bytes'
import {
  DataType,
  type DroppedFrame,
  FrameJoiner,
  type JoinedFrame,
  type MediaEvent,
  type MediaPacket,
  MediaPacketParser,
  TimeLine,
} from '@fleetglass/jt1078'
import type { Timer } from '../../../platform/clock/index.ts'
import { networkOf } from '../../../platform/remote-address/index.ts'
import type { PlaybackPublication } from '../../../ports/device-playback/index.ts'
import {
  createMediaSource,
  type MediaSource,
  type MediaSourceDeps,
  type StreamPublication,
} from '../../../ports/live-media/index.ts'
import type { TalkAddress, TalkConnection, TalkIntake } from '../../../ports/talk/index.ts'
import type { MediaCloseReason, MediaContext, MediaOwner, MediaTransport } from './media-connection.types.ts'
import type { SilentOwner } from './silent-owner.ts'

/** A line that says nothing for so long may be of a device that waits to be spoken to; cameras and talks say who they are. */
const SILENT_TALK_MS = 1_000
/** Where a broadcast is awaited nothing is to be said. */
const SILENT_BROADCAST_MS = 300

type State =
  /** A media connection gets no answers: its first packet identifies the device. */
  | { readonly kind: 'unidentified' }
  | {
      readonly kind: 'publishing'
      readonly simRaw: Uint8Array
      readonly channel: number
      readonly publication: StreamPublication
      readonly source: MediaSource
      readonly joiner: FrameJoiner
    }
  /** A user speaks to the device, and may receive its sound. */
  | {
      readonly kind: 'speaking'
      readonly channel: number
      readonly intake: TalkIntake
      readonly joiner: FrameJoiner
      /** By its address alone: its first packet says whose it is. */
      readonly guessed: boolean
    }
  | { readonly kind: 'closed' }

/** One media line, TCP or UDP, from its first byte to its end. */
export class MediaConnection {
  readonly #context: MediaContext
  readonly transport: MediaTransport
  readonly #parser: MediaPacketParser
  readonly #take = (event: MediaEvent): void => this.#took(event)
  #state: State = { kind: 'unidentified' }
  #lastByteMs: number
  readonly #connectedAtMs: number
  /** On the monotonic clock. */
  readonly #connectedMs: number
  /** The registered device that what is moved counts for. */
  #ownerKey: number | null = null
  #nobodysBytes = 0
  /** Its part of `unclaimed`. */
  #unclaimedBytes = 0
  /** No byte came yet, and the connection can still be assigned. */
  #isGuessable = true
  #patience: Timer | null = null
  /** Its reader is behind: silence is ours. */
  #buffered = false

  constructor(context: MediaContext, transport: MediaTransport) {
    this.#context = context
    this.transport = transport
    this.#parser = new MediaPacketParser({
      knows: (simRaw, channel) => context.knows(simRaw, channel, transport.address),
    })
    this.#connectedMs = context.clock.monotonicMs()
    this.#lastByteMs = this.#connectedMs
    this.#connectedAtMs = context.clock.nowMs()
  }

  /** The next bytes of a TCP line, cut anywhere. */
  receive(chunk: Uint8Array): void {
    if (this.#state.kind === 'closed') return
    this.#received(chunk.length)
    this.#parser.push(chunk, this.#take)
    this.#bookUnclaimed()
  }

  #bookUnclaimed(): void {
    const { unclaimed } = this.#context
    const bytes = this.#state.kind === 'unidentified' ? this.#parser.bufferedBytes : 0
    unclaimed.add(bytes - this.#unclaimedBytes)
    this.#unclaimedBytes = bytes
    if (bytes > 0 && unclaimed.isExceeded) this.close('no-room')
  }

  /** A datagram, which is a packet: nothing is held back between two of them. */
  receivePacket(packet: MediaPacket, bytes: number): void {
    if (this.#state.kind === 'closed') return
    this.#received(bytes)
    this.#packet(packet)
  }

  /** Once a second. */
  tick(nowMs: number): void {
    const silentMs = nowMs - this.#lastByteMs
    const { firstFrameMs, mediaSilenceMs } = this.#context.limits
    if (this.#state.kind === 'unidentified' && silentMs > SILENT_TALK_MS) this.#guess()
    // A device that only receives sound sends nothing: a lost connection shows at the next write.
    if (this.#state.kind === 'speaking') return
    if (this.#state.kind === 'unidentified' && silentMs > firstFrameMs) this.close('no-packet')
    else if (silentMs > mediaSilenceMs && !this.#buffered) this.close('silent')
  }

  /** Ends the line and the publication; later calls do nothing. */
  close(reason: MediaCloseReason): void {
    if (reason === 'ended' && this.#state.kind !== 'closed') this.#parser.end(this.#take)
    const state = this.#state
    if (state.kind === 'closed') return
    this.#state = { kind: 'closed' }
    this.#bookUnclaimed()
    this.#patience?.cancel()
    const { counters, addressLog, channelLog } = this.#context
    counters.add('mediaClosed', reason)
    const transport = { peer: this.transport.peer, reason }
    if (state.kind === 'unidentified')
      addressLog.info(networkOf(this.transport.address), transport, 'media connection closed')
    else channelLog.info(`${this.#ownerKey}/${state.channel}/${reason}`, transport, 'media connection closed')
    if (state.kind === 'publishing') {
      if (reason === 'ended') state.joiner.end((event) => state.source.take(event))
      // Streams already know when it was they who ended it.
      if (reason !== 'by-streams') state.publication.close(reason)
    } else if (state.kind === 'speaking' && reason !== 'talk-ended') state.intake.ended()
    this.transport.end()
  }

  #received(bytes: number): void {
    this.#isGuessable = false
    this.#lastByteMs = this.#context.clock.monotonicMs()
    this.#context.counters.add('mediaBytes', '', bytes)
    this.#moved(bytes, 0)
  }

  /** What comes before it is known whose line it is counts when that is known. */
  #moved(bytesIn: number, bytesOut: number): void {
    if (this.#ownerKey === null) this.#nobodysBytes += bytesIn + bytesOut
    else this.#context.traffic.count(this.#ownerKey, bytesIn, bytesOut)
  }

  #isOf(key: number | null): void {
    if (key === null || this.#ownerKey !== null) return
    this.#ownerKey = key
    this.#context.traffic.count(key, this.#nobodysBytes, 0)
  }

  #took(event: MediaEvent): void {
    if (this.#state.kind === 'closed') return
    switch (event.kind) {
      case 'packet':
        this.#packet(event)
        return
      case 'skipped':
        this.#context.counters.add('mediaJunk', '', event.bytes)
        return
      case 'out-of-step':
        this.#context.counters.add('mediaJunk', '', event.skippedBytes)
        this.#reportJunk(event.skippedBytes)
        this.close('junk')
    }
  }

  #packet(packet: MediaPacket): void {
    this.#correct(packet)
    if (this.#state.kind === 'unidentified') this.#name(packet)
    if (this.#state.kind === 'speaking') {
      this.#state.joiner.push(packet, this.#onSpeech)
      return
    }
    const state = this.#state
    if (state.kind !== 'publishing') return
    const isOurs = packet.channel === state.channel && sameNumber(packet.simRaw, state.simRaw)
    if (isOurs) state.joiner.push(packet, state.source.take)
    else this.#context.counters.add('mediaDropped', 'other-channel')
  }

  /** It has just come: a device that is only spoken to says no word on it. */
  greet(): void {
    if (this.#silentOwner()?.kind !== 'broadcast') return
    this.#patience = this.#context.clock.after(SILENT_BROADCAST_MS, () => this.#guess())
  }

  #guess(): void {
    const owner = this.#silentOwner()
    if (owner && this.#state.kind === 'unidentified') this.#speakTo(owner, owner.simRaw, true)
  }

  #silentOwner(): SilentOwner | null {
    if (!this.#isGuessable) return null
    const owner = this.#context.silentOwner(this.transport.address, this.#connectedMs)
    // The pending talk may end soon, and this may still be its connection.
    if (owner === 'several') this.#isGuessable = false
    return owner === 'several' ? null : owner
  }

  /** A picture where talk is expected, or the first packet of a line that was only guessed. */
  #correct({ dataType }: MediaPacket): void {
    const state = this.#state
    if (state.kind !== 'speaking' || (!state.guessed && dataType === DataType.audio)) return
    this.#state = { kind: 'unidentified' }
    state.intake.mistaken()
  }

  #speakTo({ deviceId, channel }: TalkAddress, simRaw: Uint8Array, guessed: boolean): boolean {
    const transport: TalkConnection = {
      simRaw,
      guessed,
      write: (packet) => {
        this.#moved(0, packet.length)
        this.transport.write(packet)
      },
      close: () => this.close('talk-ended'),
    }
    const intake = this.#context.talkSessions.take({ deviceId, channel }, transport)
    if (!intake) return false
    // `take` may have ended this very line.
    if (this.#state.kind === 'closed') return true
    this.#state = { kind: 'speaking', channel, intake, guessed, joiner: new FrameJoiner({ isKeyFrame: () => false }) }
    const spoken = { peer: this.transport.peer, deviceId, channel, guessed }
    this.#context.channelLog.info(`${deviceId}/${channel}`, spoken, 'media connection is spoken on')
    return true
  }

  readonly #onSpeech = (event: JoinedFrame | DroppedFrame): void => {
    if (this.#state.kind !== 'speaking') return
    if (event.kind === 'dropped') this.#context.counters.add('mediaDropped', event.reason)
    else if (event.kind === 'audio') this.#state.intake.audio(event.codec, concat(event.pieces), event.timestampMs)
  }

  /** The first packet: whose line is it, and did anybody ask for it? */
  #name({ simRaw, channel, dataType }: MediaPacket): void {
    const known = this.#context.deviceOf(simRaw)
    const owner = known ?? this.#byAddress(simRaw, channel)
    if (!owner) {
      this.close('unknown-device')
      return
    }
    if (!owner.mayPublish(channel, this.transport.address)) {
      const detail = `Video with the number of this device came from ${this.transport.peer}, and was not taken: the device itself is connected from another address.`
      this.#context.streams.diagnostic({ deviceId: owner.deviceId, channel }, { kind: 'foreign-address', detail })
      this.close('foreign-address')
      return
    }
    this.#isOf(owner.key)
    const address = { deviceId: owner.deviceId, channel }
    const isAudio = dataType === DataType.audio
    if (isAudio && this.#speakTo(address, simRaw, false)) {
      owner.published(channel)
      return
    }
    const transport = {
      peer: this.transport.peer,
      connectedAtMs: this.#connectedAtMs,
      close: () => this.close('by-streams'),
    }
    const playback = this.#context.playbacks.publish(address, {
      ...transport,
      hold: (buffered) => this.#hold(buffered),
    })
    const publication = playback ?? this.#context.streams.publish(address, transport)
    // `publish` may have ended this very line.
    if (this.#state.kind === 'closed') return
    if (!publication) {
      // Devices exist that talk on another channel than they were asked on.
      const spokenOn = isAudio ? this.#context.talkSessions.awaitedChannel(owner.deviceId) : null
      const isSpokenOn = spokenOn !== null && this.#speakTo({ ...address, channel: spokenOn }, simRaw, false)
      if (!isSpokenOn) this.close('nobody-asked')
      return
    }
    owner.published(channel)
    if (!known) publication.diagnostic?.('number-mismatch', mismatch.taken(simRaw, this.transport.address))
    const source = createMediaSource({
      counters: this.#context.counters,
      publication,
      stamp: playback ? stampOfPlayback(playback) : this.#stampOfLive(),
    })
    const joiner = new FrameJoiner({ isKeyFrame: source.isKeyFrame })
    this.#state = { kind: 'publishing', simRaw, channel, publication, source, joiner }
    const published = { peer: this.transport.peer, deviceId: owner.deviceId, channel }
    this.#context.channelLog.info(`${owner.deviceId}/${channel}`, published, 'media connection publishes')
  }

  #stampOfLive(): MediaSourceDeps['stamp'] {
    const { clock } = this.#context
    const timeLine = new TimeLine()
    return (kind, deviceMs, durationMs) => timeLine.stamp(kind, deviceMs, clock.nowMs(), durationMs)
  }

  /** Devices exist whose video has another number: the one whose connection is awaited from here, if that is one alone. */
  #byAddress(simRaw: Uint8Array, channel: number): MediaOwner | null {
    const { address } = this.transport
    const awaited = this.#context.awaitedFrom(address, channel)
    if (awaited.length === 1) return awaited[0] ?? null
    const detail = mismatch.shared(simRaw, address)
    for (const { deviceId } of awaited) {
      this.#context.streams.diagnostic({ deviceId, channel }, { kind: 'number-mismatch', detail })
    }
    return null
  }

  #reportJunk(bytes: number): void {
    const { peer, address } = this.transport
    const detail = `What came from ${peer} is not JT/T 1078 (${bytes} bytes of it). Set the device to JT/T 1078 for its video, without encryption.`
    if (this.#state.kind === 'publishing') this.#state.publication.diagnostic?.('junk', detail)
    else if (this.#state.kind === 'unidentified') {
      for (const owner of this.#context.awaitedFrom(address, null)) {
        this.#context.streams.diagnostic(owner, { kind: 'junk', detail })
      }
    }
  }

  #hold(buffered: boolean): void {
    if (this.#state.kind === 'closed' || this.#buffered === buffered) return
    this.#buffered = buffered
    this.#lastByteMs = this.#context.clock.monotonicMs()
    this.transport.hold(buffered)
  }
}

/** A recording has its own time. */
function stampOfPlayback({ timeLine }: PlaybackPublication): MediaSourceDeps['stamp'] {
  return (kind, deviceMs, durationMs) => timeLine.stamp(kind, deviceMs, durationMs)
}

const mismatch = {
  taken: (simRaw: Uint8Array, address: string) =>
    `The video has the number ${toHex(simRaw)}, which is not the device's. It was taken because it came from ${address}, where the device is. Set the same number for its JT/T 1078 and JT/T 808.`,
  shared: (simRaw: Uint8Array, address: string) =>
    `Video with the number ${toHex(simRaw)} came from ${address}, where several devices are waited for, and was not taken. Set the same number for JT/T 1078 and JT/T 808.`,
} as const

/** The parser gives the packets of one number the same array, as far as it is one number that comes. */
function sameNumber(one: Uint8Array, other: Uint8Array): boolean {
  return one === other || (one.length === other.length && one.every((byte, at) => byte === other[at]))
}
