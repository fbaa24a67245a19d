// Belongs here: one operator, one device, both directions. Does not: how a device is reached (ingest/talk-sessions).
import { randomUUID } from 'node:crypto'
import { AppError } from '@fleetglass/contract/errors'
import { MediaCodec, type MediaMessage } from '@fleetglass/contract/streams'
import { TALK_SAMPLE_RATE } from '@fleetglass/contract/talk'
import { audioDecoder } from '@fleetglass/media'
import type { HeardFrame, TalkPort, Voice, VoiceListener, VoiceState } from '../../ports/talk/index.ts'
import type { TalkLog, TalkRecording } from '../../services/talk-log/index.ts'
import type { StreamCall } from '../../services/viewers/index.ts'
import { HeardSamples } from './heard-samples.ts'

/** Two frames of 40 ms: more is no frame of ours. */
const MOST_BODY_BYTES = 320
/** An operator who does not read loses what the device says; it is of no use later. */
const MOST_UNREAD_BYTES = 16 * 1024

function errorOf({ reason, detail }: Extract<VoiceState, { kind: 'ended' }>): AppError {
  if (reason === 'busy') return new AppError('device-busy')
  return new AppError(reason === 'offline' ? 'stream-offline' : 'stream-ended', { reason: detail })
}

export interface TalkDeps {
  readonly voices: TalkPort
  readonly talkLog: TalkLog
}

/** Begins a talk; it ends with the socket, or tells on it why it ended. */
export function beginTalk({ voices, talkLog }: TalkDeps, call: StreamCall): { close(): void } {
  const { account, address, device } = call
  const { deviceId, talkChannel: channel } = device
  const begin = (): TalkRecording => talkLog.begin({ kind: 'talk', account, address, deviceIds: [deviceId] })
  const talk = new TalkSession(call, begin)
  talk.run(voices.open({ kind: 'talk', deviceId, channel, speaker: randomUUID() }, talk))
  return talk
}

class TalkSession implements VoiceListener {
  readonly #call: StreamCall
  /** A talk that was refused because somebody else speaks is not recorded. */
  readonly #begin: () => TalkRecording
  readonly #heard = new HeardSamples()
  readonly #said = audioDecoder(MediaCodec.g726)
  #voice: Voice | null = null
  #recording: TalkRecording | null = null
  #isOpen = false
  #codec = 0
  #first = true

  constructor(call: StreamCall, begin: () => TalkRecording) {
    this.#call = call
    this.#begin = begin
  }

  run(voice: Voice): void {
    this.#voice = voice
    this.#call.onAudio((message) => this.#speak(message))
  }

  state(state: VoiceState): void {
    const { socket } = this.#call
    if (this.#recording === null && !(state.kind === 'ended' && state.reason === 'busy')) {
      this.#recording = this.#begin()
    }
    switch (state.kind) {
      case 'asking':
        socket.state('buffering', 'asking the device', state)
        this.#tellCodec()
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

  heard(frame: HeardFrame): void {
    const { socket } = this.#call
    if (frame.codec !== this.#codec) {
      this.#codec = frame.codec
      this.#tellCodec()
    }
    this.#recording?.said('device', this.#heard.of(frame))
    if (!socket.isOpen || socket.waitingBytes > MOST_UNREAD_BYTES) return
    const { codec, payload, timestampMs } = frame
    const media = { kind: 'audio', codec, payload, timestampMs, keyFrame: true, mainStream: false } as const
    socket.send({ ...media, discontinuity: this.#first }, this.#first)
    this.#first = false
  }

  close(): void {
    this.#voice?.close()
    this.#end('')
  }

  #speak({ codec, payload }: MediaMessage): void {
    if (!this.#isOpen || codec !== MediaCodec.g726 || payload.length === 0 || payload.length > MOST_BODY_BYTES) return
    this.#voice?.speak(payload)
    const samples = this.#said?.(payload)
    if (samples?.ok) this.#recording?.said('operator', samples.value)
  }

  #end(result: string): void {
    this.#isOpen = false
    void this.#recording?.end(result)
  }

  #tellCodec(): void {
    const { device, socket } = this.#call
    const common = { deviceid: device.deviceId, channels: [device.talkChannel], video: 0, sampleRate: TALK_SAMPLE_RATE }
    socket.info({ ...common, audio: this.#codec })
  }
}
