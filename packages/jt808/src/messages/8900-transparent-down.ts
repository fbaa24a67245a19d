import { defineMessage } from '../message.ts'

/** Bytes that are not of this protocol. */
export interface TransparentDown {
  /** 0x00 GNSS detail, 0x0B IC card, 0x41 and 0x42 serial ports 1 and 2, 0xF0 to 0xFF own use. */
  readonly kind: number
  readonly data: Uint8Array
}

/** 0x8900, down: transparent data. JT/T 808-2013, 8.61. Kinds 0xF7 and 0xF8 are active-safety peripherals: `peripherals.ts`. */
export const transparentDown = defineMessage({
  id: 0x8900,
  name: 'transparentDown',
  decode: (reader): TransparentDown => ({
    kind: reader.u8(),
    data: reader.rest(),
  }),
  encode(writer, body) {
    writer.u8(body.kind).bytes(body.data)
  },
})
