import { AppError } from '@fleetglass/contract/errors'
import {
  decodeUploadPiece,
  firmwareAccess,
  UPLOAD_FIRMWARE,
  UPLOAD_PIECE_BYTES,
  type UploadFault,
} from '@fleetglass/contract/firmware'
import { type ChannelCall, type ChannelMessage, message } from '../../platform/channel/index.ts'
import type { ConnectionUploads, FirmwareStore } from '../../services/firmware/index.ts'

/** Firmware on the main channel. */
export const firmwareMessages = (store: FirmwareStore): ChannelMessage[] => [
  message(
    UPLOAD_FIRMWARE,
    firmwareAccess,
    'Uploaded the firmware file {N}',
    async (call) => {
      const piece = decodeUploadPiece(call.fields)
      if (typeof piece === 'string') throw faultOf(piece)
      const bytes = call.payload ?? new Uint8Array(0)
      if (bytes.length > UPLOAD_PIECE_BYTES) throw new AppError('firmware-upload-unreadable')
      const { received, file } = await uploadsOf(call, store).take(piece, bytes)
      call.reply({ O: String(received), ...(file !== null && { I: file.firmwareid }) })
    },
    // An upload is one row of the audit log, not one for each of its pieces.
    { audit: 'Checked in a further piece of the firmware upload {K}', isRead: ({ O }) => O !== '0' },
  ),
]

function faultOf(fault: UploadFault): AppError {
  switch (fault) {
    case 'too-large':
      return new AppError('firmware-too-large')
    case 'empty':
      return new AppError('firmware-empty')
    case 'name':
      return new AppError('firmware-name')
    case 'unreadable':
      return new AppError('firmware-upload-unreadable')
  }
}

const UPLOADS = Symbol('firmware uploads')

function uploadsOf({ connection }: ChannelCall, store: FirmwareStore): ConnectionUploads {
  const known = connection.memory.get(UPLOADS) as ConnectionUploads | undefined
  if (known !== undefined) return known
  const uploads = store.uploads()
  connection.memory.set(UPLOADS, uploads)
  connection.onClose(() => void uploads.drop())
  return uploads
}
