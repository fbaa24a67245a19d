import type { ByteWriter } from '@fleetglass/bytes'
import { box, fields, fullBox } from './boxes.ts'
import { MS_TIMESCALE } from './mp4-types.ts'

/** `ftyp` (ISO/IEC 14496-12, 4.3): the first brand is the one the file is made for. */
export function ftyp(brands: readonly string[]): Uint8Array {
  return box(
    'ftyp',
    fields((writer) => {
      letters(writer, brands[0] ?? 'isom')
      writer.u32(0)
      for (const brand of brands) letters(writer, brand)
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

/** The movie header (8.2.2). `createdS` counts from 1904; with a duration of 0 the fragments give it. */
export function mvhd(createdS: number, durationMs: number, nextTrackId: number): Uint8Array {
  return fullBox('mvhd', 1, 0, (writer) => {
    times(writer, createdS).u32(MS_TIMESCALE).u64(BigInt(durationMs))
    writer.u32(0x1_0000).u16(0x100).u16(0).fill(0, 8) // rate 1, volume 1
    matrix(writer)
    writer.fill(0, 24).u32(nextTrackId)
  })
}

export interface TrackBox {
  readonly id: number
  readonly createdS: number
  readonly timescale: number
  /** 0 where the fragments give it. */
  readonly durationTicks: number
  /** When the track begins, ms from the beginning of the file. */
  readonly beginsMs: number
  /** Of the pictures; `null` for sound. */
  readonly size: { readonly width: number; readonly height: number } | null
  /** The content of `stbl`. */
  readonly tables: readonly Uint8Array[]
}

/** One track of an MP4 file (8.3.1). */
export function trak(track: TrackBox): Uint8Array {
  const { timescale, durationTicks, beginsMs, size, tables } = track
  const durationMs = Math.round((durationTicks * 1000) / timescale)
  return box(
    'trak',
    tkhd(track, beginsMs + durationMs),
    ...(beginsMs > 0 ? [edts(beginsMs, durationMs)] : []),
    box(
      'mdia',
      mdhd(track),
      size === null ? hdlr('soun', 'audio') : hdlr('vide', 'video'),
      box(
        'minf',
        size === null
          ? fullBox('smhd', 0, 0, (writer) => writer.u32(0))
          : fullBox('vmhd', 0, 1, (writer) => writer.fill(0, 8)),
        dinf(),
        box('stbl', ...tables),
      ),
    ),
  )
}

function tkhd({ id, createdS, size }: TrackBox, durationMs: number): Uint8Array {
  return fullBox('tkhd', 1, 3, (writer) => {
    times(writer, createdS).u32(id).u32(0).u64(BigInt(durationMs))
    writer
      .fill(0, 8)
      .u16(0)
      .u16(0)
      .u16(size === null ? 0x100 : 0)
      .u16(0)
    matrix(writer)
    writer
      .u16(size?.width ?? 0)
      .u16(0)
      .u16(size?.height ?? 0)
      .u16(0)
  })
}

/** An edit list (8.6.6): nothing, then the whole track. */
function edts(beginsMs: number, durationMs: number): Uint8Array {
  return box(
    'edts',
    fullBox('elst', 1, 0, (writer) => {
      writer.u32(2)
      writer.u64(BigInt(beginsMs)).u64(0xffff_ffff_ffff_ffffn).u16(1).u16(0) // media time -1: empty
      writer.u64(BigInt(durationMs)).u64(0n).u16(1).u16(0)
    }),
  )
}

function mdhd({ createdS, timescale, durationTicks }: TrackBox): Uint8Array {
  return fullBox('mdhd', 1, 0, (writer) => {
    times(writer, createdS).u32(timescale).u64(BigInt(durationTicks)).u16(0x55c4).u16(0) // language undetermined
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

/** How the samples are coded (8.5.2). */
export function stsd(sampleEntry: Uint8Array): Uint8Array {
  return fullBox('stsd', 0, 0, (writer) => writer.u32(1), sampleEntry)
}
