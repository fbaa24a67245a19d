// Belongs here: bytes by device, day and month, and whose month is used up. Does not: what ends then (streams, playbacks).
import { randomUUID } from 'node:crypto'
import { monthLimitBytes } from '@fleetglass/contract/devices'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../directory/index.ts'
import { createTrafficStore, type TrafficBatch, type TrafficStore } from './device-traffic.store.ts'
import type { DayRange, DayTraffic, DeviceTraffic } from './device-traffic.types.ts'

/** A limit may be passed by what comes in this time. */
const LOOK_MS = 1_000
/** What a kill costs of the count. */
const SAVE_EVERY_LOOKS = 30
const DAY_MS = 86_400_000

export interface DeviceTrafficDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly registry: DeviceRegistry
  /** Days and months begin at midnight there. */
  readonly utcOffsetS: () => number
}

/** Counts from what is stored of this month on. */
export async function createDeviceTraffic(deps: DeviceTrafficDeps): Promise<DeviceTraffic> {
  const store = createTrafficStore(deps.database)
  const day = dayOf(deps)
  const counted = new CountedTraffic(deps, store, day)
  for (const [key, bytes] of await store.sums(monthOf(day))) counted.begin(key, bytes)
  counted.start()
  return counted
}

/** Of one device; bounded by the devices that were registered since the start. */
interface Counted {
  monthBytes: number
  /** Not on disk yet. */
  newIn: number
  newOut: number
}

class CountedTraffic implements DeviceTraffic {
  readonly #deps: DeviceTrafficDeps
  readonly #store: TrafficStore
  readonly #counted = new Map<number, Counted>()
  readonly #listeners = new Set<(device: RegisteredDevice) => void>()
  /** Keys of the devices that were reported as used up. */
  readonly #usedUp = new Set<number>()
  #ends: (() => void)[] = []
  #day: number
  #looks = 0
  #saving: Promise<void> = Promise.resolve()
  /** Of days that are over. */
  #unsaved: DayTraffic[] = []
  /** What the disk refused, or has without an answer: tried again as it was. */
  #unanswered: TrafficBatch | null = null
  #closed: Promise<void> | null = null

  constructor(deps: DeviceTrafficDeps, store: TrafficStore, day: number) {
    this.#deps = deps
    this.#store = store
    this.#day = day
  }

  begin(key: number, monthBytes: number): void {
    this.#counted.set(key, { monthBytes, newIn: 0, newOut: 0 })
  }

  start(): void {
    const timer = this.#deps.clock.every(LOOK_MS, () => this.#look())
    const changes = this.#deps.registry.onChange(({ kind, device }) => {
      if (kind === 'removed') this.#usedUp.delete(device.key)
      else this.#judge(device)
    })
    this.#ends = [() => timer.cancel(), () => changes.close()]
  }

  count(deviceKey: number, bytesIn: number, bytesOut: number): void {
    const known = this.#counted.get(deviceKey)
    if (known === undefined) {
      this.#counted.set(deviceKey, { monthBytes: bytesIn + bytesOut, newIn: bytesIn, newOut: bytesOut })
      return
    }
    known.monthBytes += bytesIn + bytesOut
    known.newIn += bytesIn
    known.newOut += bytesOut
  }

  monthBytes(deviceKey: number): number {
    return this.#counted.get(deviceKey)?.monthBytes ?? 0
  }

  isUsedUp(device: RegisteredDevice): boolean {
    const limit = monthLimitBytes(device)
    return limit !== null && this.monthBytes(device.key) > limit
  }

  days(deviceKeys: readonly number[], days: DayRange): Promise<DayTraffic[]> {
    return this.#store.days(deviceKeys, days)
  }

  onChange(listener: (device: RegisteredDevice) => void): { close(): void } {
    this.#listeners.add(listener)
    return { close: () => void this.#listeners.delete(listener) }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    for (const end of this.#ends) end()
    await this.#save()
  }

  #look(): void {
    const day = dayOf(this.#deps)
    if (day !== this.#day) this.#turn(day)
    for (const device of this.#deps.registry.all()) if (device.trafficLimit.enforced) this.#judge(device)
    this.#looks += 1
    if (this.#looks % SAVE_EVERY_LOOKS === 0) void this.#save()
  }

  /** Midnight: what was counted belongs to the day before, and the month may be a new one. */
  #turn(day: number): void {
    this.#gather()
    const isNewMonth = monthOf(day).first !== monthOf(this.#day).first
    this.#day = day
    if (!isNewMonth) return
    for (const counted of this.#counted.values()) counted.monthBytes = 0
    void this.#save()
    this.#saving = this.#saving.then(() => this.#reload(day))
  }

  /** A clock that is set may lead into a month that has bytes already: what is counted since is added to them. */
  async #reload(day: number): Promise<void> {
    try {
      const sums = await this.#store.sums(monthOf(day))
      if (monthOf(this.#day).first !== monthOf(day).first) return
      for (const [key, counted] of this.#counted) counted.monthBytes = this.#unwritten(key, counted)
      for (const [key, bytes] of sums) this.#add(key, bytes)
    } catch (error) {
      this.#deps.log.error({ err: error }, 'the traffic of a month could not be read; it counts from now on')
    }
  }

  /** Bytes of this month that are in no sum. */
  #unwritten(key: number, { newIn, newOut }: Counted): number {
    const { first, last } = monthOf(this.#day)
    const waiting = [...(this.#unanswered?.rows ?? []), ...this.#unsaved]
    const rows = waiting.filter(({ deviceKey, day }) => deviceKey === key && day >= first && day <= last)
    return rows.reduce((sum, { bytesIn, bytesOut }) => sum + bytesIn + bytesOut, newIn + newOut)
  }

  #add(key: number, bytes: number): void {
    const known = this.#counted.get(key)
    if (known === undefined) this.begin(key, bytes)
    else known.monthBytes += bytes
  }

  #judge(device: RegisteredDevice): void {
    const isUsedUp = this.isUsedUp(device)
    if (isUsedUp === this.#usedUp.has(device.key)) return
    if (isUsedUp) this.#usedUp.add(device.key)
    else this.#usedUp.delete(device.key)
    const { deviceId } = device
    this.#deps.log.info({ deviceId, isUsedUp }, 'the traffic of a device passed its limit, or may go on')
    for (const listener of this.#listeners) listener(device)
  }

  /** Moves what is counted to what is to be written; a row a device and day. */
  #gather(): void {
    for (const [deviceKey, counted] of this.#counted) {
      const { newIn: bytesIn, newOut: bytesOut } = counted
      if (bytesIn + bytesOut === 0) continue
      this.#unsaved.push({ deviceKey, day: this.#day, bytesIn, bytesOut })
      counted.newIn = 0
      counted.newOut = 0
    }
  }

  #save(): Promise<void> {
    this.#saving = this.#saving.then(async () => {
      this.#gather()
      try {
        if (this.#unanswered) await this.#write(this.#unanswered)
        const rows = merged(this.#unsaved)
        this.#unsaved = []
        if (rows.length > 0) await this.#write({ id: randomUUID(), rows })
      } catch (error) {
        // Bounded: a row a device and day.
        this.#unsaved = merged(this.#unsaved)
        this.#deps.log.error({ err: error }, 'the traffic of devices could not be stored; it is tried again')
      }
    })
    return this.#saving
  }

  async #write(batch: TrafficBatch): Promise<void> {
    this.#unanswered = batch
    await this.#store.add(batch)
    this.#unanswered = null
  }
}

function merged(rows: readonly DayTraffic[]): DayTraffic[] {
  const byDay = new Map<string, DayTraffic>()
  for (const row of rows) {
    const name = `${row.deviceKey}/${row.day}`
    const { bytesIn = 0, bytesOut = 0 } = byDay.get(name) ?? {}
    byDay.set(name, { ...row, bytesIn: row.bytesIn + bytesIn, bytesOut: row.bytesOut + bytesOut })
  }
  return [...byDay.values()]
}

/** Days since 1970-01-01 in the zone. */
function dayOf({ clock, utcOffsetS }: Pick<DeviceTrafficDeps, 'clock' | 'utcOffsetS'>): number {
  return Math.floor((clock.nowMs() + utcOffsetS() * 1000) / DAY_MS)
}

/** The first and the last day of the month of a day. */
function monthOf(day: number): DayRange {
  const date = new Date(day * DAY_MS)
  const first = day - date.getUTCDate() + 1
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return { first, last: first + days - 1 }
}
