// Uploads between nodes: the asking side.
import { type Bus, NoResponder } from '../../platform/bus/index.ts'
import type { MediaFile } from '../../platform/media-store/index.ts'
import { deviceSubject } from '../device-subject.ts'
import type { DeviceFiles, DeviceUpload } from './device-files.types.ts'
import {
  fileOpenedCodec,
  fileOrderCodec,
  fileRangeCodec,
  MAX_RANGE_BYTES,
  type UploadReply,
  type UploadRequest,
  uploadReplyCodec,
  uploadRequestCodec,
} from './file-codecs.ts'

/** Ending an upload waits for the disk. */
const REPLY_MS = 30_000
/** First byte of a reply with bytes; any other reply is a reason. */
export const RANGE_FOLLOWS = 1

/** The node that the files lie at could not do it. */
export class UploadNotReached extends Error {}

export function uploadSubject(id: string, call: 'request' | 'bytes'): string {
  return `upload.${id}.${call}`
}

export function createBusFiles({ bus }: { readonly bus: Bus }): DeviceFiles {
  return {
    async open(order) {
      const request = fileOrderCodec.encode(order)
      const bytes = await bus
        .request(deviceSubject(order.deviceId, 'file'), request, REPLY_MS)
        .catch((error: unknown) => {
          if (error instanceof NoResponder) return null
          throw error
        })
      if (bytes === null) return null
      const reply = fileOpenedCodec.decode(bytes)
      if (!reply.ok) throw new UploadNotReached(reply.reason)
      if (reply.value.kind === 'failed') throw new UploadNotReached(reply.value.reason)
      const { id, user, password, directory } = reply.value
      return { user, password, directory, ...uploadOverBus(bus, id) }
    },
  }
}

function uploadOverBus(bus: Bus, id: string): Omit<DeviceUpload, 'user' | 'password' | 'directory'> {
  let isClosed = false
  async function ask(request: UploadRequest): Promise<UploadReply> {
    const bytes = await bus.request(uploadSubject(id, 'request'), uploadRequestCodec.encode(request), REPLY_MS)
    const reply = uploadReplyCodec.decode(bytes)
    if (!reply.ok) throw new UploadNotReached(reply.reason)
    if (reply.value.kind === 'failed') throw new UploadNotReached(reply.value.reason)
    return reply.value
  }
  const order = async (request: UploadRequest): Promise<void> => void (await ask(request))
  return {
    async status() {
      const reply = await ask({ kind: 'status' })
      if (reply.kind !== 'status') throw new UploadNotReached('the reply is not a status')
      return reply.status
    },
    asked: (serial) => order({ kind: 'asked', serial }),
    pause: () => order({ kind: 'pause' }),
    goOn: () => order({ kind: 'go-on' }),
    end: () => order({ kind: 'end' }),
    async files() {
      const reply = await ask({ kind: 'files' })
      const count = reply.kind === 'number' ? reply.value : 0
      return Array.from({ length: count }, (_, file) => ({ open: async () => fileOverBus(bus, id, file, ask) }))
    },
    async close(files) {
      if (isClosed) return
      isClosed = true
      await order({ kind: 'close', files }).catch((error: unknown) => {
        // The node forgot it already.
        if (!(error instanceof NoResponder)) throw error
      })
    },
  }
}

function fileOverBus(
  bus: Bus,
  id: string,
  file: number,
  ask: (request: UploadRequest) => Promise<UploadReply>,
): MediaFile {
  const readRange = async (position: number, length: number): Promise<Uint8Array> => {
    const reply = await bus.request(
      uploadSubject(id, 'bytes'),
      fileRangeCodec.encode({ file, position, length }),
      REPLY_MS,
    )
    if (reply[0] !== RANGE_FOLLOWS) throw new UploadNotReached(new TextDecoder().decode(reply.subarray(1)))
    return reply.subarray(1)
  }
  return {
    async read(position, length) {
      const target = Buffer.allocUnsafe(length)
      let done = 0
      while (done < length) {
        const part = await readRange(position + done, Math.min(MAX_RANGE_BYTES, length - done))
        target.set(part, done)
        done += part.length
        if (part.length === 0) break
      }
      return target.subarray(0, done)
    },
    async size() {
      const reply = await ask({ kind: 'size', file })
      return reply.kind === 'number' ? reply.value : 0
    },
    close: async () => undefined,
  }
}
