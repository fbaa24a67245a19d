import type { StartupTrace } from '@fleetglass/contract/streams'
import type { StreamAddress } from '../../ports/live-media/index.ts'

/** Traces that are cached after the last subscriber left; the oldest is removed first. */
const MAX_TRACES = 4096

/** Startup traces of streams without a subscriber: users ask for the reason after they closed the tile. */
export class RecentTraces {
  readonly #traces = new Map<string, StartupTrace>()

  keep(address: StreamAddress, startupTrace: StartupTrace | null): void {
    if (!startupTrace) return
    const key = keyOf(address)
    this.#traces.delete(key)
    this.#traces.set(key, startupTrace)
    for (const oldest of this.#traces.keys()) {
      if (this.#traces.size <= MAX_TRACES) break
      this.#traces.delete(oldest)
    }
  }

  get(address: StreamAddress): StartupTrace | null {
    return this.#traces.get(keyOf(address)) ?? null
  }
}

function keyOf({ deviceId, channel, main }: StreamAddress): string {
  return `${deviceId}/${channel}/${main ? 1 : 0}`
}
