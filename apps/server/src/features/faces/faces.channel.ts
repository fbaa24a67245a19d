import { AppError } from '@fleetglass/contract/errors'
import {
  decodeFacePhotoPiece,
  FACE_PHOTO_PIECE_BYTES,
  type FacePhotoFault,
  facesAccess,
  UPLOAD_FACE_PHOTO,
} from '@fleetglass/contract/faces'
import { type ChannelMessage, message } from '../../platform/channel/index.ts'
import type { PhotoUploads } from '../../services/faces/index.ts'

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
      const { received, whole } = await uploads.of(call.connection).take(piece, bytes)
      call.reply({ O: String(received), ...(whole !== null && { I: whole.photoid }) })
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
