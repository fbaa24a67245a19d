import { type ByteWriter, bcdToDigits } from '@fleetglass/bytes'

/** A time as the wire writes it: 12 digits YYMMDDhhmmss in the zone the device keeps (GMT+8 by the standard). */
export type TimeDigits = string

/**
 * The six BCD bytes from `at` as seconds since 1970, read as if they were UTC: subtract the device's zone.
 * `null` when they are no real time: not BCD, no such day, or year 00, which is a device without a clock yet.
 */
export function localTimeS(bytes: Uint8Array, at = 0): number | null {
  const year = digits(bytes[at]!)
  const month = digits(bytes[at + 1]!)
  const day = digits(bytes[at + 2]!)
  const hour = digits(bytes[at + 3]!)
  const minute = digits(bytes[at + 4]!)
  const second = digits(bytes[at + 5]!)
  const real = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year)
  if (!real || !(hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60)) return null
  return (daysSince1970(year, month, day) * 24 + hour) * 3600 + minute * 60 + second
}

/** The inverse: six BCD bytes of a time in the device's zone. */
export function timeBytes(localS: number): Uint8Array {
  const iso = new Date(localS * 1000).toISOString()
  const text = iso.slice(2, 19).replace(/\D/g, '')
  return Uint8Array.from({ length: 6 }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16))
}

/** The same as digits, for fields that are kept as digits. */
export function timeDigits(localS: number): TimeDigits {
  return bcdToDigits(timeBytes(localS))
}

/** Writes 12 digits as BCD[6]. */
export function writeTime(writer: ByteWriter, time: TimeDigits): void {
  writer.bcd(time, 6)
}

/** Value of one BCD byte, -1 when a half is no digit. */
function digits(byte: number): number {
  return byte <= 0x99 && (byte & 0x0f) <= 9 ? (byte >> 4) * 10 + (byte & 0x0f) : -1
}

const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** `year` counts from 2000; every fourth of the years 2000 to 2099 is a leap year. */
function daysSince1970(year: number, month: number, day: number): number {
  const leapDays = ((year + 3) >> 2) + (month > 2 && year % 4 === 0 ? 1 : 0)
  return 10_957 + year * 365 + leapDays + DAYS_BEFORE[month - 1]! + day - 1
}
