// Files that are being written, between nodes: the side of the node that writes them.
import type { Bus } from '../../platform/bus/index.ts'
import { deviceSubject } from '../device-subject.ts'
import { RANGE_FOLLOWS } from './bus-recordings.ts'
import {
  type RecordingReply,
  type RecordingRequest,
  rangeRequestCodec,
  recordingReplyCodec,
  recordingRequestCodec,
} from './recording-codecs.ts'
import type { RunningRecordings } from './recordings.types.ts'
import { parseSegmentPath } from './segment-path.ts'

const NOT_WRITTEN = 'this file is not being written'

/** Serves the files of a device for as long as this node has any that are not closed. */
export function serveRecordings(
  { bus }: { readonly bus: Bus },
  deviceId: string,
  source: RunningRecordings,
): { close(): void } {
  const requests = bus.respond(deviceSubject(deviceId, 'recording'), async (bytes) => {
    const request = recordingRequestCodec.decode(bytes)
    const reply: RecordingReply = request.ok
      ? await answer(source, deviceId, request.value).catch(failure)
      : { kind: 'failed', reason: request.reason }
    return recordingReplyCodec.encode(reply)
  })
  const ranges = bus.respond(deviceSubject(deviceId, 'recording-bytes'), async (bytes) => {
    try {
      return await readRange(source, deviceId, bytes)
    } catch (error) {
      return Buffer.concat([Uint8Array.of(0), Buffer.from(messageOf(error))])
    }
  })
  return {
    close() {
      requests.close()
      ranges.close()
    },
  }
}

async function answer(source: RunningRecordings, deviceId: string, request: RecordingRequest): Promise<RecordingReply> {
  switch (request.kind) {
    case 'running':
      return { kind: 'running', segments: [...(await source.running(deviceId))] }
    case 'is-writing':
      return { kind: 'is-writing', isWriting: await source.isWriting(request.path) }
    case 'close':
      await source.closeRunning(deviceId)
      return { kind: 'closed' }
    case 'size': {
      const file = await openOwn(source, deviceId, request.path)
      if (file === null) return { kind: 'size', bytes: null }
      return { kind: 'size', bytes: await file.size().finally(() => file.close()) }
    }
  }
}

async function readRange(source: RunningRecordings, deviceId: string, bytes: Uint8Array): Promise<Uint8Array> {
  const request = rangeRequestCodec.decode(bytes)
  if (!request.ok) throw new Error(request.reason)
  const { path, position, length } = request.value
  const file = await openOwn(source, deviceId, path)
  if (file === null) throw new Error(NOT_WRITTEN)
  const range = await file.read(position, length).finally(() => file.close())
  return Buffer.concat([Uint8Array.of(RANGE_FOLLOWS), range])
}

/** The path has to be a recording of this device: nothing else on the disk is read for another node. */
async function openOwn(source: RunningRecordings, deviceId: string, path: string) {
  return parseSegmentPath(path)?.deviceId === deviceId ? await source.open(path) : null
}

function failure(error: unknown): RecordingReply {
  return { kind: 'failed', reason: messageOf(error) }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
