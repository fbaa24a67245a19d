import { join } from 'node:path'
import { DrivenDevice, eastOf } from '../../apps/server/test/devices/driven-device.ts'
import { recordVideo } from '../../apps/server/test/devices/recorded-video.ts'
import type { Site } from '../../tools/site/site.ts'

/** A vehicle that is not connected, with recordings of yesterday. */
export const FILMED = '13900000001'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const yesterdayMs = Math.floor(Date.now() / DAY_MS - 1) * DAY_MS

/** Recorded minutes of a channel: begin in hours, and how many; each file a second after the minute. The last channel has fewer. */
const drives: readonly (readonly [number, number])[] = [
  [7.25, 10],
  [9.5, 6],
  [13, 8],
  [16.75, 4],
]

/** Writes its recordings without waiting: the server indexes them when the device is added. */
export async function addFilmedDevice(site: Site): Promise<void> {
  for (const channel of [1, 2, 3, 4]) {
    const clip = channel % 2 === 1 ? 'road-sub' : 'driver-sub'
    for (const [hour, minutes] of channel === 4 ? drives.slice(1, 3) : drives) {
      for (let minute = 0; minute < minutes; minute++) {
        const startMs = yesterdayMs + (hour * 60 + minute) * MINUTE_MS + 1000
        recordVideo(join(site.dataDir, 'media'), { deviceId: FILMED, channel, startMs, clip, sound: false })
      }
    }
  }
  const operator = await site.operator()
  await operator.request('D01', { A: FILMED, C: '4', F: '0', B: 'Depot 4' })
  operator.close()
  await driveTheDay(site)
}

/** A point every five seconds of each drive, out and back again. */
async function driveTheDay(site: Site): Promise<void> {
  const points = drives.flatMap(([hour, minutes], drive) =>
    Array.from({ length: minutes * 12 }, (_, step) => {
      const timeS = Math.round(yesterdayMs / 1000 + hour * 3600 + step * 5)
      const outward = drive % 2 === 0 ? step : minutes * 12 - step
      const { lng } = eastOf(drive * 900 + outward * 65)
      const place = { lat: 24.08 + 0.012 * Math.sin(outward / 17) + drive * 0.004, lng }
      return [timeS, place, { speedKmh: Math.round(48 + 38 * Math.sin(step / 9) + 20 * Math.sin(step / 3)) }] as const
    }),
  )
  const vehicle = await DrivenDevice.connect(site, FILMED)
  await vehicle.drive(...points)
  await vehicle.close()
}
