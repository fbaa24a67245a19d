// Belongs here: adding up what was counted, by device, and in order. Does not: reading it (fleet-overview.service.ts).
import {
  type FleetOverview,
  OVERVIEW_KINDS_MAX,
  OVERVIEW_VEHICLES_MAX,
  type OverviewFigures,
} from '@fleetglass/contract/fleet-overview'
import type { RegisteredDevice } from '../../services/directory/index.ts'
import type { EventCount } from '../../services/events/index.ts'
import type { RangeSum } from '../../services/tracks/index.ts'

/** What some devices did in a stretch of time. */
export interface RangeCounts {
  readonly tracks: readonly RangeSum[]
  /** By device key. */
  readonly minutes: ReadonlyMap<number, number>
  readonly events: readonly EventCount[]
}

type Figures = { -readonly [Name in keyof OverviewFigures]: number }

const nothing = (): Figures => ({ distance: 0, driving: 0, idle: 0, events: 0, recorded: 0 })

/** The figures of a period, by device, and its events by device and code. */
export class FigureSums {
  readonly #byDevice = new Map<number, Figures>()
  readonly #events = new Map<string, EventCount>()

  get byDevice(): ReadonlyMap<number, OverviewFigures> {
    return this.#byDevice
  }

  get events(): readonly EventCount[] {
    return [...this.#events.values()]
  }

  /** Adds a stretch of time; answers the figures of it. */
  add(counts: readonly RangeCounts[]): OverviewFigures {
    const ofStretch = nothing()
    const put = (deviceKey: number, name: keyof Figures, value: number): void => {
      const ofDevice = this.#byDevice.get(deviceKey) ?? nothing()
      this.#byDevice.set(deviceKey, ofDevice)
      ofDevice[name] += value
      ofStretch[name] += value
    }
    for (const { tracks, minutes, events } of counts) {
      for (const { deviceKey, distanceMm, drivingS, idleS } of tracks) {
        put(deviceKey, 'distance', distanceMm)
        put(deviceKey, 'driving', drivingS)
        put(deviceKey, 'idle', idleS)
      }
      for (const [deviceKey, count] of minutes) put(deviceKey, 'recorded', count)
      for (const event of events) {
        put(event.deviceKey, 'events', event.count)
        this.#addEvents(event)
      }
    }
    return ofStretch
  }

  total(): OverviewFigures {
    const sum = nothing()
    for (const ofDevice of this.#byDevice.values()) {
      for (const name of Object.keys(sum) as (keyof Figures)[]) sum[name] += ofDevice[name]
    }
    return sum
  }

  #addEvents(event: EventCount): void {
    const id = `${event.deviceKey}/${event.code}`
    const known = this.#events.get(id)
    const count = (known?.count ?? 0) + event.count
    this.#events.set(id, { ...event, count, lastS: Math.max(known?.lastS ?? 0, event.lastS) })
  }
}

/** Devices that did something, the farthest first; more than the table takes are left out. */
export function vehiclesOf(
  { byDevice }: FigureSums,
  devices: readonly Pick<RegisteredDevice, 'key' | 'deviceId'>[],
): FleetOverview['vehicles'] {
  return devices
    .flatMap(({ key, deviceId }) => {
      const figures = byDevice.get(key)
      return figures === undefined ? [] : [{ deviceid: deviceId, ...figures }]
    })
    .sort((one, other) => other.distance - one.distance || (one.deviceid < other.deviceid ? -1 : 1))
    .slice(0, OVERVIEW_VEHICLES_MAX)
}

/** Events by kind, the most frequent first. */
export function kindsOf(period: readonly EventCount[], before: readonly EventCount[]): FleetOverview['kinds'] {
  const kinds = new Map<number, { count: number; before: number }>()
  const kindOf = (code: number) => {
    const kind = kinds.get(code) ?? { count: 0, before: 0 }
    kinds.set(code, kind)
    return kind
  }
  for (const { code, count } of period) kindOf(code).count += count
  for (const { code, count } of before) kindOf(code).before += count
  return [...kinds]
    .map(([code, counts]) => ({ code, ...counts }))
    .sort((one, other) => other.count - one.count || other.before - one.before || one.code - other.code)
    .slice(0, OVERVIEW_KINDS_MAX)
}
