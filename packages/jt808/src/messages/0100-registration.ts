import type { ByteReader } from '@fleetglass/bytes'
import type { Version } from '../framing/header.ts'
import { defineMessage } from '../message.ts'
import { encodeText, readFixedText, readRestText, writeFixedText } from '../text.ts'

/** Who a terminal is and which vehicle it sits in. */
export interface Registration {
  /** The three editions have fields of different width. */
  readonly layout: Layout
  /** GB/T 2260, the first two digits. */
  readonly province: number
  /** GB/T 2260, the last four digits. */
  readonly city: number
  readonly maker: string
  /** May be padded with spaces. */
  readonly model: string
  readonly terminalId: string
  /** 0 no plate, 1 blue, 2 yellow, 3 black, 4 white, 9 other; 2019: JT/T 697.7. */
  readonly plateColour: number
  /** The plate, or the VIN when the colour is 0. */
  readonly plate: string
}

type Layout = '2011' | '2013' | '2019'

interface Widths {
  readonly maker: number
  readonly model: number
  readonly terminalId: number
  /** All bytes before the plate. */
  readonly fixed: number
}

const WIDTHS: Readonly<Record<Layout, Widths>> = {
  '2011': { maker: 5, model: 8, terminalId: 7, fixed: 25 },
  '2013': { maker: 5, model: 20, terminalId: 7, fixed: 37 },
  '2019': { maker: 11, model: 30, terminalId: 30, fixed: 76 },
}

/** 0x0100, up: the first word of a new terminal. JT/T 808-2013, 8.5; -2019, 8.8. */
export const registration = defineMessage({
  id: 0x0100,
  name: 'registration',
  decode(reader, version): Registration {
    const layout = layoutOf(reader, version)
    const widths = WIDTHS[layout]
    return {
      layout,
      province: reader.u16(),
      city: reader.u16(),
      maker: readFixedText(reader, widths.maker),
      model: readFixedText(reader, widths.model),
      terminalId: readFixedText(reader, widths.terminalId),
      plateColour: reader.u8(),
      plate: readRestText(reader),
    }
  },
  encode(writer, body) {
    const widths = WIDTHS[body.layout]
    writer.u16(body.province).u16(body.city)
    writeFixedText(writer, body.maker, widths.maker)
    writeFixedText(writer, body.model, widths.model)
    writeFixedText(writer, body.terminalId, widths.terminalId)
    writer.u8(body.plateColour).bytes(encodeText(body.plate))
  },
})

/**
 * The header identifies 2019, and devices set its flag with an older body. 2011 and 2013 share the header: where the colour
 * stands in 2013, 2011 has letters of the plate, and no colour is that large.
 */
function layoutOf(reader: ByteReader, version: Version): Layout {
  const length = reader.remaining
  if (version === '2019' && length >= WIDTHS['2019'].fixed) return '2019'
  const { fixed } = WIDTHS['2013']
  return length >= fixed && reader.bytes[reader.offset + fixed - 1]! < 0x20 ? '2013' : '2011'
}
