// What happens to each position of a registered device, in this order. Start here to follow a fence crossing to its toast.
// Does not belong here: decoding (gateway/signalling), what a step does (the folder that it names).
import { bothStored, type DeviceState } from '../ports/device-state/index.ts'
import type { CommitWaiter, PositionLog } from '../ports/position-log/index.ts'
import type { EventEngine } from './alarms/index.ts'
import type { PositionArrival, PositionOutcome } from './device-reports.types.ts'
import { withEvents } from './receipts.ts'
import type { PositionRelay } from './relays/index.ts'
import type { Rules } from './rules/index.ts'

export interface PositionPipelineDeps {
  readonly deviceState: Pick<DeviceState, 'publish'>
  readonly rules: Pick<Rules, 'position'>
  readonly alarms: Pick<EventEngine, 'position'>
  readonly relay: PositionRelay
  readonly positions: Pick<PositionLog, 'append'>
}

export interface PositionPipeline {
  /** The waiter gets its token when everything that the position led to is on disk: only then is the device acknowledged. */
  take(arrival: PositionArrival, waiter: CommitWaiter, token: number): PositionOutcome
}

/** Ends when what the step stores is on disk; `null` when it stores nothing. */
type Step = (arrival: PositionArrival) => Promise<void> | null

export function createPositionPipeline({
  deviceState,
  rules,
  alarms,
  relay,
  positions,
}: PositionPipelineDeps): PositionPipeline {
  const steps: readonly Step[] = [
    // 1. Live state: services/live-state merges the report, features/devices pushes the row to consoles (map, list).
    ({ device, report }) => deviceState.publish(device.deviceId, 'report', report),

    // 2. Rules: fences, routes, speed and idling. A crossing becomes an event: services/events stores and publishes it,
    //    features/events sends it to consoles, where it is the toast.
    (arrival) => rules.position(arrival.device, arrival.position, arrival),

    // 3. Alarms that the device itself reports: its alarm bits and active-safety items, by the same path as 2.
    (arrival) => alarms.position(arrival.device, arrival.position, arrival),

    // 4. Relay: a datagram to another system, where that is set. It stores nothing, and nothing waits for it.
    (arrival) => relay.position(arrival),
  ]

  return {
    take(arrival, waiter, token) {
      let events: Promise<void> | null = null
      for (const step of steps) events = bothStored(events, step(arrival))

      // 5. Track: the point goes to the position log, in a group with others.
      if (arrival.point === null) {
        if (events === null) return 'ignored'
        withEvents(events, waiter, token).committed(0)
        return 'taken'
      }
      const isTaken = positions.append(
        arrival.point,
        events === null ? waiter : withEvents(events, waiter, token),
        token,
      )
      return isTaken ? 'taken' : 'full'
    },
  }
}
