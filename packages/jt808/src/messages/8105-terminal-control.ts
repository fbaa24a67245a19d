import { defineMessage } from '../message.ts'
import { encodeText, readRestText } from '../text.ts'

/** What a terminal shall do with itself. */
export interface TerminalControl {
  /** 1 upgrade over the air, 2 connect to a server, 3 power off, 4 restart, 5 factory settings, 6 close the data link, 7 close all radio; makers add their own. */
  readonly command: number
  /** Values split by `;`, in the order of the command. */
  readonly parameters: string
}

/** 0x8105, down: terminal control. JT/T 808-2013, 8.13. */
export const terminalControl = defineMessage({
  id: 0x8105,
  name: 'terminalControl',
  decode: (reader): TerminalControl => ({
    command: reader.u8(),
    parameters: readRestText(reader),
  }),
  encode(writer, body) {
    writer.u8(body.command).bytes(encodeText(body.parameters))
  },
})
