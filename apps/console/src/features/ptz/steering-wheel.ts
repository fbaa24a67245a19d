import { encodeMoveCamera, MOVE_CAMERA, type PtzWord } from '@fleetglass/contract/ptz'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Channel } from '../../engines/channel/index.ts'
import { type Holder, next, type Said, type Steering, type SteeringEvent, still, wordOf } from './ptz.machine.ts'

/** Steers the cameras of one device from what is pressed; `onFailure` gets the reason why a camera did not move. */
export class SteeringWheel {
  readonly state: StoreApi<Steering> = createStore<Steering>(() => still)
  readonly #channel: Channel
  readonly #deviceId: string
  readonly #onFailure: (reason: string) => void
  /** Held keys by their name, in the order in which they went down; there are no more than a keyboard has. */
  readonly #keys = new Map<string, PtzWord>()
  /** The refusal of a movement is shown once, and not again for its STOP. */
  #refused = false

  constructor(deps: {
    readonly channel: Channel
    readonly deviceId: string
    readonly onFailure: (reason: string) => void
  }) {
    this.#channel = deps.channel
    this.#deviceId = deps.deviceId
    this.#onFailure = deps.onFailure
  }

  hold(channel: number, word: PtzWord, by: Holder): void {
    this.#dispatch({ type: 'hold', channel, word, by })
  }

  release(by: Holder): void {
    this.#dispatch({ type: 'release', by })
  }

  /** A key went down, for the first time since it was up. */
  keyDown(channel: number, key: string, word: PtzWord): void {
    this.#keys.set(key, word)
    this.#follow(channel)
  }

  keyUp(channel: number, key: string): void {
    if (this.#keys.delete(key)) this.#follow(channel)
  }

  letGo(): void {
    this.#keys.clear()
    this.#dispatch({ type: 'let-go' })
  }

  #follow(channel: number): void {
    const word = wordOf([...this.#keys.values()])
    if (word === null) this.release('keys')
    else this.hold(channel, word, 'keys')
  }

  #dispatch(event: SteeringEvent): void {
    const { state, said } = next(this.state.getState(), event)
    this.state.setState(state, true)
    if (said !== null) void this.#say(said)
  }

  async #say({ channel, word }: Said): Promise<void> {
    const stops = word === 'STOP'
    if (!stops) this.#refused = false
    const fields = encodeMoveCamera({ deviceId: this.#deviceId, channel, word })
    const reply = await this.#channel.request({ code: MOVE_CAMERA, fields })
    if (reply.ok || (stops && this.#refused)) return
    this.#refused = true
    this.#onFailure(reply.reason)
  }
}
