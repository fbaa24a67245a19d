import type { ByteReader } from '@fleetglass/bytes'
import type { Version } from '../framing/header.ts'
import { defineMessage } from '../message.ts'
import { readFixedText, readShortText, writeFixedText, writeShortText } from '../text.ts'

/** What a terminal is made of. */
export interface Attributes {
  /** Bits 0 passenger, 1 dangerous goods, 2 freight, 3 taxi, 6 has a disk, 7 in two boxes, 8 trailer (2019). */
  readonly typeBits: number
  readonly maker: string
  readonly model: string
  readonly terminalId: string
  /** 20 digits. */
  readonly iccid: string
  readonly hardware: string
  readonly firmware: string
  /** Bits 0 GPS, 1 BeiDou, 2 GLONASS, 3 Galileo. Left out, with the next, by some terminals. */
  readonly gnssBits?: number
  /** Bits 0 GPRS, 1 CDMA, 2 TD-SCDMA, 3 WCDMA, 4 CDMA2000, 5 TD-LTE, 7 other. */
  readonly radioBits?: number
  /** Which widths the fields have. */
  readonly layout: Layout
}

/** By the standard the maker stays at 5 bytes in 2019, unlike in 0x0100; some terminals widen it all the same. */
type Layout = Version | '2019-wide-maker'

const MAKER_BYTES: Readonly<Record<Layout, number>> = { '2013': 5, '2019': 5, '2019-wide-maker': 11 }
const MODEL_BYTES: Readonly<Record<Layout, number>> = { '2013': 20, '2019': 30, '2019-wide-maker': 30 }
const ID_BYTES: Readonly<Record<Layout, number>> = { '2013': 7, '2019': 30, '2019-wide-maker': 30 }
const ICCID_BYTES = 10
const BITS_BYTES = 2

/** 0x0107, up: answer to 0x8107. JT/T 808-2013, 8.15. */
export const attributes = defineMessage({
  id: 0x0107,
  name: 'attributes',
  decode(reader, version): Attributes {
    const layout = layoutOf(reader, version)
    return {
      typeBits: reader.u16(),
      maker: readFixedText(reader, MAKER_BYTES[layout]),
      model: readFixedText(reader, MODEL_BYTES[layout]),
      terminalId: readFixedText(reader, ID_BYTES[layout]),
      iccid: reader.bcd(ICCID_BYTES),
      hardware: readShortText(reader),
      firmware: readShortText(reader),
      ...(reader.remaining >= BITS_BYTES && { gnssBits: reader.u8(), radioBits: reader.u8() }),
      layout,
    }
  },
  encode(writer, body) {
    writer.u16(body.typeBits)
    writeFixedText(writer, body.maker, MAKER_BYTES[body.layout])
    writeFixedText(writer, body.model, MODEL_BYTES[body.layout])
    writeFixedText(writer, body.terminalId, ID_BYTES[body.layout])
    writer.bcd(body.iccid, ICCID_BYTES)
    writeShortText(writer, body.hardware)
    writeShortText(writer, body.firmware)
    if (body.gnssBits !== undefined && body.radioBits !== undefined) writer.u8(body.gnssBits).u8(body.radioBits)
  },
})

/** The layout that ends where the body ends, the header's own first; where none does, the header's own. */
function layoutOf(reader: ByteReader, version: Version): Layout {
  const own: readonly Layout[] =
    version === '2019' ? ['2019', '2019-wide-maker', '2013'] : ['2013', '2019', '2019-wide-maker']
  const whole = own.find((layout) => endOf(reader, layout) + BITS_BYTES === reader.remaining)
  return whole ?? own.find((layout) => endOf(reader, layout) === reader.remaining) ?? version
}

/** Bytes up to the end of the texts. */
function endOf(reader: ByteReader, layout: Layout): number {
  const hardware = 2 + MAKER_BYTES[layout] + MODEL_BYTES[layout] + ID_BYTES[layout] + ICCID_BYTES
  const firmware = hardware + 1 + (reader.bytes[reader.offset + hardware] ?? 0)
  return firmware + 1 + (reader.bytes[reader.offset + firmware] ?? 0)
}
