import { mayCall } from '@fleetglass/contract/access'
import { AppError } from '@fleetglass/contract/errors'
import { eventQueryAccess } from '@fleetglass/contract/events'
import {
  decodeRecordedDays,
  decodeRecordedMinutes,
  RECORDED_DAYS,
  RECORDED_MINUTES,
  writeDayStarts,
} from '@fleetglass/contract/playback'
import { streamRights } from '@fleetglass/contract/streams'
import { type ChannelMessage, message } from '../../platform/channel/index.ts'
import type { Account, Visibility } from '../../services/directory/index.ts'
import type { EventStore } from '../../services/events/index.ts'
import type { Recordings } from '../../services/recordings/index.ts'

export interface PlaybackMessageDeps {
  readonly recordings: Recordings
  readonly events: Pick<EventStore, 'days'>
  readonly visibility: Visibility
}

/** Which minutes have recordings, and which days have recordings or events, on the main channel. */
export const playbackMessages = (deps: PlaybackMessageDeps): ChannelMessage[] => [
  message(RECORDED_MINUTES, streamRights.lopb, 'Read which minutes are recorded for device {A}', async (call) => {
    const asked = decodeRecordedMinutes(call.fields)
    if (asked === null) throw new AppError('invalid-day')
    const device = deps.visibility.device(call.account, asked.deviceId)
    if (device === undefined) throw new AppError('unknown-device')
    call.reply({}, await deps.recordings.minuteFlags(device.key, asked.beginS * 1000))
  }),
  message(RECORDED_DAYS, streamRights.lopb, 'Read which days are recorded', async (call) => {
    const asked = decodeRecordedDays(call.fields)
    if (asked === null) throw new AppError('invalid-day-query')
    const keys = deviceKeys(deps, call.account, asked.deviceId)
    const [recorded, eventful] = await Promise.all([
      deps.recordings.days(keys, asked.utcOffsetS),
      !asked.onlyRecorded && mayCall(call.account, eventQueryAccess) ? deps.events.days(keys, asked.utcOffsetS) : [],
    ])
    call.reply({}, writeDayStarts([...new Set([...recorded, ...eventful])].sort((a, b) => a - b)))
  }),
]

function deviceKeys({ visibility }: PlaybackMessageDeps, account: Account, deviceId: string | null): number[] {
  if (deviceId === null) {
    return visibility.devices(account).map((device) => device.key)
  }
  const device = visibility.device(account, deviceId)
  if (device === undefined) throw new AppError('unknown-device')
  return [device.key]
}
