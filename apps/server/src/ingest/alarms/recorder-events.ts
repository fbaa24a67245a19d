// Belongs here: events of devices that the server cannot record. Does not: why it cannot (ingest/recorder).
import { EventCode } from '@fleetglass/contract/events'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { RecordingTrouble } from '../../ports/recordings/index.ts'
import type { EventWriter } from '../../services/events/index.ts'

export interface RecorderEventsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly events: Pick<EventWriter, 'append'>
}

/** Raises a disk error for each device that is to be recorded, and its end. */
export function reportTrouble(
  { clock, log, events }: RecorderEventsDeps,
  { isOver, reason, devices }: RecordingTrouble,
): void {
  if (devices.length === 0) return
  const timeS = Math.floor(clock.nowMs() / 1000)
  const raised = devices.map(({ key: deviceKey, deviceId }) => ({
    deviceKey,
    deviceId,
    timeS,
    change: isOver ? ('cover' as const) : ('new' as const),
    late: false,
    code: EventCode.diskError,
    name: '',
    memo: reason,
    call: false,
    place: null,
    byServer: true,
  }))
  events
    .append(raised)
    .catch((error: unknown) => log.error({ err: error, reason }, 'the events of a disk error could not be stored'))
}
