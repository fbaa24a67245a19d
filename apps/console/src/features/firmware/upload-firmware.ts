import { encodeUploadPiece, UPLOAD_FIRMWARE, UPLOAD_PIECE_BYTES } from '@fleetglass/contract/firmware'
import { askChannel, type Channel } from '../../engines/channel/index.ts'

/** VCP-026: a slow disk may take its time. */
const WAIT_MS = 600_000

/** Uploads a file piece by piece: one is in memory at a time. `onProgress` receives the share that has arrived, 0 to 1. */
export async function uploadFirmware(
  channel: Channel,
  { file, memo }: { readonly file: File; readonly memo: string },
  onProgress: (share: number) => void,
): Promise<void> {
  const { name, size } = file
  const key = crypto.randomUUID?.() ?? `${performance.now()}`.replace('.', '-')
  for (let offset = 0; offset < size; ) {
    const piece = new Uint8Array(await file.slice(offset, offset + UPLOAD_PIECE_BYTES).arrayBuffer())
    const { fields } = await askChannel(channel, {
      code: UPLOAD_FIRMWARE,
      fields: encodeUploadPiece({ key, size, offset, name, memo }),
      payload: piece,
      isBinary: true,
      waitMs: WAIT_MS,
    })
    // What the server has counts; an answer without it would repeat the piece for ever.
    offset = Math.max(offset + piece.length, Number(fields.O ?? 0))
    onProgress(Math.min(1, offset / size))
  }
}
