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
import type { Clock } from '../../platform/clock/index.ts'
import { type Account, earliestMs, type Visibility } from '../../services/directory/index.ts'
import type { EventStore } from '../../services/events/index.ts'
import { type Recordings, recordingsSince } from '../../services/recordings/index.ts'

const DAY_S = 86_400

export interface PlaybackMessageDeps {
  readonly clock: Clock
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
    call.reply({}, await visibleTo(deps, call.account).minuteFlags(device.key, asked.beginS * 1000))
  }),
  message(RECORDED_DAYS, streamRights.lopb, 'Read which days are recorded', async (call) => {
    const asked = decodeRecordedDays(call.fields)
    if (asked === null) throw new AppError('invalid-day-query')
    const keys = deviceKeys(deps, call.account, asked.deviceId)
    const [recorded, eventful] = await Promise.all([
      visibleTo(deps, call.account).days(keys, asked.utcOffsetS),
      !asked.onlyRecorded && mayCall(call.account, eventQueryAccess) ? deps.events.days(keys, asked.utcOffsetS) : [],
    ])
    // A day that is partly before the limit of the user is shown: its later hours are not hidden.
    const firstS = earliestMs(call.account, deps.clock.nowMs()) / 1000 - DAY_S
    const days = new Set([...recorded, ...eventful.filter((startS) => startS > firstS)])
    call.reply({}, writeDayStarts([...days].sort((a, b) => a - b)))
  }),
]

function visibleTo({ clock, recordings }: PlaybackMessageDeps, account: Account): Recordings {
  return recordingsSince(recordings, () => earliestMs(account, clock.nowMs()))
}

function deviceKeys({ visibility }: PlaybackMessageDeps, account: Account, deviceId: string | null): number[] {
  if (deviceId === null) {
    return visibility.devices(account).map((device) => device.key)
  }
  const device = visibility.device(account, deviceId)
  if (device === undefined) throw new AppError('unknown-device')
  return [device.key]
}
