// Belongs here: plain MP4 files, from any source. Does not: our recordings, which are fragmented (recording-reader.ts).
import { attempt, Malformed, type Result } from '@fleetglass/bytes'
import type { VideoConfig } from '../video-types.ts'
import { type BoxPlace, boxAt, boxesIn, childOf, fieldsOf } from './box-walk.ts'
import { type Mp4Audio, SECONDS_1904_TO_1970 } from './mp4-types.ts'
import { readTrack } from './recording-init.ts'
import { SampleTables } from './sample-tables.ts'

/** One picture or sound of an MP4 file, by its place in the file. */
export interface Mp4Sample {
  readonly kind: 'video' | 'audio'
  /** Since the beginning of the file. */
  readonly atMs: number
  readonly keyFrame: boolean
  /** From the start of the file. */
  readonly offset: number
  readonly byteLength: number
}

/** The content of a plain MP4 file. */
export interface Mp4File {
  /** Unix ms as the file has it, to the second; `null` when it says nothing. */
  readonly createdMs: number | null
  readonly video: VideoConfig
  /** `null` without sound, and with one that we do not read. */
  readonly audio: Mp4Audio | null
  /** In order of decoding, sound among the pictures by its time. They are read as they are walked, from the index that was given. */
  readonly samples: Iterable<Mp4Sample>
}

/**
 * Reads the index of a plain MP4 (ISO/IEC 14496-12): `moov` is that box, whole, from wherever it stands in a file of
 * `fileBytes`. Files in fragments, without a picture in H.264 or H.265, without an index, or with one of more than the file
 * has are bad results.
 */
export function readMp4File(moov: Uint8Array, fileBytes: number): Result<Mp4File> {
  return attempt(() => {
    const box = boxAt(moov, 0)
    if (box?.type !== 'moov' || box.end > moov.length) throw new Malformed(0, 'no "moov"')
    const mvhd = mp4Head(moov, childOf(moov, box, 'mvhd'))
    const tracks = [...boxesIn(moov, box.start, box.end)].filter(({ type }) => type === 'trak')
    let video: { config: VideoConfig; track: Track } | null = null
    let audio: { format: Mp4Audio; track: Track } | null = null
    for (const trak of tracks) {
      const kind = handlerOf(moov, trak)
      if (kind === 'vide' && video === null) {
        const track = readTrack(moov, trak)
        if (track.kind !== 'video') throw new Malformed(trak.at, 'a track of pictures without pictures')
        if (track.config.codec === 'h264') demandLongLengths(moov, trak)
        video = { config: track.config, track: trackOf(moov, trak, fileBytes, track.timescale, mvhd.timescale) }
      } else if (kind === 'soun' && audio === null) {
        const track = attempt(() => readTrack(moov, trak))
        if (!track.ok || track.value.kind !== 'audio') continue
        const { format, timescale } = track.value
        audio = { format, track: trackOf(moov, trak, fileBytes, timescale, mvhd.timescale) }
      }
    }
    if (video === null) throw new Malformed(0, 'no pictures in H.264 or H.265')
    if (video.track.tables.count === 0) throw new Malformed(0, 'no pictures: perhaps an MP4 in fragments')
    return {
      createdMs: mvhd.createdS === 0 ? null : (mvhd.createdS - SECONDS_1904_TO_1970) * 1000,
      video: video.config,
      audio: audio?.format ?? null,
      samples: merged(video.track, audio?.track ?? null),
    }
  })
}

function mp4Head(moov: Uint8Array, mvhd: BoxPlace): { createdS: number; timescale: number } {
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

interface Track {
  readonly tables: SampleTables
  readonly timescale: number
  readonly beginsMs: number
}

function trackOf(moov: Uint8Array, trak: BoxPlace, fileBytes: number, timescale: number, mp4Timescale: number): Track {
  const tables = new SampleTables(moov, tableOf(moov, trak), fileBytes)
  return { tables, timescale, beginsMs: (emptyBeginning(moov, trak) * 1000) / mp4Timescale }
}

function* samplesOf({ tables, timescale, beginsMs }: Track, kind: 'video' | 'audio'): Generator<Mp4Sample> {
  for (const { ticks, isKey, offset, byteLength } of tables.walk()) {
    const atMs = Math.round(beginsMs + (ticks * 1000) / timescale)
    yield { kind, atMs, keyFrame: kind === 'audio' || isKey, offset, byteLength }
  }
}

/** Length of the empty edit at the beginning of an edit list (8.6.6), in ticks of the movie. */
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
function merged(video: Track, audio: Track | null): Iterable<Mp4Sample> {
  return {
    *[Symbol.iterator]() {
      const sounds = audio === null ? null : samplesOf(audio, 'audio')
      let sound = sounds?.next()
      for (const picture of samplesOf(video, 'video')) {
        for (; sound?.done === false && sound.value.atMs <= picture.atMs; sound = sounds?.next()) yield sound.value
        yield picture
      }
      for (; sound?.done === false; sound = sounds?.next()) yield sound.value
    },
  }
}
