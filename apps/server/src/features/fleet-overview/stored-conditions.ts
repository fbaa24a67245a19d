// Belongs here: conditions of all devices as they are stored, read once for everyone who looks. Does not: who sees which device (fleet-health.service.ts).
import { EventCode } from '@fleetglass/contract/events'
import { HEALTH_STORED_S } from '@fleetglass/contract/fleet-overview'
import type { Clock } from '../../platform/clock/index.ts'
import type { EventQueries, NewestEvent } from '../../services/events/index.ts'
import type { TrackStore } from '../../services/tracks/index.ts'
import type { StoredHealth } from './device-health.ts'

/** How long conditions are reused. Devices that report live state do not depend on them. */
const FRESH_MS = 10_000
const LOSSES = [EventCode.videoLoss, EventCode.videoLossAlarm]

interface StoredConditionsDeps {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly events: Pick<EventQueries, 'newest'>
  readonly tracks: Pick<TrackStore, 'lastStrays'>
}

export interface StoredConditions {
  /** What is stored of a device, by its key. */
  read(): Promise<(deviceKey: number) => StoredHealth>
}

export function createStoredConditions(deps: StoredConditionsDeps): StoredConditions {
  const { clock } = deps
  let latest: { readonly atMs: number; readonly found: ReturnType<StoredConditions['read']> } | null = null
  return {
    async read() {
      const nowMs = clock.nowMs()
      if (latest !== null && Math.abs(nowMs - latest.atMs) < FRESH_MS) return await latest.found
      const reading = { atMs: nowMs, found: readAll(deps) }
      latest = reading
      try {
        return await reading.found
      } catch (error) {
        if (latest === reading) latest = null
        throw error
      }
    },
  }
}

async function readAll({ clock, events, tracks }: StoredConditionsDeps): ReturnType<StoredConditions['read']> {
  const sinceS = Math.floor(clock.nowMs() / 1000) - HEALTH_STORED_S
  const [losses, cardFaults, strays] = await Promise.all([
    events.newest(LOSSES, sinceS),
    // The server raises the same event when its own disk is full: that is no fault of a device.
    events.newest([EventCode.diskError], sinceS, { reportedOnly: true }),
    tracks.lastStrays(sinceS),
  ])
  const byDevice = eventsByDevice([...losses, ...cardFaults])
  return (deviceKey) => ({ events: byDevice.get(deviceKey) ?? NO_EVENTS, stray: strays.get(deviceKey) })
}

const NO_EVENTS: ReadonlyMap<number, NewestEvent> = new Map()

function eventsByDevice(events: readonly NewestEvent[]): ReadonlyMap<number, ReadonlyMap<number, NewestEvent>> {
  const found = new Map<number, Map<number, NewestEvent>>()
  for (const event of events) {
    const ofDevice = found.get(event.deviceKey) ?? new Map<number, NewestEvent>()
    found.set(event.deviceKey, ofDevice.set(event.code, event))
  }
  return found
}
