import { FIRMWARE_BYTES_MAX, firmwareMemoSchema, firmwareNameSchema } from './firmware-store.http.ts'

type Fields = Readonly<Record<string, string>>

/** Uploads a piece of a firmware file: upload key in `K`, total size in `S`, offset in `O`, name in `N` and memo in `T` with the first. */
export const UPLOAD_FIRMWARE = 'U01'
/** VCP-125: bytes of a piece. */
export const UPLOAD_PIECE_BYTES = 1024 * 1024
/** VCP-125: an upload is dropped when no piece came for so long. */
export const UPLOAD_IDLE_MS = 60_000

export interface UploadPiece {
  readonly key: string
  readonly size: number
  readonly offset: number
  readonly name: string
  readonly memo: string
}

export function encodeUploadPiece({ key, size, offset, name, memo }: UploadPiece): Fields {
  const first = offset === 0 ? { N: name, T: memo } : {}
  return { K: key, S: String(size), O: String(offset), ...first }
}

export type UploadFault = 'too-large' | 'empty' | 'name' | 'unreadable'

/** The name and the memo are read of the first piece alone. */
export function decodeUploadPiece({ K = '', S = '', O = '', N = '', T = '' }: Fields): UploadPiece | UploadFault {
  if (!/^[\w-]{1,64}$/.test(K) || !/^\d{1,15}$/.test(S) || !/^\d{1,15}$/.test(O)) return 'unreadable'
  const [size, offset] = [Number(S), Number(O)]
  if (size === 0) return 'empty'
  if (size > FIRMWARE_BYTES_MAX) return 'too-large'
  if (offset > size) return 'unreadable'
  if (offset > 0) return { key: K, size, offset, name: '', memo: '' }
  const name = firmwareNameSchema.safeParse(N)
  const memo = firmwareMemoSchema.safeParse(T)
  if (!name.success) return 'name'
  return memo.success ? { key: K, size, offset, name: name.data, memo: memo.data } : 'unreadable'
}
