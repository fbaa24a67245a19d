import { hasChannel } from '@fleetglass/contract/devices'
import { AppError } from '@fleetglass/contract/errors'
import { isRemoteSpeed, playbackDurationS } from '@fleetglass/contract/remote-playback'
import { channelsOf, remoteStreamSchema, streamRights } from '@fleetglass/contract/streams'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DevicePlaybacks } from '../../ports/device-playback/index.ts'
import type { GapFills } from '../../ports/recordings/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import type { StreamKind } from '../../services/viewers/index.ts'
import { RemoteSession } from './remote-session.ts'

/** `ws.cgi?type=repb`: plays what the device itself recorded. */
export function remotePlaybackStream(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly fleet: Fleet
  readonly playbacks: DevicePlaybacks
  readonly gapFills: GapFills
}): StreamKind {
  const log = deps.log.child({ part: 'remote-playback' })
  return {
    access: streamRights.repb,
    audit: 'Played recordings that device {deviceid} has stored',
    parameters: remoteStreamSchema,
    logged: (query) => ({
      kind: 'remotePlayback',
      channels: channelsOf(remoteStreamSchema.parse(Object.fromEntries(query))),
    }),
    check(query) {
      const parsed = remoteStreamSchema.safeParse(Object.fromEntries(query))
      if (!parsed.success) return parsed.error.issues[0]?.message ?? 'the address is not complete'
      return isRemoteSpeed(parsed.data.speed ?? 1) ? null : 'speed is none of 1, 2, 4, 8 and 0'
    },
    start({ account, device, query, socket, onText }) {
      const asked = remoteStreamSchema.parse(Object.fromEntries(query))
      const closed = { close: () => undefined }
      const channels = channelsOf(asked)
      if (!channels.every((channel) => hasChannel(device, channel))) {
        socket.fail(new AppError('unknown-channel'))
        return closed
      }
      if (device.video === 'forbidden') {
        socket.fail(new AppError('streaming-off'))
        return closed
      }
      if (deps.fleet.get(device.deviceId)?.online !== true) {
        socket.fail(new AppError('device-offline'))
        return closed
      }
      const speed = asked.speed ?? 1
      const fromMs = Math.floor(asked.spbtime) * 1000
      const wanted = {
        deviceKey: device.key,
        deviceId: device.deviceId,
        channels,
        owner: String(account.id),
        fromMs,
        toMs: fromMs + playbackDurationS(Number(asked.duration)) * 1000,
        mainStream: asked.main === 1,
        speed: isRemoteSpeed(speed) ? speed : 1,
        gapFill: asked.cover === 1,
      } as const
      const { clock, playbacks, gapFills } = deps
      const session = new RemoteSession({ clock, log, playbacks, gapFills, socket }, wanted)
      onText((text) => session.command(text))
      return session
    },
  }
}
