/** What of a file is asked for, `[start, end)`; `whole` when no part is, `none` when the part lies outside of it. */
export type ByteRange = { readonly start: number; readonly end: number } | 'whole' | 'none'

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** Reads a `Range` header (RFC 9110, 14.2). Several ranges, and what cannot be read, are answered with the whole file. */
export function readByteRange(header: string | undefined, byteLength: number): ByteRange {
  const match = header === undefined ? null : RANGE.exec(header.trim())
  if (match === null) return 'whole'
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const count = Math.min(Number(last), byteLength)
    return count === 0 ? 'none' : { start: byteLength - count, end: byteLength }
  }
  const start = Number(first)
  const end = last === '' ? byteLength : Math.min(Number(last) + 1, byteLength)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= byteLength ? 'none' : { start, end }
}
