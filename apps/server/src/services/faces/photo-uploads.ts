// Belongs here: how a photo that comes in pieces becomes one of the library. Does not: the order of the pieces (platform/piecewise-uploads).
import { AppError } from '@fleetglass/contract/errors'
import { FACE_PHOTO_IDLE_MS, type FacePhoto, type FacePhotoPiece } from '@fleetglass/contract/faces'
import type { Clock } from '../../platform/clock/index.ts'
import { createPiecewiseUploads, type PiecewiseUploads } from '../../platform/piecewise-uploads/index.ts'
import type { FaceLibrary } from './face-library.ts'

/** Uploads under way, of all connections, 2 MB each in memory; one more is refused. */
const UPLOADS_MAX = 4

export type PhotoUploads = PiecewiseUploads<FacePhotoPiece, FacePhoto>

export function createPhotoUploads({
  clock,
  library,
}: {
  readonly clock: Clock
  readonly library: Pick<FaceLibrary, 'addPhoto' | 'checkRoom'>
}): PhotoUploads {
  return createPiecewiseUploads({
    clock,
    idleMs: FACE_PHOTO_IDLE_MS,
    most: UPLOADS_MAX,
    failures: {
      busy: () => new AppError('face-photo-busy'),
      lost: () => new AppError('face-photo-lost'),
      unreadable: () => new AppError('face-photo-unreadable'),
    },
    async begin({ faceid, size }) {
      await library.checkRoom(faceid)
      // Of its size at once: pieces of one byte would take many times as much.
      const photo = new Uint8Array(size)
      let length = 0
      return {
        async write(bytes) {
          photo.set(bytes, length)
          length += bytes.length
        },
        finish: () => library.addPhoto(faceid, photo),
        discard: async () => undefined,
      }
    },
  })
}
