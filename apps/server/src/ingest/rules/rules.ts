// Belongs here: which positions are evaluated against which rules, and that each transition raises one event, also when the
// server is killed in between. Does not: what a position means for a rule (evaluate.ts), SQL (state.store.ts), which rules there are (services/areas).
import { EventCode } from '@fleetglass/contract/events'
import { type Position, readItem } from '@fleetglass/jt808'
import type { Counter } from 'prom-client'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { TokenBucket } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { TrackPoint } from '../../ports/position-log/index.ts'
import type { SavedRules } from '../../services/areas/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../../services/directory/index.ts'
import type { DeviceEvent, EventWriter } from '../../services/events/index.ts'
import type { PositionSeen } from '../device-reports.types.ts'
import { type DeviceState, freshState, rowOfState, stateOfRow } from './device-state.ts'
import { evaluate, type Report, type Transition } from './evaluate.ts'
import { EVENT_RATE } from './event-rate.ts'
import type { Limits, Rules } from './rules.types.ts'
import { createStateStore, type StateRow, type StateStore, type StateTables } from './state.store.ts'
import { WatchList } from './watch-list.ts'

export interface RulesDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly database: Database
  readonly registry: DeviceRegistry
  readonly rules: SavedRules
  readonly events: Pick<EventWriter, 'append' | 'isFull'>
  readonly limits: Limits
  /** Called when states could not be written: they are written again later. */
  readonly failed: (error: Error) => void
}

/** A position that arrives later than this after its time is history and raises nothing. */
const LATE_S = 3_600
/** Longest time between two writes of a changed state. After a kill the points stored since then are evaluated again. */
const STORE_MS = 60_000
/** Interval of the search for changed states. */
const LOOK_MS = 5_000
/** Devices written at once, so that the event loop is not blocked. */
const STORED_AT_ONCE = 1_000
/** States of new devices and of history are gathered for this long and written together, because no start would find them again. */
const GATHER_MS = 50

const ACC_ON = 1 << 0
const OVERSPEED_BIT = 1 << 1
const HARSH_ITEM = 0x70
const IDLE_TYPE = 4

/** The state of a device, and what this process tracks beside it. */
interface TrackedDevice {
  readonly state: DeviceState
  readonly limit: TokenBucket
  /** Monotonic time of the last write; `null`: never written. */
  storedMs: number | null
  isChanged: boolean
  /** The pending write of its newest events or of a state that a position waits for. */
  unsettled: Promise<void> | null
}

/** States that are written together; positions wait for them. */
interface GatheredStates {
  /** By device, as of that moment: later positions may have raised events that are not on disk. */
  readonly rows: Map<number, StateRow>
  readonly written: Promise<void>
  /** Writes now instead of waiting for more states. */
  readonly now: () => void
}

/** Loads states, and evaluates the points that were stored but not evaluated when the server ended. */
export async function createRules(deps: RulesDeps): Promise<Rules> {
  const states = createStateStore(deps.database)
  const engine = new Engine(deps, states)
  await engine.begin(await states.all())
  return engine
}

class Engine implements Rules {
  readonly #deps: RulesDeps
  readonly #log: Log
  readonly #stateStore: StateStore
  #watched: WatchList
  #newestRule = 0
  /** Bounded by the registered devices. */
  readonly #devices = new Map<number, TrackedDevice>()
  #gathered: GatheredStates | null = null
  readonly #suppressed: Counter
  readonly #look: Timer
  readonly #subscriptions: readonly { close(): void }[]
  #storing: Promise<void> | null = null
  #closing: Promise<void> | null = null

  constructor(deps: RulesDeps, stateStore: StateStore) {
    const { clock, metrics, registry, rules } = deps
    this.#deps = deps
    this.#log = deps.log.child({ part: 'rules' })
    this.#stateStore = stateStore
    this.#watched = this.#watch()
    this.#suppressed = metrics.counter('fleetglass_rules_held_total', 'Transitions that have not raised an event yet', [
      'reason',
    ])
    metrics.measured('fleetglass_rules_watched', 'Fences, shapes and routes that are watched', () => this.#watched.size)
    this.#look = clock.every(LOOK_MS, () => void this.#storeChanged(STORE_MS))
    this.#subscriptions = [
      rules.onChange(() => {
        this.#watched = this.#watch(this.#watched)
      }),
      registry.onChange(({ kind, device }) => {
        if (kind === 'removed') void this.#forget(device.key)
      }),
    ]
  }

  /** Runs before the first position arrives. */
  async begin(rows: readonly StateRow[]): Promise<void> {
    const { registry } = this.#deps
    for (const row of rows) {
      if (registry.byKey(row.device_key))
        this.#devices.set(row.device_key, this.#tracked(stateOfRow(row), this.#monotonicMs))
      else await this.#stateStore.forget(row.device_key)
    }
    const aliveS = rows.reduce((latest, { judged_s }) => Math.max(latest, judged_s), 0)
    const count = await this.#evaluateStored(aliveS - LATE_S)
    if (count > 0)
      this.#log.info({ transitions: count }, 'evaluated stored positions that the last run had not evaluated')
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#look.cancel()
    for (const subscription of this.#subscriptions) subscription.close()
    await this.#storing
    this.#gathered?.now()
    // Positions that wait for the write receive its failure.
    await this.#gathered?.written.catch(() => undefined)
    await this.#storeChanged(0)
  }

  /** Also the newest id of rules that are gone: states that are older were evaluated before those that are there. */
  #watch(previous?: WatchList): WatchList {
    const { rules } = this.#deps
    for (const { id } of rules.all()) this.#newestRule = Math.max(this.#newestRule, id)
    return new WatchList(rules.all(), previous)
  }

  position(device: RegisteredDevice, position: Position, seen: PositionSeen): Promise<void> | null {
    const { timeS, place, isStored } = seen
    if (place === null || !hasClock(device, position, timeS)) return null
    const { statusBits, alarmBits, items } = position
    return this.#evaluate(device, {
      timeS,
      latE6: place.latE6,
      lngE6: place.lngE6,
      speedKmh: place.speedKmh,
      accOn: (statusBits & ACC_ON) !== 0,
      saysTooFast: (alarmBits & OVERSPEED_BIT) !== 0,
      saysIdle: items.some((item) => item.id === HARSH_ITEM && isIdle(readItem(item))),
      isStored,
    })
  }

  /** What the position has to wait for; `null` for nothing. Rejects when the device has to send it again. */
  #evaluate(device: RegisteredDevice, report: Report): Promise<void> | null {
    const known = this.#devices.get(device.key)
    const isPast = known !== undefined && report.timeS <= known.state.last.timeS
    if (isPast) return known.unsettled ?? (known.storedMs === null ? this.#write(known) : null)
    if (report.timeS < this.#nowS - LATE_S) return known === undefined ? null : this.#moveSilently(known, report)
    if (this.#deps.events.isFull) {
      this.#suppressed.inc({ reason: 'full' })
      return Promise.reject(new Error('the event log takes no more'))
    }
    const tracked = known ?? this.#tracked(freshState(device.key, report), null)
    if (known === undefined) this.#devices.set(device.key, tracked)
    const transitions = this.#apply(tracked, report, known !== undefined)
    if (transitions.length > 0) this.#raise(device, tracked, transitions, report)
    else if (tracked.storedMs === null) tracked.unsettled ??= this.#write(tracked)
    return tracked.unsettled
  }

  /** History is stored as evaluated before it is acknowledged, so that a start after a kill does not raise events for it. */
  #moveSilently(tracked: TrackedDevice, report: Report): Promise<void> {
    evaluate(tracked.state, report, { ...this.#context, mayRaise: () => false }, true)
    tracked.isChanged = true
    return this.#writeBehind(tracked)
  }

  get #context() {
    return { watched: this.#watched, newestRule: this.#newestRule, limits: this.#deps.limits }
  }

  #apply(tracked: TrackedDevice, report: Report, isNext: boolean): Transition[] {
    tracked.isChanged = true
    const context = {
      ...this.#context,
      mayRaise: () => {
        const may = tracked.limit.take(report.timeS * 1000)
        if (!may) this.#suppressed.inc({ reason: 'flood' })
        return may
      },
    }
    return evaluate(tracked.state, report, context, isNext)
  }

  /** Events and the state after them are written in one transaction. */
  #raise(device: RegisteredDevice, tracked: TrackedDevice, transitions: readonly Transition[], report: Report): void {
    const row = rowOfState(tracked.state)
    const alongside = (tables: StateTables): Promise<void> => this.#stateStore.save([row], tables)
    const events = transitions.map((transition) => eventOf(device, transition, report))
    this.#await(tracked, this.#deps.events.append(events, alongside))
  }

  #await(tracked: TrackedDevice, stored: Promise<void>): void {
    tracked.unsettled = stored
    // Later changes are not part of this write.
    tracked.isChanged = false
    const settled = (): void => {
      if (tracked.unsettled === stored) tracked.unsettled = null
    }
    stored.then(
      () => {
        tracked.storedMs = this.#monotonicMs
        settled()
      },
      () => {
        tracked.isChanged = true
        settled()
      },
    )
  }

  /** Writes the state after the events that led to it. */
  #writeBehind(tracked: TrackedDevice): Promise<void> {
    const { unsettled } = tracked
    if (unsettled === null || unsettled === this.#gathered?.written) return this.#write(tracked)
    return unsettled.then(() => this.#writeBehind(tracked))
  }

  #write(tracked: TrackedDevice): Promise<void> {
    const gathered = this.#gathered ?? this.#gather()
    this.#gathered = gathered
    gathered.rows.set(tracked.state.deviceKey, rowOfState(tracked.state))
    this.#await(tracked, gathered.written)
    return gathered.written
  }

  #gather(): GatheredStates {
    const rows = new Map<number, StateRow>()
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = this.#deps.clock.after(GATHER_MS, resolve)
    const written = promise.then(() => {
      timer.cancel()
      this.#gathered = null
      return this.#stateStore.save([...rows.values()])
    })
    return { rows, written, now: resolve }
  }

  /** A device with pending events is written with them: its state alone would hide them from a start after a kill. */
  #storeChanged(olderMs: number): Promise<void> {
    const nowMs = this.#monotonicMs
    const isDue = ({ isChanged, unsettled, storedMs }: TrackedDevice): boolean =>
      isChanged && unsettled === null && nowMs - (storedMs ?? 0) >= olderMs
    if (this.#storing) return this.#storing
    const all = [...this.#devices.values()].filter(isDue)
    const due = olderMs > 0 ? all.slice(0, STORED_AT_ONCE) : all
    if (due.length === 0) return Promise.resolve()
    this.#storing = this.#store(due).then(
      () => {
        this.#storing = null
      },
      (error: Error) => {
        this.#storing = null
        this.#deps.failed(error)
      },
    )
    return this.#storing
  }

  async #store(devices: readonly TrackedDevice[]): Promise<void> {
    const rows = devices.map(({ state }) => rowOfState(state))
    for (const tracked of devices) tracked.isChanged = false
    try {
      await this.#stateStore.save(rows)
    } catch (error) {
      for (const tracked of devices) tracked.isChanged = true
      throw error
    }
    for (const tracked of devices) tracked.storedMs = this.#monotonicMs
  }

  async #forget(deviceKey: number): Promise<void> {
    this.#devices.delete(deviceKey)
    try {
      await this.#stateStore.forget(deviceKey)
    } catch (error) {
      this.#deps.failed(error as Error)
    }
  }

  /** Evaluates points whose evaluation was not stored, and returns the number of transitions. */
  async #evaluateStored(sinceS: number): Promise<number> {
    let count = 0
    for await (const points of this.#stateStore.unevaluated(sinceS)) {
      for (const point of points) {
        const tracked = this.#devices.get(point.deviceKey)
        const device = this.#deps.registry.byKey(point.deviceKey)
        if (!tracked || !device) continue
        if (this.#deps.events.isFull) await this.#settled()
        const report = reportOf(point)
        const transitions = this.#apply(tracked, report, true)
        count += transitions.length
        if (transitions.length > 0) this.#raise(device, tracked, transitions, report)
      }
    }
    return count
  }

  /** Resolves when all raised events are on disk. */
  async #settled(): Promise<void> {
    await Promise.all([...this.#devices.values()].flatMap(({ unsettled }) => unsettled ?? []))
  }

  #tracked(state: DeviceState, storedMs: number | null): TrackedDevice {
    return {
      state,
      limit: new TokenBucket(EVENT_RATE, state.last.timeS * 1000),
      storedMs,
      isChanged: false,
      unsettled: null,
    }
  }

  get #nowS(): number {
    return Math.floor(this.#deps.clock.nowMs() / 1000)
  }

  get #monotonicMs(): number {
    return this.#deps.clock.monotonicMs()
  }
}

/** Else its time is that of its arrival, and says nothing of order. */
function hasClock({ utcOffsetMinutes }: RegisteredDevice, { localTimeS }: Position, timeS: number): boolean {
  return localTimeS !== null && localTimeS - utcOffsetMinutes * 60 === timeS
}

function isIdle(item: ReturnType<typeof readItem>): boolean {
  return item.name === 'harshDrivingAlarm' && item.value.type === IDLE_TYPE
}

function reportOf({ timeS, latE6, lngE6, speedDkmh, statusBits, alarmBits }: TrackPoint): Report {
  return {
    timeS,
    latE6,
    lngE6,
    speedKmh: speedDkmh / 10,
    saysIdle: false,
    isStored: false,
    accOn: (statusBits & ACC_ON) !== 0,
    saysTooFast: (alarmBits & OVERSPEED_BIT) !== 0,
  }
}

const events = {
  enters: { change: 'new', code: EventCode.triggerIn },
  leaves: { change: 'new', code: EventCode.triggerOut },
  'too-fast': { change: 'new', code: EventCode.overspeed },
  'fast-no-more': { change: 'cover', code: EventCode.overspeed },
  idle: { change: 'new', code: EventCode.idle },
  'idle-no-more': { change: 'cover', code: EventCode.idle },
} as const satisfies Readonly<Record<Transition['what'], Pick<DeviceEvent, 'change' | 'code'>>>

function eventOf({ key, deviceId }: RegisteredDevice, transition: Transition, report: Report): DeviceEvent {
  const { what, title, memo, timeS, latE6, lngE6 } = transition
  const name = events[what].code === EventCode.idle ? 'Idle' : title
  const place = { latE6, lngE6, speedKmh: report.speedKmh }
  const fenceName = what === 'enters' || what === 'leaves' ? title : ''
  return {
    ...events[what],
    deviceKey: key,
    deviceId,
    timeS,
    name,
    memo,
    call: false,
    place,
    late: report.isStored,
    byServer: true,
    fenceName,
  }
}
