// Belongs here: one event to many sockets. Does not: who is let in (event-socket.ts).
import { can, type Requirement } from '@fleetglass/contract/access'
import type { EventMessage } from '@fleetglass/contract/events'
import type { Metrics } from '../../platform/metrics/index.ts'
import { sendFrames, textFrame, type WebSocket } from '../../platform/ws/index.ts'
import type { Account, DeviceRegistry, Visibility } from '../../services/directory/index.ts'
import type { EventPlans } from '../../services/event-plans/index.ts'
import { type EventProfiles, shownEvent } from '../../services/event-profiles/index.ts'
import type { DeviceEvent } from '../../services/events/index.ts'

/** EVTS-07. Without it the socket is open and silent: a console that was closed would only come back. */
export const mayReceive: Requirement = { anyOf: ['F_event'] }

/** Some thousand events. A subscriber with more unread bytes loses further events until it has read them. */
export const MAX_UNREAD_BYTES = 512 * 1024

/** What is written to a socket at once, between two looks at what it left unread. */
const WRITE_BYTES = 64 * 1024

/** A client with an open event socket. */
export interface Subscriber {
  readonly socket: WebSocket
  /** `null` until the login. */
  readonly account: Account | null
}

/** Some events as frames. */
interface Bundle {
  readonly frames: Buffer
  readonly events: number
}

interface FanOutDeps {
  readonly metrics: Metrics
  readonly registry: Pick<DeviceRegistry, 'byId'>
  readonly visibility: Pick<Visibility, 'sees' | 'audience'>
  readonly eventPlans: Pick<EventPlans, 'settingsFor'>
  readonly eventProfiles: Pick<EventProfiles, 'look'>
}

/**
 * Publishes events to every subscriber that may receive them. Events of one turn of the event loop are sent together: each event is made a frame
 * once, who sees it is asked once for all who see the same devices, and a socket takes many events in one write.
 */
export function createFanOut(
  { metrics, registry, visibility, eventPlans, eventProfiles }: FanOutDeps,
  subscribers: Iterable<Subscriber>,
): { add(event: DeviceEvent): void; close(): void } {
  const dropped = metrics.counter('fleetglass_event_messages_dropped_total', 'Events that slow readers lost')
  let waiting: DeviceEvent[] = []
  let turn: NodeJS.Immediate | null = null

  const shownOf = (event: DeviceEvent): EventMessage => ({
    ...messageOf(event),
    ...shownEvent(eventProfiles, event),
    ...callOf(eventPlans, event),
  })
  const report = (): void => {
    const events = waiting
    waiting = []
    turn = null
    const frames = new Map<DeviceEvent, Buffer>()
    const byAudience = new Map<string, readonly Bundle[]>()
    const bundlesFor = (account: Account): readonly Bundle[] => {
      const seen = events.filter(({ deviceId }) => {
        const device = registry.byId(deviceId)
        return device !== undefined && visibility.sees(account, device)
      })
      return bundled(seen.map((event) => frameOf(frames, event, shownOf)))
    }
    for (const { account, socket } of subscribers) {
      if (account === null || !can(account, mayReceive)) continue
      const audience = visibility.audience(account)
      const bundles = byAudience.get(audience) ?? bundlesFor(account)
      byAudience.set(audience, bundles)
      for (const bundle of bundles) {
        if (socket.bufferedAmount > MAX_UNREAD_BYTES) dropped.inc(bundle.events)
        else sendFrames(socket, bundle.frames)
      }
    }
  }
  return {
    add(event) {
      waiting.push(event)
      turn ??= setImmediate(report)
    },
    close() {
      if (turn !== null) clearImmediate(turn)
      waiting = []
    },
  }
}

function frameOf(
  frames: Map<DeviceEvent, Buffer>,
  event: DeviceEvent,
  shownOf: (event: DeviceEvent) => EventMessage,
): Buffer {
  const frame = frames.get(event) ?? textFrame(JSON.stringify(shownOf(event)))
  frames.set(event, frame)
  return frame
}

function bundled(frames: readonly Buffer[]): readonly Bundle[] {
  const bundles: Bundle[] = []
  let part: Buffer[] = []
  let bytes = 0
  const finish = (): void => {
    if (part.length > 0) bundles.push({ frames: Buffer.concat(part, bytes), events: part.length })
    part = []
    bytes = 0
  }
  for (const frame of frames) {
    if (bytes + frame.length > WRITE_BYTES) finish()
    part.push(frame)
    bytes += frame.length
  }
  finish()
  return bundles
}

/** PLAN-57, PLAN-58. What is over, or happened some time ago, rings nobody. */
function callOf(
  plans: Pick<EventPlans, 'settingsFor'>,
  { change, late, deviceKey, code }: DeviceEvent,
): Pick<EventMessage, 'call' | 'calltime'> | null {
  const plan = change === 'new' && !late ? plans.settingsFor('realtime', deviceKey, code) : null
  return plan?.isCalled === true ? { call: 1, calltime: plan.callS } : null
}

function messageOf({ change, timeS, deviceId, code, name, memo, call, late }: DeviceEvent): EventMessage {
  return {
    cmd: change,
    time: timeS,
    deviceid: deviceId,
    eventid: code,
    eventname: name,
    memo,
    call: call ? 1 : 0,
    ...(late && { late: 1 }),
  }
}
