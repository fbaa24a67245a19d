// Belongs here: a file in the making, and what does not go on in it. Does not: when it begins and ends (channel-recorder.ts).
import { sameBytes } from '@fleetglass/bytes'
import type { FragmentWriter, Mp4Audio, VideoConfig } from '@fleetglass/media'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import type { GatheredFragment } from './gathered-fragment.ts'
import type { SegmentFile } from './segment-file.ts'

/** A step ahead, or a silence, that a file can bear as a gap; what is longer, or goes back, ends it. */
export const GAP_IN_FILE_MS = 10_000

/** The file in the making. */
export interface OpenSegment {
  readonly startMs: number
  /** `null`: sound alone. The first key frame begins a file with pictures. */
  readonly config: VideoConfig | null
  readonly file: SegmentFile
  /** Made with the first fragment: sound that begins later is added to it. */
  writer: FragmentWriter | null
  audio: Mp4Audio | null
  /** The sound is other than the file's: the next key frame begins a new file. */
  audioChanged: boolean
  readonly gathered: GatheredFragment
  /** Monotonic: a file ends also when its pictures have no time. */
  readonly begunMs: number
  /** Time of the last frame of the kind that the file lives on: pictures, or sound where it has no pictures. */
  lastMs: number
  lastArrivalMs: number
  /** Frames were dropped; goes on with a key frame. */
  skipping: boolean
}

/** What is on disk of it; `null` without a whole fragment. */
export function segmentOf(
  open: OpenSegment,
  { deviceKey, channel }: { readonly deviceKey: number; readonly channel: number },
): Segment | null {
  const { fragments, bytes, path } = open.file
  const first = fragments[0]
  const last = fragments.at(-1)
  if (first === undefined || last === undefined) return null
  return {
    deviceKey,
    channel,
    startMs: first.startMs,
    endMs: last.endMs,
    bytes,
    firstKeyFrameOffset: fragments.find((fragment) => fragment.keyFrame)?.offset ?? first.offset,
    path,
  }
}

/** Time goes back, or ahead by more than a file can bear as a gap. */
export function isStep(open: OpenSegment, { timestampMs }: MediaFrame): boolean {
  const stepMs = timestampMs - open.lastMs
  return stepMs < 0 || stepMs > GAP_IN_FILE_MS
}

export function sameTrack(a: Mp4Audio, b: Mp4Audio): boolean {
  if (a.codec !== b.codec || a.sampleRate !== b.sampleRate || a.channels !== b.channels) return false
  return a.codec !== 'aac' || b.codec !== 'aac' || sameBytes(a.config, b.config)
}
