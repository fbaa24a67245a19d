import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { defineMessage } from '../message.ts'
import { readFixedText, readShortText, writeFixedText, writeShortText } from '../text.ts'
import { type TimeDigits, writeTime } from '../wire-time.ts'

/** A driver as reported by the driver card. */
export interface DriverCard {
  readonly driverName: string
  /** Certificate of qualification. */
  readonly licence: string
  readonly authority: string
  /** 8 digits YYYYMMDD. */
  readonly validUntil: string
  /** 2019 only. */
  readonly idCard?: string
}

/** Who drives. */
export type DriverIdentity =
  | {
      readonly layout: '2011'
      readonly driverName: string
      readonly idCard: string
      readonly licence: string
      readonly authority: string
    }
  | {
      readonly layout: '2013'
      readonly state: typeof CARD_IN
      readonly time: TimeDigits
      /** 0 read, 1 key not authenticated, 2 card locked, 3 pulled out, 4 checksum wrong. */
      readonly result: number
      /** Present when the result is 0. */
      readonly card?: DriverCard
    }
  | { readonly layout: '2013'; readonly state: typeof CARD_OUT; readonly time: TimeDigits }

/** The card was put in: on duty. */
export const CARD_IN = 1
/** The card was taken out: off duty. */
export const CARD_OUT = 2
const ID_CARD_BYTES = 20
const LICENCE_BYTES = 20
const LICENCE_BYTES_2011 = 40

/** 0x0702, up: a driver's card was put in or taken out. JT/T 808-2013, 8.48. The id card of 2019 comes with older headers too. */
export const driverIdentity = defineMessage({
  id: 0x0702,
  name: 'driverIdentity',
  decode(reader): DriverIdentity {
    // 2011 begins with the length of a name, and no name has one or two bytes.
    const first = reader.u8()
    if (first === CARD_OUT) return { layout: '2013', state: CARD_OUT, time: reader.bcd(6) }
    if (first === CARD_IN) {
      const time = reader.bcd(6)
      const result = reader.u8()
      const card = result === 0 ? { card: readCard(reader) } : undefined
      return { layout: '2013', state: CARD_IN, time, result, ...card }
    }
    return {
      layout: '2011',
      driverName: readFixedText(reader, first),
      idCard: readFixedText(reader, ID_CARD_BYTES),
      licence: readFixedText(reader, LICENCE_BYTES_2011),
      authority: readShortText(reader),
    }
  },
  encode(writer, body) {
    if (body.layout === '2011') {
      writeShortText(writer, body.driverName)
      writeFixedText(writer, body.idCard, ID_CARD_BYTES)
      writeFixedText(writer, body.licence, LICENCE_BYTES_2011)
      writeShortText(writer, body.authority)
      return
    }
    writeTime(writer.u8(body.state), body.time)
    if (body.state === CARD_OUT) return
    writer.u8(body.result)
    if (body.card) writeCard(writer, body.card)
  },
})

function readCard(reader: ByteReader): DriverCard {
  const card = {
    driverName: readShortText(reader),
    licence: readFixedText(reader, LICENCE_BYTES),
    authority: readShortText(reader),
    validUntil: reader.bcd(4),
  }
  return reader.remaining >= ID_CARD_BYTES ? { ...card, idCard: readFixedText(reader, ID_CARD_BYTES) } : card
}

function writeCard(writer: ByteWriter, card: DriverCard): void {
  writeShortText(writer, card.driverName)
  writeFixedText(writer, card.licence, LICENCE_BYTES)
  writeShortText(writer, card.authority)
  writer.bcd(card.validUntil, 4)
  if (card.idCard !== undefined) writeFixedText(writer, card.idCard, ID_CARD_BYTES)
}
