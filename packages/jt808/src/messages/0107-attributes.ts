import type { ByteReader } from '@fleetglass/bytes'
import type { Version } from '../header.ts'
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
  /** Bits 0 GPS, 1 BeiDou, 2 GLONASS, 3 Galileo. */
  readonly gnssBits: number
  /** Bits 0 GPRS, 1 CDMA, 2 TD-SCDMA, 3 WCDMA, 4 CDMA2000, 5 TD-LTE, 7 other. */
  readonly radioBits: number
  /** Which widths model and id have. */
  readonly layout: Version
}

/** The maker stays at 5 bytes in 2019, unlike in 0x0100. */
const MAKER_BYTES = 5
const MODEL_BYTES: Readonly<Record<Version, number>> = { '2013': 20, '2019': 30 }
const ID_BYTES: Readonly<Record<Version, number>> = { '2013': 7, '2019': 30 }
const ICCID_BYTES = 10

/** 0x0107, up: answer to 0x8107. JT/T 808-2013, 8.15. */
export const attributes = defineMessage({
  id: 0x0107,
  name: 'attributes',
  decode(reader, version): Attributes {
    const layout = layoutOf(reader, version)
    return {
      typeBits: reader.u16(),
      maker: readFixedText(reader, MAKER_BYTES),
      model: readFixedText(reader, MODEL_BYTES[layout]),
      terminalId: readFixedText(reader, ID_BYTES[layout]),
      iccid: reader.bcd(ICCID_BYTES),
      hardware: readShortText(reader),
      firmware: readShortText(reader),
      gnssBits: reader.u8(),
      radioBits: reader.u8(),
      layout,
    }
  },
  encode(writer, body) {
    writer.u16(body.typeBits)
    writeFixedText(writer, body.maker, MAKER_BYTES)
    writeFixedText(writer, body.model, MODEL_BYTES[body.layout])
    writeFixedText(writer, body.terminalId, ID_BYTES[body.layout])
    writer.bcd(body.iccid, ICCID_BYTES)
    writeShortText(writer, body.hardware)
    writeShortText(writer, body.firmware)
    writer.u8(body.gnssBits).u8(body.radioBits)
  },
})

/** The layout of the header, unless only the other one ends where the body ends. */
function layoutOf(reader: ByteReader, version: Version): Version {
  const other: Version = version === '2019' ? '2013' : '2019'
  return !endsWith(reader, version) && endsWith(reader, other) ? other : version
}

function endsWith(reader: ByteReader, layout: Version): boolean {
  const hardware = 2 + MAKER_BYTES + MODEL_BYTES[layout] + ID_BYTES[layout] + ICCID_BYTES
  const firmware = hardware + 1 + (reader.bytes[reader.offset + hardware] ?? 0)
  const end = firmware + 1 + (reader.bytes[reader.offset + firmware] ?? 0) + 2
  return end === reader.remaining
}
