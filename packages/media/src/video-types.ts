/** The two codecs recorders use. */
export type VideoCodec = 'h264' | 'h265'

/** What a sequence parameter set says. */
export interface VideoFormat {
  readonly codec: VideoCodec
  /** Shown size, pixels: cropping taken off. */
  readonly width: number
  readonly height: number
  /** RFC 6381, for example `avc1.4D001E` or `hvc1.1.6.L93.B0`. */
  readonly codecString: string
  /** From the VUI, `null` when it is missing. Recorders often send wrong ones. */
  readonly framesPerS: number | null
}

/** A format with its parameter sets, as NAL units without start codes. */
export interface VideoConfig extends VideoFormat {
  /** H.265 only; empty otherwise. */
  readonly vps: readonly Uint8Array[]
  readonly sps: readonly Uint8Array[]
  readonly pps: readonly Uint8Array[]
}

export type SetKind = 'vps' | 'sps' | 'pps'
