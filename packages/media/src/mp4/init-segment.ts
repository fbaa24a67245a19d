import { type ByteWriter, concat } from '@fleetglass/bytes'
import type { VideoConfig } from '../video-types.ts'
import { box, fields, fullBox } from './boxes.ts'
import { audioSampleEntry, configurationBox } from './codec-boxes.ts'
import { type Mp4Audio, type Mp4Tracks, MS_TIMESCALE, SECONDS_1904_TO_1970, TrackId } from './mp4-types.ts'

/**
 * `ftyp` and `moov` of a fragmented file (ISO/IEC 14496-12). `startMs` (unix ms) is where its time counts from: the
 * creation times say it in whole seconds, the `prft` before each fragment exactly.
 */
export function initSegment(tracks: Mp4Tracks, startMs: number): Uint8Array {
  if (!tracks.video && !tracks.audio) throw new RangeError('a file has video, or audio, or both')
  const createdS = Math.floor(startMs / 1000) + SECONDS_1904_TO_1970
  const traks: Uint8Array[] = []
  const trexs: Uint8Array[] = []
  if (tracks.video) {
    traks.push(videoTrack(tracks.video, createdS))
    trexs.push(trex(TrackId.video))
  }
  if (tracks.audio) {
    traks.push(audioTrack(tracks.audio, createdS))
    trexs.push(trex(TrackId.audio))
  }
  return concat([ftyp(), box('moov', mvhd(createdS), ...traks, box('mvex', ...trexs))])
}

function ftyp(): Uint8Array {
  return box(
    'ftyp',
    fields((writer) => {
      letters(writer, 'iso6')
      writer.u32(0)
      for (const brand of ['iso6', 'isom', 'mp41']) letters(writer, brand)
    }),
  )
}

function letters(writer: ByteWriter, text: string): void {
  for (let at = 0; at < text.length; at++) writer.u8(text.charCodeAt(at))
}

/** Creation and modification, as version 1 of a header wants them. */
function times(writer: ByteWriter, createdS: number): ByteWriter {
  return writer.u64(BigInt(createdS)).u64(BigInt(createdS))
}

const IDENTITY_MATRIX = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]

function matrix(writer: ByteWriter): void {
  for (const value of IDENTITY_MATRIX) writer.u32(value)
}

function mvhd(createdS: number): Uint8Array {
  return fullBox('mvhd', 1, 0, (writer) => {
    times(writer, createdS).u32(MS_TIMESCALE).u64(0n) // duration: told by the fragments
    writer.u32(0x1_0000).u16(0x100).u16(0).fill(0, 8) // rate 1, volume 1
    matrix(writer)
    writer.fill(0, 24).u32(TrackId.audio + 1) // next track
  })
}

function tkhd(id: number, createdS: number, volume: number, width: number, height: number): Uint8Array {
  return fullBox('tkhd', 1, 3, (writer) => {
    times(writer, createdS).u32(id).u32(0).u64(0n)
    writer.fill(0, 8).u16(0).u16(0).u16(volume).u16(0)
    matrix(writer)
    writer.u16(width).u16(0).u16(height).u16(0)
  })
}

function mdhd(createdS: number, timescale: number): Uint8Array {
  return fullBox('mdhd', 1, 0, (writer) => {
    times(writer, createdS).u32(timescale).u64(0n).u16(0x55c4).u16(0) // language undetermined
  })
}

function hdlr(kind: 'vide' | 'soun', name: string): Uint8Array {
  return fullBox('hdlr', 0, 0, (writer) => {
    writer.u32(0)
    letters(writer, kind)
    writer.fill(0, 12)
    letters(writer, name)
    writer.u8(0)
  })
}

/** The media is in the same file. */
function dinf(): Uint8Array {
  return box(
    'dinf',
    fullBox(
      'dref',
      0,
      0,
      (writer) => writer.u32(1),
      fullBox('url ', 0, 1, () => {}),
    ),
  )
}

/** Samples are told by the fragments; here stands only how they are coded. */
function stbl(sampleEntry: Uint8Array): Uint8Array {
  return box(
    'stbl',
    fullBox('stsd', 0, 0, (writer) => writer.u32(1), sampleEntry),
    fullBox('stts', 0, 0, (writer) => writer.u32(0)),
    fullBox('stsc', 0, 0, (writer) => writer.u32(0)),
    fullBox('stsz', 0, 0, (writer) => writer.u32(0).u32(0)),
    fullBox('stco', 0, 0, (writer) => writer.u32(0)),
  )
}

function videoTrack(config: VideoConfig, createdS: number): Uint8Array {
  const sampleEntry = box(
    config.codec === 'h264' ? 'avc1' : 'hvc1',
    fields((writer) => {
      writer.fill(0, 6).u16(1) // data reference
      writer.fill(0, 16).u16(config.width).u16(config.height)
      writer.u32(0x48_0000).u32(0x48_0000).u32(0).u16(1) // 72 dpi, one frame a sample
      writer.fill(0, 32).u16(24).u16(0xffff) // no name, colour without alpha
    }),
    configurationBox(config),
  )
  return box(
    'trak',
    tkhd(TrackId.video, createdS, 0, config.width, config.height),
    box(
      'mdia',
      mdhd(createdS, MS_TIMESCALE),
      hdlr('vide', 'video'),
      box(
        'minf',
        fullBox('vmhd', 0, 1, (writer) => writer.fill(0, 8)),
        dinf(),
        stbl(sampleEntry),
      ),
    ),
  )
}

function audioTrack(audio: Mp4Audio, createdS: number): Uint8Array {
  return box(
    'trak',
    tkhd(TrackId.audio, createdS, 0x100, 0, 0),
    box(
      'mdia',
      mdhd(createdS, audio.sampleRate),
      hdlr('soun', 'audio'),
      box(
        'minf',
        fullBox('smhd', 0, 0, (writer) => writer.u32(0)),
        dinf(),
        stbl(audioSampleEntry(audio)),
      ),
    ),
  )
}

/** Defaults of a track's fragments: none, each fragment tells all. */
function trex(id: number): Uint8Array {
  return fullBox('trex', 0, 0, (writer) => writer.u32(id).u32(1).u32(0).u32(0).u32(0))
}
