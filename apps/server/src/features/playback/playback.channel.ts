import { failureTexts } from '@fleetglass/contract/envelope'
import {
  decodeRecordedDays,
  decodeRecordedMinutes,
  RECORDED_DAYS,
  RECORDED_MINUTES,
  writeDayStarts,
} from '@fleetglass/contract/playback'
import { streamRights } from '@fleetglass/contract/streams'
import type { Recordings } from '../../engines/recorder/index.ts'
import type { DeviceRegistry } from '../../engines/registry/index.ts'
import type { Visibility } from '../../engines/visibility/index.ts'
import type { Account } from '../../platform/account/index.ts'
import type { MainChannel } from '../../platform/channel/index.ts'
import { refused } from '../../platform/refusal/index.ts'

export interface PlaybackMessageDeps {
  readonly recordings: Recordings
  readonly visibility: Visibility
  readonly registry: DeviceRegistry
}

/** Which minutes and days have recordings, on the main channel. */
export function playbackMessages(channel: MainChannel, deps: PlaybackMessageDeps): void {
  const { recordings, visibility } = deps
  channel.message(RECORDED_MINUTES, streamRights.lopb, async (call) => {
    const asked = decodeRecordedMinutes(call.fields)
    if (asked === null) throw refused('the begin of the day is no time')
    const device = visibility.device(call.account, asked.deviceId)
    if (device === undefined) throw refused(failureTexts.unknownDevice)
    call.reply({}, await recordings.minuteFlags(device.key, asked.beginS * 1000))
  })
  channel.message(RECORDED_DAYS, streamRights.lopb, async (call) => {
    const asked = decodeRecordedDays(call.fields)
    if (asked === null) throw refused('the offset from UTC is none that exists')
    const days = await recordings.days(deviceKeys(deps, call.account, asked.deviceId), asked.utcOffsetS)
    call.reply({}, writeDayStarts(days))
  })
}

function deviceKeys(
  { visibility, registry }: PlaybackMessageDeps,
  account: Account,
  deviceId: string | null,
): number[] {
  if (deviceId === null) {
    return [...registry.all()].filter((device) => visibility.sees(account, device)).map((device) => device.key)
  }
  const device = visibility.device(account, deviceId)
  if (device === undefined) throw refused(failureTexts.unknownDevice)
  return [device.key]
}
