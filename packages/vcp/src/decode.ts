import { attempt, Malformed, type Result } from '@fleetglass/bytes'
import { MAX_FIELD_BYTES, MAX_FIELD_LINES, MAX_MESSAGE_BYTES, type VcpMessage } from './message.ts'

// Of Node and every browser; the package itself asks for no library of either.
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string }

const LF = 0x0a
const CR = 0x0d
const NUL = 0x00
const COLON = 0x3a
const BACKSLASH = 0x5c
const HEADER = [0x56, 0x43, 0x50, LF] as const // "VCP" LF
const KEY = /^[A-Z][A-Z0-9]{0,7}$/

/** Why a message could not be read: `too-large` closes the link with 1009, everything else with 1002. */
export type VcpFault = 'malformed' | 'too-large'

export type VcpResult =
  | { readonly ok: true; readonly value: VcpMessage }
  | { readonly ok: false; readonly offset: number; readonly reason: string; readonly fault: VcpFault }

class TooLarge extends Malformed {}

/**
 * Reads one whole message: `VCP` LF, the length of what follows, one `key:value` line a field, optionally `Z:n` and n
 * bytes of payload. The payload is a view into `bytes`, not a copy.
 */
export function decodeVcp(bytes: Uint8Array): VcpResult {
  let fault: VcpFault = 'malformed'
  const result: Result<VcpMessage> = attempt(() => {
    try {
      return readMessage(bytes)
    } catch (error) {
      if (error instanceof TooLarge) fault = 'too-large'
      throw error
    }
  })
  return result.ok ? result : { ...result, fault }
}

function readMessage(bytes: Uint8Array): VcpMessage {
  if (bytes.length > MAX_MESSAGE_BYTES) throw new TooLarge(0, `the message has ${bytes.length} bytes`)
  const start = readHead(bytes)
  const fields: Record<string, string> = Object.create(null)
  let code: string | null = null
  let lines = 0
  for (let at = start; at < bytes.length; ) {
    if (++lines > MAX_FIELD_LINES) throw new TooLarge(at, `more than ${MAX_FIELD_LINES} lines`)
    const end = bytes.indexOf(LF, at)
    if ((end === -1 ? bytes.length : end + 1) - start > MAX_FIELD_BYTES) {
      throw new TooLarge(at, `the fields have more than ${MAX_FIELD_BYTES} bytes`)
    }
    if (end === -1) throw new Malformed(at, 'the line has no end')
    const { key, value } = readLine(bytes, at, end)
    if (code === null) {
      if (key !== 'M') throw new Malformed(at, 'the first field is not M')
      code = value
    } else if (key === 'M' || key in fields) throw new Malformed(at, `the key ${key} is there twice`)
    else if (key === 'Z') return { code, fields: { ...fields }, payload: readPayload(bytes, end + 1, value) }
    else fields[key] = value
    at = end + 1
  }
  if (code === null) throw new Malformed(start, 'there is no field')
  return { code, fields: { ...fields } }
}

/** Checks `VCP` LF and the length line; the fields begin at the offset returned. */
function readHead(bytes: Uint8Array): number {
  for (const [at, byte] of HEADER.entries()) if (bytes[at] !== byte) throw new Malformed(at, 'the header is not "VCP"')
  // The longest length that a message within the limit can have is seven digits.
  const end = bytes.subarray(0, HEADER.length + 8).indexOf(LF, HEADER.length)
  if (end === -1) throw new Malformed(HEADER.length, 'the length line has no end')
  const length = readDecimal(bytes, HEADER.length, end)
  const left = bytes.length - end - 1
  if (length !== left) throw new Malformed(HEADER.length, `the length says ${length} bytes, ${left} follow`)
  return end + 1
}

/** Digits only, without sign, blank or leading zero. */
function readDecimal(bytes: Uint8Array, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - 0x30
    if (digit < 0 || digit > 9 || (digit === 0 && at === start && end - start > 1)) {
      throw new Malformed(at, 'the length is not a plain decimal number')
    }
    value = value * 10 + digit
  }
  if (start === end) throw new Malformed(start, 'the length is missing')
  return value
}

function readLine(bytes: Uint8Array, start: number, end: number): { key: string; value: string } {
  const colon = bytes.subarray(start, end).indexOf(COLON)
  if (colon === -1) throw new Malformed(start, 'the line has no colon')
  const key = String.fromCharCode(...bytes.subarray(start, start + Math.min(colon, 9)))
  if (!KEY.test(key)) throw new Malformed(start, 'the key is not an upper-case letter with up to 7 letters or digits')
  return { key, value: readValue(bytes, start + colon + 1, end) }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readText(bytes: Uint8Array, offset: number): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Malformed(offset, 'the value is not UTF-8')
  }
}

const unescaped: Readonly<Record<number, number>> = { 92: BACKSLASH, 110: LF, 114: CR, 48: NUL }

function readValue(bytes: Uint8Array, start: number, end: number): string {
  const line = bytes.subarray(start, end)
  for (const [at, byte] of line.entries()) {
    if (byte === CR || byte === NUL) throw new Malformed(start + at, 'a raw CR or NUL stands in a line')
  }
  if (!line.includes(BACKSLASH)) return readText(line, start)
  const plain = new Uint8Array(line.length)
  let length = 0
  for (let at = 0; at < line.length; at++) {
    const byte = line[at] as number
    const meant = byte === BACKSLASH ? unescaped[line[++at] ?? -1] : byte
    if (meant === undefined) throw new Malformed(start + at - 1, 'a backslash stands before something it cannot escape')
    plain[length++] = meant
  }
  return readText(plain.subarray(0, length), start)
}

function readPayload(bytes: Uint8Array, start: number, lengthText: string): Uint8Array {
  // The length of the largest message has seven digits.
  if (!/^(0|[1-9][0-9]{0,6})$/.test(lengthText)) throw new Malformed(start, 'Z is not a plain decimal number')
  const length = Number(lengthText)
  if (length !== bytes.length - start) {
    throw new Malformed(start, `Z says ${length} bytes, ${bytes.length - start} follow`)
  }
  return bytes.subarray(start)
}
