import { AppError } from '@fleetglass/contract/errors'
import {
  decodeFacePhotoPiece,
  FACE_PHOTO_PIECE_BYTES,
  type FacePhotoFault,
  facesAccess,
  UPLOAD_FACE_PHOTO,
} from '@fleetglass/contract/faces'
import { type ChannelCall, type ChannelMessage, message } from '../../platform/channel/index.ts'
import type { ConnectionPhotos, PhotoUploads } from '../../services/faces/index.ts'

/** Face photos on the main channel. */
export const faceMessages = (uploads: PhotoUploads): ChannelMessage[] => [
  message(
    UPLOAD_FACE_PHOTO,
    facesAccess,
    'Uploaded a photo of the face {F}',
    async (call) => {
      const piece = decodeFacePhotoPiece(call.fields)
      if (typeof piece === 'string') throw faultOf(piece)
      const bytes = call.payload ?? new Uint8Array(0)
      if (bytes.length > FACE_PHOTO_PIECE_BYTES) throw new AppError('face-photo-unreadable')
      const { received, photo } = await photosOf(call, uploads).take(piece, bytes)
      call.reply({ O: String(received), ...(photo !== null && { I: photo.photoid }) })
    },
    // An upload is one row of the audit log, not one for each of its pieces.
    { audit: 'Checked in a further piece of the face photo {K}', isRead: ({ O }) => O !== '0' },
  ),
]

function faultOf(fault: FacePhotoFault): AppError {
  switch (fault) {
    case 'too-large':
      return new AppError('face-photo-too-large')
    case 'type':
      return new AppError('face-photo-type')
    case 'unknown-face':
      return new AppError('unknown-face')
    case 'unreadable':
      return new AppError('face-photo-unreadable')
  }
}

const PHOTOS = Symbol('face photos')

function photosOf({ connection }: ChannelCall, uploads: PhotoUploads): ConnectionPhotos {
  const known = connection.memory.get(PHOTOS) as ConnectionPhotos | undefined
  if (known !== undefined) return known
  const photos = uploads.ofConnection()
  connection.memory.set(PHOTOS, photos)
  connection.onClose(() => photos.drop())
  return photos
}
