// Belongs here: which recorded samples an MP4 file has, and when. Does not: tables and bytes (mp4-layout.ts).
import { concat, sameBytes } from '@fleetglass/bytes'
import type { VideoConfig } from '../video-types.ts'
import { fields } from './boxes.ts'
import type { Mp4Audio } from './mp4-types.ts'
import type { RecordingInit } from './recording-init.ts'
import type { RecordedFragment, RecordedSample } from './recording-reader.ts'

/** A recorded file: its beginning, and the fragments that may be taken from it, in order. */
export interface Mp4Source {
  readonly init: RecordingInit
  readonly fragments: readonly RecordedFragment[]
}

/** Samples of one track that lie one behind the other in a recorded file. */
export interface SampleRun {
  /** Index of the file. */
  readonly source: number
  readonly samples: readonly RecordedSample[]
  /** In ticks of the track's timescale, since the beginning of the file. */
  readonly starts: readonly number[]
}

export type Mp4Track = VideoTrack | AudioTrack

interface VideoTrack {
  readonly kind: 'video'
  readonly config: VideoConfig
  /** By file: what goes in front of its key frames, where the parameter sets change within the track. */
  readonly sets: ReadonlyMap<number, Uint8Array> | null
  readonly runs: SampleRun[]
}

interface AudioTrack {
  readonly kind: 'audio'
  readonly format: Mp4Audio
  readonly runs: SampleRun[]
}

export interface Mp4Samples {
  /** Unix ms of the first picture, or of the first sound where there is no picture. */
  readonly startMs: number
  readonly tracks: readonly Mp4Track[]
}

/** Unix ms, `[startMs, endMs)`. */
export interface Mp4Range {
  readonly startMs: number
  readonly endMs: number
}

/**
 * What of the files, which come in order of time, is in the range: pictures from the last key frame at or before its start,
 * sound from there on, or from where the range begins when there is no such key frame. What a file repeats of the one before it is left out. `null` when nothing is left.
 */
export function mp4Samples(sources: readonly Mp4Source[], range: Mp4Range): Mp4Samples | null {
  const startMs = beginning(sources, range)
  if (startMs === null) return null
  const video = new Map<string, { config: VideoConfig; runs: SampleRun[] }>()
  const audio = new Map<string, { format: Mp4Audio; runs: SampleRun[] }>()
  for (const [source, { init, fragments }] of sources.entries()) {
    if (init.video !== null) {
      const { config } = init.video
      const track = stored(video, config.codec, () => ({ config, runs: [] }))
      track.runs.push(...videoRuns(source, fragments, { startMs, endMs: range.endMs }, lastStart(track.runs)))
    }
    if (init.audio !== null) {
      const { format } = init.audio
      const track = stored(audio, audioKind(format), () => ({ format, runs: [] }))
      track.runs.push(...audioRuns(source, fragments, format, { startMs, endMs: range.endMs }, lastStart(track.runs)))
    }
  }
  const tracks: Mp4Track[] = [
    ...[...video.values()].map(({ config, runs }) => ({
      kind: 'video' as const,
      config,
      runs,
      sets: changingSets(sources, config, runs),
    })),
    ...[...audio.values()].map(({ format, runs }) => ({ kind: 'audio' as const, format, runs })),
  ]
  const filled = tracks.filter(({ runs }) => runs.length > 0)
  return filled.length === 0 ? null : { startMs, tracks: filled }
}

/**
 * The last key frame at or before the range, else the first key frame or sound in it. In a file without pictures each sound
 * is one to begin with.
 */
function beginning(sources: readonly Mp4Source[], { startMs, endMs }: Mp4Range): number | null {
  let before = Number.NEGATIVE_INFINITY
  let within = Number.POSITIVE_INFINITY
  for (const { init, fragments } of sources) {
    for (const { samples } of fragments) {
      for (const { kind, keyFrame, timestampMs } of samples) {
        if (kind === 'video' && !keyFrame) continue
        const isBeginning = kind === 'video' || init.video === null
        if (timestampMs <= startMs && isBeginning) before = Math.max(before, timestampMs)
        else if (timestampMs <= startMs) continue
        else if (timestampMs < endMs) within = Math.min(within, timestampMs)
      }
    }
  }
  const found = Number.isFinite(before) ? before : within
  return Number.isFinite(found) ? found : null
}

function videoRuns(
  source: number,
  fragments: readonly RecordedFragment[],
  { startMs, endMs }: Mp4Range,
  lastTicks: number,
): SampleRun[] {
  const runs: SampleRun[] = []
  let last = lastTicks
  let begun = false
  for (const fragment of fragments) {
    const samples: RecordedSample[] = []
    const starts: number[] = []
    for (const sample of fragment.samples) {
      if (sample.kind !== 'video' || sample.timestampMs < startMs || sample.timestampMs >= endMs) continue
      const start = sample.timestampMs - startMs
      if (!begun && !(sample.keyFrame && start > last)) continue
      begun = true
      samples.push(sample)
      starts.push(start)
      last = start
    }
    if (samples.length > 0) runs.push({ source, samples, starts })
  }
  return runs
}

function audioRuns(
  source: number,
  fragments: readonly RecordedFragment[],
  { sampleRate }: Mp4Audio,
  { startMs, endMs }: Mp4Range,
  lastTicks: number,
): SampleRun[] {
  const runs: SampleRun[] = []
  let last = lastTicks
  // Ticks count from the file's own time 0: the same step for all samples of it.
  let offset: number | null = null
  for (const fragment of fragments) {
    const samples: RecordedSample[] = []
    const starts: number[] = []
    for (const sample of fragment.samples) {
      if (sample.kind !== 'audio' || sample.timestampMs < startMs || sample.timestampMs >= endMs) continue
      offset ??= Math.round(((sample.timestampMs - startMs) * sampleRate) / 1000) - sample.ticks
      const start = sample.ticks + offset
      if (start <= last || start < 0) continue
      samples.push(sample)
      starts.push(start)
      last = start
    }
    if (samples.length > 0) runs.push({ source, samples, starts })
  }
  return runs
}

function lastStart(runs: readonly SampleRun[]): number {
  return runs.at(-1)?.starts.at(-1) ?? -1
}

/** For each file its parameter sets as NAL units with lengths; `null` when all files of the track have the same. */
function changingSets(
  sources: readonly Mp4Source[],
  config: VideoConfig,
  runs: readonly SampleRun[],
): ReadonlyMap<number, Uint8Array> | null {
  const bySource = new Map<number, Uint8Array>()
  for (const { source } of runs) {
    const own = sources[source]?.init.video?.config
    if (own && !bySource.has(source)) bySource.set(source, setUnits(own))
  }
  const first = setUnits(config)
  return [...bySource.values()].every((sets) => sameBytes(sets, first)) ? null : bySource
}

function setUnits({ vps, sps, pps }: VideoConfig): Uint8Array {
  const units = [...vps, ...sps, ...pps]
  return concat(units.map((unit) => fields((writer) => writer.u32(unit.length).bytes(unit))))
}

function audioKind(format: Mp4Audio): string {
  const config = format.codec === 'aac' ? `/${format.config.join()}` : ''
  return `${format.codec}/${format.sampleRate}/${format.channels}${config}`
}

function stored<T>(map: Map<string, T>, key: string, make: () => T): T {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}
