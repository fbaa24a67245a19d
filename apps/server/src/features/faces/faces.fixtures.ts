import {
  encodeFacePhotoPiece,
  FACE_PHOTO_PIECE_BYTES,
  type Face,
  faceListSchema,
  facePhotosPath,
  facePhotosSchema,
  facesPath,
} from '@fleetglass/contract/faces'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, type TestServer } from '../../../test/harness.ts'
import { callHttp, type HttpAnswer } from '../../../test/http-client.ts'

export const claim = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
export const basic = {
  authorization: `Basic ${Buffer.from(`${claim.username}:${claim.password}`).toString('base64')}`,
}

/** A JPEG with further segments behind its first two bytes: marker and content of each. */
export function withSegments(jpeg: Buffer, segments: readonly (readonly [marker: number, content: Buffer])[]): Buffer {
  const encoded = segments.map(([marker, content]) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...encoded, jpeg.subarray(2)])
}

/** The same with comments, until it has so many bytes. */
export function paddedTo(jpeg: Buffer, bytes: number): Buffer {
  const segments: [number, Buffer][] = []
  for (let left = bytes - jpeg.length; left > 0; ) {
    const content = Math.min(left, 60_000) - 4
    // What is left never is shorter than a segment.
    const size = left - content - 4 > 0 && left - content - 4 < 4 ? content - 4 : content
    segments.push([0xfe, Buffer.alloc(size)])
    left -= size + 4
  }
  return withSegments(jpeg, segments)
}

/** The last answer of an upload in pieces, as the console does it. */
export async function uploadPhoto(
  link: ChannelClient,
  faceid: string,
  content: Uint8Array,
  extension = 'jpg',
): Promise<Readonly<Record<string, string>>> {
  const { length: size } = content
  for (let offset = 0; ; ) {
    const piece = encodeFacePhotoPiece({ key: 'upload', faceid, extension, size, offset })
    link.send('U02', piece, content.subarray(offset, offset + FACE_PHOTO_PIECE_BYTES))
    const { fields } = await link.next()
    if (fields.R !== '1' || fields.I !== undefined) return fields
    offset = Number(fields.O)
  }
}

/** Calls of the administrator. */
export function faceCalls(server: TestServer) {
  const call = (method: string, path: string, body: object = {}): Promise<HttpAnswer> =>
    callHttp(server, method, path, { body: { ...claim, ...body } })
  return {
    call,
    add: async (): Promise<Face> => JSON.parse((await call('PUT', facesPath)).text) as Face,
    list: async () => faceListSchema.parse(JSON.parse((await call('POST', facesPath)).text)),
    photos: async (of: object = {}) =>
      facePhotosSchema.parse(JSON.parse((await call('POST', facePhotosPath, of)).text)),
  }
}
