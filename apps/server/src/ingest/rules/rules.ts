// Belongs here: which positions are judged, by which rules, and that what happened is told once whatever ends the server.
// Does not: what a position means for a rule (judge.ts), SQL (*.store.ts), who may change a rule (features/fences, routes).
import { EventCode } from '@fleetglass/contract/events'
import { type Position, readItem } from '@fleetglass/jt808'
import type { Counter } from 'prom-client'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { Mutex, TokenBucket } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { TrackPoint } from '../../ports/position-log/index.ts'
import type { Rule, RuleDraft, RuleFamily } from '../../services/areas/index.ts'
import { createRuleStore, type RuleStore } from '../../services/areas/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../../services/directory/index.ts'
import type { DeviceEvent } from '../../services/events/index.ts'
import type { EventEngine } from '../alarms/index.ts'
import type { PositionSeen } from '../device-reports.types.ts'
import { type DeviceState, freshState, rowOfState, stateOfRow } from './device-state.ts'
import { EVENT_RATE } from './event-rate.ts'
import { type Happening, judge, type Report } from './judge.ts'
import type { Limits, Rules } from './rules.types.ts'
import { createStateStore, type StateRow, type StateStore, type StateTables } from './state.store.ts'
import { WatchList } from './watch-list.ts'

export interface RulesDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly database: Database
  readonly registry: DeviceRegistry
  /** Stores and publishes what happens. */
  readonly events: EventEngine
  readonly limits: Limits
  /** Told when the disk refused what is known of devices: it is written again later. */
  readonly failed: (error: Error) => void
}

/** A position that comes later than this after its time is history: it tells nothing. */
const LATE_S = 3_600
/** What is known of a device is written at least so often. What came since is on disk as points, and judged again after a kill. */
const KEEP_MS = 60_000
/** How often it is looked for. */
const LOOK_MS = 5_000
/** Devices written in one look: the loop is not to stand still for them. */
const KEPT_AT_ONCE = 1_000
/** A device that is judged for the first time, or tells history, is written at once, with others of this time: no start finds that again. */
const GATHER_MS = 50

const ACC_ON = 1 << 0
const OVERSPEED_BIT = 1 << 1
const HARSH_ITEM = 0x70
const IDLE_TYPE = 4

/** A device's state beside what this process knows of it. */
interface Judged {
  readonly state: DeviceState
  readonly limit: TokenBucket
  /** When it was written, of the machine's clock; `null`: never. */
  keptMs: number | null
  isChanged: boolean
  /** Its newest events, or a state that is waited for, on their way to the disk. */
  unsettled: Promise<void> | null
}

/** States that positions wait for, until they are written. */
interface GatheredStates {
  /** By device, as they were then: what came after may have led to events that are not on disk. */
  readonly rows: Map<number, StateRow>
  readonly written: Promise<void>
  /** Does not wait for others any longer. */
  readonly now: () => void
}

/** Loads rules and what is known of devices, and judges what was stored and not judged when the server ended. */
export async function createRules(deps: RulesDeps): Promise<Rules> {
  const rules = createRuleStore(deps.database)
  const states = createStateStore(deps.database)
  const engine = new Engine(deps, rules, states, await rules.all())
  await engine.begin(await states.all())
  return engine
}

class Engine implements Rules {
  readonly #deps: RulesDeps
  readonly #log: Log
  readonly #ruleStore: RuleStore
  readonly #stateStore: StateStore
  readonly #rules = new Map<string, Rule>()
  #watched: WatchList
  #newestRule = 0
  /** Bounded by the registered devices. */
  readonly #devices = new Map<number, Judged>()
  #gathered: GatheredStates | null = null
  readonly #held: Counter
  readonly #look: Timer
  readonly #registered: { close(): void }
  #keeping: Promise<void> | null = null
  /** Saves of rules, one after the other. */
  readonly #saving = new Mutex()
  #closing: Promise<void> | null = null

  constructor(deps: RulesDeps, ruleStore: RuleStore, stateStore: StateStore, rules: readonly Rule[]) {
    const { clock, metrics, registry } = deps
    this.#deps = deps
    this.#log = deps.log.child({ part: 'rules' })
    this.#ruleStore = ruleStore
    this.#stateStore = stateStore
    for (const rule of rules) this.#put(rule)
    this.#watched = new WatchList(this.#rules.values())
    this.#held = metrics.counter('fleetglass_rules_held_total', 'What happened and was not told yet', ['reason'])
    metrics.measured('fleetglass_rules_watched', 'Fences, shapes and routes that are watched', () => this.#watched.size)
    this.#look = clock.every(LOOK_MS, () => void this.#keepChanged(KEEP_MS))
    this.#registered = registry.onChange(({ kind, device }) => {
      if (kind === 'removed') void this.#forget(device.key)
    })
  }

  /** Before anything else comes in. */
  async begin(rows: readonly StateRow[]): Promise<void> {
    const { registry } = this.#deps
    for (const row of rows) {
      if (registry.byKey(row.device_key))
        this.#devices.set(row.device_key, this.#judged(stateOfRow(row), this.#monotonicMs))
      else await this.#stateStore.forget(row.device_key)
    }
    const aliveS = rows.reduce((latest, { judged_s }) => Math.max(latest, judged_s), 0)
    const told = await this.#judgeStored(aliveS - LATE_S)
    if (told > 0) this.#log.info({ told }, 'positions that were stored and not judged have been judged')
  }

  list(family: RuleFamily): Rule[] {
    return [...this.#rules.values()].filter((rule) => rule.family === family).sort((a, b) => a.slot - b.slot)
  }

  get(family: RuleFamily, slot: number): Rule | undefined {
    return this.#rules.get(placeOf(family, slot))
  }

  save(draft: RuleDraft | (() => RuleDraft)): Promise<Rule> {
    return this.#saving.run(async () => {
      const made = typeof draft === 'function' ? draft() : draft
      const rule = await this.#ruleStore.save(made, this.#nowS)
      this.#put(rule)
      this.#watched = new WatchList(this.#rules.values(), this.#watched)
      return rule
    })
  }

  remove(family: RuleFamily, slot: number): Promise<boolean> {
    return this.#saving.run(async () => {
      if (!this.get(family, slot)) return false
      await this.#ruleStore.remove(family, slot)
      this.#rules.delete(placeOf(family, slot))
      this.#watched = new WatchList(this.#rules.values(), this.#watched)
      return true
    })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#look.cancel()
    this.#registered.close()
    await this.#saving.idle()
    await this.#keeping
    this.#gathered?.now()
    // Who waits for it hears of a failure.
    await this.#gathered?.written.catch(() => undefined)
    await this.#keepChanged(0)
  }

  #put(rule: Rule): void {
    this.#rules.set(placeOf(rule.family, rule.slot), rule)
    this.#newestRule = Math.max(this.#newestRule, rule.id)
  }

  position(device: RegisteredDevice, position: Position, seen: PositionSeen): Promise<void> | null {
    const { timeS, place, isStored } = seen
    if (place === null || !hasClock(device, position, timeS)) return null
    const { statusBits, alarmBits, items } = position
    return this.#judge(device, {
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

  /** What the position has to wait for, `null` for nothing. Rejects when it must come again. */
  #judge(device: RegisteredDevice, report: Report): Promise<void> | null {
    const known = this.#devices.get(device.key)
    const isPast = known !== undefined && report.timeS <= known.state.last.timeS
    if (isPast) return known.unsettled ?? (known.keptMs === null ? this.#write(known) : null)
    if (report.timeS < this.#nowS - LATE_S) return known === undefined ? null : this.#moveSilently(known, report)
    if (this.#deps.events.isFull) {
      this.#held.inc({ reason: 'full' })
      return Promise.reject(new Error('the event log takes no more'))
    }
    const judged = known ?? this.#judged(freshState(device.key, report), null)
    if (known === undefined) this.#devices.set(device.key, judged)
    const happenings = this.#apply(judged, report, known !== undefined)
    if (happenings.length > 0) this.#tell(device, judged, happenings, report)
    else if (judged.keptMs === null) judged.unsettled ??= this.#write(judged)
    return judged.unsettled
  }

  /** History is known as judged before it is acknowledged: a start after a kill is not to tell what was not told when it came. */
  #moveSilently(judged: Judged, report: Report): Promise<void> {
    judge(judged.state, report, { ...this.#law, mayTell: () => false }, true)
    judged.isChanged = true
    return this.#writeBehind(judged)
  }

  get #law() {
    return { watched: this.#watched, newestRule: this.#newestRule, limits: this.#deps.limits }
  }

  #apply(judged: Judged, report: Report, isNext: boolean): Happening[] {
    judged.isChanged = true
    const law = {
      ...this.#law,
      mayTell: () => {
        const may = judged.limit.take(report.timeS * 1000)
        if (!may) this.#held.inc({ reason: 'flood' })
        return may
      },
    }
    return judge(judged.state, report, law, isNext)
  }

  /** Events and what is known after them reach the disk in one transaction. */
  #tell(device: RegisteredDevice, judged: Judged, happenings: readonly Happening[], report: Report): void {
    const row = rowOfState(judged.state)
    const alongside = (tables: StateTables): Promise<void> => this.#stateStore.save([row], tables)
    const events = happenings.map((happening) => eventOf(device, happening, report))
    this.#await(judged, this.#deps.events.raise(events, alongside))
  }

  #await(judged: Judged, stored: Promise<void>): void {
    judged.unsettled = stored
    // What changes from now on is not in what is written.
    judged.isChanged = false
    const settled = (): void => {
      if (judged.unsettled === stored) judged.unsettled = null
    }
    stored.then(
      () => {
        judged.keptMs = this.#monotonicMs
        settled()
      },
      () => {
        judged.isChanged = true
        settled()
      },
    )
  }

  /** Not before the events that led to this state. */
  #writeBehind(judged: Judged): Promise<void> {
    const { unsettled } = judged
    if (unsettled === null || unsettled === this.#gathered?.written) return this.#write(judged)
    return unsettled.then(() => this.#writeBehind(judged))
  }

  #write(judged: Judged): Promise<void> {
    const gathered = this.#gathered ?? this.#gather()
    this.#gathered = gathered
    gathered.rows.set(judged.state.deviceKey, rowOfState(judged.state))
    this.#await(judged, gathered.written)
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

  /** A device whose events are on their way is written with them: its state alone would hide them from a start after a kill. */
  #keepChanged(olderMs: number): Promise<void> {
    const nowMs = this.#monotonicMs
    const isDue = ({ isChanged, unsettled, keptMs }: Judged): boolean =>
      isChanged && unsettled === null && nowMs - (keptMs ?? 0) >= olderMs
    if (this.#keeping) return this.#keeping
    const all = [...this.#devices.values()].filter(isDue)
    const due = olderMs > 0 ? all.slice(0, KEPT_AT_ONCE) : all
    if (due.length === 0) return Promise.resolve()
    this.#keeping = this.#keep(due).then(
      () => {
        this.#keeping = null
      },
      (error: Error) => {
        this.#keeping = null
        this.#deps.failed(error)
      },
    )
    return this.#keeping
  }

  async #keep(devices: readonly Judged[]): Promise<void> {
    const rows = devices.map(({ state }) => rowOfState(state))
    for (const judged of devices) judged.isChanged = false
    try {
      await this.#stateStore.save(rows)
    } catch (error) {
      for (const judged of devices) judged.isChanged = true
      throw error
    }
    for (const judged of devices) judged.keptMs = this.#monotonicMs
  }

  async #forget(deviceKey: number): Promise<void> {
    this.#devices.delete(deviceKey)
    try {
      await this.#stateStore.forget(deviceKey)
    } catch (error) {
      this.#deps.failed(error as Error)
    }
  }

  /** Points that reached the disk and whose judgement did not; how many things they told. */
  async #judgeStored(sinceS: number): Promise<number> {
    let told = 0
    for await (const points of this.#stateStore.unjudged(sinceS)) {
      for (const point of points) {
        const judged = this.#devices.get(point.deviceKey)
        const device = this.#deps.registry.byKey(point.deviceKey)
        if (!judged || !device) continue
        if (this.#deps.events.isFull) await this.#settled()
        const report = reportOf(point)
        const happenings = this.#apply(judged, report, true)
        told += happenings.length
        if (happenings.length > 0) this.#tell(device, judged, happenings, report)
      }
    }
    return told
  }

  /** Everything that was told is on disk. */
  async #settled(): Promise<void> {
    await Promise.all([...this.#devices.values()].flatMap(({ unsettled }) => unsettled ?? []))
  }

  #judged(state: DeviceState, keptMs: number | null): Judged {
    return {
      state,
      limit: new TokenBucket(EVENT_RATE, state.last.timeS * 1000),
      keptMs,
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
} as const satisfies Readonly<Record<Happening['what'], Pick<DeviceEvent, 'change' | 'code'>>>

function eventOf({ key, deviceId }: RegisteredDevice, happening: Happening, report: Report): DeviceEvent {
  const { what, title, memo, timeS, latE6, lngE6 } = happening
  const name = events[what].code === EventCode.idle ? 'Idle' : title
  const place = { latE6, lngE6, speedKmh: report.speedKmh }
  return { ...events[what], deviceKey: key, deviceId, timeS, name, memo, call: false, place, late: report.isStored }
}

function placeOf(family: RuleFamily, slot: number): string {
  return `${family} ${slot}`
}
