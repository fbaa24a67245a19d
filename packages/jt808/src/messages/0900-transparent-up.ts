import { defineMessage } from '../message.ts'

/** Bytes that are not of this protocol. */
export interface TransparentUp {
  /** 0x00 GNSS detail, 0x0B IC card, 0x41 and 0x42 serial ports 1 and 2, 0xF0 to 0xFF own use. */
  readonly kind: number
  readonly data: Uint8Array
}

/** 0x0900, up: transparent data. JT/T 808-2013, 8.62. Kinds 0xF7 and 0xF8 are active-safety peripherals: `peripherals.ts`. */
export const transparentUp = defineMessage({
  id: 0x0900,
  name: 'transparentUp',
  decode: (reader): TransparentUp => ({
    kind: reader.u8(),
    data: reader.rest(),
  }),
  encode(writer, body) {
    writer.u8(body.kind).bytes(body.data)
  },
})
