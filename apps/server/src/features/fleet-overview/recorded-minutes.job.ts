import { SLOT_S } from '@fleetglass/contract/tracks'
import type { Clock } from '../../platform/clock/index.ts'
import type { Job } from '../../platform/scheduler/index.ts'
import type { RecordedMinutes } from '../../services/recordings/index.ts'

/** A month, the same one a year ago, and the one before it. */
const STORED_S = 400 * 86_400
const PERIOD_MS = 86_400_000

/** Forgets long after the recordings themselves when a device was recorded. */
export const recordedMinutesRetention = ({
  clock,
  recorded,
}: {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly recorded: Pick<RecordedMinutes, 'removeBefore'>
}): Job => ({
  name: 'recorded minutes by age',
  schedule: { everyMs: PERIOD_MS },
  needsTrustedTime: true,
  run: (signal) => recorded.removeBefore(Math.floor((clock.nowMs() / 1000 - STORED_S) / SLOT_S), signal),
})
