// Belongs here: how a firmware file that comes in pieces gets into the store. Does not: the order of the pieces (platform/piecewise-uploads).
import { randomBytes } from 'node:crypto'
import { AppError } from '@fleetglass/contract/errors'
import { FIRMWARE_FILES_MAX, type FirmwareFile, UPLOAD_IDLE_MS, type UploadPiece } from '@fleetglass/contract/firmware'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { createPiecewiseUploads, type PiecewiseUploads } from '../../platform/piecewise-uploads/index.ts'
import type { FirmwareFilesStore } from './firmware-files.store.ts'
import type { FirmwareFolder, FirmwarePart } from './firmware-folder.ts'

/** Uploads under way, of all connections; one more is refused. */
const UPLOADS_MAX = 4

export type FirmwareUploads = PiecewiseUploads<UploadPiece, FirmwareFile>

interface FirmwareUploadsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly files: Pick<FirmwareFilesStore, 'add'>
  readonly folder: Pick<FirmwareFolder, 'begin' | 'remove'>
  /** What is left of the disk belongs to recordings and the database. */
  readonly isDiskFull: () => boolean
}

export function createFirmwareUploads(deps: FirmwareUploadsDeps): FirmwareUploads {
  const { clock, folder, isDiskFull, log } = deps
  return createPiecewiseUploads({
    clock,
    idleMs: UPLOAD_IDLE_MS,
    most: UPLOADS_MAX,
    failures: {
      busy: () => new AppError('firmware-upload-busy'),
      lost: () => new AppError('firmware-upload-lost'),
      unreadable: () => new AppError('firmware-upload-unreadable'),
    },
    async begin(first) {
      const id = randomBytes(16).toString('hex')
      const stored = async <T>(work: () => Promise<T>): Promise<T> => {
        try {
          return await work()
        } catch (err) {
          if (err instanceof AppError) throw err
          log.error({ err, file: first.name }, 'Cannot store a firmware file; check the disk of the data folder')
          throw new AppError('firmware-not-stored')
        }
      }
      const part = await stored(() => folder.begin(id))
      return {
        async write(bytes) {
          if (isDiskFull()) throw new AppError('disk-full')
          await stored(() => part.write(bytes))
        },
        finish: () => stored(() => addFile(deps, { id, first, part })),
        // What it leaves is removed at the next start.
        discard: () =>
          part.discard().catch((err: unknown) => {
            log.error({ err, file: first.name }, 'Cannot remove a part of a firmware file')
          }),
      }
    },
  })
}

async function addFile(
  { clock, files, folder }: FirmwareUploadsDeps,
  { id, first, part }: { readonly id: string; readonly first: UploadPiece; readonly part: FirmwarePart },
): Promise<FirmwareFile> {
  try {
    const file = {
      firmwareid: id,
      filename: first.name,
      memo: first.memo,
      filesize: first.size,
      hash: await part.finish(),
      updatetime: Math.floor(clock.nowMs() / 1000),
    }
    if (await files.add(file, FIRMWARE_FILES_MAX)) return file
    throw new AppError('firmware-store-full', { most: FIRMWARE_FILES_MAX })
  } catch (error) {
    await folder.remove(id)
    throw error
  }
}
