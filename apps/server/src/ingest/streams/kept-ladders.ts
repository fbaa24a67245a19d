import type { StreamLadder } from '@fleetglass/contract/streams'
import type { StreamAddress } from '../../ports/live-media/index.ts'

/** How many are kept when nobody reads their stream any more; the oldest goes first. */
const MAX_LADDERS = 4096

/** What became of tries that are over: the person who asks why there was no picture asks afterwards. */
export class KeptLadders {
  readonly #ladders = new Map<string, StreamLadder>()

  keep(address: StreamAddress, ladder: StreamLadder | null): void {
    if (!ladder) return
    const key = keyOf(address)
    this.#ladders.delete(key)
    this.#ladders.set(key, ladder)
    for (const oldest of this.#ladders.keys()) {
      if (this.#ladders.size <= MAX_LADDERS) break
      this.#ladders.delete(oldest)
    }
  }

  get(address: StreamAddress): StreamLadder | null {
    return this.#ladders.get(keyOf(address)) ?? null
  }
}

function keyOf({ deviceId, channel, main }: StreamAddress): string {
  return `${deviceId}/${channel}/${main ? 1 : 0}`
}
