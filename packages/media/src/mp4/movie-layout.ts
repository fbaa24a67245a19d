// Belongs here: a plain MP4 file laid out from recorded ones. Does not: which samples it has (movie-samples.ts), reading files.
import { concat } from '@fleetglass/bytes'
import { box, fields, fullBox } from './boxes.ts'
import { audioSampleEntry, videoSampleEntry } from './codec-boxes.ts'
import { ftyp, mvhd, stsd, trak } from './movie-boxes.ts'
import {
  type MovieRange,
  type MovieSamples,
  type MovieSource,
  type MovieTrack,
  movieSamples,
  type SampleRun,
} from './movie-samples.ts'
import { MS_TIMESCALE, SECONDS_1904_TO_1970 } from './mp4-types.ts'

/** Bytes of the film that lie in one piece: of a recorded file, or, with `source` -1, of `MovieLayout.memory`. */
export interface MoviePiece {
  readonly source: number
  readonly offset: number
  readonly byteLength: number
}

/** A whole MP4 file, known byte for byte before any media was read: any part of it can be made at any time. */
export interface MovieLayout {
  /** The index, up to the first media byte. */
  readonly head: Uint8Array
  /** Parameter sets that stand between the pictures. */
  readonly memory: Uint8Array
  /** What follows the head, in order. */
  readonly pieces: readonly MoviePiece[]
  /** Of the whole file. */
  readonly byteLength: number
  /** Unix ms of its first picture, and where it ends. */
  readonly startMs: number
  readonly endMs: number
}

interface Sample {
  readonly startTicks: number
  readonly byteLength: number
  readonly keyFrame: boolean
}

/** What the index tells of one track. */
interface Tables {
  readonly track: MovieTrack
  readonly samples: Sample[]
  readonly chunks: { readonly offset: number; readonly samples: number }[]
  lastTicks: number
}

/**
 * Lays out a plain MP4 (ISO/IEC 14496-12, index in front) with what of the recorded files, in order of time, lies in the
 * range: a chunk for each fragment and track, as they lie on the disk. Times are those of the recording: where something is
 * missing the sample before it lasts longer. `null` when nothing lies in the range.
 */
export function layOutMovie(sources: readonly MovieSource[], range: MovieRange): MovieLayout | null {
  const film = movieSamples(sources, range)
  if (film === null) return null
  const media = new MediaBytes()
  const tables = film.tracks.map((track): Tables => ({ track, samples: [], chunks: [], lastTicks: 0 }))
  for (const { of, run } of inOrder(tables)) addChunk(of, run, media)
  // The index is as long whatever offsets stand in it.
  const headBytes = head(film, tables, media.byteLength, 0).length
  return {
    head: head(film, tables, media.byteLength, headBytes),
    memory: media.memory(),
    pieces: media.pieces,
    byteLength: headBytes + media.byteLength,
    startMs: film.startMs,
    endMs: film.startMs + lengthMs(tables),
  }
}

/** Chunks as they lie on the disk: by file and place. */
function inOrder(tables: readonly Tables[]): { of: Tables; run: SampleRun }[] {
  const all = tables.flatMap((of) => of.track.runs.map((run) => ({ of, run })))
  const placeOf = ({ samples }: SampleRun): number => samples[0]?.offset ?? 0
  return all.sort((a, b) => a.run.source - b.run.source || placeOf(a.run) - placeOf(b.run))
}

function addChunk(of: Tables, { source, samples, starts }: SampleRun, media: MediaBytes): void {
  const { track } = of
  const sets = track.kind === 'video' ? track.sets?.get(source) : undefined
  of.chunks.push({ offset: media.byteLength, samples: samples.length })
  for (const [at, sample] of samples.entries()) {
    const withSets = sets !== undefined && sample.keyFrame
    if (withSets) media.addSets(sets)
    media.add(source, sample.offset, sample.byteLength)
    const byteLength = sample.byteLength + (withSets ? sets.length : 0)
    of.samples.push({ startTicks: starts[at] ?? 0, byteLength, keyFrame: sample.keyFrame })
    of.lastTicks = sample.durationTicks
  }
}

/** The media of the film in order; neighbours in a file are one piece. */
class MediaBytes {
  readonly pieces: MoviePiece[] = []
  byteLength = 0
  readonly #sets = new Map<Uint8Array, number>()
  #setBytes = 0

  add(source: number, offset: number, byteLength: number): void {
    this.byteLength += byteLength
    const last = this.pieces.at(-1)
    if (last !== undefined && last.source === source && last.offset + last.byteLength === offset) {
      this.pieces[this.pieces.length - 1] = { ...last, byteLength: last.byteLength + byteLength }
    } else {
      this.pieces.push({ source, offset, byteLength })
    }
  }

  addSets(sets: Uint8Array): void {
    const known = this.#sets.get(sets) ?? this.#setBytes
    if (known === this.#setBytes) this.#setBytes += sets.length
    this.#sets.set(sets, known)
    this.byteLength += sets.length
    this.pieces.push({ source: -1, offset: known, byteLength: sets.length })
  }

  memory(): Uint8Array {
    return concat([...this.#sets.keys()])
  }
}

function head(film: MovieSamples, tables: readonly Tables[], mediaBytes: number, base: number): Uint8Array {
  const createdS = Math.floor(film.startMs / 1000) + SECONDS_1904_TO_1970
  const tracks = tables.map((of, index) => track(of, index + 1, createdS, base))
  return concat([
    ftyp(['isom', 'iso2', 'mp41']),
    box('moov', mvhd(createdS, lengthMs(tables), tables.length + 1), ...tracks),
    // With its long length: a film may have more than 4 GiB.
    fields((writer) => {
      writer.u32(1)
      for (const letter of [0x6d, 0x64, 0x61, 0x74]) writer.u8(letter) // mdat
      writer.u64(BigInt(mediaBytes + 16))
    }),
  ])
}

function lengthMs(tables: readonly Tables[]): number {
  const ends = tables.map((of) => ((of.samples.at(-1)?.startTicks ?? 0) + of.lastTicks) / timescaleOf(of.track))
  return Math.round(Math.max(...ends) * 1000)
}

function timescaleOf(track: MovieTrack): number {
  return track.kind === 'video' ? MS_TIMESCALE : track.format.sampleRate
}

function track(of: Tables, id: number, createdS: number, base: number): Uint8Array {
  const timescale = timescaleOf(of.track)
  const first = of.samples[0]?.startTicks ?? 0
  const durationTicks = (of.samples.at(-1)?.startTicks ?? 0) + of.lastTicks - first
  const beginsMs = Math.round((first * 1000) / timescale)
  const common = { id, createdS, timescale, durationTicks, beginsMs, tables: sampleTables(of, base) }
  return trak({ ...common, size: of.track.kind === 'video' ? of.track.config : null })
}

/** Where the samples lie, how long they last, and which can be begun with (8.6, 8.7). */
function sampleTables({ track, samples, chunks, lastTicks }: Tables, base: number): Uint8Array[] {
  const entry =
    track.kind === 'video'
      ? videoSampleEntry(track.config, track.sets === null ? 'apart' : 'within')
      : audioSampleEntry(track.format)
  const durations = samples.map(
    ({ startTicks }, at) => (samples[at + 1]?.startTicks ?? startTicks + lastTicks) - startTicks,
  )
  const keyFrames = samples.flatMap(({ keyFrame }, at) => (keyFrame ? [at + 1] : []))
  const sizes = samples.map(({ byteLength }) => byteLength)
  return [
    stsd(entry),
    table(
      'stts',
      runsOf(durations).map(({ count, value }) => [count, value]),
    ),
    ...(track.kind === 'video'
      ? [
          table(
            'stss',
            keyFrames.map((number) => [number]),
          ),
        ]
      : []),
    table(
      'stsc',
      runsOf(chunks.map((chunk) => chunk.samples)).map(({ first, value }) => [first + 1, value, 1]),
    ),
    fullBox('stsz', 0, 0, (writer) => {
      writer.u32(0).u32(sizes.length)
      for (const size of sizes) writer.u32(size)
    }),
    fullBox('co64', 0, 0, (writer) => {
      writer.u32(chunks.length)
      for (const { offset } of chunks) writer.u64(BigInt(base + offset))
    }),
  ]
}

/** A box that is a count and rows of 32 bits. */
function table(type: string, rows: readonly (readonly number[])[]): Uint8Array {
  return fullBox(type, 0, 0, (writer) => {
    writer.u32(rows.length)
    for (const row of rows) for (const value of row) writer.u32(value)
  })
}

/** Equal neighbours as one. */
function runsOf(
  values: readonly number[],
): { readonly first: number; readonly count: number; readonly value: number }[] {
  const runs: { first: number; count: number; value: number }[] = []
  for (const [at, value] of values.entries()) {
    const last = runs.at(-1)
    if (last?.value === value) last.count += 1
    else runs.push({ first: at, count: 1, value })
  }
  return runs
}
