import { type MediaMessage, parseStreamMessage, type TalkStep, talkStreamAddress } from '@fleetglass/contract/streams'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { Sound, SoundOutput, type StreamServer } from '../../engines/player/index.ts'
import { Levels, levelOf, type VoiceEnd, VoiceLink } from '../../engines/voice/index.ts'
import { streamFailureText } from '../../platform/texts/index.ts'

/** Where a talk stands. */
export type TalkState =
  | { readonly kind: 'microphone' }
  | { readonly kind: 'calling'; readonly step: 'connecting' | 'asking' | 'waiting' }
  /** `unspoken`: the device sends sound and receives none; it takes this payload type, which cannot be encoded. */
  | { readonly kind: 'open'; readonly unspoken: number | null }
  | { readonly kind: 'over'; readonly why: TalkEnd }

export type TalkEnd =
  | { readonly kind: 'refused' }
  | { readonly kind: 'insecure' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'failed'; readonly reason: string }

/** `open`: the microphone is sent all the time; `hold`: while the button is held. */
export type MicrophoneMode = 'open' | 'hold'

/** A talk begins muted: so that no driver hears a conversation by mistake. */
export const firstMode: MicrophoneMode = 'hold'

/** The slider's place that leaves the level as it is. */
export const NEUTRAL_VOLUME = 5

/** One talk with one device, from the click to its end. Begins at once. */
export class TalkCall {
  readonly state: StoreApi<TalkState> = createStore<TalkState>(() => ({ kind: 'microphone' }))
  /** Whether the device plays the microphone. */
  readonly speaking: StoreApi<boolean> = createStore(() => false)
  /** How loud the operator and the device are. */
  readonly own = new Levels()
  readonly device = new Levels()
  readonly #link: VoiceLink
  readonly #sound: Sound
  #mode: MicrophoneMode = firstMode
  #held = false
  #reason: string | null = null

  constructor(server: StreamServer, target: { deviceId: string; channel: number }, log: (text: string) => void) {
    const output = new SoundOutput('talk')
    this.#sound = new Sound({
      start: (gain) => output.start(gain),
      stop: () => output.stop(),
      play: (samples, rate) => {
        this.device.report(levelOf(samples))
        output.play(samples, rate)
      },
    })
    this.setVolume(NEUTRAL_VOLUME)
    const events = {
      connecting: () => this.#show({ kind: 'calling', step: 'connecting' }),
      opened: () => this.#show({ kind: 'calling', step: 'asking' }),
      said: (text: string) => this.#receive(text),
      heard: (message: MediaMessage) => void this.#sound.push(message),
      level: (level: number) => this.own.report(level),
      ended: (end: VoiceEnd) => this.#ended(end),
    }
    this.#link = new VoiceLink(urlOf(server, target), events, log)
  }

  setMode(mode: MicrophoneMode): void {
    this.#mode = mode
    this.#apply()
  }

  /** Push to talk: pressed or released. */
  hold(held: boolean): void {
    this.#held = held
    this.#apply()
  }

  setVolume(level: number): void {
    this.#sound.set({ on: true, level })
  }

  close(): void {
    this.#link.close()
    this.#sound.close()
  }

  #apply(): void {
    const on = this.state.getState().kind === 'open' && (this.#mode === 'open' || this.#held)
    this.#link.speak(on)
    this.speaking.setState(on, true)
  }

  #receive(text: string): void {
    const message = parseStreamMessage(text)
    if (message?.type === 'error') this.#reason = streamFailureText(message)
    if (message?.type !== 'state' || message.talk === undefined) return
    this.#show(stateOf(message.talk))
    this.#apply()
  }

  #ended(end: VoiceEnd): void {
    this.#sound.close()
    this.#show({ kind: 'over', why: whyOf(end, this.#reason) })
    this.speaking.setState(false, true)
    this.own.report(0)
    this.device.report(0)
  }

  #show(state: TalkState): void {
    this.state.setState(state, true)
  }
}

function stateOf(step: TalkStep): TalkState {
  switch (step.kind) {
    case 'asking':
      return { kind: 'calling', step: 'asking' }
    case 'accepted':
      return { kind: 'calling', step: 'waiting' }
    case 'open':
      return { kind: 'open', unspoken: null }
    case 'mute':
      return { kind: 'open', unspoken: step.codec }
  }
}

function whyOf(end: VoiceEnd, reason: string | null): TalkEnd {
  switch (end.kind) {
    case 'refused':
      return { kind: 'refused' }
    case 'no-microphone':
      return end.reason === 'insecure' ? { kind: 'insecure' } : { kind: 'failed', reason: end.reason }
    case 'closed':
      return reason === null ? { kind: 'lost' } : { kind: 'failed', reason }
  }
}

/** `wss` when the page is https (STRM-40). Holds the hash: never log it. */
function urlOf(server: StreamServer, { deviceId: deviceid, channel }: { deviceId: string; channel: number }): string {
  const { host, port, secure, user, passwordHash: password } = server
  const path = talkStreamAddress({ type: 'talk', deviceid, channel, user, password })
  return `${secure ? 'wss' : 'ws'}://${host}:${port}${path}`
}
