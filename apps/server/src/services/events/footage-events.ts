import { EventCode } from '@fleetglass/contract/events'
import type { Clock } from '../../platform/clock/index.ts'
import type { Fleet } from '../live-state/index.ts'
import type { FootageEvents } from './event.types.ts'
import { eventMemo } from './event-memo.ts'
import type { EventWriter } from './event-writer.ts'

/** Events of footage requests, at the last known place. Requested by a user, so that they do not count as a flood of the device. */
export function createFootageEvents(deps: {
  readonly clock: Clock
  readonly fleet: Pick<Fleet, 'get'>
  readonly writer: Pick<EventWriter, 'append'>
}): FootageEvents {
  const { clock, fleet, writer } = deps
  return {
    footageWanted({ key, deviceId }, memo) {
      const fix = fleet.get(deviceId)?.fix
      return writer.append([
        {
          change: 'new',
          deviceKey: key,
          deviceId,
          timeS: Math.floor(clock.nowMs() / 1000),
          code: EventCode.customFootage,
          name: '',
          memo: eventMemo(memo),
          call: false,
          place: fix ? { latE6: fix.latE6, lngE6: fix.lngE6, speedKmh: fix.speedKmh } : null,
          late: false,
          byServer: true,
        },
      ])
    },
  }
}
