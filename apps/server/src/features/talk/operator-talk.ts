// Belongs here: one operator, one device, both directions. Does not: how a device is reached (ingest/talk-sessions).
import { randomUUID } from 'node:crypto'
import { AppError } from '@fleetglass/contract/errors'
import { MediaCodec, type MediaMessage } from '@fleetglass/contract/streams'
import { TALK_SAMPLE_RATE } from '@fleetglass/contract/talk'
import { audioDecoder } from '@fleetglass/media'
import type { DeviceSound, TalkListener, TalkPort, TalkSession, TalkState } from '../../ports/talk/index.ts'
import type { TalkLog, TalkRecording } from '../../services/talk-log/index.ts'
import { type StreamCall, streamError } from '../../services/viewers/index.ts'
import { SoundDecoder } from './sound-decoder.ts'

/** Two frames of 40 ms: more is no frame of ours. */
const MOST_BODY_BYTES = 320
/** An operator who does not read loses what the device says; it is of no use later. */
const MOST_UNREAD_BYTES = 16 * 1024

function errorOf({ reason }: Extract<TalkState, { kind: 'ended' }>): AppError {
  return reason === 'busy' ? new AppError('device-busy') : streamError(reason)
}

export interface TalkDeps {
  readonly talkSessions: TalkPort
  readonly talkLog: TalkLog
}

/** Starts a talk; it ends with the socket, or sends the reason of its end on it. */
export function beginTalk({ talkSessions, talkLog }: TalkDeps, call: StreamCall): { close(): void } {
  const { account, address, device } = call
  const { deviceId, talkChannel: channel } = device
  const begin = (): TalkRecording => talkLog.begin({ kind: 'talk', account, address, deviceIds: [deviceId] })
  const talk = new OperatorTalk(call, begin)
  talk.run(talkSessions.open({ kind: 'talk', deviceId, channel, speaker: randomUUID() }, talk))
  return talk
}

class OperatorTalk implements TalkListener {
  readonly #call: StreamCall
  /** A talk that was refused because another user speaks is not recorded. */
  readonly #begin: () => TalkRecording
  readonly #deviceSound = new SoundDecoder()
  readonly #operatorSound = audioDecoder(MediaCodec.g726)
  #talk: TalkSession | null = null
  #recording: TalkRecording | null = null
  #isOpen = false
  #codec = 0
  #first = true

  constructor(call: StreamCall, begin: () => TalkRecording) {
    this.#call = call
    this.#begin = begin
  }

  run(talk: TalkSession): void {
    this.#talk = talk
    this.#call.onAudio((message) => this.#speak(message))
  }

  state(state: TalkState): void {
    const { socket } = this.#call
    if (this.#recording === null && !(state.kind === 'ended' && state.reason === 'busy')) {
      this.#recording = this.#begin()
    }
    switch (state.kind) {
      case 'asking':
        socket.state('buffering', 'asking the device', state)
        this.#sendCodec()
        return
      case 'accepted':
        this.#isOpen = false
        socket.state('buffering', 'the device agreed, its line is awaited', state)
        return
      case 'open':
        this.#isOpen = true
        socket.state('playing', undefined, state)
        return
      case 'mute':
        socket.state('playing', `the device does not hear you: audio format ${state.codec} cannot be made`, state)
        return
      case 'ended':
        this.#end(state.detail)
        socket.fail(errorOf(state))
    }
  }

  received(frame: DeviceSound): void {
    const { socket } = this.#call
    if (frame.codec !== this.#codec) {
      this.#codec = frame.codec
      this.#sendCodec()
    }
    this.#recording?.said('device', this.#deviceSound.of(frame))
    if (!socket.isOpen || socket.waitingBytes > MOST_UNREAD_BYTES) return
    const { codec, payload, timestampMs } = frame
    const media = { kind: 'audio', codec, payload, timestampMs, keyFrame: true, mainStream: false } as const
    socket.send({ ...media, discontinuity: this.#first }, this.#first)
    this.#first = false
  }

  close(): void {
    this.#talk?.close()
    this.#end('')
  }

  #speak({ codec, payload }: MediaMessage): void {
    if (!this.#isOpen || codec !== MediaCodec.g726 || payload.length === 0 || payload.length > MOST_BODY_BYTES) return
    this.#talk?.speak(payload)
    const samples = this.#operatorSound?.(payload)
    if (samples?.ok) this.#recording?.said('operator', samples.value)
  }

  #end(result: string): void {
    this.#isOpen = false
    void this.#recording?.end(result)
  }

  #sendCodec(): void {
    const { device, socket } = this.#call
    const common = { deviceid: device.deviceId, channels: [device.talkChannel], video: 0, sampleRate: TALK_SAMPLE_RATE }
    socket.info({ ...common, audio: this.#codec })
  }
}
