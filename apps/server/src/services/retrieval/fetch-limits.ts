// Belongs here: how much is fetched from devices at once, and how fast. Does not: what is fetched (footage.ts, services/event-fetch).
import { monitorLimitDefaults, monitorLimitSections, storedMonitorLimitsSchema } from '@fleetglass/contract/monitors'
import type { z } from 'zod'
import { defineSettings, type OpenSettings, type Settings } from '../../platform/settings/index.ts'

/** What the cover monitor sets (DEBUG-21 to DEBUG-26). */
const coverLimitSettings = defineSettings({
  name: monitorLimitSections.cover,
  schema: storedMonitorLimitsSchema,
  initial: () => monitorLimitDefaults.cover,
})

/** The limits of what is fetched from devices, shared by everything that fetches in this process. */
export class FetchLimits {
  readonly #settings: OpenSettings<z.output<typeof storedMonitorLimitsSchema>>
  #running = 0

  constructor(settings: Pick<Settings, 'open'>) {
    this.#settings = settings.open(coverLimitSettings)
  }

  /** Fetches at once. */
  get mostRunning(): number {
    return this.#settings.value.maxRun
  }

  /** Fetches that may wait; more are refused. */
  get mostWaiting(): number {
    return this.#settings.value.maxWait
  }

  /**
   * Bytes per second of one fetch; 0: as fast as it goes. What plans fetch nobody waits for, so the default holds for it; what a user
   * ordered is slowed down only once an administrator has set a rate (ADR 0059).
   */
  rateOf({ isOrdered }: { readonly isOrdered: boolean }): number {
    const { limitRate, isRateSet } = this.#settings.value
    return isOrdered && !isRateSet ? 0 : limitRate
  }

  get hasPlace(): boolean {
    return this.#running < this.mostRunning
  }

  /** The caller has seen that there is place. Returns how to leave it again, once. */
  enter(): () => void {
    this.#running += 1
    let isIn = true
    return () => {
      if (isIn) this.#running -= 1
      isIn = false
    }
  }

  onChange(listener: () => void): { close(): void } {
    return this.#settings.subscribe(listener)
  }
}
