import { attempt, ByteReader, ByteWriter, type Result } from '@fleetglass/bytes'
import { readMany } from './message.ts'
import { readShortText, writeShortText } from './text.ts'

/** Kind of 0x8900 and 0x0900: state of active-safety peripherals. T/JSATL 12-2017, 4.4. */
export const PERIPHERAL_STATE = 0xf7
/** Kind of 0x8900 and 0x0900: what active-safety peripherals are. */
export const PERIPHERAL_INFORMATION = 0xf8

/** How a peripheral works. `id` is that of its items: 0x64 to 0x67. */
export interface PeripheralState {
  readonly id: number
  /** 1 normal, 2 standby, 3 upgrade, 4 fault, 0x10 disconnected. */
  readonly work: number
  /** Bits 0 camera, 1 main memory, 2 backup memory, 3 infrared lamp, 4 speaker, 5 battery, 10 radio, 11 GNSS. */
  readonly alarmBits: number
}

/** What a peripheral is. */
export interface PeripheralInformation {
  readonly id: number
  readonly company: string
  readonly model: string
  readonly hardware: string
  readonly software: string
  readonly deviceId: string
  readonly customer: string
}

/** Data of 0x8900: whose state or information is wanted. */
export function encodePeripheralRequest(ids: readonly number[]): Uint8Array {
  return Uint8Array.of(ids.length, ...ids)
}

/** The inverse of `encodePeripheralRequest`. */
export function decodePeripheralRequest(data: Uint8Array): Result<readonly number[]> {
  return attempt(() => {
    const reader = new ByteReader(data)
    return [...reader.take(reader.u8())]
  })
}

/** Data of 0x0900 of kind `PERIPHERAL_STATE`. */
export function decodePeripheralStates(data: Uint8Array): Result<PeripheralState[]> {
  return decodeEach(data, (id, reader) => ({ id, work: reader.u8(), alarmBits: reader.u32() }))
}

/** The inverse of `decodePeripheralStates`. */
export function encodePeripheralStates(states: readonly PeripheralState[]): Uint8Array {
  return encodeEach(states, (writer, state) => void writer.u8(state.work).u32(state.alarmBits))
}

/** Data of 0x0900 of kind `PERIPHERAL_INFORMATION`. */
export function decodePeripheralInformation(data: Uint8Array): Result<PeripheralInformation[]> {
  return decodeEach(data, (id, reader) => ({
    id,
    company: readShortText(reader),
    model: readShortText(reader),
    hardware: readShortText(reader),
    software: readShortText(reader),
    deviceId: readShortText(reader),
    customer: readShortText(reader),
  }))
}

/** The inverse of `decodePeripheralInformation`. */
export function encodePeripheralInformation(all: readonly PeripheralInformation[]): Uint8Array {
  return encodeEach(all, (writer, one) => {
    for (const text of [one.company, one.model, one.hardware, one.software, one.deviceId, one.customer]) {
      writeShortText(writer, text)
    }
  })
}

/** BYTE count, then BYTE id, BYTE length and the fields of each; what a maker adds behind the fields is skipped. */
function decodeEach<T>(data: Uint8Array, read: (id: number, reader: ByteReader) => T): Result<T[]> {
  return attempt(() => {
    const reader = new ByteReader(data)
    return readMany(reader.u8(), () => {
      const id = reader.u8()
      const length = reader.u8()
      const start = reader.offset
      reader.skip(length)
      return read(id, new ByteReader(data, start, start + length))
    })
  })
}

function encodeEach<T extends { readonly id: number }>(all: readonly T[], write: (w: ByteWriter, one: T) => void) {
  const writer = new ByteWriter().u8(all.length)
  for (const one of all) {
    const fields = new ByteWriter()
    write(fields, one)
    writer.u8(one.id).u8(fields.length).bytes(fields.finish())
  }
  return writer.finish()
}
