import { defineMessage } from '../message.ts'

/** What a tachograph answered. */
export interface TachographData {
  readonly answeredSerial: number
  /** The command of GB/T 19056. */
  readonly command: number
  readonly block: Uint8Array
}

/** 0x0700, up: answer to 0x8700. JT/T 808-2013, 8.44. The block is GB/T 19056: `decodeTachographBlock`. */
export const tachographData = defineMessage({
  id: 0x0700,
  name: 'tachographData',
  decode: (reader): TachographData => ({
    answeredSerial: reader.u16(),
    command: reader.u8(),
    block: reader.rest(),
  }),
  encode(writer, body) {
    writer.u16(body.answeredSerial).u8(body.command).bytes(body.block)
  },
})
