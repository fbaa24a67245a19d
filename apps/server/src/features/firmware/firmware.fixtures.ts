import {
  encodeUploadPiece,
  type FirmwareFile,
  firmwareFilesSchema,
  firmwareStorePath,
  UPLOAD_PIECE_BYTES,
} from '@fleetglass/contract/firmware'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, type TestServer } from '../../../test/harness.ts'
import { callHttp, type HttpAnswer } from '../../../test/http-client.ts'

/** Uploads a file in pieces, as the console does; answers its id. */
export async function uploadFirmware(
  link: ChannelClient,
  content: Uint8Array,
  { name = 'firmware.bin', memo = '' }: { readonly name?: string; readonly memo?: string } = {},
): Promise<string> {
  const { length: size } = content
  for (let offset = 0; ; ) {
    link.send(
      'U01',
      encodeUploadPiece({ key: 'upload', size, offset, name, memo }),
      content.subarray(offset, offset + UPLOAD_PIECE_BYTES),
    )
    const { fields } = await link.next()
    if (fields.R !== '1') throw new Error(`the upload was refused: ${fields.W}`)
    if (fields.I !== undefined) return fields.I
    offset = Number(fields.O)
  }
}

/** Calls of the administrator. */
export function firmwareCalls(server: TestServer) {
  const claim = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
  const authorization = `Basic ${Buffer.from(`${claim.username}:${claim.password}`).toString('base64')}`
  return {
    call: (method: string, path: string, body: object = {}): Promise<HttpAnswer> =>
      method === 'GET'
        ? callHttp(server, method, path, { headers: { authorization } })
        : callHttp(server, method, path, { body: { ...claim, ...body } }),
    async list(): Promise<readonly FirmwareFile[]> {
      const { text } = await callHttp(server, 'GET', firmwareStorePath, { headers: { authorization } })
      return firmwareFilesSchema.parse(JSON.parse(text))
    },
  }
}
