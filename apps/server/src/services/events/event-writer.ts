// Belongs here: writing events of any origin in one order, counting them, reporting them once they are stored. Does not: which
// alarm is an event (ingest/alarms), which crossing (ingest/rules).
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { createEventStore } from './event.store.ts'
import type { Alongside, DeviceEvent, EventCompanion, NumberedEvent } from './event.types.ts'
import { EventLog } from './event-log.ts'

/** Stores events. */
export interface EventWriter {
  /** Nothing is taken: messages with events must not be acknowledged. */
  readonly isFull: boolean
  /** Resolves when the events are on disk, with what is written alongside; rejects when the log is full or ends before. */
  append(events: readonly DeviceEvent[], alongside?: Alongside): Promise<void>
  /** From now on `companion` is called with all events that are stored, the last ones of `close` too. */
  accompany(companion: EventCompanion): void
  /** Writes pending events; idempotent. */
  close(): Promise<void>
}

export function createEventWriter(deps: {
  readonly clock: Clock
  readonly metrics: Metrics
  readonly database: Database
  /** Whether the plan in force keeps events of this device and code out of lists and notices (PLAN-44). */
  readonly isHidden: (deviceKey: number, code: number) => boolean
  /** Called with each group once it is on disk. */
  readonly stored: (events: readonly NumberedEvent[]) => void
  /** Called when events could not be written: they wait, and their messages are not acknowledged. */
  readonly failed: (error: Error) => void
}): EventWriter {
  const { clock, metrics, database, isHidden, stored, failed } = deps
  const companions = new Set<EventCompanion>()
  const log = new EventLog({ clock, store: createEventStore(database, clock), companions, stored, failed })
  const work = metrics.meter('event')
  const raised = metrics.counter('fleetglass_events_total', 'Events raised', ['code', 'change'])
  metrics.measured('fleetglass_events_waiting', 'Events that are not on disk yet', () => log.waiting)
  const measured = async (written: Promise<void>, count: number): Promise<void> => {
    const beganMs = clock.monotonicMs()
    await written
    for (let at = 0; at < count; at++) work.observe((clock.monotonicMs() - beganMs) / 1000)
  }
  let closing: Promise<void> | null = null
  return {
    get isFull() {
      return log.isFull
    },
    append(events, alongside) {
      if (!log.isFull) for (const { code, change } of events) raised.inc({ code: String(code), change })
      const marked = events.map((event) => (isHidden(event.deviceKey, event.code) ? { ...event, hidden: true } : event))
      return measured(log.append(marked, alongside), events.length)
    },
    accompany(companion) {
      companions.add(companion)
    },
    close() {
      closing ??= log.close()
      return closing
    },
  }
}
