// Files that are being written, between nodes: the asking side.
import { type Bus, NoResponder } from '../../platform/bus/index.ts'
import type { MediaFile } from '../../platform/media-store/index.ts'
import { deviceSubject } from '../device-subject.ts'
import {
  MAX_RANGE_BYTES,
  type RecordingReply,
  type RecordingRequest,
  rangeRequestCodec,
  recordingReplyCodec,
  recordingRequestCodec,
} from './recording-codecs.ts'
import type { RunningRecordings } from './recordings.types.ts'
import { parseSegmentPath } from './segment-path.ts'

/** Closing files waits for the disk. */
const REPLY_MS = 30_000
/** Devices that are asked at once where all are. */
const ASKED_AT_ONCE = 256
/** First byte of a reply with bytes; any other reply is a reason. */
export const RANGE_FOLLOWS = 1

/** The node that records a device could not answer. */
export class RecordingNotRead extends Error {}

export interface BusRecordingsDeps {
  readonly bus: Bus
  /** All devices that may be recorded. */
  readonly deviceIds: () => Iterable<string>
}

/** A device that no node records has no file in the making. */
export function createBusRecordings({ bus, deviceIds }: BusRecordingsDeps): RunningRecordings {
  async function ask(deviceId: string, request: RecordingRequest): Promise<RecordingReply | null> {
    const subject = deviceSubject(deviceId, 'recording')
    const bytes = await bus.request(subject, recordingRequestCodec.encode(request), REPLY_MS).catch(noneWhereNobody)
    if (bytes === null) return null
    const reply = recordingReplyCodec.decode(bytes)
    if (!reply.ok) throw new RecordingNotRead(reply.reason)
    if (reply.value.kind === 'failed') throw new RecordingNotRead(reply.value.reason)
    return reply.value
  }

  async function runningOf(deviceId: string) {
    const reply = await ask(deviceId, { kind: 'running' })
    return reply?.kind === 'running' ? reply.segments : []
  }

  return {
    async running(deviceId) {
      if (deviceId !== null) return await runningOf(deviceId)
      const all = [...deviceIds()]
      const found = []
      for (let at = 0; at < all.length; at += ASKED_AT_ONCE) {
        found.push(...(await Promise.all(all.slice(at, at + ASKED_AT_ONCE).map(runningOf))))
      }
      return found.flat()
    },
    async isWriting(path) {
      const name = parseSegmentPath(path)
      const reply = name && (await ask(name.deviceId, { kind: 'is-writing', path }))
      return reply?.kind === 'is-writing' && reply.isWriting
    },
    async closeRunning(deviceId) {
      await ask(deviceId, { kind: 'close' })
    },
    async open(path) {
      const name = parseSegmentPath(path)
      const reply = name && (await ask(name.deviceId, { kind: 'size', path }))
      if (name === null || reply?.kind !== 'size' || reply.bytes === null) return null
      return busFile(bus, name.deviceId, path, reply.bytes)
    },
  }
}

function busFile(bus: Bus, deviceId: string, path: string, bytes: number): MediaFile {
  const subject = deviceSubject(deviceId, 'recording-bytes')
  const readRange = async (position: number, length: number): Promise<Uint8Array> => {
    const reply = await bus.request(subject, rangeRequestCodec.encode({ path, position, length }), REPLY_MS)
    if (reply[0] !== RANGE_FOLLOWS) throw new RecordingNotRead(new TextDecoder().decode(reply.subarray(1)))
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
    size: async () => bytes,
    close: async () => undefined,
  }
}

function noneWhereNobody(error: unknown): null {
  if (error instanceof NoResponder) return null
  throw error
}
