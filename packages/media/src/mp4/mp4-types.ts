import type { VideoConfig } from '../video-types.ts'

/** Audio that MP4 can carry as it came. Other codecs are turned into µ-law by the caller. */
export type Mp4Audio =
  | { readonly codec: 'alaw' | 'ulaw'; readonly sampleRate: number; readonly channels: number }
  | {
      readonly codec: 'aac'
      readonly sampleRate: number
      readonly channels: number
      /** AudioSpecificConfig. */
      readonly config: Uint8Array
    }

/** What a file holds: one of the two at least. */
export interface Mp4Tracks {
  readonly video?: VideoConfig | undefined
  readonly audio?: Mp4Audio | undefined
}

/** Track numbers in every file of ours. */
export const TrackId = { video: 1, audio: 2 } as const

/** Ticks a second of the file and of its video: times are in ms. Audio counts samples. */
export const MS_TIMESCALE = 1000

/** From 1904 (ISO/IEC 14496-12) and from 1900 (NTP) to 1970. */
export const SECONDS_1904_TO_1970 = 2_082_844_800
export const SECONDS_1900_TO_1970 = 2_208_988_800

/** Sample flags (ISO/IEC 14496-12, 8.8.3.1): depends on none; depends on others and is no sync sample. */
export const KEY_SAMPLE = 0x0200_0000
export const OTHER_SAMPLE = 0x0101_0000
export const NOT_SYNC = 0x0001_0000
