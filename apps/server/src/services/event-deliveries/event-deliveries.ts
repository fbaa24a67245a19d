// Belongs here: which deliveries are made of an event, and when each is tried. Does not: how one is sent (send-webhook.ts, run-script.ts, send-mail.ts, send-report.ts).
import { randomBytes, randomUUID } from 'node:crypto'
import { isWebAddress } from '@fleetglass/contract/event-plans'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { type Log, limitLog } from '../../platform/log/index.ts'
import type { Mail } from '../../platform/mail/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import type { EventPlans } from '../event-plans/index.ts'
import type { EventProfiles } from '../event-profiles/index.ts'
import { type OutgoingEvent, outgoingEvent } from '../event-push/index.ts'
import { type EventWriter, isShown, type NumberedEvent } from '../events/index.ts'
import { createDeliveryStore, type DeliveryStore, insertDeliveries } from './delivery.store.ts'
import type { Attempt, Delivery, EventDeliveries, NewDelivery, ReportFiles } from './delivery.types.ts'
import { runScript } from './run-script.ts'
import { sendMail } from './send-mail.ts'
import { sendReport } from './send-report.ts'
import { detailOf, sendWebhook, webhookSecret } from './send-webhook.ts'

/** Before the second attempt, the third, and so on; the last one is repeated until the day is over. */
const RETRY_MS: readonly number[] = [30_000, 120_000, 600_000, 1_800_000, 3_600_000]
const GIVE_UP_MS = 86_400_000
/** Attempts at once, and of them for one receiver: a slow one holds up no other. */
const AT_ONCE = 8
const AT_ONCE_OF_TARGET = 2
const LOOK_MS = 2_000
/** A process that was killed holds what it was sending so long. */
const LEASE_MS = 20_000
const RENEW_MS = 5_000
/** A receiver that was not reached is left alone so long, twice as long after the next time, and so on. */
const AWAY_MS = 5_000
const AWAY_MAX_MS = 60_000
/** Receivers that are remembered as away; beyond, the oldest is forgotten. */
const AWAY_MAX = 200
const CLEAN_MS = 60_000
/** Of one receiver: beyond, the oldest are given up, because the newest matter most. */
const WAITING_OF_TARGET = 2_000
/** Of all: beyond, no more are stored. The events are. */
const WAITING_MAX = 100_000
/** Of the log. */
const KEEP_MS = 7 * 86_400_000
const KEEP_ROWS = 20_000

export interface EventDeliveriesDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly database: Database
  readonly registry: Pick<DeviceRegistry, 'byKey'>
  readonly plans: Pick<EventPlans, 'settingsFor'>
  readonly profiles: Pick<EventProfiles, 'look'>
  readonly writer: Pick<EventWriter, 'accompany'>
  readonly mail: Pick<Mail, 'sendNow'>
  readonly reportFiles: ReportFiles
  /** Programs that push plans and reports may run. */
  readonly scriptFolder: string
  /** Whether a receiver may be this machine. */
  readonly allowLocal: boolean
}

export async function createEventDeliveries(deps: EventDeliveriesDeps): Promise<EventDeliveries> {
  const { clock, metrics, database, writer } = deps
  const log = limitLog(deps.log.child({ part: 'event deliveries' }), clock)
  const store = createDeliveryStore(database)
  const attempts = metrics.counter('fleetglass_event_deliveries_total', 'Attempts to deliver events', [
    'kind',
    'outcome',
  ])
  const dropped = metrics.counter('fleetglass_event_deliveries_dropped_total', 'Deliveries that were not stored')
  let waiting = await store.waiting()
  metrics.measured('fleetglass_event_deliveries_waiting', 'Deliveries that wait', () => waiting)

  // Stored with the event: neither is on disk without the other, so that a killed server loses none. The companion stays as long as the
  // writer does, which writes its last events after the deliveries were closed.
  writer.accompany((events) => {
    const made = events.flatMap((event) => deliveriesOf(deps, event))
    if (made.length === 0) return null
    if (waiting + made.length > WAITING_MAX) {
      dropped.inc({}, made.length)
      log.error('full', { waiting }, 'Too many event deliveries wait; new ones are dropped until receivers answer')
      return null
    }
    waiting += made.length
    return (tables) => insertDeliveries(tables, made, clock.nowMs())
  })

  const sender = createSender(deps, store)
  const send = async (delivery: Delivery, signal: AbortSignal): Promise<Attempt> => {
    const attempt = await sender.send(delivery, signal)
    attempts.inc({ kind: delivery.kind, outcome: attempt.isDone ? 'done' : 'failed' })
    return attempt
  }
  const runner = new DeliveryRunner({ clock, log, store, send, hasWaiting: () => waiting > 0 })
  const clean = async (): Promise<void> => {
    const nowMs = clock.nowMs()
    await store.endOverflow(WAITING_OF_TARGET, nowMs)
    await store.removeOld(nowMs - KEEP_MS, KEEP_ROWS)
    waiting = await store.waiting()
  }
  let cleaning: Promise<void> | null = null
  const cleaner = clock.every(CLEAN_MS, () => {
    cleaning ??= clean()
      .catch((error: unknown) => log.error('clean', { err: error }, 'Cannot remove old event deliveries'))
      .finally(() => {
        cleaning = null
      })
  })
  return {
    wake: () => runner.wake(),
    async add(tables, delivery) {
      await insertDeliveries(tables, [delivery], clock.nowMs())
      waiting += 1
    },
    list: (query) => store.list(query),
    async again(id) {
      const isFound = await store.again(id, clock.nowMs())
      if (isFound) {
        waiting += 1
        runner.wake()
      }
      return isFound
    },
    secretOf: (address) => sender.secretOf(address),
    async close() {
      cleaner.cancel()
      await runner.close()
      await cleaning
    },
  }
}

/** Only what begins is delivered: a plan is one push, one call or one mail an event. */
function deliveriesOf({ registry, plans, profiles }: EventDeliveriesDeps, event: NumberedEvent): NewDelivery[] {
  const { change, deviceKey, code } = event
  if (change !== 'new' || !isShown(event)) return []
  const push = plans.settingsFor('push', deviceKey, code)
  const realtime = plans.settingsFor('realtime', deviceKey, code)
  const isPushed = push?.isEnabled === true
  const isMailed = realtime?.isMailed === true && realtime.receivers.length > 0
  if (!isPushed && !isMailed) return []
  const body = JSON.stringify(outgoingEvent(event, registry.byKey(deviceKey)?.memo ?? '', profiles))
  return [
    ...(isPushed
      ? [
          {
            kind: isWebAddress(push.script) ? ('webhook' as const) : ('script' as const),
            target: push.script,
            plan: push.name,
            deviceKey,
            body,
          },
        ]
      : []),
    ...(isMailed ? [{ kind: 'mail' as const, target: realtime.receivers.join(','), plan: '', deviceKey, body }] : []),
  ]
}

function createSender(deps: EventDeliveriesDeps, store: DeliveryStore) {
  const { clock, registry, mail, allowLocal, scriptFolder: folder } = deps
  let siteKey: string | null = null
  const secretOf = async (address: string): Promise<string> => {
    siteKey ??= await store.signingKey(randomBytes(32).toString('base64'))
    return webhookSecret(siteKey, address)
  }
  return {
    secretOf,
    async send(delivery: Delivery, signal: AbortSignal): Promise<Attempt> {
      const { kind, target, body, deviceKey } = delivery
      if (kind === 'report') return sendReport({ ...deps, secretOf }, delivery, signal)
      if (kind === 'webhook')
        return sendWebhook({ clock, allowLocal }, delivery, { body }, await secretOf(target), signal)
      if (kind === 'script') return runScript({ clock, folder }, { name: target, input: [body] }, signal)
      const offset = registry.byKey(deviceKey)?.utcOffsetMinutes ?? 0
      return sendMail(mail, target.split(','), JSON.parse(body) as OutgoingEvent, offset)
    },
  }
}

interface DeliveryRunnerDeps {
  readonly clock: Clock
  readonly log: ReturnType<typeof limitLog>
  readonly store: DeliveryStore
  readonly send: (delivery: Delivery, signal: AbortSignal) => Promise<Attempt>
  /** Without it the table is not asked: most sites have no plan that sends anything. */
  readonly hasWaiting: () => boolean
}

/** Sends what is due, as far as no other process does. */
class DeliveryRunner {
  readonly #clock
  readonly #log
  readonly #store
  readonly #send
  readonly #holder = randomUUID()
  readonly #stopping = new AbortController()
  readonly #running = new Map<number, { readonly target: string; readonly done: Promise<void> }>()
  /** Receivers that were not reached, until when they are left alone, and how often it was tried. */
  readonly #away = new Map<string, { untilMs: number; failures: number }>()
  readonly #timers
  #looking: Promise<void> | null = null
  #looksAgain = false

  constructor({ clock, log, store, send, hasWaiting }: DeliveryRunnerDeps) {
    this.#clock = clock
    this.#log = log
    this.#store = store
    this.#send = send
    const look = (): void => {
      if (hasWaiting()) this.wake()
    }
    this.#timers = [clock.every(LOOK_MS, look), clock.every(RENEW_MS, () => this.#renew())]
    this.wake()
  }

  wake(): void {
    if (this.#stopping.signal.aborted) return
    if (this.#looking !== null) {
      this.#looksAgain = true
      return
    }
    this.#looking = this.#look()
      .catch((error: unknown) => this.#log.error('look', { err: error }, 'Cannot read which event deliveries are due'))
      .finally(() => {
        this.#looking = null
        const looksAgain = this.#looksAgain
        this.#looksAgain = false
        if (looksAgain) this.wake()
      })
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) timer.cancel()
    this.#stopping.abort()
    await this.#looking
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  async #look(): Promise<void> {
    while (this.#running.size < AT_ONCE && !this.#stopping.signal.aborted) {
      const nowMs = this.#clock.nowMs()
      const due = await this.#store.due({ nowMs, except: this.#except(nowMs), limit: AT_ONCE * 4 })
      let started = 0
      for (const delivery of due) {
        if (this.#running.size >= AT_ONCE || this.#stopping.signal.aborted) break
        if (!this.#isFree(delivery.target) || this.#running.has(delivery.id)) continue
        if (!(await this.#store.claim(delivery.id, this.#holder, nowMs, LEASE_MS))) continue
        this.#start(delivery)
        started += 1
      }
      if (started === 0) return
    }
  }

  /** Receivers for which nothing more is started now. */
  #except(nowMs: number): readonly string[] {
    const away = [...this.#away].filter(([, { untilMs }]) => untilMs > nowMs).map(([target]) => target)
    const busy = [...this.#running.values()].map(({ target }) => target).filter((target) => !this.#isFree(target))
    return [...new Set([...away, ...busy])]
  }

  /** One that was not reached is tried with one delivery first. */
  #isFree(target: string): boolean {
    const running = [...this.#running.values()].filter((one) => one.target === target).length
    return running < (this.#away.has(target) ? 1 : AT_ONCE_OF_TARGET)
  }

  #start(delivery: Delivery): void {
    const { id, target } = delivery
    const done = this.#process(delivery)
      .catch((error: unknown) =>
        this.#log.error(target, { err: error, id }, 'Cannot store how an event delivery ended'),
      )
      .finally(() => {
        this.#running.delete(id)
        this.wake()
      })
    this.#running.set(id, { target, done })
  }

  async #process(delivery: Delivery): Promise<void> {
    const { id, createdMs } = delivery
    const attempt = await this.#send(delivery, this.#stopping.signal).catch((error: unknown) => this.#broken(error))
    if (this.#stopping.signal.aborted && !attempt.isDone) {
      // It was interrupted: the next start, or another process, tries it.
      await this.#store.release(id, this.#holder, {})
      return
    }
    const nowMs = this.#clock.nowMs()
    const attempts = delivery.attempts + 1
    const ended = { attempts, triedMs: nowMs, outcome: attempt.outcome, detail: attempt.detail }
    const dueMs = nowMs + (RETRY_MS[attempts - 1] ?? RETRY_MS.at(-1) ?? GIVE_UP_MS)
    const isOver = attempt.isDone || attempt.isFinal || dueMs > createdMs + GIVE_UP_MS
    const state = attempt.isDone ? 'done' : isOver ? 'failed' : 'waiting'
    await this.#store.release(id, this.#holder, { ...ended, state, dueMs })
    await this.#note(delivery, attempt, nowMs)
  }

  /** An attempt that failed on this side: it counts, and is not repeated for ever. */
  #broken(error: unknown): Attempt {
    this.#log.error('broken', { err: error }, 'An event delivery could not be attempted')
    const detail = detailOf(error instanceof Error ? error.message : String(error))
    return { isDone: false, isFinal: false, isAway: false, outcome: 'not-attempted', detail }
  }

  /** Remembers who is away; what waits for one that is back is due at once. */
  async #note({ target, kind, plan }: Delivery, { isDone, isAway, outcome }: Attempt, nowMs: number): Promise<void> {
    if (!isDone)
      this.#log.warn(target, { kind, plan, outcome }, 'Cannot deliver an event; see the delivery log of push plans')
    const before = this.#away.get(target)
    this.#away.delete(target)
    if (isAway) {
      const failures = (before?.failures ?? 0) + 1
      const pauseMs = Math.min(AWAY_MAX_MS, AWAY_MS * 2 ** (failures - 1))
      this.#away.set(target, { failures, untilMs: nowMs + pauseMs })
      const [oldest] = this.#away.keys()
      if (this.#away.size > AWAY_MAX && oldest !== undefined) this.#away.delete(oldest)
    } else if (before !== undefined && isDone) await this.#store.hasten(target, nowMs)
  }

  #renew(): void {
    if (this.#running.size === 0) return
    this.#store
      .renew(this.#holder, this.#clock.nowMs() + LEASE_MS)
      .catch((error: unknown) => this.#log.error('renew', { err: error }, 'Cannot hold on to event deliveries'))
  }
}
