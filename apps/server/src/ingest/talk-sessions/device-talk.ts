// Belongs here: the talk session of one device, from the request to its end. Does not: who may speak (features/talk,
// features/broadcast), sockets (ingest/gateway).
import { DataType, encodePackets } from '@fleetglass/jt1078'
import { type G726Bits, G726Rate, hasChipHeader, stripChipHeader } from '@fleetglass/media'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { CommandResult, DeviceCommand, DeviceCommands } from '../../ports/commands/index.ts'
import type {
  TalkConnection,
  TalkIntake,
  TalkListener,
  TalkRequest,
  TalkSession,
  TalkState,
} from '../../ports/talk/index.ts'
import { frameSamples, SpokenAudio, type SpokenForm, sameForm, usualForm } from './spoken-audio.ts'

/** How long the device may take to connect after it accepted. */
export const CONNECTION_MS = 15_000
/** A short wait: the device's own audio shows the same. */
const ABILITIES_MS = 3_000
/** Some devices confirm the end and leave the connection open; the server then closes it. */
const LAST_WORD_MS = 1_000
/** A frame whose timestamp differs this much from the clock starts a new timeline: the operator was silent. */
const STEADY_MS = 200
const WHOLE_BODY_BYTES = 0xffff
const G726 = 8

type State =
  | { readonly kind: 'asking' }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'open'; readonly source: TalkConnection; readonly sinceMs: number }
  | { readonly kind: 'ended' }

export interface DeviceTalkDeps {
  readonly clock: Clock
  readonly log: Log
  readonly commands: DeviceCommands
  /** It takes no line any more. */
  readonly onEnded: () => void
  /** Another user speaks to the device by now, or has requested it. */
  readonly isFollowed: () => boolean
}

export class DeviceTalk implements TalkSession {
  readonly request: TalkRequest
  /** On the monotonic clock. */
  readonly askedMs: number
  readonly #deps: DeviceTalkDeps
  readonly #listener: TalkListener
  #state: State = { kind: 'asking' }
  #waiting: Timer | null = null
  #spoken = new SpokenAudio(usualForm)
  #rate = new G726Rate()
  #bits: G726Bits = 4
  #deviceCodec: number | null = null
  #serial = 0
  #stampMs = 0
  #isMute = false

  constructor(request: TalkRequest, listener: TalkListener, deps: DeviceTalkDeps) {
    this.request = request
    this.askedMs = deps.clock.monotonicMs()
    this.#listener = listener
    this.#deps = deps
  }

  /** Requests the device; the listener receives the result. */
  begin(): void {
    this.#report({ kind: 'asking' })
    void this.#ask()
    void this.#askAbilities()
  }

  get awaitsConnection(): boolean {
    return this.#state.kind === 'asking' || this.#state.kind === 'accepted'
  }

  /** Its line may be another one's. */
  get hasGuess(): boolean {
    return this.#state.kind === 'open' && this.#state.source.guessed
  }

  take(source: TalkConnection): TalkIntake {
    this.#waiting?.cancel()
    const before = this.#state
    this.#state = { kind: 'open', source, sinceMs: this.#deps.clock.monotonicMs() }
    this.#serial = 0
    this.#stampMs = 0
    this.#isMute = false
    if (before.kind === 'open') before.source.close('another line says that it is the device')
    this.#report({ kind: 'open' })
    this.#speakAs(this.#spoken.form)
    const isMine = (): boolean => this.#state.kind === 'open' && this.#state.source === source
    return {
      audio: (codec, body, deviceMs) => {
        if (isMine()) this.#onDeviceSound(codec, body, deviceMs)
      },
      mistaken: () => {
        if (isMine()) this.#awaitConnection()
      },
      ended: () => {
        if (isMine()) this.fail('closed-by-device', 'the device closed the line')
      },
    }
  }

  speak(body: Uint8Array): void {
    if (this.#state.kind !== 'open') return
    const { source, sinceMs } = this.#state
    for (const frame of this.#spoken.push(body)) {
      const dueMs = this.#deps.clock.monotonicMs() - sinceMs
      const timestampMs = Math.abs(this.#stampMs - dueMs) > STEADY_MS ? Math.round(dueMs) : this.#stampMs
      this.#stampMs = timestampMs + frame.durationMs
      const packets = encodePackets({
        simRaw: source.simRaw,
        channel: this.request.channel,
        payloadType: this.#spoken.form.codec,
        dataType: DataType.audio,
        timestampMs,
        payload: frame.body,
        firstSerial: this.#serial,
        // A body of audio is one packet: devices do not join them.
        maxBodyLength: WHOLE_BODY_BYTES,
      })
      this.#serial = (this.#serial + packets.length) & 0xffff
      for (const packet of packets) source.write(packet)
    }
  }

  close(): void {
    const before = this.#end()
    if (before === null) return
    const { clock } = this.#deps
    const line = before.kind === 'open' ? before.source : null
    const patience = clock.after(LAST_WORD_MS, () => line?.close('the talk ended'))
    void this.#send({ name: 'endTalk', channel: this.request.channel }).then(() => {
      patience.cancel()
      line?.close('the talk ended')
    })
  }

  /** It ends by itself, with a reason. */
  fail(reason: Extract<TalkState, { kind: 'ended' }>['reason'], detail: string): void {
    const before = this.#end()
    if (before === null) return
    if (before.kind === 'open') before.source.close(detail)
    this.#deps.log.info({ deviceId: this.request.deviceId, reason, detail }, 'a talk ended by itself')
    this.#report({ kind: 'ended', reason, detail })
  }

  /** `null`: it had ended before. */
  #end(): State | null {
    const before = this.#state
    if (before.kind === 'ended') return null
    this.#state = { kind: 'ended' }
    this.#waiting?.cancel()
    this.#deps.onEnded()
    return before
  }

  async #ask(): Promise<void> {
    const result = await this.#send({ name: 'startTalk', channel: this.request.channel, kind: this.request.kind })
    if (this.#state.kind === 'ended') {
      // It was given up while the device was asked: it must not wait for us with an open microphone.
      // Another 0x9102 would end the session that came after this one.
      if (result.kind === 'answered' && !this.#deps.isFollowed())
        await this.#send({ name: 'endTalk', channel: this.request.channel })
      return
    }
    // A line that is already here says more than a missing answer.
    if (this.#state.kind === 'open') return
    switch (result.kind) {
      case 'answered':
        this.#awaitConnection()
        return
      case 'refused':
        this.fail('refused', failureText(result.result))
        return
      case 'offline':
        this.fail('offline', 'the device is offline')
        return
      case 'timeout':
        this.fail('no-answer', 'the device did not answer in time')
        return
      case 'unreadable':
        this.fail('no-answer', 'the device answered, but not readably')
    }
  }

  #awaitConnection(): void {
    this.#state = { kind: 'accepted' }
    this.#report({ kind: 'accepted' })
    this.#waiting?.cancel()
    this.#waiting = this.#deps.clock.after(CONNECTION_MS, () => {
      const check = 'check the address and the media port that are given to devices'
      this.fail('no-connection', `the device agreed and did not connect in ${CONNECTION_MS / 1000} s: ${check}`)
      void this.#send({ name: 'endTalk', channel: this.request.channel })
    })
  }

  /** The codec that the device announces counts until its own sound arrives (some say another codec than they speak). */
  async #askAbilities(): Promise<void> {
    const result = await this.#send({ name: 'readAudioAbilities' }, ABILITIES_MS)
    const abilities = result.kind === 'answered' && result.answer.name === 'audioAbilities' ? result.answer : null
    if (abilities === null || this.#deviceCodec !== null) return
    const { codec, frameBytes } = abilities
    this.#speakAs({ codec, samples: samplesOf(codec, frameBytes), g726Bits: 4, chipHeader: false })
  }

  async #send(command: DeviceCommand, timeoutMs?: number): Promise<CommandResult> {
    const { commands, log } = this.#deps
    const { deviceId } = this.request
    try {
      return await commands.send(deviceId, command, timeoutMs === undefined ? {} : { timeoutMs })
    } catch (error) {
      log.error({ err: error, deviceId }, 'Cannot send a talk command to the device.')
      return { kind: 'timeout' }
    }
  }

  #onDeviceSound(codec: number, body: Uint8Array, deviceMs: number): void {
    const payload = stripChipHeader(body)
    if (payload.length === 0) return
    this.#deviceCodec = codec
    if (codec === G726) this.#bits = this.#rate.bitsWith(payload, deviceMs) ?? this.#bits
    const samples = frameSamples(codec, payload, this.#bits) ?? usualForm.samples
    const g726Bits = this.#bits
    this.#speakAs({ codec, samples, g726Bits, chipHeader: hasChipHeader(body) })
    this.#listener.received({ codec, payload, g726Bits, timestampMs: this.#deps.clock.nowMs() })
  }

  #speakAs(form: SpokenForm): void {
    if (!sameForm(form, this.#spoken.form)) this.#spoken = new SpokenAudio(form)
    const isMute = !this.#spoken.isPossible
    if (this.#state.kind !== 'open' || isMute === this.#isMute) return
    this.#isMute = isMute
    this.#report(isMute ? { kind: 'mute', codec: form.codec } : { kind: 'open' })
  }

  #report(state: TalkState): void {
    this.#listener.state(state)
  }
}

function samplesOf(codec: number, frameBytes: number): number {
  return frameSamples(codec, new Uint8Array(Math.min(frameBytes, WHOLE_BODY_BYTES)), 4) ?? usualForm.samples
}

function failureText(result: number): string {
  const why: Readonly<Record<number, string>> = {
    1: 'it failed, or somebody else speaks to it',
    2: 'it could not read the question',
    3: 'it cannot talk',
  }
  return `the device refused: ${why[result] ?? `result ${result}`}`
}
