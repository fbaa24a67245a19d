import { attempt, ByteReader, ByteWriter, bcdToDigits, concat, Malformed, type Result, xor } from '@fleetglass/bytes'
import { wrapFrame } from './framing/escape.ts'
import { type TerminalNumber, terminalId } from './framing/header.ts'
import { type PositionItem, readItems, writeItems } from './position-items.ts'
import type { TimeDigits } from './wire-time.ts'

// One family of trackers and locks sends these on the port of JT/T 808, in its framing, but with a serial of one byte and
// a body of its own; no standard has them. Source: what the public decoders of other projects read of such frames.

/** A position of such a tracker. */
export interface ShortReport {
  /** 0x5501, or 0x5502 for one without a fix. */
  readonly messageId: number
  /** Bits 0 to 9 the length of the body; bit 15 asks for an answer, 0x4401. */
  readonly attributes: number
  readonly terminal: TerminalNumber
  readonly serial: number
  readonly timeUtc: TimeDigits
  /** Ten-thousandths of a minute; negative in the south and in the west. */
  readonly latMinuteE4: number
  readonly lngMinuteE4: number
  /** Bit 0 located, 1 north, 2 east. */
  readonly flagBits: number
  readonly speedKnots: number
  readonly headingDeg: number
  readonly signal: number
  readonly satellites: number
  readonly odometerKm: number
  /** Percent; 0xAA and 0xAB while it charges. */
  readonly battery: number
  readonly cellId: number
  readonly areaCode: number
  /** What the bits that follow mean depends on it. */
  readonly product: number
  readonly statusBits: number
  readonly alarmBits: number
  /** Their ids are not those of 0x0200: `readShortItems`. */
  readonly items: readonly PositionItem[]
  /** Bytes behind the last whole item. */
  readonly extra: Uint8Array
}

/** What is known of the items of a short report. */
export interface ShortItems {
  readonly altitudeM?: number
  readonly lock?: { readonly command: number; readonly card?: Uint8Array; readonly result?: number }
  /** Acceleration along the three axes, as sent. */
  readonly tilt?: readonly [x: number, y: number, z: number]
}

const NUMBERS: readonly number[] = [0x5501, 0x5502]
const KMH_PER_KNOT = 1.852
const ANSWER_BIT = 0x8000
const NORTH = 2
const EAST = 4
const DEGREE = 600_000

/** Whether an unescaped frame without checksum is one of these and no JT/T 808: only its number decides. */
export function isShortReport(content: Uint8Array): boolean {
  return NUMBERS.includes((content[0]! << 8) | content[1]!)
}

/** Reads an unescaped frame without checksum for which `isShortReport` holds. */
export function decodeShortReport(content: Uint8Array): Result<ShortReport> {
  return attempt(() => {
    const reader = new ByteReader(content)
    const messageId = reader.u16()
    const attributes = reader.u16()
    const raw = reader.take(6)
    const serial = reader.u8()
    const timeUtc = yearFirst(reader.bcd(6))
    const latitude = readAngle(reader, 4, 8)
    const longitude = readAngle(reader, 5, 9)
    const flagBits = content[reader.offset - 1]! & 0x0f
    return {
      messageId,
      attributes,
      terminal: { raw, id: terminalId(raw) },
      serial,
      timeUtc,
      latMinuteE4: flagBits & NORTH ? latitude : -latitude,
      lngMinuteE4: flagBits & EAST ? longitude : -longitude,
      flagBits,
      speedKnots: readNumber(reader, 1, 2),
      headingDeg: reader.u8() * 2,
      signal: reader.u8(),
      satellites: reader.u8(),
      odometerKm: reader.u32(),
      battery: reader.u8(),
      cellId: reader.u32(),
      areaCode: reader.u16(),
      product: reader.u8(),
      statusBits: reader.u16(),
      alarmBits: reader.u16(),
      items: readItems(reader),
      extra: reader.rest(),
    }
  })
}

/** Speeds are km/h everywhere but in these reports. */
export function kmhFromKnots(knots: number): number {
  return knots * KMH_PER_KNOT
}

/** The inverse: the frame before checksum and escaping. */
export function encodeShortReport(report: ShortReport): Uint8Array {
  const writer = new ByteWriter(64).u16(report.messageId).u16(report.attributes)
  writer.bytes(report.terminal.raw).u8(report.serial).bcd(yearFirst(report.timeUtc), 6)
  writer.bcd(angleDigits(report.latMinuteE4, 8), 4)
  const longitude = angleDigits(report.lngMinuteE4, 9)
  writer.bcd(longitude.slice(0, 8), 4).u8((Number(longitude[8]) << 4) | report.flagBits)
  writer.bcd(String(report.speedKnots), 1).u8(report.headingDeg / 2)
  writer.u8(report.signal).u8(report.satellites).u32(report.odometerKm).u8(report.battery)
  writer.u32(report.cellId).u16(report.areaCode).u8(report.product).u16(report.statusBits).u16(report.alarmBits)
  writeItems(writer, report.items)
  return writer.bytes(report.extra).finish()
}

/** Whether the tracker waits for an answer. */
export function wantsShortAnswer({ attributes }: ShortReport): boolean {
  return (attributes & ANSWER_BIT) !== 0
}

/** 0x4401, a whole frame: the report with this serial was taken. */
export function encodeShortAnswer({ messageId, terminal, serial }: ShortReport): Uint8Array {
  const content = new ByteWriter(14).u16(0x4401).u16(3).bytes(terminal.raw).u8(serial).u16(messageId).u8(0).finish()
  return wrapFrame(concat([content, Uint8Array.of(xor(content, 0, content.length))]))
}

/** The items whose meaning is known, by id and length. */
export function readShortItems(items: readonly PositionItem[]): ShortItems {
  let known: ShortItems = {}
  for (const { id, value } of items) {
    const reader = new ByteReader(value)
    if (id === 0x02 && value.length === 2) known = { ...known, altitudeM: reader.i16() }
    if (id === 0x0b && value.length > 0) known = { ...known, lock: readLock(reader) }
    if (id === 0x0c && value.length === 6) known = { ...known, tilt: [reader.i16(), reader.i16(), reader.i16()] }
  }
  return known
}

/** A command alone, with a card of 4 bytes or a password of 6, each with a result behind it or without. */
function readLock(reader: ByteReader): NonNullable<ShortItems['lock']> {
  const hasResult = reader.remaining % 2 === 0
  const command = reader.u8()
  const card = reader.take(reader.remaining - (hasResult ? 1 : 0))
  return { command, ...(card.length > 0 && { card }), ...(hasResult && { result: reader.u8() }) }
}

/** DDMMYY as YYMMDD, and back; the time of the day stays. */
function yearFirst(digits: string): string {
  return digits.slice(4, 6) + digits.slice(2, 4) + digits.slice(0, 2) + digits.slice(6)
}

/** Degrees and minutes, the last four digits behind the point. */
function readAngle(reader: ByteReader, bytes: number, digits: number): number {
  const at = reader.offset
  const value = readNumber(reader, bytes, digits)
  const minutes = value % 1_000_000
  if (minutes >= DEGREE) throw new Malformed(at, `${minutes / 10_000} minutes are more than a degree`)
  return Math.floor(value / 1_000_000) * DEGREE + minutes
}

function angleDigits(angleMinuteE4: number, digits: number): string {
  const angle = Math.abs(angleMinuteE4)
  const value = Math.floor(angle / DEGREE) * 1_000_000 + (angle % DEGREE)
  return String(value).padStart(digits, '0')
}

/** The first `digits` of so many BCD bytes. */
function readNumber(reader: ByteReader, bytes: number, digits: number): number {
  const at = reader.offset
  const text = bcdToDigits(reader.take(bytes)).slice(0, digits)
  if (!/^\d+$/.test(text)) throw new Malformed(at, `${text} is not made of digits`)
  return Number(text)
}
