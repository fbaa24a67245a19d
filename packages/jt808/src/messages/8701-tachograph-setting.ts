import { defineMessage } from '../message.ts'

/** What a tachograph shall keep. */
export interface TachographSetting {
  /** The command of GB/T 19056. */
  readonly command: number
  readonly block: Uint8Array
}

/** 0x8701, down: write to the tachograph. JT/T 808-2013, 8.45. */
export const tachographSetting = defineMessage({
  id: 0x8701,
  name: 'tachographSetting',
  decode: (reader): TachographSetting => ({
    command: reader.u8(),
    block: reader.rest(),
  }),
  encode(writer, body) {
    writer.u8(body.command).bytes(body.block)
  },
})
