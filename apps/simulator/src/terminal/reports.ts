import { type Message, type PositionItem, writeItem } from '@fleetglass/jt808'
import type { Faults } from '../scenarios/faults.ts'
import type { DeviceCounters, DeviceSetup } from './device.types.ts'
import { type InFlight, Outbox } from './outbox.ts'
import { ParameterId, type Parameters } from './parameters.ts'
import { positionBody, type Signals } from './position-body.ts'
import { safetyItem } from './safety-alarm.ts'

const POSITION_ID = 0x0200
const BATCH_ID = 0x0704
const HEARTBEAT_ID = 0x0002
/** After that many acknowledged times the oldest are forgotten. */
const MAX_STORED_TIMES = 200_000
/** Item 0x12. */
const CIRCLE = 1
const ENTERED = 0
const LEFT = 1
/** Moments that are kept for a platform which does not answer. */
const MOST_HAPPENED = 100
/** Faults that stand in a position. */
const SIGNALS: ReadonlySet<string> = new Set<keyof Signals>([
  ...(['alarmBits', 'inputBits', 'videoLossBits', 'coveredBits'] as const),
  ...(['diskFaultBits', 'videoAlarmBits', 'driverBits'] as const),
])

/** What the reports need from their device. */
export interface ReportsContext {
  readonly setup: Pick<DeviceSetup, 'identity' | 'vehicle' | 'wheel' | 'utcOffsetS' | 'intervalS' | 'outboxCapacity'>
  readonly parameters: Parameters
  readonly faults: Faults
  readonly counters: DeviceCounters
  /** The session is open, and nothing keeps the device silent. */
  readonly canSend: () => boolean
  /** Returns the serial; `again` is that of a message which is repeated. */
  readonly send: (message: Message, again?: number) => number
  /** Something went out: the heartbeat can wait. */
  readonly sent: () => void
}

/**
 * What a device reports by itself: where it is at its interval, what happens between, and that it is alive. Each is repeated
 * or kept until the platform has acknowledged it.
 */
export class Reports {
  /** Device times of acknowledged points are kept only after this was set to true. */
  storeAcknowledged = false
  readonly #context: ReportsContext
  readonly #outbox: Outbox
  #intervalMs: number
  #nextPointMs = Infinity
  #lastPointMs = 0
  #lastAccOn = true
  #tracking: { intervalMs: number; untilMs: number } | null = null
  #acknowledged: number[] = []
  /** Times of points taken while the emergency button was pressed. */
  #emergencyTimesS: Set<number> | null = null
  /** Set for good when it reported a fault for the first time: from then on each position says what is wrong. */
  #reportsSignals = false
  /** What happened at a point that was not acknowledged yet, by its device time. */
  readonly #happened = new Map<number, readonly PositionItem[]>()
  #lastAlarmId = 0
  #doorsLocked = false
  #fuelCut = false

  constructor(context: ReportsContext) {
    this.#context = context
    this.#outbox = new Outbox(context.setup.outboxCapacity)
    this.#intervalMs = context.setup.intervalS * 1000
  }

  get waiting(): number {
    return this.#outbox.waiting
  }

  get dropped(): number {
    return this.#outbox.dropped
  }

  /** Device times (unix seconds UTC) since `storeAcknowledged` was set. */
  get acknowledgedTimesS(): readonly number[] {
    return this.#acknowledged
  }

  /** Unix ms of the next thing to do. `answerMs`: how long the platform may take to answer. */
  dueMs(answerMs: number): number {
    return Math.min(this.#nextPointMs, this.#context.canSend() ? this.#outbox.dueMs(answerMs) : Infinity)
  }

  /** Takes the point that is due, and sends what waited for its time. */
  onDue(nowMs: number): void {
    if (nowMs >= this.#nextPointMs) this.#tick(nowMs)
    if (!this.#context.canSend()) return
    for (const timeS of this.#outbox.takeLate(nowMs)) this.#sendPoint(timeS, nowMs)
  }

  /** Repeats what was not answered in time; false when the platform answers no more. */
  repeatUnanswered(nowMs: number, answerMs: number, retries: number): boolean {
    if (!this.#context.canSend()) return true
    for (const overdue of this.#outbox.overdue(nowMs, answerMs, retries)) {
      if (overdue.kind === 'given-up') return false
      this.#transmit(overdue.message, overdue.message.serial)
    }
    return true
  }

  /** The session is open: where we are now, and what was kept meanwhile. */
  begin(nowMs: number): void {
    // A point of this second may lie there already.
    if (Math.floor(nowMs / 1000) !== Math.floor(this.#lastPointMs / 1000)) this.#tick(nowMs)
    this.#sendBatch(nowMs)
  }

  heartbeat(nowMs: number): void {
    this.#launch(HEARTBEAT_ID, [], nowMs)
  }

  /** The link is gone: what was in flight is kept for the next one. */
  landAll(): void {
    this.#outbox.landAll()
  }

  /** 0x8001 for one of the messages here. */
  answered(body: { answeredSerial: number; answeredId: number; result: number }): void {
    const message = this.#outbox.answered(body.answeredSerial, body.answeredId)
    if (!message) return
    if (body.result === 0 || body.result === 4) this.#acknowledge(message.timesS)
    if (message.messageId === BATCH_ID) this.#sendBatch(this.#nowMs())
  }

  /** 0x8103 may have changed the interval. */
  intervalChanged(): void {
    const { parameters } = this.#context
    if (parameters.has(ParameterId.intervalS)) {
      this.#intervalMs = Math.max(1, parameters.number(ParameterId.intervalS)) * 1000
    }
    this.#nextPointMs = this.#nowMs() + this.#intervalMs
  }

  forgetInterval(): void {
    this.#intervalMs = this.#context.setup.intervalS * 1000
  }

  /** 0x8202: another interval for a while; 0 ends it. */
  track(intervalS: number, validityS: number): void {
    const nowMs = this.#nowMs()
    this.#tracking = intervalS > 0 ? { intervalMs: intervalS * 1000, untilMs: nowMs + validityS * 1000 } : null
    this.#nextPointMs = nowMs + this.#interval(nowMs)
  }

  /** A fault that stands in positions began or ended: a device reports an alarm at once. */
  faultChanged(name: keyof Faults, was: Readonly<Faults>): void {
    const { safetyAlarm, areaId } = this.#context.faults
    if (name === 'safetyAlarm') {
      if (was.safetyAlarm !== 0) this.#reportSafety(was.safetyAlarm, true)
      if (safetyAlarm !== 0) this.#reportSafety(safetyAlarm, false)
    } else if (name === 'areaId') {
      if (was.areaId !== 0) this.#crossArea(was.areaId, LEFT)
      if (areaId !== 0) this.#crossArea(areaId, ENTERED)
    } else if (SIGNALS.has(name)) {
      this.#reportsSignals = true
      this.#reportNow()
    }
  }

  /** 0x8500. */
  lock(locked: boolean): void {
    this.#doorsLocked = locked
  }

  /** A word of 0x8105. */
  cutFuel(isCut: boolean): void {
    this.#fuelCut = isCut
  }

  /** 0x8203; of all alarms only the emergency button stays until it is confirmed. */
  confirmAlarms(typeBits: number): void {
    if (typeBits & 1) this.#emergencyOver()
  }

  /** The body of 0x0200 for a time in unix seconds. */
  body(timeS: number) {
    const { setup, parameters, faults } = this.#context
    const condition = {
      topSpeedKmh: parameters.number(ParameterId.topSpeedKmh),
      emergency: this.#emergencyTimesS?.has(timeS) ?? false,
      doorsLocked: this.#doorsLocked,
      fuelCut: this.#fuelCut,
      reportsMoving: setup.identity.version === '2019',
      signals: this.#reportsSignals ? faults : null,
      happened: this.#happened.get(timeS) ?? [],
    }
    return positionBody(setup.vehicle.at(timeS), condition, this.localS(timeS))
  }

  /** What the clock of the device shows. */
  localS(timeS: number): number {
    return timeS + this.#context.setup.utcOffsetS + this.#context.faults.clockJumpS
  }

  #nowMs(): number {
    return this.#context.setup.wheel.nowMs()
  }

  /** Takes a point if one is wanted now. A parked vehicle reports at the interval for sleep, and when the key turns. */
  #tick(nowMs: number): void {
    const { setup, parameters } = this.#context
    const intervalMs = this.#interval(nowMs)
    const { accOn } = setup.vehicle.at(nowMs / 1000)
    const asleepMs = parameters.number(ParameterId.asleepIntervalS) * 1000
    const wanted =
      accOn || accOn !== this.#lastAccOn || nowMs - this.#lastPointMs >= asleepMs || this.#tracking !== null
    this.#lastAccOn = accOn
    // By plan and not by when the timer came: else two points may fall into one second and none into the next.
    const onPlan = nowMs >= this.#nextPointMs && nowMs - this.#nextPointMs <= intervalMs
    const pointMs = onPlan ? this.#nextPointMs : nowMs
    this.#nextPointMs = pointMs + intervalMs
    if (wanted) this.#takePoint(pointMs, nowMs)
  }

  #interval(nowMs: number): number {
    if (this.#tracking && nowMs > this.#tracking.untilMs) this.#tracking = null
    return this.#tracking?.intervalMs ?? this.#intervalMs
  }

  #takePoint(pointMs: number, nowMs: number): void {
    const { faults, canSend } = this.#context
    this.#lastPointMs = pointMs
    const timeS = Math.floor(pointMs / 1000)
    if (faults.emergency) {
      this.#emergencyTimesS ??= new Set()
      this.#emergencyTimesS.add(timeS)
    }
    if (faults.latePointsS > 0) {
      this.#outbox.hold(timeS, nowMs + faults.latePointsS * 1000)
      return
    }
    if (canSend() && this.#outbox.mayFly) this.#sendPoint(timeS, nowMs)
    else this.#outbox.store(timeS)
  }

  #sendPoint(timeS: number, nowMs: number): void {
    this.#launch(POSITION_ID, [timeS], nowMs)
    this.#sendBatch(nowMs)
  }

  #sendBatch(nowMs: number): void {
    if (!this.#context.canSend()) return
    const timesS = this.#outbox.takeBatch(BATCH_ID)
    if (timesS.length > 0) this.#launch(BATCH_ID, timesS, nowMs)
  }

  #launch(messageId: number, timesS: readonly number[], nowMs: number): void {
    this.#context.counters.positionsSent += timesS.length
    const serial = this.#transmit({ messageId, timesS })
    this.#outbox.sent({ serial, messageId, timesS, sentMs: nowMs, tries: 1 })
    this.#context.sent()
  }

  #transmit(message: Pick<InFlight, 'messageId' | 'timesS'>, again?: number): number {
    const { send } = this.#context
    switch (message.messageId) {
      case POSITION_ID:
        return send({ name: 'position', body: this.body(message.timesS[0]!) }, again)
      case BATCH_ID: {
        const entries = message.timesS.map((timeS) => ({ position: this.body(timeS) }))
        return send({ name: 'positionBatch', body: { kind: 1, entries } }, again)
      }
      default:
        return send({ name: 'heartbeat', body: {} }, again)
    }
  }

  #acknowledge(timesS: readonly number[]): void {
    const { counters, faults } = this.#context
    counters.positionsAcknowledged += timesS.length
    for (const timeS of timesS) {
      if (this.#emergencyTimesS?.has(timeS)) this.#emergencyOver()
      this.#happened.delete(timeS)
    }
    if (!this.storeAcknowledged) return
    for (const timeS of timesS) this.#acknowledged.push(timeS + faults.clockJumpS)
    if (this.#acknowledged.length > MAX_STORED_TIMES)
      this.#acknowledged = this.#acknowledged.slice(-MAX_STORED_TIMES / 2)
  }

  #emergencyOver(): void {
    this.#context.faults.emergency = false
    this.#emergencyTimesS = null
  }

  #reportNow(): void {
    const nowMs = this.#nowMs()
    this.#takePoint(nowMs, nowMs)
  }

  #happens(item: PositionItem): void {
    const timeS = Math.floor(this.#nowMs() / 1000)
    // Another one of the same second goes with another point: what was sent is not reported again.
    this.#happened.set(timeS, [item])
    for (const oldest of this.#happened.keys()) {
      if (this.#happened.size <= MOST_HAPPENED) break
      this.#happened.delete(oldest)
    }
    this.#reportNow()
  }

  #crossArea(areaId: number, direction: typeof ENTERED | typeof LEFT): void {
    this.#happens(writeItem({ id: 0x12, name: 'areaCrossing', value: { kind: CIRCLE, areaId, direction } }))
  }

  #reportSafety(code: number, ends: boolean): void {
    const { vehicle, identity } = this.#context.setup
    if (!ends) this.#lastAlarmId += 1
    const kind = { detail: code >> 16, item: (code >> 8) & 0xff, type: code & 0xff }
    const alarm = { ...kind, alarmId: this.#lastAlarmId, ends, files: this.#context.faults.alarmFiles }
    const nowMs = this.#nowMs()
    const localNowS = this.localS(Math.floor(nowMs / 1000))
    const item = safetyItem(alarm, vehicle.at(nowMs / 1000), identity.terminalId, localNowS)
    if (item) this.#happens(item)
  }
}
