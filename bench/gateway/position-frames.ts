// Position frames that cost the load little: all of it lies ready, only serial, place and time are written anew.
import { encodeBody, encodeFrames, terminalNumber, timeBytes } from '@fleetglass/jt808'

/** More than any of these frames takes, all of it escaped. */
export const MOST_BYTES = 160

const SERIAL_AT = 10
const LATITUDE_AT = 20
const TIME_AT = 34

/** Odometer, fuel, signal, satellites, supply: what recorders send all the time. */
const ITEMS = [
  { id: 0x01, value: Uint8Array.of(0, 1, 0x86, 0xa0) },
  { id: 0x02, value: Uint8Array.of(1, 0xf4) },
  { id: 0x30, value: Uint8Array.of(25) },
  { id: 0x31, value: Uint8Array.of(12) },
  { id: 0x61, value: Uint8Array.of(9, 0x60) },
]

/** The 0x0200 of one terminal (2013, GMT+8). */
export class PositionFrames {
  /** Header and body, not escaped. */
  readonly #content: Uint8Array

  constructor(terminal: string) {
    const place = { latE6: 24_078_600, lngE6: 120_528_500, altitudeM: 12, speedDkmh: 300, headingDeg: 90 }
    const time = { localTimeS: 0, timeBytes: new Uint8Array(6) }
    const body = { alarmBits: 0, statusBits: 0b11, ...place, ...time, items: ITEMS }
    const header = { messageId: 0x0200, version: '2013', terminalRaw: terminalNumber(terminal, '2013').raw } as const
    const [frame = new Uint8Array()] = encodeFrames(
      { ...header, firstSerial: 0 },
      encodeBody({ name: 'position', body }, '2013'),
    )
    this.#content = unescaped(frame)
  }

  /** Writes one frame at `at` and answers where it ends. */
  write(into: Uint8Array, at: number, serial: number, timeS: number): number {
    const content = this.#content
    content[SERIAL_AT] = serial >> 8
    content[SERIAL_AT + 1] = serial
    const latE6 = 24_078_600 + (timeS % 20_000) * 7
    for (let byte = 0; byte < 4; byte++) content[LATITUDE_AT + byte] = latE6 >>> (24 - byte * 8)
    content.set(timeBytes(timeS + 8 * 3600), TIME_AT)
    let end = at
    let check = 0
    into[end++] = 0x7e
    for (let n = 0; n < content.length; n++) {
      check ^= content[n]!
      end = escaped(into, end, content[n]!)
    }
    end = escaped(into, end, check)
    into[end++] = 0x7e
    return end
  }
}

function escaped(into: Uint8Array, at: number, byte: number): number {
  if (byte !== 0x7e && byte !== 0x7d) {
    into[at] = byte
    return at + 1
  }
  into[at] = 0x7d
  into[at + 1] = byte - 0x7c
  return at + 2
}

/** The content of one frame, without delimiters and checksum. */
function unescaped(frame: Uint8Array): Uint8Array {
  const content: number[] = []
  for (let at = 1; at < frame.length - 1; at++) content.push(frame[at] === 0x7d ? 0x7c + frame[++at]! : frame[at]!)
  return Uint8Array.from(content.slice(0, -1))
}
