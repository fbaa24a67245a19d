import { defineMessage } from '../message.ts'
import { readFixedText, readShortText, writeFixedText, writeShortText } from '../text.ts'

/** Firmware, or a part of it. */
export interface UpgradePacket {
  /** 0 terminal, 12 IC card reader, 52 GNSS; Guangdong 0x64 to 0x67. */
  readonly kind: number
  readonly maker: string
  readonly firmware: string
  readonly data: Uint8Array
}

const MAKER_BYTES = 5

/** 0x8108, down: upgrade packet, cut into packets. JT/T 808-2013, 8.16. */
export const upgradePacket = defineMessage({
  id: 0x8108,
  name: 'upgradePacket',
  decode: (reader): UpgradePacket => ({
    kind: reader.u8(),
    maker: readFixedText(reader, MAKER_BYTES),
    firmware: readShortText(reader),
    data: reader.take(reader.u32()),
  }),
  encode(writer, body) {
    writeFixedText(writer.u8(body.kind), body.maker, MAKER_BYTES)
    writeShortText(writer, body.firmware)
    writer.u32(body.data.length).bytes(body.data)
  },
})
