// Belongs here: which deliveries are made of an event, and what sends each kind. Does not: when each is tried (delivery-runner.ts), how one is sent
// (send-webhook.ts, run-script.ts, send-mail.ts, send-report.ts).
import { randomBytes } from 'node:crypto'
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
import type { Attempt, Delivery, DeliveryKind, EventDeliveries, NewDelivery, ReportFiles } from './delivery.types.ts'
import { DeliveryRunner } from './delivery-runner.ts'
import { runScript } from './run-script.ts'
import { sendMail } from './send-mail.ts'
import { mailReport, sendReport } from './send-report.ts'
import { sendWebhook, webhookSecret } from './send-webhook.ts'

/** Attempts at once. Mails have their own: a mail server that does not answer holds up no address and no program. */
const AT_ONCE = 8
const MAILS_AT_ONCE = 2
const mailKinds: readonly DeliveryKind[] = ['mail', 'report-mail']
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
  readonly mail: Pick<Mail, 'send' | 'onSettings'>
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
  const common = { clock, log, store, send, hasWaiting: () => waiting > 0 }
  const runners = [
    new DeliveryRunner({ ...common, kinds: ['webhook', 'script', 'report'], atOnce: AT_ONCE }),
    new DeliveryRunner({ ...common, kinds: mailKinds, atOnce: MAILS_AT_ONCE }),
  ]
  const wake = (): void => {
    for (const runner of runners) runner.wake()
  }
  // What failed with the settings of before may pass now.
  const hastenMails = async (): Promise<void> => {
    await store.hastenKinds(mailKinds, clock.nowMs())
    wake()
  }
  const settings = deps.mail.onSettings(() => {
    hastenMails().catch((error: unknown) => log.error('hasten', { err: error }, 'Cannot try the mails that wait'))
  })
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
    wake,
    get isFull() {
      return waiting >= WAITING_MAX
    },
    async add(tables, ...deliveries) {
      await insertDeliveries(tables, deliveries, clock.nowMs())
      waiting += deliveries.length
    },
    list: (query) => store.list(query),
    async again(id) {
      const isFound = await store.again(id, clock.nowMs())
      if (isFound) {
        waiting += 1
        wake()
      }
      return isFound
    },
    secretOf: (address) => sender.secretOf(address),
    async close() {
      cleaner.cancel()
      settings.close()
      await Promise.all(runners.map((runner) => runner.close()))
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
      if (kind === 'report-mail') return mailReport(deps, delivery)
      if (kind === 'webhook')
        return sendWebhook({ clock, allowLocal }, delivery, { body }, await secretOf(target), signal)
      if (kind === 'script') return runScript({ clock, folder }, { name: target, input: [body] }, signal)
      const offset = registry.byKey(deviceKey)?.utcOffsetMinutes ?? 0
      return sendMail(mail, target.split(','), JSON.parse(body) as OutgoingEvent, offset)
    },
  }
}
