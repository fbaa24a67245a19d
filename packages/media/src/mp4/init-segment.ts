import { concat } from '@fleetglass/bytes'
import { box, fullBox } from './boxes.ts'
import { audioSampleEntry, videoSampleEntry } from './codec-boxes.ts'
import { ftyp, mvhd, stsd, type TrackBox, trak } from './mp4-boxes.ts'
import { type Mp4Tracks, MS_TIMESCALE, SECONDS_1904_TO_1970, TrackId } from './mp4-types.ts'

/** What an init segment is filled up to, so that it can be written again in its place with one more track. */
export const ROOMY_INIT_BYTES = 2048

/** The head of a `free` box. */
const FREE_HEAD_BYTES = 8

/**
 * `ftyp` and `moov` of a fragmented file (ISO/IEC 14496-12). `startMs` (unix ms) is where its time counts from: the
 * creation times say it in whole seconds, the `prft` before each fragment exactly. With `fillTo` a `free` box follows
 * (8.1.2) up to so many bytes, where they are enough.
 */
export function initSegment(tracks: Mp4Tracks, startMs: number, fillTo = 0): Uint8Array {
  if (!tracks.video && !tracks.audio) throw new RangeError('a file has video, or audio, or both')
  const createdS = Math.floor(startMs / 1000) + SECONDS_1904_TO_1970
  const common = { createdS, durationTicks: 0, beginsMs: 0 }
  const boxes: TrackBox[] = []
  if (tracks.video) {
    const { width, height } = tracks.video
    const tables = noSamples(videoSampleEntry(tracks.video, 'apart'))
    boxes.push({ ...common, id: TrackId.video, timescale: MS_TIMESCALE, size: { width, height }, tables })
  }
  if (tracks.audio) {
    const tables = noSamples(audioSampleEntry(tracks.audio))
    boxes.push({ ...common, id: TrackId.audio, timescale: tracks.audio.sampleRate, size: null, tables })
  }
  const mvex = box('mvex', ...boxes.map(({ id }) => trex(id)))
  const init = concat([
    ftyp(['iso6', 'isom', 'mp41']),
    box('moov', mvhd(createdS, 0, TrackId.audio + 1), ...boxes.map(trak), mvex),
  ])
  const free = fillTo - init.length - FREE_HEAD_BYTES
  return free < 0 ? init : concat([init, box('free', new Uint8Array(free))])
}

/** The fragments describe the samples; this box only has their coding. */
function noSamples(sampleEntry: Uint8Array): Uint8Array[] {
  return [
    stsd(sampleEntry),
    fullBox('stts', 0, 0, (writer) => writer.u32(0)),
    fullBox('stsc', 0, 0, (writer) => writer.u32(0)),
    fullBox('stsz', 0, 0, (writer) => writer.u32(0).u32(0)),
    fullBox('stco', 0, 0, (writer) => writer.u32(0)),
  ]
}

/** Defaults of a track's fragments: none, each fragment has all values. */
function trex(id: number): Uint8Array {
  return fullBox('trex', 0, 0, (writer) => writer.u32(id).u32(1).u32(0).u32(0).u32(0))
}
