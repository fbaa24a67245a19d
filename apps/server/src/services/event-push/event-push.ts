// Belongs here: stored events to the HTTP server of another system. Does not: which target is allowed (platform/outbound).
import { cloudCall } from '@fleetglass/contract/server-settings'
import type { Clock } from '../../platform/clock/index.ts'
import { type Log, limitLog } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { requestOutbound } from '../../platform/outbound/index.ts'
import { defineSettings, type Settings } from '../../platform/settings/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import type { EventPlans } from '../event-plans/index.ts'
import type { EventProfiles } from '../event-profiles/index.ts'
import type { NumberedEvent } from '../events/index.ts'
import { outgoingEvent } from './outgoing-event.ts'

/** SET-094. */
const cloudSettings = defineSettings({
  name: 'cloud',
  schema: cloudCall.fields,
  initial: () => ({ enable: false, ip: '', port: 80 }),
})

/** SET-096. */
const ATTEMPTS = 3
const ATTEMPT_MS = 10_000
const PAUSE_MS = 1_000
const ANSWER_BYTES_MAX = 64 * 1024
/** Events that wait for a slow target; beyond, the oldest is dropped: the newest matter most to those who watch. */
const WAITING_MAX = 1_000
/** Requests at a time. */
const WORKERS = 4

export interface EventPush {
  /** Sends events that this process has stored, so that each is sent once. Never waits. */
  take(events: readonly NumberedEvent[]): void
  /** What waits is dropped: the events are in the database. */
  close(): Promise<void>
}

export function createEventPush(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly settings: Pick<Settings, 'open'>
  readonly registry: Pick<DeviceRegistry, 'byKey'>
  readonly plans: Pick<EventPlans, 'settingsFor'>
  readonly profiles: Pick<EventProfiles, 'look'>
  /** Whether the target may be this machine. */
  readonly allowLocal: boolean
}): EventPush {
  const { clock, metrics, settings, registry, plans, profiles, allowLocal } = deps
  const log = limitLog(deps.log.child({ part: 'event push' }), clock)
  const pushed = metrics.counter('fleetglass_events_pushed_total', 'Events sent to another system', ['outcome'])
  const section = settings.open(cloudSettings)
  const closing = new AbortController()
  const waiting: NumberedEvent[] = []
  metrics.measured('fleetglass_events_push_waiting', 'Events that wait for another system', () => waiting.length)
  let workers = 0

  const isOn = (): boolean => section.value.enable && section.value.ip !== '' && !closing.signal.aborted

  /** SET-095. The end of an event is sent where its begin was. */
  const isPlanned = ({ deviceKey, code }: NumberedEvent): boolean =>
    plans.settingsFor('push', deviceKey, code)?.isEnabled === true

  /** Whether the target has taken it. */
  const post = async (body: string): Promise<boolean> => {
    const { ip, port } = section.value
    try {
      const { status } = await requestOutbound(
        { clock, allowLocal },
        {
          url: new URL(`http://${ip.includes(':') && !ip.startsWith('[') ? `[${ip}]` : ip}:${port}/`),
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          timeoutMs: ATTEMPT_MS,
          answerBytesMax: ANSWER_BYTES_MAX,
          signal: closing.signal,
        },
      )
      if (status >= 200 && status < 300) return true
      log.warn(ip, { target: ip, port, status }, 'The target of event pushes answered with a failure')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn(ip, { target: ip, port, reason }, 'Cannot push events to this target')
    }
    return false
  }

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = clock.after(PAUSE_MS, () => end())
      const end = (): void => {
        timer.cancel()
        closing.signal.removeEventListener('abort', end)
        resolve()
      }
      closing.signal.addEventListener('abort', end)
    })

  const send = async (event: NumberedEvent): Promise<void> => {
    const vehicle = registry.byKey(event.deviceKey)?.memo ?? ''
    const body = JSON.stringify(outgoingEvent(event, vehicle, profiles))
    for (let attempt = 1; attempt <= ATTEMPTS && isOn(); attempt++) {
      if (attempt > 1) await pause()
      if (await post(body)) {
        pushed.inc({ outcome: 'sent' })
        return
      }
    }
    pushed.inc({ outcome: 'failed' })
  }

  const work = async (): Promise<void> => {
    workers += 1
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) await send(event)
    workers -= 1
  }

  const subscription = section.subscribe(() => {
    if (!isOn()) waiting.length = 0
  })
  return {
    take(events) {
      if (!isOn()) return
      waiting.push(...events.filter(isPlanned))
      const dropped = waiting.splice(0, Math.max(0, waiting.length - WAITING_MAX))
      if (dropped.length > 0) pushed.inc({ outcome: 'dropped' }, dropped.length)
      for (let more = Math.min(WORKERS - workers, waiting.length); more > 0; more--) void work()
    },
    async close() {
      subscription.close()
      waiting.length = 0
      closing.abort()
    },
  }
}
