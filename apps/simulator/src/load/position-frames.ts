import { ByteWriter } from '@fleetglass/bytes'
import { encodeBody, terminalNumber, timeBytes, type Version } from '@fleetglass/jt808'

const HEADER_BYTES: Readonly<Record<Version, number>> = { '2013': 12, '2019': 17 }
const LATITUDE_AT = 8
const TIME_AT = 22
const UTC_OFFSET_S = 8 * 3600

/**
 * Position frames of one terminal, made fast: header and body lie ready, only serial, latitude and time change. The
 * bytes are those that `encodeFrames` would give.
 */
export class PositionFrames {
  readonly #content: Uint8Array
  readonly #serialAt: number
  readonly #bodyAt: number

  constructor(terminalDigits: string, version: Version) {
    const body = encodeBody(
      {
        name: 'position',
        body: {
          alarmBits: 0,
          statusBits: 0b11,
          latE6: 24_078_600,
          lngE6: 120_528_500,
          altitudeM: 20,
          speedDkmh: 450,
          headingDeg: 90,
          localTimeS: null,
          timeBytes: new Uint8Array(6),
          items: [
            { id: 0x01, value: Uint8Array.of(0, 1, 0x86, 0xa0) },
            { id: 0x02, value: Uint8Array.of(1, 0x90) },
            { id: 0x03, value: Uint8Array.of(1, 0xc2) },
            { id: 0x30, value: Uint8Array.of(25) },
            { id: 0x31, value: Uint8Array.of(12) },
          ],
        },
      },
      version,
    )
    const writer = new ByteWriter().u16(0x0200).u16(body.length | (version === '2019' ? 0x4000 : 0))
    if (version === '2019') writer.u8(1)
    writer.bytes(terminalNumber(terminalDigits, version).raw).u16(0).bytes(body)
    this.#content = writer.finish()
    this.#bodyAt = HEADER_BYTES[version]
    this.#serialAt = this.#bodyAt - 2
  }

  /** Writes one frame at `at` (there must be room for `MOST_BYTES`) and answers where it ends. */
  write(into: Uint8Array, at: number, serial: number, timeS: number): number {
    const content = this.#content
    content[this.#serialAt] = serial >> 8
    content[this.#serialAt + 1] = serial
    const latE6 = 24_078_600 + (timeS % 20_000)
    for (let byte = 0; byte < 4; byte++) content[this.#bodyAt + LATITUDE_AT + byte] = latE6 >>> (24 - byte * 8)
    content.set(timeBytes(timeS + UTC_OFFSET_S), this.#bodyAt + TIME_AT)
    let next = at
    let check = 0
    into[next++] = 0x7e
    for (const byte of content) {
      check ^= byte
      next = escaped(into, next, byte)
    }
    next = escaped(into, next, check)
    into[next++] = 0x7e
    return next
  }
}

/** More than any of these frames takes, all of it escaped. */
export const MOST_BYTES = 160

function escaped(into: Uint8Array, at: number, byte: number): number {
  if (byte !== 0x7e && byte !== 0x7d) {
    into[at] = byte
    return at + 1
  }
  into[at] = 0x7d
  into[at + 1] = byte === 0x7e ? 0x02 : 0x01
  return at + 2
}
