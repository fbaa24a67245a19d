import { PROFILES_WITH_CHROMA, parseH264Sps, withoutFrameRate } from '../h264.ts'
import { parseH265Sps } from '../h265.ts'
import type { VideoConfig } from '../video-types.ts'
import { box, fields, fullBox } from './boxes.ts'
import type { Mp4Audio } from './mp4-types.ts'

/**
 * The sample entry of a video track (ISO/IEC 14496-15). Its parameter sets stand here alone (`apart`) or, where they change,
 * also in front of the pictures that need them (`within`). Throws when the sets cannot be read.
 */
export function videoSampleEntry(config: VideoConfig, sets: 'apart' | 'within'): Uint8Array {
  const { codec, width, height } = config
  const names = codec === 'h264' ? { apart: 'avc1', within: 'avc3' } : { apart: 'hvc1', within: 'hev1' }
  return box(
    names[sets],
    fields((writer) => {
      writer.fill(0, 6).u16(1) // data reference
      writer.fill(0, 16).u16(width).u16(height)
      writer.u32(0x48_0000).u32(0x48_0000).u32(0).u16(1) // 72 dpi, one frame a sample
      writer.fill(0, 32).u16(24).u16(0xffff) // no name, colour without alpha
    }),
    codec === 'h264' ? avcC(config) : hvcC(config, sets === 'apart'),
  )
}

/** ISO/IEC 14496-15, 5.3.3.1.2. NAL units have lengths of 4 bytes; a frame rate is not written, times are in the fragments. */
function avcC(config: VideoConfig): Uint8Array {
  const sps = parseH264Sps(config.sps[0] ?? new Uint8Array(0))
  if (!sps.ok) throw new RangeError(`the sequence parameter set cannot be written: ${sps.reason}`)
  const { profile, constraints, level, chromaFormat, bitDepthLuma, bitDepthChroma } = sps.value
  return box(
    'avcC',
    fields((writer) => {
      writer.u8(1).u8(profile).u8(constraints).u8(level).u8(0xff)
      writer.u8(0xe0 | config.sps.length)
      for (const unit of config.sps.map(withoutFrameRate)) writer.u16(unit.length).bytes(unit)
      writer.u8(config.pps.length)
      for (const unit of config.pps) writer.u16(unit.length).bytes(unit)
      if (!PROFILES_WITH_CHROMA.has(profile)) return
      writer
        .u8(0xfc | chromaFormat)
        .u8(0xf8 | (bitDepthLuma - 8))
        .u8(0xf8 | (bitDepthChroma - 8))
        .u8(0)
    }),
  )
}

/** ISO/IEC 14496-15, 8.3.3.1.2. `complete` arrays: the sets are here and not in the pictures. */
function hvcC(config: VideoConfig, complete: boolean): Uint8Array {
  const sps = parseH265Sps(config.sps[0] ?? new Uint8Array(0))
  if (!sps.ok) throw new RangeError(`the sequence parameter set cannot be written: ${sps.reason}`)
  const { profileTierLevel, chromaFormat, bitDepthLuma, bitDepthChroma, temporalLayers, temporalIdNested } = sps.value
  return box(
    'hvcC',
    fields((writer) => {
      writer.u8(1).bytes(profileTierLevel)
      writer.u16(0xf000) // min_spatial_segmentation_idc unknown
      writer.u8(0xfc) // parallelismType unknown
      writer
        .u8(0xfc | chromaFormat)
        .u8(0xf8 | (bitDepthLuma - 8))
        .u8(0xf8 | (bitDepthChroma - 8))
      writer.u16(0) // avgFrameRate unknown
      writer.u8((temporalLayers << 3) | (temporalIdNested ? 4 : 0) | 3)
      const arrays = [
        { type: 32, units: config.vps },
        { type: 33, units: config.sps },
        { type: 34, units: config.pps },
      ]
      writer.u8(arrays.length)
      for (const { type, units } of arrays) {
        writer.u8((complete ? 0x80 : 0) | type).u16(units.length)
        for (const unit of units) writer.u16(unit.length).bytes(unit)
      }
    }),
  )
}

/** The sample entry of an audio track (ISO/IEC 14496-12, 12.2.3); `alaw` and `ulaw` as QuickTime names them. */
export function audioSampleEntry(audio: Mp4Audio): Uint8Array {
  const head = fields((writer) => {
    writer.fill(0, 6).u16(1) // data reference
    writer.fill(0, 8).u16(audio.channels).u16(16).u32(0)
    writer.u16(audio.sampleRate).u16(0)
  })
  return audio.codec === 'aac'
    ? box('mp4a', head, esds(audio.config))
    : box(audio.codec, head, channelLayout(audio.channels))
}

/** QuickTime's `chan`: mono or stereo, which readers would otherwise have to guess. */
function channelLayout(channels: number): Uint8Array {
  const layout = channels === 2 ? 101 : 100
  return fullBox('chan', 0, 0, (writer) => writer.u16(layout).u16(channels).u32(0).u32(0))
}

/** ISO/IEC 14496-14, 5.6: elementary stream descriptor of AAC. */
function esds(config: Uint8Array): Uint8Array {
  return fullBox('esds', 0, 0, (writer) => {
    writer
      .u8(3)
      .u8(23 + config.length)
      .u16(0)
      .u8(0) // ES_Descriptor
    writer.u8(4).u8(15 + config.length) // DecoderConfigDescriptor
    writer.u8(0x40).u8(0x15).u24(0).u32(0).u32(0) // MPEG-4 audio, audio stream, no buffer size, no rates
    writer.u8(5).u8(config.length).bytes(config) // DecoderSpecificInfo
    writer.u8(6).u8(1).u8(2) // SLConfigDescriptor
  })
}
