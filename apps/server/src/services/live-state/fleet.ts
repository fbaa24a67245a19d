// Belongs here: what is known of each device right now, who is online, the merged notice of changes.
// Does not: points that are kept (ingest/position-log), who may speak (services/directory), sockets (ingest/gateway).
import { kmhFromDkmh } from '@fleetglass/geo'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DeviceReport } from '../../ports/device-state/index.ts'
import { CLOCK_OFFSET_S, type TrackPoint } from '../../ports/position-log/index.ts'
import type { DeviceRegistry, RegistryChange } from '../directory/index.ts'
import type { Fleet, LiveDevice, LiveFix } from './fleet.types.ts'

/** Changes are published at most this often, merged by device: the bound of the queue is the number of devices. */
const NOTICE_MS = 250

export interface FleetDeps {
  readonly clock: Clock
  readonly log: Log
  readonly registry: DeviceRegistry
  /** The newest stored point of each device: where it was when the server last ran. */
  readonly lastPoints?: Iterable<TrackPoint>
}

/** The fleet with its owner's handle. */
export interface FleetEngine extends Fleet {
  connected(deviceId: string, registered: boolean): void
  disconnected(deviceId: string): void
  /** A position or heartbeat came in; only what is given changes. A fix older than the present one is ignored. */
  report(deviceId: string, report: DeviceReport): void
  recording(deviceId: string, recording: boolean): void
  /** Forgets listeners and timers; idempotent. */
  close(): Promise<void>
}

const ACC_ON = 1 << 0

/** So long the newest clock of a connection stands against older positions, which may come late. */
const CLOCK_STANDS_S = 180

type Listener = (changed: readonly LiveDevice[]) => void

/** Live state of every registered device, and of every new one for as long as it is connected. */
export function createFleet(deps: FleetDeps): FleetEngine {
  return new LiveFleet(deps)
}

class LiveFleet implements FleetEngine {
  readonly #clock: Clock
  readonly #log: Log
  readonly #devices = new Map<string, LiveDevice>()
  readonly #changed = new Map<string, LiveDevice>()
  readonly #listeners = new Set<Listener>()
  readonly #onlineListeners = new Set<(deviceId: string, online: boolean) => void>()
  /** Online since the last notice. */
  readonly #arrived = new Set<string>()
  /** By device. */
  readonly #fixListeners = new Map<string, Set<(fix: LiveFix) => void>>()
  readonly #registrySubscription: { close(): void }
  /** Listeners whose failure is in the log: one that fails at each device would fill it. */
  readonly #failed = new WeakSet<object>()
  #revision = 0
  #notice: Timer | null = null

  constructor({ clock, log, registry, lastPoints = [] }: FleetDeps) {
    this.#clock = clock
    this.#log = log
    for (const device of registry.all()) this.#put(blank(device.deviceId, true, 0))
    for (const point of lastPoints) {
      const device = registry.byKey(point.deviceKey)
      if (device) this.#put(lastSeen(device.deviceId, point, this.#nowS()))
    }
    this.#registrySubscription = registry.onChange((change) => this.#registryChanged(change))
  }

  get revision(): number {
    return this.#revision
  }

  get(deviceId: string): LiveDevice | undefined {
    return this.#devices.get(deviceId)
  }

  all(): Iterable<LiveDevice> {
    return this.#devices.values()
  }

  connected(deviceId: string, registered: boolean): void {
    const present = this.#devices.get(deviceId) ?? blank(deviceId, registered, 0)
    const nowS = this.#nowS()
    if (!present.online && this.#onlineListeners.size > 0) this.#arrived.add(deviceId)
    this.#put({ ...present, registered, online: true, onlineSinceS: nowS, statusTimeS: nowS, clockSeenS: nowS })
  }

  disconnected(deviceId: string): void {
    const present = this.#devices.get(deviceId)
    if (!present?.online) return
    this.#put({ ...present, online: false, onlineSinceS: 0, statusTimeS: this.#nowS() })
    // A new device is listed only while it is connected, so that unknown devices cannot fill the memory.
    if (!present.registered) this.#devices.delete(deviceId)
    this.#arrived.delete(deviceId)
    this.#notify(this.#onlineListeners, (listener) => listener(deviceId, false))
  }

  report(deviceId: string, report: DeviceReport): void {
    const present = this.#devices.get(deviceId)
    if (!present) return
    const nowS = this.#nowS()
    const stale = report.fix && present.fix && isStale(report.fix.timeS, present.fix.timeS, nowS)
    // Thirty thousand times a second: one new row, its revision in it.
    this.#store({
      ...present,
      ...report,
      fix: stale || report.fix === undefined ? present.fix : report.fix,
      ...clockOf(present, report, Boolean(stale), nowS),
      statusTimeS: nowS,
      revision: ++this.#revision,
    })
    if (this.#fixListeners.size === 0 || stale || !report.fix) return
    const { fix } = report
    // Of most devices nobody follows each position.
    const followers = this.#fixListeners.get(deviceId)
    if (followers !== undefined) this.#notify(followers, (listener) => listener(fix))
  }

  recording(deviceId: string, recording: boolean): void {
    const present = this.#devices.get(deviceId)
    if (present && present.recording !== recording) this.#put({ ...present, recording })
  }

  onChange(listener: Listener): { close(): void } {
    this.#listeners.add(listener)
    return { close: () => void this.#listeners.delete(listener) }
  }

  onOnlineChange(listener: (deviceId: string, online: boolean) => void): { close(): void } {
    this.#onlineListeners.add(listener)
    return { close: () => void this.#onlineListeners.delete(listener) }
  }

  onFix(deviceId: string, listener: (fix: LiveFix) => void): { close(): void } {
    const listeners = this.#fixListeners.get(deviceId) ?? new Set()
    this.#fixListeners.set(deviceId, listeners.add(listener))
    return {
      close: () => {
        listeners.delete(listener)
        if (listeners.size === 0 && this.#fixListeners.get(deviceId) === listeners) this.#fixListeners.delete(deviceId)
      },
    }
  }

  async close(): Promise<void> {
    this.#fixListeners.clear()
    this.#onlineListeners.clear()
    this.#registrySubscription.close()
    this.#notice?.cancel()
    this.#notice = null
    this.#listeners.clear()
  }

  #registryChanged(change: RegistryChange): void {
    const { deviceId } = change.device
    const present = this.#devices.get(deviceId)
    if (change.kind !== 'removed') {
      if (!present?.registered) this.#put({ ...(present ?? blank(deviceId, true, 0)), registered: true })
      return
    }
    if (!present) return
    // What was known belongs to the registration; a device that stays connected starts again as a new one.
    const { online, onlineSinceS, statusTimeS } = present
    this.#put({ ...blank(deviceId, false, statusTimeS), online, onlineSinceS })
    if (!present.online) this.#devices.delete(deviceId)
  }

  #put(device: LiveDevice): void {
    this.#store({ ...device, revision: ++this.#revision })
  }

  #store(row: LiveDevice): void {
    this.#devices.set(row.deviceId, row)
    if (this.#listeners.size + this.#onlineListeners.size === 0) return
    this.#changed.set(row.deviceId, row)
    this.#notice ??= this.#clock.after(NOTICE_MS, () => this.#publish())
  }

  #publish(): void {
    this.#notice = null
    const changed = [...this.#changed.values()]
    this.#changed.clear()
    this.#notify(this.#listeners, (listener) => listener(changed))
    const arrived = [...this.#arrived]
    this.#arrived.clear()
    for (const deviceId of arrived) this.#notify(this.#onlineListeners, (listener) => listener(deviceId, true))
  }

  /** A listener that throws keeps nothing from those after it. */
  #notify<One extends object>(listeners: Iterable<One>, call: (listener: One) => void): void {
    for (const listener of listeners) {
      try {
        call(listener)
      } catch (error) {
        if (this.#failed.has(listener)) continue
        this.#failed.add(listener)
        this.#log.error({ err: error }, 'a listener of the fleet failed; the others were notified')
      }
    }
  }

  #nowS(): number {
    return Math.floor(this.#clock.nowMs() / 1000)
  }
}

/** Older than what is shown; but what lies ahead gives way to a fix of these minutes, or a clock once wrong would hide it. */
function isStale(timeS: number, shownS: number, nowS: number): boolean {
  return timeS < shownS && !(shownS > nowS && timeS > nowS - CLOCK_OFFSET_S)
}

/**
 * A position that comes late has an old time, and its clock may be right: it sets the offset only after three minutes without a newer position.
 * A clock that falls back while the device is connected makes each of its positions such a one.
 */
function clockOf(present: LiveDevice, { clockOffsetS }: DeviceReport, isLate: boolean, nowS: number) {
  const { clockOffsetS: knownS, clockSeenS } = present
  if (clockOffsetS === undefined) return { clockOffsetS: knownS, clockSeenS }
  const isSurpassed = isLate && knownS !== null && clockOffsetS < knownS && nowS - clockSeenS < CLOCK_STANDS_S
  return isSurpassed ? { clockOffsetS: knownS, clockSeenS } : { clockOffsetS, clockSeenS: nowS }
}

const NO_SMART = [-2, -2] as const

function blank(deviceId: string, registered: boolean, statusTimeS: number): LiveDevice {
  return {
    deviceId,
    registered,
    online: false,
    onlineSinceS: 0,
    statusTimeS,
    fix: null,
    accOn: null,
    voltageDecivolt: null,
    voltagePercent: null,
    signalPercent: null,
    satellites: null,
    temperaturesDecidegree: [],
    health: '',
    hasCameraFault: false,
    smart: NO_SMART,
    videoLoss: null,
    clockOffsetS: null,
    clockSeenS: 0,
    recording: false,
    revision: 0,
  }
}

/** Offline, seen last when its last point was; what changes from minute to minute is not claimed. */
function lastSeen(deviceId: string, point: TrackPoint, nowS: number): LiveDevice {
  const { timeS, latE6, lngE6, headingDeg, statusBits } = point
  return {
    ...blank(deviceId, true, Math.min(timeS, nowS)),
    fix: { timeS, latE6, lngE6, speedKmh: kmhFromDkmh(point.speedDkmh), headingDeg },
    accOn: (statusBits & ACC_ON) !== 0,
  }
}
