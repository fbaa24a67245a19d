import { defineMessage, readMany } from '../message.ts'

/** One frame of a CAN bus. */
export interface CanFrame {
  /** Bit 31 channel, 30 extended, 29 average instead of sample, 0 to 28 the id. */
  readonly canId: number
  /** 8 bytes. */
  readonly data: Uint8Array
}

/** What went over the CAN bus. */
export interface CanData {
  /** When the first was received: 10 digits hhmmssmmmm. */
  readonly time: string
  readonly frames: readonly CanFrame[]
}

/** 0x0705, up: CAN data. JT/T 808-2013, 8.50. */
export const canData = defineMessage({
  id: 0x0705,
  name: 'canData',
  decode(reader): CanData {
    const count = reader.u16()
    return { time: reader.bcd(5), frames: readMany(count, () => ({ canId: reader.u32(), data: reader.take(8) })) }
  },
  encode(writer, body) {
    writer.u16(body.frames.length).bcd(body.time, 5)
    for (const { canId, data } of body.frames) {
      if (data.length !== 8) throw new RangeError(`a CAN frame holds 8 bytes, not ${data.length}`)
      writer.u32(canId).bytes(data)
    }
  },
})
