import { attempt, ByteReader, ByteWriter, Malformed, type Result, xor } from '@fleetglass/bytes'
import { RECORDS, type TachographRecord } from './records.ts'

/** Whether a tachograph sends it (0x0700) or receives it (0x8700, 0x8701). */
export type TachographWay = 'up' | 'down'

/** Data whose form is not known or does not fit: the bytes. Answers to a command that failed have none. */
export interface RawTachographRecord {
  readonly name: 'raw' | 'failed'
  readonly value: Uint8Array
}

/** One block of GB/T 19056-2012, annex A: a command and its data. */
export interface TachographBlock {
  /** 0x557A up, 0xAA75 down by the standard; platforms send 0x557A down, too. */
  readonly mark: number
  readonly command: number
  readonly reserved: number
  readonly record: TachographRecord | RawTachographRecord
}

/** A tachograph answers these when it could not take a block, and when it could not do what was asked; without length. */
const FAILURES: readonly number[] = [0xfa, 0xfb]

/** Reads the block of 0x0700, 0x8700 or 0x8701. Fails when bytes are missing or left, or the checksum is another. */
export function decodeTachographBlock(block: Uint8Array, way: TachographWay): Result<TachographBlock> {
  return attempt(() => {
    const reader = new ByteReader(block)
    const mark = reader.u16()
    const command = reader.u8()
    const length = FAILURES.includes(command) && way === 'up' ? 0 : reader.u16()
    const reserved = reader.u8()
    const data = reader.take(length)
    const at = reader.offset
    const reported = reader.u8()
    const sum = xor(block.subarray(0, at))
    if (reported !== sum) throw new Malformed(at, `the checksum of the block is ${reported} and should be ${sum}`)
    if (reader.remaining > 0) throw new Malformed(reader.offset, `${reader.remaining} bytes behind the block`)
    return { mark, command, reserved, record: readRecord(command, data, way) }
  })
}

/** The inverse of `decodeTachographBlock`. Throws `RangeError` when a value does not fit its field. */
export function encodeTachographBlock(block: TachographBlock, way: TachographWay): Uint8Array {
  const data = writeRecord(block, way)
  const writer = new ByteWriter().u16(block.mark).u8(block.command)
  if (block.record.name !== 'failed') writer.u16(data.length)
  writer.u8(block.reserved).bytes(data)
  return writer.u8(xor(writer.finish())).finish()
}

function readRecord(command: number, data: Uint8Array, way: TachographWay): TachographBlock['record'] {
  if (FAILURES.includes(command) && way === 'up') return { name: 'failed', value: data }
  const definition = RECORDS[way][command]
  if (!definition) return { name: 'raw', value: data }
  const reader = new ByteReader(data)
  const value = attempt(() => definition.decode(reader))
  if (!value.ok || reader.remaining > 0) return { name: 'raw', value: data }
  return { name: definition.name, value: value.value } as TachographRecord
}

function writeRecord({ command, record }: TachographBlock, way: TachographWay): Uint8Array {
  if (record.name === 'raw' || record.name === 'failed') return record.value
  const definition = RECORDS[way][command]
  if (definition?.name !== record.name) throw new RangeError(`command ${command} going ${way} is no ${record.name}`)
  const writer = new ByteWriter()
  definition.encode(writer, record.value as never)
  return writer.finish()
}
