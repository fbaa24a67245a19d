import { type BroadcastMode, parseBroadcastMessage } from '@fleetglass/contract/broadcast'
import { broadcastStreamAddress } from '@fleetglass/contract/streams'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StreamServer } from '../../engines/player/index.ts'
import { Levels, type VoiceEnd, VoiceLink } from '../../engines/voice/index.ts'
import { streamFailureText } from '../../platform/texts/index.ts'

/** Which devices play it. */
export interface Reach {
  /** Devices that were requested. */
  readonly devices: number
  readonly hearing: number
  readonly offline: readonly string[]
  readonly missed: readonly { readonly deviceid: string; readonly reason: string }[]
}

/** BCST-03: started or ended, and the way there. */
export type BroadcastState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'started'; readonly reach: Reach }
  | { readonly kind: 'ended'; readonly reach: Reach }
  | { readonly kind: 'refused' }
  | { readonly kind: 'insecure' }
  | { readonly kind: 'failed'; readonly reason: string }

const nobody: Reach = { devices: 0, hearing: 0, offline: [], missed: [] }

export interface BroadcastWish {
  readonly mode: BroadcastMode
  readonly devices: readonly string[]
}

/** One broadcast, from the click to its end. Begins at once. */
export class BroadcastCall {
  readonly state: StoreApi<BroadcastState> = createStore<BroadcastState>(() => ({ kind: 'starting' }))
  readonly own = new Levels()
  readonly #link: VoiceLink
  #reach = nobody
  #reason = ''

  constructor(server: StreamServer, wish: BroadcastWish, log: (text: string) => void) {
    const events = {
      connecting: () => {},
      opened: () => this.#link.say({ cmd: 'start', ...wish }),
      said: (text: string) => this.#receive(text),
      heard: () => {},
      level: (level: number) => this.own.report(level),
      ended: (end: VoiceEnd) => this.#ended(end),
    }
    this.#link = new VoiceLink(urlOf(server), events, log)
  }

  end(): void {
    this.#link.speak(false)
    this.#link.say({ cmd: 'end' })
  }

  close(): void {
    this.#link.close()
  }

  #receive(text: string): void {
    const message = parseBroadcastMessage(text)
    if (message === null) return
    switch (message.type) {
      case 'error':
        this.#reason = streamFailureText(message)
        return
      case 'reached':
        this.#reach = {
          ...this.#reach,
          hearing: message.hearing,
          missed: [...this.#reach.missed, ...message.missed],
        }
        this.#show({ kind: 'started', reach: this.#reach })
        return
      case 'state':
        if (message.state === 'ended') {
          this.close()
          this.#show({ kind: 'ended', reach: this.#reach })
          this.own.report(0)
          return
        }
        this.#reach = { ...nobody, devices: message.devices.length, offline: message.offline }
        this.#show({ kind: 'started', reach: this.#reach })
        this.#link.speak(true)
    }
  }

  #ended(end: VoiceEnd): void {
    this.own.report(0)
    if (end.kind === 'refused') this.#show({ kind: 'refused' })
    else if (end.kind === 'closed') this.#show({ kind: 'failed', reason: this.#reason })
    else this.#show(end.reason === 'insecure' ? { kind: 'insecure' } : { kind: 'failed', reason: end.reason })
  }

  #show(state: BroadcastState): void {
    this.state.setState(state, true)
  }
}

/** `wss` when the page is https (STRM-40). Holds the hash: never log it. */
function urlOf({ host, port, secure, user, passwordHash: password }: StreamServer): string {
  const path = broadcastStreamAddress({ deviceid: 'broadcast', user, password })
  return `${secure ? 'wss' : 'ws'}://${host}:${port}${path}`
}
