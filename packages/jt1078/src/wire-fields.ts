import { type ByteReader, type ByteWriter, gbkDecode, gbkEncode } from '@fleetglass/bytes'

// Fields that several bodies have: BCD times in the device's zone (GMT+8 by the text), and texts with their length.

/**
 * BCD[6] YYMMDDhhmmss as seconds since 1970, read as if the digits were UTC: subtract the device's zone. `null` when it
 * is no real time; zeros mean "open".
 */
export function readLocalTime(reader: ByteReader): number | null {
  const digits = reader.bcd(6)
  if (!/^\d{12}$/.test(digits)) return null
  const [year, month, day, hour, minute, second] = digits.match(/../g)!.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const timeMs = Date.UTC(2000 + year, month - 1, day, hour, minute, second)
  const real = new Date(timeMs)
  const isReal = real.getUTCMonth() === month - 1 && real.getUTCDate() === day && real.getUTCHours() === hour
  return isReal && minute < 60 && second < 60 ? timeMs / 1000 : null
}

/** The inverse; `null` is written as zeros. Throws `RangeError` outside the years 2000 to 2099. */
export function writeLocalTime(writer: ByteWriter, localS: number | null): void {
  if (localS === null) {
    writer.fill(0, 6)
    return
  }
  const text = new Date(Math.floor(localS) * 1000).toISOString()
  if (!text.startsWith('20')) throw new RangeError(`${text} cannot be written with two digits of the year`)
  writer.bcd(text.slice(2, 19).replace(/\D/g, ''), 6)
}

/** BYTE n, STR[n] in GBK. */
export function readText(reader: ByteReader): string {
  return gbkDecode(reader.take(reader.u8()))
}

/** The inverse. Throws `RangeError` above 255 bytes. */
export function writeText(writer: ByteWriter, text: string): void {
  const bytes = gbkEncode(text)
  if (bytes.length > 255) throw new RangeError(`"${text.slice(0, 20)}…" has ${bytes.length} bytes, at most 255 fit`)
  writer.u8(bytes.length).bytes(bytes)
}
