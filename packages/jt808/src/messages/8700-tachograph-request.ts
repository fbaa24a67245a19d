import { defineMessage } from '../message.ts'

/** What is wanted from a tachograph. */
export interface TachographRequest {
  /** The command of GB/T 19056. */
  readonly command: number
  readonly block: Uint8Array
}

/** 0x8700, down: read the tachograph. JT/T 808-2013, 8.43. */
export const tachographRequest = defineMessage({
  id: 0x8700,
  name: 'tachographRequest',
  decode: (reader): TachographRequest => ({
    command: reader.u8(),
    block: reader.rest(),
  }),
  encode(writer, body) {
    writer.u8(body.command).bytes(body.block)
  },
})
