import { faceIdSchema } from './faces.http.ts'

type Fields = Readonly<Record<string, string>>

/** Uploads a piece of a photo: face id in `F` and file extension in `T` with the first, upload key in `K`, total size in `S`, offset in `O`. */
export const UPLOAD_FACE_PHOTO = 'U02'
/** FACE-13: 2 MB. */
export const FACE_PHOTO_BYTES_MAX = 2_097_152
/** VCP-125: bytes of a piece. */
export const FACE_PHOTO_PIECE_BYTES = 1024 * 1024
/** VCP-125: an upload is dropped when no piece came for so long. */
export const FACE_PHOTO_IDLE_MS = 60_000

/** FACE-11. */
const facePhotoTypes: readonly string[] = ['image/jpeg', 'image/jpg', 'image/png']
const faceExtensions: readonly string[] = ['jpg', 'jpeg', 'png']

/** Whether a file may be a photo, by what it says of itself: the server reads its content. */
export function isFacePhotoType(type: string): boolean {
  return facePhotoTypes.includes(type)
}

export interface FacePhotoPiece {
  readonly key: string
  readonly faceid: string
  readonly extension: string
  readonly size: number
  readonly offset: number
}

export function encodeFacePhotoPiece({ key, faceid, extension, size, offset }: FacePhotoPiece): Fields {
  const first = offset === 0 ? { F: faceid, T: extension } : {}
  return { K: key, S: String(size), O: String(offset), ...first }
}

export type FacePhotoFault = 'too-large' | 'type' | 'unknown-face' | 'unreadable'

/** Face and extension are read of the first piece alone. */
export function decodeFacePhotoPiece({
  K = '',
  F = '',
  T = '',
  S = '',
  O = '',
}: Fields): FacePhotoPiece | FacePhotoFault {
  if (!/^[\w-]{1,64}$/.test(K) || !/^\d{1,15}$/.test(S) || !/^\d{1,15}$/.test(O)) return 'unreadable'
  const [size, offset] = [Number(S), Number(O)]
  if (size > FACE_PHOTO_BYTES_MAX) return 'too-large'
  if (size === 0) return 'type'
  if (offset > size) return 'unreadable'
  if (offset > 0) return { key: K, faceid: '', extension: '', size, offset }
  const extension = T.toLowerCase().replace(/^\./, '')
  if (!faceExtensions.includes(extension)) return 'type'
  return faceIdSchema.safeParse(F).success ? { key: K, faceid: F, extension, size, offset } : 'unknown-face'
}
