/** What a parser returns: a value, or where and why it could not be read. Bad input is a value, a bug is a throw. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly offset: number; readonly reason: string }

/** A good result. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

/** A bad result: `offset` in bytes from where the parser began, `reason` a sentence a person can act on. */
export function failed(offset: number, reason: string): { ok: false; offset: number; reason: string } {
  return { ok: false, offset, reason }
}

/** Thrown by a parser inside `attempt` when the bytes are there but say something impossible. */
export class Malformed extends Error {
  readonly offset: number
  readonly reason: string

  constructor(offset: number, reason: string) {
    super(`${reason} at byte ${offset}`)
    this.name = 'Malformed'
    this.offset = offset
    this.reason = reason
  }
}

/** Thrown by `ByteReader` when fewer bytes are left than a field wants. */
export class OutOfBytes extends Error {
  readonly offset: number
  readonly wanted: number
  readonly left: number

  constructor(offset: number, wanted: number, left: number) {
    super(`wanted ${wanted} bytes at byte ${offset}, ${left} left`)
    this.name = 'OutOfBytes'
    this.offset = offset
    this.wanted = wanted
    this.left = left
  }
}

/** Runs a parser and turns `OutOfBytes` and `Malformed` into a bad result. Anything else thrown is a bug and passes through. */
export function attempt<T>(parse: () => T): Result<T> {
  try {
    return { ok: true, value: parse() }
  } catch (error) {
    if (error instanceof OutOfBytes) {
      return failed(error.offset, `wanted ${error.wanted} bytes, ${error.left} left`)
    }
    if (error instanceof Malformed) return failed(error.offset, error.reason)
    throw error
  }
}
