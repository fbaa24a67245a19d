import { attempt, Malformed, type Result } from '@fleetglass/bytes'
import { escapeNal, unescapeNal } from './annex-b.ts'
import { BitReader } from './bit-reader.ts'
import type { SetKind, VideoFormat } from './video-types.ts'

/** NAL unit types (ITU-T H.264, table 7-1). */
export const H264Nal = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8, accessUnitDelimiter: 9 } as const

/** What `avcC` needs besides size and profile. */
export interface H264Sps extends VideoFormat {
  readonly profile: number
  readonly constraints: number
  readonly level: number
  readonly chromaFormat: number
  readonly bitDepthLuma: number
  readonly bitDepthChroma: number
  /** Where in the unescaped unit `timing_info_present_flag` stands, when it is set. */
  readonly timingAtBit: number | null
}

export function h264IsPicture(firstByte: number): boolean {
  const type = firstByte & 0x1f
  return type >= H264Nal.slice && type <= H264Nal.idr
}

export function h264IsKey(firstByte: number): boolean {
  return (firstByte & 0x1f) === H264Nal.idr
}

export function h264SetKind(firstByte: number): SetKind | null {
  const type = firstByte & 0x1f
  return type === H264Nal.sps ? 'sps' : type === H264Nal.pps ? 'pps' : null
}

/** Profiles whose sets contain chroma format, bit depths and scaling (ITU-T H.264, 7.3.2.1.1). */
export const PROFILES_WITH_CHROMA: ReadonlySet<number> = new Set([
  100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
])
const MAX_SIDE_MACROBLOCKS = 1024

/** Reads a sequence parameter set (ITU-T H.264, 7.3.2.1.1), given as a NAL unit without start code. */
export function parseH264Sps(unit: Uint8Array): Result<H264Sps> {
  return attempt(() => {
    if (unit.length < 4 || h264SetKind(unit[0]!) !== 'sps') throw new Malformed(0, 'not a sequence parameter set')
    const reader = new BitReader(unescapeNal(unit).subarray(1))
    const profile = reader.bits(8)
    const constraints = reader.bits(8)
    const level = reader.bits(8)
    reader.unsigned(31) // seq_parameter_set_id
    const chroma = PROFILES_WITH_CHROMA.has(profile)
      ? readChroma(reader)
      : { chromaFormat: 1, bitDepthLuma: 8, bitDepthChroma: 8 }
    skipOrder(reader)
    const size = readSize(reader, chroma.chromaFormat)
    const timing = readTiming(reader)
    return {
      codec: 'h264' as const,
      ...size,
      codecString: `avc1.${hex(profile)}${hex(constraints)}${hex(level)}`,
      framesPerS: timing?.framesPerS ?? null,
      timingAtBit: timing ? timing.atBit + 8 : null,
      profile,
      constraints,
      level,
      ...chroma,
    }
  })
}

const TIMING_BITS = 32 + 32 + 1

/**
 * The same set without the frame rate in its VUI. Recorders send wrong ones (4 where 25 are sent), and a file has the
 * time of each picture. The unit itself when it has none.
 */
export function withoutFrameRate(unit: Uint8Array): Uint8Array {
  const sps = parseH264Sps(unit)
  if (!sps.ok || sps.value.timingAtBit === null) return unit
  const from = unescapeNal(unit)
  const flagAt = sps.value.timingAtBit
  const to = new Uint8Array(from.length)
  let length = 0
  for (let bit = 0; bit < from.length * 8; bit++) {
    if (bit > flagAt && bit <= flagAt + TIMING_BITS) continue
    if (bit !== flagAt && (from[bit >> 3]! >> (7 - (bit & 7))) & 1) to[length >> 3]! |= 0x80 >> (length & 7)
    length++
  }
  let bytes = length >> 3
  // The stop bit is the last one that is set: what follows is alignment.
  if ((length & 7) > 0) bytes++
  while (bytes > 1 && to[bytes - 1] === 0) bytes--
  return escapeNal(to.subarray(0, bytes))
}

function readChroma(reader: BitReader): { chromaFormat: number; bitDepthLuma: number; bitDepthChroma: number } {
  const chromaFormat = reader.unsigned(3)
  if (chromaFormat === 3) reader.skip(1) // separate_colour_plane_flag
  const bitDepthLuma = 8 + reader.unsigned(6)
  const bitDepthChroma = 8 + reader.unsigned(6)
  reader.skip(1) // qpprime_y_zero_transform_bypass_flag
  if (reader.flag()) {
    const lists = chromaFormat === 3 ? 12 : 8
    for (let index = 0; index < lists; index++) if (reader.flag()) skipScalingList(reader, index < 6 ? 16 : 64)
  }
  return { chromaFormat, bitDepthLuma, bitDepthChroma }
}

function skipScalingList(reader: BitReader, size: number): void {
  let next = 8
  for (let index = 0, last = 8; index < size && next !== 0; index++) {
    next = (last + reader.signed() + 256) & 0xff
    if (next !== 0) last = next
  }
}

function skipOrder(reader: BitReader): void {
  reader.unsigned(12) // log2_max_frame_num_minus4
  const orderType = reader.unsigned(2)
  if (orderType === 0) reader.unsigned(12) // log2_max_pic_order_cnt_lsb_minus4
  if (orderType === 1) {
    reader.skip(1) // delta_pic_order_always_zero_flag
    reader.signed() // offset_for_non_ref_pic
    reader.signed() // offset_for_top_to_bottom_field
    for (let left = reader.unsigned(255); left > 0; left--) reader.signed()
  }
  reader.unsigned() // max_num_ref_frames
  reader.skip(1) // gaps_in_frame_num_value_allowed_flag
}

function readSize(reader: BitReader, chromaFormat: number): { width: number; height: number } {
  const widthMacroblocks = 1 + reader.unsigned(MAX_SIDE_MACROBLOCKS)
  const heightUnits = 1 + reader.unsigned(MAX_SIDE_MACROBLOCKS)
  const framesOnly = reader.flag()
  if (!framesOnly) reader.skip(1) // mb_adaptive_frame_field_flag
  reader.skip(1) // direct_8x8_inference_flag
  let width = widthMacroblocks * 16
  let height = heightUnits * 16 * (framesOnly ? 1 : 2)
  if (reader.flag()) {
    const unitX = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1
    const unitY = (chromaFormat === 1 ? 2 : 1) * (framesOnly ? 1 : 2)
    width -= unitX * (reader.unsigned(0xffff) + reader.unsigned(0xffff))
    height -= unitY * (reader.unsigned(0xffff) + reader.unsigned(0xffff))
  }
  if (width <= 0 || height <= 0) throw new Malformed(0, 'cropped to nothing')
  return { width, height }
}

/** The VUI (ITU-T H.264, E.1.1) as far as its timing. A VUI that breaks off costs the frame rate, not the size. */
function readTiming(reader: BitReader): { atBit: number; framesPerS: number | null } | null {
  const timing = attempt(() => {
    if (!reader.flag()) return null
    if (reader.flag() && reader.bits(8) === 255) reader.skip(32) // aspect ratio, its own
    if (reader.flag()) reader.skip(1) // overscan
    if (reader.flag()) {
      reader.skip(4) // video_format, full range
      if (reader.flag()) reader.skip(24) // colour description
    }
    if (reader.flag()) {
      reader.unsigned() // chroma_sample_loc_type_top_field
      reader.unsigned() // chroma_sample_loc_type_bottom_field
    }
    const atBit = reader.position
    if (!reader.flag()) return null
    const unitsInTick = reader.bits(32)
    const timeScale = reader.bits(32)
    reader.skip(1) // fixed_frame_rate_flag
    return { atBit, framesPerS: unitsInTick > 0 && timeScale > 0 ? timeScale / (2 * unitsInTick) : null }
  })
  return timing.ok ? timing.value : null
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0').toUpperCase()
}
