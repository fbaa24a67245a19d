import {
  encodeFacePhotoPiece,
  FACE_PHOTO_BYTES_MAX,
  FACE_PHOTO_PIECE_BYTES,
  isFacePhotoType,
  UPLOAD_FACE_PHOTO,
} from '@fleetglass/contract/faces'
import type { TextKey } from '@fleetglass/texts'
import { askChannel, type Channel } from '../../engines/channel/index.ts'

/** The server encodes the picture anew before it answers the last piece. */
const WAIT_MS = 60_000

/** FACE-11 to FACE-14: why a file is not uploaded; `null`: it may be. */
export function photoFault({ type, size }: Pick<File, 'type' | 'size'>): TextKey | null {
  if (!isFacePhotoType(type)) return 'faces.wrongType'
  return size > FACE_PHOTO_BYTES_MAX ? 'faces.tooLarge' : null
}

/** API2-159: uploads a photo piece by piece. */
export async function uploadPhoto(channel: Channel, faceid: string, file: File): Promise<void> {
  const { size } = file
  const key = crypto.randomUUID?.() ?? `${performance.now()}`.replace('.', '-')
  const extension = file.type === 'image/png' ? 'png' : 'jpg'
  for (let offset = 0; offset < size; ) {
    const piece = new Uint8Array(await file.slice(offset, offset + FACE_PHOTO_PIECE_BYTES).arrayBuffer())
    const { fields } = await askChannel(channel, {
      code: UPLOAD_FACE_PHOTO,
      fields: encodeFacePhotoPiece({ key, faceid, extension, size, offset }),
      payload: piece,
      isBinary: true,
      waitMs: WAIT_MS,
    })
    // What the server has counts; an answer without it would repeat the piece for ever.
    offset = Math.max(offset + piece.length, Number(fields.O ?? 0))
  }
}
