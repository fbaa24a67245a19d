import { AppError } from '@fleetglass/contract/errors'
import { liveStreamSchema, parseStreamCommand, streamRights } from '@fleetglass/contract/streams'
import type { LiveMedia } from '../../ports/live-media/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import type { TranscodedStreams } from '../../services/transcoder/index.ts'
import type { StreamKind } from '../../services/viewers/index.ts'
import type { LiveSwitch } from './live-switch.ts'
import { watchLive } from './live-viewer.ts'

/** `ws.cgi` without a type: what the camera sends now. */
export function liveStream({
  liveMedia,
  transcoded,
  fleet,
  liveSwitch,
}: {
  readonly liveMedia: LiveMedia
  readonly transcoded: TranscodedStreams
  readonly fleet: Fleet
  readonly liveSwitch: LiveSwitch
}): StreamKind {
  return {
    access: streamRights.live,
    audit: 'Watched channel {channel} of device {deviceid}',
    parameters: liveStreamSchema,
    logged: () => ({ kind: 'live' }),
    check(query) {
      const parsed = liveStreamSchema.safeParse(Object.fromEntries(query))
      return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'the address is not complete')
    },
    start({ device, channel, query, socket, onText }) {
      const closed = { close: () => {} }
      if (device.video === 'forbidden') {
        socket.fail(new AppError('streaming-off'))
        return closed
      }
      if (fleet.get(device.deviceId)?.online !== true) {
        socket.fail(new AppError('device-offline'))
        return closed
      }
      const admitted = liveSwitch.admit(socket)
      if (admitted === null) return closed
      const { main, codec } = liveStreamSchema.parse(Object.fromEntries(query))
      const wanted = main === undefined ? {} : { main: main === 1 }
      const from = codec === 'h264' ? transcoded : liveMedia
      const watching = watchLive({ streams: from, deviceId: device.deviceId, channel, ...wanted, socket })
      onText((text) => {
        const command = parseStreamCommand(text)
        if (command?.cmd === 'stop') socket.end()
        if (command?.cmd === 'main') watching.prefer(command.value === 1)
      })
      return {
        close() {
          admitted.close()
          watching.close()
        },
      }
    },
  }
}
