import { attempt, Malformed, type Result } from '@fleetglass/bytes'
import { unescapeNal } from './annex-b.ts'
import { BitReader } from './bit-reader.ts'
import type { SetKind, VideoFormat } from './video-types.ts'

/** NAL unit types (ITU-T H.265, table 7-1). */
export const H265Nal = {
  lastPicture: 31,
  firstKey: 16,
  lastKey: 23,
  vps: 32,
  sps: 33,
  pps: 34,
  accessUnitDelimiter: 35,
  prefixSei: 39,
} as const

/** What `hvcC` needs besides the size. */
export interface H265Sps extends VideoFormat {
  /** The 12 bytes of general profile, tier, compatibility, constraints and level. */
  readonly profileTierLevel: Uint8Array
  readonly temporalLayers: number
  readonly temporalIdNested: boolean
  readonly chromaFormat: number
  readonly bitDepthLuma: number
  readonly bitDepthChroma: number
}

function typeOf(firstByte: number): number {
  return (firstByte >> 1) & 0x3f
}

export function h265IsPicture(firstByte: number): boolean {
  return typeOf(firstByte) <= H265Nal.lastPicture
}

export function h265IsKey(firstByte: number): boolean {
  const type = typeOf(firstByte)
  return type >= H265Nal.firstKey && type <= H265Nal.lastKey
}

export function h265SetKind(firstByte: number): SetKind | null {
  switch (typeOf(firstByte)) {
    case H265Nal.vps:
      return 'vps'
    case H265Nal.sps:
      return 'sps'
    case H265Nal.pps:
      return 'pps'
    default:
      return null
  }
}

const MAX_SIDE = 16_384

/** Reads a sequence parameter set (ITU-T H.265, 7.3.2.2), given as a NAL unit without start code. */
export function parseH265Sps(unit: Uint8Array): Result<H265Sps> {
  return attempt(() => {
    if (unit.length < 3 || h265SetKind(unit[0]!) !== 'sps') throw new Malformed(0, 'not a sequence parameter set')
    const rbsp = unescapeNal(unit).subarray(2)
    const reader = new BitReader(rbsp)
    reader.skip(4) // sps_video_parameter_set_id
    const subLayers = reader.bits(3)
    const temporalIdNested = reader.flag()
    const profileTierLevel = Uint8Array.from({ length: 12 }, () => reader.bits(8))
    skipSubLayers(reader, subLayers)
    reader.unsigned(15) // sps_seq_parameter_set_id
    const { chromaFormat, width, height } = readSize(reader)
    const bitDepthLuma = 8 + reader.unsigned(8)
    const bitDepthChroma = 8 + reader.unsigned(8)
    return {
      codec: 'h265' as const,
      width,
      height,
      codecString: codecStringOf(profileTierLevel),
      framesPerS: readFrameRate(reader, subLayers),
      profileTierLevel,
      temporalLayers: subLayers + 1,
      temporalIdNested,
      chromaFormat,
      bitDepthLuma,
      bitDepthChroma,
    }
  })
}

function skipSubLayers(reader: BitReader, subLayers: number): void {
  if (subLayers === 0) return
  const present = Array.from({ length: 8 }, () => ({ profile: reader.flag(), level: reader.flag() }))
  for (const layer of present.slice(0, subLayers)) {
    if (layer.profile) reader.skip(88)
    if (layer.level) reader.skip(8)
  }
}

function readSize(reader: BitReader): { chromaFormat: number; width: number; height: number } {
  const chromaFormat = reader.unsigned(3)
  if (chromaFormat === 3) reader.skip(1) // separate_colour_plane_flag
  let width = reader.unsigned(MAX_SIDE)
  let height = reader.unsigned(MAX_SIDE)
  if (reader.flag()) {
    const unitX = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1
    const unitY = chromaFormat === 1 ? 2 : 1
    width -= unitX * (reader.unsigned(MAX_SIDE) + reader.unsigned(MAX_SIDE))
    height -= unitY * (reader.unsigned(MAX_SIDE) + reader.unsigned(MAX_SIDE))
  }
  if (width <= 0 || height <= 0) throw new Malformed(0, 'cropped to nothing')
  return { chromaFormat, width, height }
}

/** The rest up to the VUI's timing (ITU-T H.265, E.2.1). What cannot be read costs the frame rate, not the size. */
function readFrameRate(reader: BitReader, subLayers: number): number | null {
  const rate = attempt(() => {
    const orderBits = 4 + reader.unsigned(12)
    for (let index = reader.flag() ? 0 : subLayers; index <= subLayers; index++) {
      reader.unsigned() // sps_max_dec_pic_buffering_minus1
      reader.unsigned() // sps_max_num_reorder_pics
      reader.unsigned() // sps_max_latency_increase_plus1
    }
    for (let field = 0; field < 6; field++) reader.unsigned() // block sizes and transform depths
    if (reader.flag() && reader.flag()) skipScalingLists(reader)
    reader.skip(2) // amp_enabled_flag, sample_adaptive_offset_enabled_flag
    if (reader.flag()) {
      reader.skip(8) // pcm bit depths
      reader.unsigned()
      reader.unsigned()
      reader.skip(1)
    }
    skipShortTermSets(reader)
    if (reader.flag()) for (let left = reader.unsigned(32); left > 0; left--) reader.skip(orderBits + 1)
    reader.skip(2) // sps_temporal_mvp_enabled_flag, strong_intra_smoothing_enabled_flag
    return reader.flag() ? readVuiRate(reader) : null
  })
  return rate.ok ? rate.value : null
}

function readVuiRate(reader: BitReader): number | null {
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
  reader.skip(3) // neutral_chroma_indication_flag, field_seq_flag, frame_field_info_present_flag
  if (reader.flag()) for (let side = 0; side < 4; side++) reader.unsigned() // default display window
  if (!reader.flag()) return null
  const unitsInTick = reader.bits(32)
  const timeScale = reader.bits(32)
  return unitsInTick > 0 && timeScale > 0 ? timeScale / unitsInTick : null
}

function skipScalingLists(reader: BitReader): void {
  for (let size = 0; size < 4; size++) {
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (!reader.flag()) {
        reader.unsigned() // scaling_list_pred_matrix_id_delta
        continue
      }
      if (size > 1) reader.signed() // scaling_list_dc_coef_minus8
      for (let left = Math.min(64, 1 << (4 + size * 2)); left > 0; left--) reader.signed()
    }
  }
}

function skipShortTermSets(reader: BitReader): void {
  const count = reader.unsigned(64)
  let deltasBefore = 0
  for (let index = 0; index < count; index++) {
    if (index > 0 && reader.flag()) {
      reader.skip(1) // delta_rps_sign
      reader.unsigned() // abs_delta_rps_minus1
      let deltas = 0
      for (let each = 0; each <= deltasBefore; each++) {
        const isUsed = reader.flag()
        if (isUsed || reader.flag()) deltas++
      }
      deltasBefore = deltas
      continue
    }
    const deltas = reader.unsigned(16) + reader.unsigned(16)
    for (let each = 0; each < deltas; each++) {
      reader.unsigned() // delta_poc_minus1
      reader.skip(1) // used_by_curr_pic_flag
    }
    deltasBefore = deltas
  }
}

/** ISO/IEC 14496-15, annex E.3: profile, compatibility bits reversed, tier and level, constraint bytes. */
function codecStringOf(profileTierLevel: Uint8Array): string {
  const first = profileTierLevel[0]!
  const space = ['', 'A', 'B', 'C'][first >> 6]!
  let compatibility = 0
  for (let bit = 0; bit < 32; bit++) {
    if ((profileTierLevel[1 + (bit >> 3)]! >> (7 - (bit & 7))) & 1) compatibility += 2 ** bit
  }
  const constraints = [...profileTierLevel.subarray(5, 11)]
  while (constraints.at(-1) === 0) constraints.pop()
  const tier = first & 0x20 ? 'H' : 'L'
  const parts = [
    `hvc1.${space}${first & 0x1f}`,
    compatibility.toString(16).toUpperCase(),
    `${tier}${profileTierLevel[11]!}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ]
  return parts.join('.')
}
