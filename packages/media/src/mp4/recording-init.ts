import { attempt, type ByteReader, Malformed, type Result } from '@fleetglass/bytes'
import { parseSps } from '../video-format.ts'
import type { VideoCodec, VideoConfig } from '../video-types.ts'
import { type BoxPlace, boxAt, boxesIn, childOf, fieldsOf, viewOf } from './box-walk.ts'
import type { Mp4Audio } from './mp4-types.ts'

/** The content of the beginning of a recording. */
export interface RecordingInit {
  readonly video: { readonly trackId: number; readonly timescale: number; readonly config: VideoConfig } | null
  readonly audio: { readonly trackId: number; readonly timescale: number; readonly format: Mp4Audio } | null
  /** Where the first fragment begins. */
  readonly byteLength: number
}

/** Reads `ftyp` and `moov` at the start of `bytes`. They have some hundred bytes: a few KiB of the file are enough. */
export function readInit(bytes: Uint8Array): Result<RecordingInit> {
  return attempt(() => {
    for (let at = 0; ; ) {
      const box = boxAt(bytes, at)
      if (!box || box.end > bytes.length) throw new Malformed(at, 'the file ends before its "moov"')
      if (box.type === 'moov') return { ...readMoov(bytes, box), byteLength: behindFree(bytes, box.end) }
      if (at === 0 && box.type !== 'ftyp') throw new Malformed(0, 'no MP4 file')
      at = box.end
    }
  })
}

/** Where the first fragment begins: behind the room that is kept for one more track. */
function behindFree(bytes: Uint8Array, at: number): number {
  const box = boxAt(bytes, at)
  return box?.type === 'free' ? box.end : at
}

function readMoov(bytes: Uint8Array, moov: BoxPlace): Omit<RecordingInit, 'byteLength'> {
  let video: RecordingInit['video'] = null
  let audio: RecordingInit['audio'] = null
  for (const trak of boxesIn(bytes, moov.start, moov.end)) {
    if (trak.type !== 'trak') continue
    const track = readTrack(bytes, trak)
    if (track.kind === 'video') video ??= track
    else audio ??= track
  }
  return { video, audio }
}

type Track =
  | ({ readonly kind: 'video' } & NonNullable<RecordingInit['video']>)
  | ({ readonly kind: 'audio' } & NonNullable<RecordingInit['audio']>)

/** What a `trak` says of its samples. Throws `Malformed`. */
export function readTrack(bytes: Uint8Array, trak: BoxPlace): Track {
  const trackId = readAfterTimes(bytes, childOf(bytes, trak, 'tkhd'))
  const mdia = childOf(bytes, trak, 'mdia')
  const timescale = readAfterTimes(bytes, childOf(bytes, mdia, 'mdhd'))
  if (timescale === 0) throw new Malformed(mdia.at, 'a track without time')
  const stsd = childOf(bytes, childOf(bytes, childOf(bytes, mdia, 'minf'), 'stbl'), 'stsd')
  const entry = boxAt(bytes, stsd.start + 8)
  if (!entry || entry.end > stsd.end) throw new Malformed(stsd.at, 'a track without sample entry')
  switch (entry.type) {
    case 'avc1':
    case 'avc3':
    case 'hvc1':
    case 'hev1':
      return { kind: 'video', trackId, timescale, config: readVideoEntry(bytes, entry) }
    case 'alaw':
    case 'ulaw':
    case 'mp4a':
      return { kind: 'audio', trackId, timescale, format: readAudioEntry(bytes, entry, timescale) }
    default:
      throw new Malformed(entry.at, `samples of type "${entry.type}" are not written by us`)
  }
}

/** The number that follows both times: track id in `tkhd`, timescale in `mdhd`. */
function readAfterTimes(bytes: Uint8Array, box: BoxPlace): number {
  const reader = fieldsOf(bytes, box, 0)
  const version = reader.u8()
  reader.skip(3 + (version === 1 ? 16 : 8))
  return reader.u32()
}

const VIDEO_ENTRY_BYTES = 78
const AUDIO_ENTRY_BYTES = 28

function readVideoEntry(bytes: Uint8Array, entry: BoxPlace): VideoConfig {
  const children = { start: entry.start + VIDEO_ENTRY_BYTES, end: entry.end }
  const codec: VideoCodec = entry.type.startsWith('avc') ? 'h264' : 'h265'
  const record = childOf(bytes, children, codec === 'h264' ? 'avcC' : 'hvcC')
  const reader = fieldsOf(bytes, record, 0)
  const sets = codec === 'h264' ? readAvcC(reader) : readHvcC(reader)
  const format = parseSps(codec, sets.sps[0] ?? new Uint8Array(0))
  if (!format.ok) throw new Malformed(record.at, `sequence parameter set: ${format.reason}`)
  const { width, height, codecString, framesPerS } = format.value
  return { codec, width, height, codecString, framesPerS, ...sets }
}

type Sets = Pick<VideoConfig, 'vps' | 'sps' | 'pps'>

function readAvcC(reader: ByteReader): Sets {
  reader.skip(5)
  const sps = readUnits(reader, reader.u8() & 0x1f)
  const pps = readUnits(reader, reader.u8())
  return { vps: [], sps, pps }
}

function readHvcC(reader: ByteReader): Sets {
  reader.skip(22)
  const sets = { vps: [] as Uint8Array[], sps: [] as Uint8Array[], pps: [] as Uint8Array[] }
  for (let left = reader.u8(); left > 0; left--) {
    const type = reader.u8() & 0x3f
    const units = readUnits(reader, reader.u16())
    if (type === 32) sets.vps = units
    else if (type === 33) sets.sps = units
    else if (type === 34) sets.pps = units
  }
  return sets
}

/** Copies: the sets outlive the buffer of the file. */
function readUnits(reader: ByteReader, count: number): Uint8Array[] {
  const units: Uint8Array[] = []
  for (let left = count; left > 0; left--) units.push(reader.take(reader.u16()).slice())
  return units
}

function readAudioEntry(bytes: Uint8Array, entry: BoxPlace, sampleRate: number): Mp4Audio {
  if (entry.end - entry.start < AUDIO_ENTRY_BYTES) throw new Malformed(entry.at, 'audio sample entry too short')
  const channels = viewOf(bytes).getUint16(entry.start + 16)
  if (entry.type !== 'mp4a') return { codec: entry.type === 'alaw' ? 'alaw' : 'ulaw', sampleRate, channels }
  const esds = childOf(bytes, { start: entry.start + AUDIO_ENTRY_BYTES, end: entry.end }, 'esds')
  // ES head 3 bytes, decoder configuration head 13, each behind a tag and a length.
  const reader = fieldsOf(bytes, esds, 4)
  for (const [tag, headBytes] of DESCRIPTORS) {
    if (reader.u8() !== tag) throw new Malformed(reader.offset, 'no decoder configuration')
    readLength(reader)
    reader.skip(headBytes)
  }
  if (reader.u8() !== 5) throw new Malformed(reader.offset, 'no decoder configuration')
  return { codec: 'aac', sampleRate, channels, config: reader.take(readLength(reader)).slice() }
}

const DESCRIPTORS = [
  [3, 3],
  [4, 13],
] as const

/** ISO/IEC 14496-1, 8.3.3: seven bits a byte, up to four bytes. */
function readLength(reader: ByteReader): number {
  let length = 0
  for (let bytes = 0; bytes < 4; bytes++) {
    const byte = reader.u8()
    length = (length << 7) | (byte & 0x7f)
    if (byte < 0x80) break
  }
  return length
}
