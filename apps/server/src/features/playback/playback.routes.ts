import { AppError } from '@fleetglass/contract/errors'
import {
  dateStartMs,
  recordDaysPath,
  recordDaysRequestSchema,
  recordInfo,
  recordInfoPath,
  recordInfoRequestSchema,
  recordRangesPath,
  recordRangesRequestSchema,
} from '@fleetglass/contract/playback'
import { streamRights } from '@fleetglass/contract/streams'
import type { Clock } from '../../platform/clock/index.ts'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import { type Account, earliestMs, type Visibility } from '../../services/directory/index.ts'
import { type Recordings, recordingsSince } from '../../services/recordings/index.ts'

export interface PlaybackRouteDeps {
  readonly clock: Clock
  readonly recordings: Recordings
  readonly visibility: Visibility
}

/** What is recorded of a device: minutes of a day, days of a month, ranges of each channel. */
export const playbackEndpoints = (deps: PlaybackRouteDeps): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: recordInfoPath,
    access: streamRights.lopb,
    audit: 'Read which minutes of {date} are recorded for device {deviceid}',
    body: recordInfoRequestSchema,
    async handle({ account, body }) {
      const startMs = startOf(body.date) - body.tz * 1000
      return recordInfo(await visibleTo(deps, account).minuteFlags(keyOf(deps, account, body.deviceid), startMs), body)
    },
  }),
  endpoint({
    method: 'POST',
    path: recordDaysPath,
    access: streamRights.lopb,
    audit: 'Read which days of {month} are recorded for device {deviceid}',
    body: recordDaysRequestSchema,
    async handle({ account, body }) {
      const first = startOf(`${body.month}-01`)
      const range = { startMs: first - body.tz * 1000, endMs: nextMonth(first) - body.tz * 1000 }
      const starts = await visibleTo(deps, account).days([keyOf(deps, account, body.deviceid)], body.tz, range)
      return { days: starts.map((startS) => new Date((startS + body.tz) * 1000).getUTCDate()) }
    },
  }),
  endpoint({
    method: 'POST',
    path: recordRangesPath,
    access: streamRights.lopb,
    audit: 'Read which ranges are recorded for device {deviceid}',
    body: recordRangesRequestSchema,
    async handle({ account, body }) {
      const range = { startMs: body.start * 1000, endMs: body.end * 1000 }
      const found = await visibleTo(deps, account).ranges(keyOf(deps, account, body.deviceid), range)
      const channels = [...found].map(([channel, ranges]) => ({
        channel,
        ranges: ranges.map(({ startMs, endMs }) => [startMs / 1000, endMs / 1000]),
      }))
      return { channels: channels.sort((a, b) => a.channel - b.channel) }
    },
  }),
]

function visibleTo({ clock, recordings }: PlaybackRouteDeps, account: Account): Recordings {
  return recordingsSince(recordings, () => earliestMs(account, clock.nowMs()))
}

function keyOf({ visibility }: PlaybackRouteDeps, account: Account, deviceId: string): number {
  const device = visibility.device(account, deviceId)
  if (device === undefined) throw new AppError('unknown-device')
  return device.key
}

function startOf(date: string): number {
  const startMs = dateStartMs(date)
  if (startMs === null) throw new Error('the schema lets only dates pass')
  return startMs
}

function nextMonth(firstMs: number): number {
  const first = new Date(firstMs)
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)
}
