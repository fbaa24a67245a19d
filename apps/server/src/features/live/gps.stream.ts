import { gpsStreamSchema, type StreamGps, streamRights } from '@fleetglass/contract/streams'
import type { Fleet, LiveFix } from '../../services/live-state/index.ts'
import type { StreamKind } from '../../services/viewers/index.ts'

/** `ws.cgi?type=gps`: each place that a device reports (REPB-40). */
export function gpsStream({ fleet }: { readonly fleet: Fleet }): StreamKind {
  return {
    access: streamRights.gps,
    audit: 'Followed the positions of device {deviceid}',
    parameters: gpsStreamSchema,
    about: 'device',
    check(query) {
      const parsed = gpsStreamSchema.safeParse(Object.fromEntries(query))
      return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'the address is not complete')
    },
    start({ device, socket }) {
      socket.info({ deviceid: device.deviceId, channels: [], video: 0, audio: 0, sampleRate: 8000 })
      return fleet.onFix(device.deviceId, (fix) => socket.say(messageOf(fix)))
    },
  }
}

function messageOf({ timeS, latE6, lngE6, speedKmh, headingDeg }: LiveFix): StreamGps {
  return {
    type: 'gps',
    time: timeS,
    lat: latE6 / 1e6,
    lng: lngE6 / 1e6,
    speedInKmh: speedKmh,
    trackingAngle: headingDeg,
  }
}
