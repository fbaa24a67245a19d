import { AppError } from '@fleetglass/contract/errors'
import {
  decodeFirmwareOrder,
  decodeUploadPiece,
  FIRMWARE_STATUS,
  firmwareAccess,
  UPDATE_FIRMWARE,
  UPLOAD_FIRMWARE,
  UPLOAD_PIECE_BYTES,
  type UploadFault,
} from '@fleetglass/contract/firmware'
import { type ChannelMessage, message } from '../../platform/channel/index.ts'
import type { FirmwareUploads } from '../../services/firmware/index.ts'
import type { DeviceFirmwares } from './device-firmwares.ts'

/** Firmware on the main channel. */
export const firmwareMessages = (uploads: FirmwareUploads, devices: DeviceFirmwares): ChannelMessage[] => [
  // Neither the address nor user and password: an address may hold a key.
  message(UPDATE_FIRMWARE, firmwareAccess, 'Started a firmware update of device {A}', async (call) => {
    const order = decodeFirmwareOrder(call.fields)
    if (order === 'url') throw new AppError('firmware-url')
    if (order === 'login') throw new AppError('firmware-login')
    call.note({ host: new URL(order.url).host })
    await devices.update(call.account, order)
    call.reply()
  }),
  message(FIRMWARE_STATUS, firmwareAccess, 'Read the firmware status of device {A}', (call) => {
    const { A = '' } = call.fields
    call.reply({}, JSON.stringify(A === '' ? devices.list(call.account) : [devices.one(call.account, A)]))
  }),
  message(
    UPLOAD_FIRMWARE,
    firmwareAccess,
    'Uploaded the firmware file {N}',
    async (call) => {
      const piece = decodeUploadPiece(call.fields)
      if (typeof piece === 'string') throw faultOf(piece)
      const bytes = call.payload ?? new Uint8Array(0)
      if (bytes.length > UPLOAD_PIECE_BYTES) throw new AppError('firmware-upload-unreadable')
      const { received, whole } = await uploads.of(call.connection).take(piece, bytes)
      call.reply({ O: String(received), ...(whole !== null && { I: whole.firmwareid }) })
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
