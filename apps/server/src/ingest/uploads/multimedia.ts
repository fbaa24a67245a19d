// Belongs here: pictures, sounds and clips that devices send in 0x0801 though nobody waits for them. Does not: packets
// (gateway/signalling), what is kept (services/auto-uploads).
import type { Message } from '@fleetglass/jt808'
import { MemoryBudget } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { AutoUploads } from '../../services/auto-uploads/index.ts'
import type { DeviceLogWriter } from '../../services/device-log/index.ts'
import type { RegisteredDevice } from '../../services/directory/index.ts'

/** Of all devices, while their files are written; what is more is not acknowledged, and the device sends it again. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024

/** AUTOUP-12; JT/T 808-2013, 8.51. */
const EXTENSIONS: readonly string[] = ['jpg', 'tif', 'mp3', 'wav', 'wmv']

export type MultimediaBody = Extract<Message, { readonly name: 'mediaData' }>['body']

export interface Multimedia {
  /** `true` when it is on the disk, or never will be: the device need not send it again. Never rejects. */
  store(device: RegisteredDevice, media: MultimediaBody, fileS: number | null): Promise<boolean>
}

export function createMultimedia(deps: {
  readonly log: Log
  readonly autoUploads: Pick<AutoUploads, 'store' | 'fileBytes'>
  readonly deviceLog: DeviceLogWriter
  readonly takesData: () => boolean
}): Multimedia {
  const { autoUploads, deviceLog, takesData } = deps
  const log = deps.log.child({ part: 'multimedia' })
  const waiting = new MemoryBudget(MAX_WAITING_BYTES)
  return {
    async store({ key, deviceId }, { id, channel, format, data }, fileS) {
      const cost = data.length
      if (!takesData() || !waiting.fits(cost)) return false
      waiting.add(cost)
      const ext = EXTENSIONS[format]
      const name = `media_${id}_ch${channel}${ext === undefined ? '' : `.${ext}`}`
      const arrived = {
        device: { key, deviceId },
        source: 'multimedia',
        origin: '',
        name,
        fileS,
      } as const
      try {
        const outcome = await autoUploads.store(arrived, data)
        if (outcome === 'too-large') deviceLog.write(deviceId, `${name} was not stored: ${cost} bytes are too many`)
        return true
      } catch (error) {
        log.error({ err: error, deviceId, name }, 'A file of a device could not be stored; it was not acknowledged')
        return false
      } finally {
        waiting.add(-cost)
      }
    },
  }
}
