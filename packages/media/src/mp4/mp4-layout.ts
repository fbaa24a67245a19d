// Belongs here: a plain MP4 file laid out from recorded ones. Does not: which samples it has (mp4-samples.ts), reading files.
import { type ByteWriter, concat } from '@fleetglass/bytes'
import { box, fields, fullBox } from './boxes.ts'
import { audioSampleEntry, videoSampleEntry } from './codec-boxes.ts'
import { ftyp, mvhd, stsd, trak } from './mp4-boxes.ts'
import {
  type Mp4Range,
  type Mp4Samples,
  type Mp4Source,
  type Mp4Track,
  mp4Samples,
  type SampleRun,
} from './mp4-samples.ts'
import { MS_TIMESCALE, SECONDS_1904_TO_1970 } from './mp4-types.ts'
import type { RecordedSample } from './recording-reader.ts'

/** Bytes of the MP4 file that lie in one piece: of a recorded file, or, with `source` -1, of `Mp4Layout.memory`. */
export interface Mp4Piece {
  readonly source: number
  readonly offset: number
  readonly byteLength: number
}

/** A whole MP4 file, known byte for byte before any media was read: any part of it can be made at any time. */
export interface Mp4Layout {
  /** The index, up to the first media byte. */
  readonly head: Uint8Array
  /** Parameter sets that stand between the pictures. */
  readonly memory: Uint8Array
  /** What follows the head, in order. */
  readonly pieces: readonly Mp4Piece[]
  /** Of the whole file. */
  readonly byteLength: number
  /** Unix ms of its first picture, and where it ends. */
  readonly startMs: number
  readonly endMs: number
}

/** The index of one track, a column for each table: an hour has more than a hundred thousand samples. */
interface Columns {
  readonly track: Mp4Track
  readonly startTicks: number[]
  readonly byteLengths: number[]
  /** Numbers of the samples that can be begun with, from 1. */
  readonly keyFrames: number[]
  readonly chunkOffsets: number[]
  readonly chunkSamples: number[]
  lastTicks: number
}

/** A track whose tables are made, but for where its chunks lie: that is known when all of the index is. */
interface Tables extends Columns {
  readonly made: readonly Uint8Array[]
}

/**
 * Lays out a plain MP4 (ISO/IEC 14496-12, index in front) with what of the recorded files, in order of time, lies in the
 * range: a chunk for each fragment and track, as they lie on the disk. Times are those of the recording: where something is
 * missing the sample before it lasts longer. `null` when nothing lies in the range.
 */
export function layOutMp4File(sources: readonly Mp4Source[], range: Mp4Range): Mp4Layout | null {
  const cut = mp4Samples(sources, range)
  if (cut === null) return null
  const media = new MediaBytes()
  const columns = cut.tracks.map(emptyColumns)
  for (const { of, run } of inOrder(columns)) addChunk(of, run, media)
  const tables = columns.map((of): Tables => ({ ...of, made: sampleTables(of) }))
  // The index is as long whatever offsets stand in it.
  const headBytes = head(cut, tables, media.byteLength, 0).length
  return {
    head: head(cut, tables, media.byteLength, headBytes),
    memory: media.memory(),
    pieces: media.pieces,
    byteLength: headBytes + media.byteLength,
    startMs: cut.startMs,
    endMs: cut.startMs + lengthMs(tables),
  }
}

function emptyColumns(track: Mp4Track): Columns {
  const empty = { startTicks: [], byteLengths: [], keyFrames: [], chunkOffsets: [], chunkSamples: [] }
  return { track, ...empty, lastTicks: 0 }
}

/** Chunks as they lie on the disk: by file and place. */
function inOrder(columns: readonly Columns[]): { of: Columns; run: SampleRun }[] {
  const all = columns.flatMap((of) => of.track.runs.map((run) => ({ of, run })))
  const placeOf = ({ samples }: SampleRun): number => samples[0]?.offset ?? 0
  return all.sort((a, b) => a.run.source - b.run.source || placeOf(a.run) - placeOf(b.run))
}

function addChunk(of: Columns, { source, samples, starts }: SampleRun, media: MediaBytes): void {
  const { track } = of
  const sets = track.kind === 'video' ? track.sets?.get(source) : undefined
  of.chunkOffsets.push(media.byteLength)
  of.chunkSamples.push(samples.length)
  for (let at = 0; at < samples.length; at++) {
    const { keyFrame, offset, byteLength, durationTicks } = samples[at] as RecordedSample
    const withSets = sets !== undefined && keyFrame
    if (withSets) media.addSets(sets)
    media.add(source, offset, byteLength)
    of.startTicks.push(starts[at] ?? 0)
    of.byteLengths.push(byteLength + (withSets ? sets.length : 0))
    if (keyFrame) of.keyFrames.push(of.byteLengths.length)
    of.lastTicks = durationTicks
  }
}

/** The media of the file in order; neighbours in a file are one piece. */
class MediaBytes {
  readonly pieces: { readonly source: number; readonly offset: number; byteLength: number }[] = []
  byteLength = 0
  readonly #sets = new Map<Uint8Array, number>()
  #setBytes = 0

  add(source: number, offset: number, byteLength: number): void {
    this.byteLength += byteLength
    const last = this.pieces.at(-1)
    if (last?.source === source && last.offset + last.byteLength === offset) last.byteLength += byteLength
    else this.pieces.push({ source, offset, byteLength })
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

function head(cut: Mp4Samples, tables: readonly Tables[], mediaBytes: number, base: number): Uint8Array {
  const createdS = Math.floor(cut.startMs / 1000) + SECONDS_1904_TO_1970
  const tracks = tables.map((of, index) => track(of, index + 1, createdS, base))
  return concat([
    ftyp(['isom', 'iso2', 'mp41']),
    box('moov', mvhd(createdS, lengthMs(tables), tables.length + 1), ...tracks),
    // With its long length: a file may have more than 4 GiB.
    fields((writer) => {
      writer.u32(1)
      for (const letter of [0x6d, 0x64, 0x61, 0x74]) writer.u8(letter) // mdat
      writer.u64(BigInt(mediaBytes + 16))
    }),
  ])
}

function lengthMs(tables: readonly Tables[]): number {
  const ends = tables.map((of) => ((of.startTicks.at(-1) ?? 0) + of.lastTicks) / timescaleOf(of.track))
  return Math.round(Math.max(...ends) * 1000)
}

function timescaleOf(track: Mp4Track): number {
  return track.kind === 'video' ? MS_TIMESCALE : track.format.sampleRate
}

function track(of: Tables, id: number, createdS: number, base: number): Uint8Array {
  const timescale = timescaleOf(of.track)
  const first = of.startTicks[0] ?? 0
  const durationTicks = (of.startTicks.at(-1) ?? 0) + of.lastTicks - first
  const beginsMs = Math.round((first * 1000) / timescale)
  const common = { id, createdS, timescale, durationTicks, beginsMs, tables: [...of.made, chunkOffsets(of, base)] }
  return trak({ ...common, size: of.track.kind === 'video' ? of.track.config : null })
}

/** How long the samples last, which can be begun with, how many a chunk has, and their sizes (8.6, 8.7). */
function sampleTables({ track, startTicks, byteLengths, keyFrames, chunkSamples, lastTicks }: Columns): Uint8Array[] {
  const entry =
    track.kind === 'video'
      ? videoSampleEntry(track.config, track.sets === null ? 'apart' : 'within')
      : audioSampleEntry(track.format)
  const durations = startTicks.map((ticks, at) => (startTicks[at + 1] ?? ticks + lastTicks) - ticks)
  return [
    stsd(entry),
    table('stts', runsOf(durations), (writer, { count, value }) => writer.u32(count).u32(value)),
    ...(track.kind === 'video' ? [table('stss', keyFrames, (writer, number) => writer.u32(number))] : []),
    table('stsc', runsOf(chunkSamples), (writer, { first, value }) =>
      writer
        .u32(first + 1)
        .u32(value)
        .u32(1),
    ),
    fullBox('stsz', 0, 0, (writer) => {
      writer.u32(0).u32(byteLengths.length)
      for (const byteLength of byteLengths) writer.u32(byteLength)
    }),
  ]
}

/** Where the chunks lie in the file, when what stands in front of the media has `base` bytes (8.7.5). */
function chunkOffsets({ chunkOffsets }: Columns, base: number): Uint8Array {
  return table('co64', chunkOffsets, (writer, offset) => {
    const place = base + offset
    writer.u32(Math.floor(place / 0x1_0000_0000)).u32(place)
  })
}

/** A box that is a count and rows. */
function table<Row>(type: string, rows: readonly Row[], write: (writer: ByteWriter, row: Row) => void): Uint8Array {
  return fullBox(type, 0, 0, (writer) => {
    writer.u32(rows.length)
    for (const row of rows) write(writer, row)
  })
}

interface Run {
  readonly first: number
  count: number
  readonly value: number
}

/** Equal neighbours as one. */
function runsOf(values: readonly number[]): Run[] {
  const runs: Run[] = []
  let last: Run | undefined
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    if (last?.value === value) last.count += 1
    else {
      last = { first: at, count: 1, value }
      runs.push(last)
    }
  }
  return runs
}
