import { AppError } from '@fleetglass/contract/errors'
import { playbackStreamSchema, streamRights } from '@fleetglass/contract/streams'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { earliestMs } from '../../services/directory/index.ts'
import { type Recordings, recordingsSince } from '../../services/recordings/index.ts'
import type { TranscodedStreams } from '../../services/transcoder/index.ts'
import type { StreamKind } from '../../services/viewers/index.ts'
import { PlaybackClocks } from './playback-clock.ts'
import { PlaybackSession } from './playback-session.ts'

/** `ws.cgi?type=lopb`: plays what the server recorded. */
export function playbackStream(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly recordings: Recordings
  readonly transcoded: Pick<TranscodedStreams, 'recording'>
}): StreamKind {
  const log = deps.log.child({ part: 'playback' })
  const clocks = new PlaybackClocks(deps.clock)
  return {
    access: streamRights.lopb,
    audit: 'Played recordings of device {deviceid}, channel {channel}',
    parameters: playbackStreamSchema,
    logged: () => ({ kind: 'localPlayback' }),
    check(query) {
      const parsed = playbackStreamSchema.safeParse(Object.fromEntries(query))
      return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'the address is not complete')
    },
    start(call) {
      const { account, device, channel, query, socket, onText, onAccessChange } = call
      const { clock } = deps
      const earliest = (): number => earliestMs(call.account, clock.nowMs())
      const recordings = recordingsSince(deps.recordings, earliest)
      const { spbtime, speed, streamid, codec } = playbackStreamSchema.parse(Object.fromEntries(query))
      const target = { deviceKey: device.key, deviceId: device.deviceId, channel, socket }
      const togetherAs = streamid === undefined ? null : `${account.name} ${device.key} ${streamid}`
      const session = new PlaybackSession(
        {
          clock,
          log,
          recordings,
          clocks,
          togetherAs,
          ...target,
          transcoded: codec === 'h264' ? deps.transcoded : null,
        },
        Math.round(spbtime * 1000),
        speed === undefined ? 1 : 0,
      )
      onText((text) => session.command(text))
      onAccessChange(() => {
        if (session.shownMs < earliest()) socket.fail(new AppError('nothing-recorded'))
      })
      return session
    },
  }
}
