import type { Result } from '@fleetglass/bytes'
import { h264IsKey, h264IsPicture, h264SetKind, parseH264Sps } from './h264.ts'
import { h265IsKey, h265IsPicture, h265SetKind, parseH265Sps } from './h265.ts'
import type { SetKind, VideoCodec, VideoFormat } from './video-types.ts'

/** Codec of a JT/T 1078 payload type: 98 H.264, 99 H.265. */
export function videoCodecOf(payloadType: number): VideoCodec | null {
  return payloadType === 98 ? 'h264' : payloadType === 99 ? 'h265' : null
}

/** Reads a sequence parameter set, given as a NAL unit without start code. */
export function parseSps(codec: VideoCodec, unit: Uint8Array): Result<VideoFormat> {
  return codec === 'h264' ? parseH264Sps(unit) : parseH265Sps(unit)
}

/** Whether a NAL unit is coded picture (a slice). */
export function isPicture(codec: VideoCodec, firstByte: number): boolean {
  return codec === 'h264' ? h264IsPicture(firstByte) : h265IsPicture(firstByte)
}

/** Whether a slice begins a picture that needs none before it: IDR, or any IRAP of H.265. */
export function isKeySlice(codec: VideoCodec, firstByte: number): boolean {
  return codec === 'h264' ? h264IsKey(firstByte) : h265IsKey(firstByte)
}

/** Which parameter set a NAL unit is; `null` when it is none. */
export function setKindOf(codec: VideoCodec, firstByte: number): SetKind | null {
  return codec === 'h264' ? h264SetKind(firstByte) : h265SetKind(firstByte)
}
