import { open, rm } from 'node:fs/promises'
import type { Clock } from '../../platform/clock/index.ts'
import { mediaFileOf } from '../../platform/media-store/index.ts'
import type { DeviceFiles, DeviceUpload, FileOrder } from './device-files.types.ts'
import type { Upload, Uploads } from './files.types.ts'

export interface DirectFilesDeps {
  readonly clock: Clock
  readonly uploads: Pick<Uploads, 'open'>
  /** Where the files of an order lie on this node's disk. */
  readonly folderOf: (order: FileOrder) => string
  /** So many bytes came. */
  readonly onBytes: (deviceId: string, bytes: number) => void
}

/** Files at this node: bytes are read from the disk as they are. */
export function createDirectFiles({ clock, uploads, folderOf, onBytes }: DirectFilesDeps): DeviceFiles {
  return {
    async open(order) {
      const { deviceId, mostBytes, bytesPerS } = order
      const folder = folderOf(order)
      const upload = await uploads.open({
        deviceId,
        folder,
        mostBytes,
        bytesPerS,
        onBytes: (bytes) => onBytes(deviceId, bytes),
      })
      return uploadInFolder(clock, upload, folder)
    },
  }
}

function uploadInFolder(clock: Clock, upload: Upload, folder: string): DeviceUpload {
  const { user, password, directory } = upload
  return {
    user,
    password,
    directory,
    async status() {
      const { bytes, isReceiving, completed, isFull, diskError, receivedMs, over } = upload
      const silentMs = clock.monotonicMs() - receivedMs
      return { bytes, isReceiving, completed, isFull, diskError: diskError?.message ?? null, silentMs, over }
    },
    asked: async (serial) => upload.asked(serial),
    pause: async () => upload.pause(),
    goOn: async () => upload.goOn(),
    end: () => upload.close(),
    async files() {
      const paths = await upload.files()
      return paths.map((path) => ({ open: async () => mediaFileOf(await open(path)) }))
    },
    async close(files) {
      await upload.close()
      if (files === 'remove') await rm(folder, { recursive: true, force: true })
    },
  }
}
