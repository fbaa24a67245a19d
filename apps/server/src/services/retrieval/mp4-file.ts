// Belongs here: an MP4 that a device brought, as frames. Does not: its index (packages/media).
import { PayloadType } from '@fleetglass/jt1078'
import { type Mp4File, type Mp4Sample, readMp4File, sampleToAnnexB } from '@fleetglass/media'
import type { MediaFile } from '../../platform/media-store/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import { withAdts } from '../recordings/index.ts'

/** A file's index is as long as hours of pictures make it. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024
/** No camera makes a longer picture. */
const MAX_SAMPLE_BYTES = 16 * 1024 * 1024
/** Boxes in front of the index. */
const MAX_BOXES = 64
/** Samples without a byte that are passed over before the loop has its turn. */
const EMPTY_AT_ONCE = 4_096
/** The longest file that a recorder begins before what was asked for. */
const LONGEST_FILE_MS = 3_600_000
/** The zone that JT/T devices count in: some write local time where UTC belongs. */
const ZONE_MS = 8 * 3_600_000

/** Whether a file that begins like this is one. */
export function isMp4File(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(4, 8)) === 'ftyp'
}

/** Its index, or why there is none, for people. */
export async function openMp4File(handle: MediaFile): Promise<Mp4File | string> {
  const size = await handle.size()
  for (let at = 0, boxes = 0; at + 8 <= size; boxes++) {
    const head = await handle.read(at, Math.min(16, size - at))
    const { type, byteLength } = boxHead(head, size - at)
    if (byteLength < 8 || boxes > MAX_BOXES) return 'The boxes of the MP4 are in no order.'
    if (type === 'moov') {
      if (byteLength > MAX_INDEX_BYTES) return 'The index of the MP4 is too long.'
      if (at + byteLength > size) return 'The MP4 ends in the middle of its index.'
      const mp4 = readMp4File(await handle.read(at, byteLength), size)
      return mp4.ok ? mp4.value : `The MP4 cannot be read: ${mp4.reason}.`
    }
    at += byteLength
  }
  return 'The MP4 has no index: it did not come whole.'
}

/** When it begins, as far as it says so; `null` when that is none of the times that were asked for. */
export function mp4StartMs({ createdMs }: Mp4File, fromMs: number, toMs: number): number | null {
  const candidates = createdMs === null ? [] : [createdMs, createdMs - ZONE_MS]
  return candidates.find((startMs) => startMs >= fromMs - LONGEST_FILE_MS && startMs < toMs) ?? null
}

/** Throws `DamagedMp4File` when its media are not where its index says. */
export async function* mp4Frames(
  handle: MediaFile,
  mp4: Mp4File,
  startMs: number,
  mainStream: boolean,
): AsyncGenerator<MediaFrame> {
  const size = await handle.size()
  const seen = { video: false, audio: false }
  let empty = 0
  for (const sample of mp4.samples) {
    if (sample.byteLength > MAX_SAMPLE_BYTES || sample.offset + sample.byteLength > size) throw new DamagedMp4File()
    if (sample.byteLength === 0) {
      empty += 1
      if (empty % EMPTY_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
      continue
    }
    const bytes = await handle.read(sample.offset, sample.byteLength)
    const coded = sample.kind === 'video' ? pictureOf(mp4, sample, bytes) : soundOf(mp4, bytes)
    if (coded === null) throw new DamagedMp4File()
    yield {
      kind: sample.kind,
      keyFrame: sample.keyFrame,
      mainStream,
      timestampMs: startMs + sample.atMs,
      discontinuity: !seen[sample.kind],
      ...coded,
    }
    seen[sample.kind] = true
  }
}

/** For people. */
export class DamagedMp4File extends Error {
  constructor() {
    super('The MP4 did not come whole: its media are not where its index says.')
  }
}

type Coded = Pick<MediaFrame, 'codec' | 'payload' | 'config'>

function pictureOf({ video }: Mp4File, { keyFrame }: Mp4Sample, bytes: Uint8Array): Coded | null {
  const payload = sampleToAnnexB(bytes, keyFrame, video)
  const codec = video.codec === 'h264' ? PayloadType.h264 : PayloadType.h265
  return payload.ok ? { codec, payload: payload.value, config: keyFrame ? video : null } : null
}

function soundOf({ audio }: Mp4File, bytes: Uint8Array): Coded | null {
  switch (audio?.codec) {
    case 'alaw':
      return { codec: PayloadType.g711a, payload: bytes }
    case 'ulaw':
      return { codec: PayloadType.g711u, payload: bytes }
    case 'aac':
      return { codec: PayloadType.aac, payload: withAdts(audio.config, bytes) }
    default:
      return null
  }
}

function boxHead(head: Uint8Array, left: number): { type: string; byteLength: number } {
  const view = new DataView(head.buffer, head.byteOffset, head.length)
  const type = String.fromCharCode(...head.subarray(4, 8))
  const short = view.getUint32(0)
  // 0: to the end of the file.
  if (short === 0) return { type, byteLength: left }
  if (short === 1) return { type, byteLength: head.length < 16 ? 0 : Number(view.getBigUint64(8)) }
  return { type, byteLength: short }
}
