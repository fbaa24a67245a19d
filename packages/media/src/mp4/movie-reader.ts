// Belongs here: plain MP4 files, whoever wrote them. Does not: our recordings, which are fragmented (recording-reader.ts).
import { attempt, Malformed, type Result } from '@fleetglass/bytes'
import type { VideoConfig } from '../video-types.ts'
import { type BoxPlace, boxAt, boxesIn, childOf, fieldsOf } from './box-walk.ts'
import { type Mp4Audio, SECONDS_1904_TO_1970 } from './mp4-types.ts'
import { readTrack } from './recording-init.ts'

/** One picture or sound of a film, by its place in the file. */
export interface MovieSample {
  readonly kind: 'video' | 'audio'
  /** Since the film began. */
  readonly atMs: number
  readonly keyFrame: boolean
  /** From the start of the file. */
  readonly offset: number
  readonly byteLength: number
}

/** What a plain MP4 tells. */
export interface Movie {
  /** Unix ms as the file has it, to the second; `null` when it says nothing. */
  readonly createdMs: number | null
  readonly video: VideoConfig
  /** `null` without sound, and with one that we do not read. */
  readonly audio: Mp4Audio | null
  /** In order of decoding, sound among the pictures by its time. */
  readonly samples: readonly MovieSample[]
}

/** Some hours of pictures and sound; a lying count must not take the memory. */
const MOST_SAMPLES = 1_000_000

/**
 * Reads the index of a plain MP4 (ISO/IEC 14496-12): `moov` is that box, whole, from wherever it stands in the file. Films in
 * fragments, without a picture in H.264 or H.265, or without an index are bad results.
 */
export function readMovie(moov: Uint8Array): Result<Movie> {
  return attempt(() => {
    const box = boxAt(moov, 0)
    if (box?.type !== 'moov' || box.end > moov.length) throw new Malformed(0, 'no "moov"')
    const mvhd = movieHead(moov, childOf(moov, box, 'mvhd'))
    const tracks = [...boxesIn(moov, box.start, box.end)].filter(({ type }) => type === 'trak')
    let video: { config: VideoConfig; samples: MovieSample[] } | null = null
    let audio: { format: Mp4Audio; samples: MovieSample[] } | null = null
    for (const trak of tracks) {
      const kind = handlerOf(moov, trak)
      if (kind === 'vide' && video === null) {
        const track = readTrack(moov, trak)
        if (track.kind !== 'video') throw new Malformed(trak.at, 'a track of pictures without pictures')
        if (track.config.codec === 'h264') demandLongLengths(moov, trak)
        video = { config: track.config, samples: samplesOf(moov, trak, 'video', track.timescale, mvhd.timescale) }
      } else if (kind === 'soun' && audio === null) {
        const track = attempt(() => readTrack(moov, trak))
        if (!track.ok || track.value.kind !== 'audio') continue
        const { format, timescale } = track.value
        audio = { format, samples: samplesOf(moov, trak, 'audio', timescale, mvhd.timescale) }
      }
    }
    if (video === null) throw new Malformed(0, 'no pictures in H.264 or H.265')
    if (video.samples.length === 0) throw new Malformed(0, 'no pictures: perhaps a film in fragments')
    return {
      createdMs: mvhd.createdS === 0 ? null : (mvhd.createdS - SECONDS_1904_TO_1970) * 1000,
      ...{ video: video.config, audio: audio?.format ?? null },
      samples: merged(video.samples, audio?.samples ?? []),
    }
  })
}

function movieHead(moov: Uint8Array, mvhd: BoxPlace): { createdS: number; timescale: number } {
  const reader = fieldsOf(moov, mvhd, 0)
  const isLong = reader.u8() === 1
  reader.skip(3)
  const createdS = isLong ? Number(reader.u64()) : reader.u32()
  reader.skip(isLong ? 8 : 4)
  return { createdS, timescale: reader.u32() || 1000 }
}

function handlerOf(moov: Uint8Array, trak: BoxPlace): string {
  const reader = fieldsOf(moov, childOf(moov, childOf(moov, trak, 'mdia'), 'hdlr'), 8)
  return String.fromCharCode(...reader.take(4))
}

function tableOf(moov: Uint8Array, trak: BoxPlace): BoxPlace {
  return childOf(moov, childOf(moov, childOf(moov, trak, 'mdia'), 'minf'), 'stbl')
}

/** NAL units with lengths of 4 bytes: no camera writes others. */
function demandLongLengths(moov: Uint8Array, trak: BoxPlace): void {
  const entry = boxAt(moov, childOf(moov, tableOf(moov, trak), 'stsd').start + 8)
  if (!entry) return
  const avcC = childOf(moov, { start: entry.start + 78, end: entry.end }, 'avcC')
  if ((fieldsOf(moov, avcC, 4).u8() & 3) !== 3) throw new Malformed(avcC.at, 'NAL units with short lengths')
}

function samplesOf(
  moov: Uint8Array,
  trak: BoxPlace,
  kind: 'video' | 'audio',
  timescale: number,
  movieTimescale: number,
): MovieSample[] {
  const stbl = tableOf(moov, trak)
  const sizes = sizesOf(moov, childOf(moov, stbl, 'stsz'))
  const count = sizes.length
  const times = timesOf(moov, childOf(moov, stbl, 'stts'), count)
  const keys = keysOf(moov, stbl)
  const places = placesOf(moov, stbl, sizes)
  const beginsMs = (emptyBeginning(moov, trak) * 1000) / movieTimescale
  return Array.from({ length: count }, (_, at) => ({
    kind,
    atMs: Math.round(beginsMs + ((times[at] ?? 0) * 1000) / timescale),
    keyFrame: kind === 'audio' || keys === null || keys.has(at),
    offset: places[at] ?? 0,
    byteLength: sizes[at] ?? 0,
  }))
}

/** `stsz`, 8.7.3.2. */
function sizesOf(moov: Uint8Array, stsz: BoxPlace): number[] {
  const reader = fieldsOf(moov, stsz, 4)
  const same = reader.u32()
  const count = reader.u32()
  if (count > MOST_SAMPLES) throw new Malformed(stsz.at, `${count} samples are too many`)
  if (same === 0 && count * 4 > reader.remaining) throw new Malformed(stsz.at, 'sizes for fewer samples than announced')
  return Array.from({ length: count }, () => same || reader.u32())
}

/** `stts`, 8.6.1.2: when each begins, in ticks. */
function timesOf(moov: Uint8Array, stts: BoxPlace, count: number): number[] {
  const reader = fieldsOf(moov, stts, 4)
  const times: number[] = []
  let ticks = 0
  for (let entries = reader.u32(); entries > 0 && times.length < count; entries--) {
    const run = reader.u32()
    const step = reader.u32()
    for (let left = Math.min(run, count - times.length); left > 0; left--) {
      times.push(ticks)
      ticks += step
    }
  }
  if (times.length < count) throw new Malformed(stts.at, 'times for fewer samples than announced')
  return times
}

/** `stss`, 8.6.2: which can be begun with; `null`: all. */
function keysOf(moov: Uint8Array, stbl: BoxPlace): ReadonlySet<number> | null {
  const stss = [...boxesIn(moov, stbl.start, stbl.end)].find(({ type }) => type === 'stss')
  if (!stss) return null
  const reader = fieldsOf(moov, stss, 4)
  const keys = new Set<number>()
  for (let left = reader.u32(); left > 0; left--) keys.add(reader.u32() - 1)
  return keys
}

/** `stsc` with `stco` or `co64`, 8.7.4 and 8.7.5: where each lies. */
function placesOf(moov: Uint8Array, stbl: BoxPlace, sizes: readonly number[]): number[] {
  const boxes = [...boxesIn(moov, stbl.start, stbl.end)]
  const long = boxes.find(({ type }) => type === 'co64')
  const chunks = fieldsOf(moov, long ?? childOf(moov, stbl, 'stco'), 4)
  const runs = fieldsOf(moov, childOf(moov, stbl, 'stsc'), 4)
  const chunkCount = chunks.u32()
  const runCount = runs.u32()
  if (runCount === 0 && sizes.length > 0) throw new Malformed(stbl.at, 'samples that lie nowhere')
  const places: number[] = []
  let run = { first: 0, samples: 0 }
  let next = { first: 1, samples: 0 }
  let runsRead = 0
  for (let chunk = 1; chunk <= chunkCount && places.length < sizes.length; chunk++) {
    while (next.first <= chunk) {
      run = next
      next = { first: Number.POSITIVE_INFINITY, samples: 0 }
      if (runsRead < runCount) {
        next = { first: runs.u32(), samples: runs.u32() }
        runs.skip(4)
        runsRead += 1
        if (next.first <= run.first && runsRead > 1) throw new Malformed(stbl.at, 'chunks in no order')
      }
    }
    let offset = long ? Number(chunks.u64()) : chunks.u32()
    for (let left = run.samples; left > 0 && places.length < sizes.length; left--) {
      places.push(offset)
      offset += sizes[places.length - 1] ?? 0
    }
  }
  if (places.length < sizes.length) throw new Malformed(stbl.at, 'places for fewer samples than announced')
  return places
}

/** An edit list may begin with nothing (8.6.6): so long, in ticks of the film. */
function emptyBeginning(moov: Uint8Array, trak: BoxPlace): number {
  const edts = [...boxesIn(moov, trak.start, trak.end)].find(({ type }) => type === 'edts')
  if (!edts) return 0
  const reader = fieldsOf(moov, childOf(moov, edts, 'elst'), 0)
  const isLong = reader.u8() === 1
  reader.skip(3)
  if (reader.u32() === 0) return 0
  const length = isLong ? Number(reader.u64()) : reader.u32()
  const isEmpty = isLong ? reader.u64() === 0xffff_ffff_ffff_ffffn : reader.u32() === 0xffff_ffff
  return isEmpty ? length : 0
}

/** Both in order; sound before the picture of its time. */
function merged(video: readonly MovieSample[], audio: readonly MovieSample[]): MovieSample[] {
  const samples: MovieSample[] = []
  let sound = 0
  for (const picture of video) {
    for (; sound < audio.length && audio[sound]!.atMs <= picture.atMs; sound++) samples.push(audio[sound]!)
    samples.push(picture)
  }
  for (; sound < audio.length; sound++) samples.push(audio[sound]!)
  return samples
}
