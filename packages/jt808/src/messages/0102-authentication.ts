import { defineMessage } from '../message.ts'
import { encodeText, readFixedText, readRestText, readShortText, writeFixedText, writeShortText } from '../text.ts'

/** How a terminal shows that it is registered. */
export interface Authentication {
  /** What 0x8100 gave. */
  readonly code: string
  /** 2019 only. */
  readonly device?: { readonly imei: string; readonly software: string }
}

const IMEI_BYTES = 15
const SOFTWARE_BYTES = 20

/** 0x0102, up: begins every connection. JT/T 808-2013, 8.8; -2019, 8.11. */
export const authentication = defineMessage({
  id: 0x0102,
  name: 'authentication',
  decode(reader, version): Authentication {
    // Some devices send the bare code of the older form behind a 2019 header.
    const codeBytes = reader.bytes[reader.offset]
    const isNew =
      version === '2019' && codeBytes !== undefined && reader.remaining >= 1 + codeBytes + IMEI_BYTES + SOFTWARE_BYTES
    if (!isNew) return { code: readRestText(reader) }
    return {
      code: readShortText(reader),
      device: { imei: readFixedText(reader, IMEI_BYTES), software: readFixedText(reader, SOFTWARE_BYTES) },
    }
  },
  encode(writer, { code, device }) {
    if (!device) {
      writer.bytes(encodeText(code))
      return
    }
    writeShortText(writer, code)
    writeFixedText(writer, device.imei, IMEI_BYTES)
    writeFixedText(writer, device.software, SOFTWARE_BYTES)
  },
})
