// Belongs here: how a typed payload becomes bytes for the bus and back. Does not: which payloads there are (ports/*).
import { failed, ok, type Result } from '@fleetglass/bytes'
import { z } from 'zod'

/**
 * One kind of payload on the bus. The first byte is its version; a reader refuses every version that it does not name, so that
 * two releases that run side by side fail with a sentence instead of reading each other wrongly. How a payload changes between
 * releases: docs/bus.md.
 */
export interface PayloadCodec<T> {
  readonly name: string
  readonly version: number
  /** Longest payload in bytes, its version included. */
  readonly maxBytes: number
  /** Throws `BadPayload` for a value outside of the schema or a payload above the limit. */
  encode(value: T): Uint8Array
  /** Bad bytes are a value with a reason; this never throws. */
  decode(bytes: Uint8Array): Result<T>
}

/** A payload that cannot travel over the bus. The message names the payload, what is wrong, and the limit. */
export class BadPayload extends Error {
  constructor(codec: string, reason: string) {
    super(`${codec}: ${reason}`)
    this.name = 'BadPayload'
  }
}

/** Highest version that fits its byte. */
const MAX_VERSION = 0xff

/**
 * A codec of JSON behind the version. For payloads of commands and states; media has its own binary form. Fields that the schema
 * does not name are left out: a newer release may send more.
 */
export function defineJsonCodec<Schema extends z.ZodType>(definition: {
  readonly name: string
  readonly version: number
  readonly maxBytes: number
  readonly schema: Schema
  /** Versions that are read beside the one that is written, each with what makes the present value of it. */
  readonly alsoReads?: Readonly<Record<number, z.ZodType<z.output<Schema>>>>
}): PayloadCodec<z.output<Schema>> {
  const { name, version, maxBytes, schema, alsoReads = {} } = definition
  if (!Number.isInteger(version) || version < 1 || version > MAX_VERSION) {
    throw new RangeError(`${name}: version ${version} is not between 1 and ${MAX_VERSION}`)
  }
  return {
    name,
    version,
    maxBytes,
    encode(value) {
      const encoded = z.safeEncode(schema, value)
      if (!encoded.success) throw new BadPayload(name, firstIssue(encoded.error))
      const json = JSON.stringify(encoded.data)
      const length = 1 + Buffer.byteLength(json)
      if (length > maxBytes) throw new BadPayload(name, tooLong(length, maxBytes))
      const bytes = Buffer.allocUnsafe(length)
      bytes[0] = version
      bytes.write(json, 1)
      return bytes
    },
    decode(bytes) {
      const other = alsoReads[bytes[0] ?? version]
      const bad = badHead({ name, version: other === undefined ? version : (bytes[0] ?? version), maxBytes }, bytes)
      if (bad !== null) return bad
      const parsed = parseJson(bytes)
      if (!parsed.ok) return failed(1, `${name}: is not JSON`)
      const decoded = other === undefined ? safeDecode(schema, parsed.value) : other.safeParse(parsed.value)
      return decoded.success ? ok(decoded.data) : failed(1, `${name}: ${firstIssue(decoded.error)}`)
    },
  }
}

/** What is wrong with length or version; `null` where both are right. */
export function badHead(
  codec: Pick<PayloadCodec<unknown>, 'name' | 'version' | 'maxBytes'>,
  bytes: Uint8Array,
): ReturnType<typeof failed> | null {
  const { name, version, maxBytes } = codec
  if (bytes.length === 0) return failed(0, `${name}: is empty`)
  if (bytes.length > maxBytes) return failed(0, `${name}: ${tooLong(bytes.length, maxBytes)}`)
  if (bytes[0] === version) return null
  return failed(0, `${name}: version ${bytes[0]} came, version ${version} is read; run the same release on all servers`)
}

/** Bytes inside a JSON payload. */
export const bytesField = z.codec(
  z.base64(),
  z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  {
    decode: (text) => {
      const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64')
      return new Uint8Array(buffer, byteOffset, byteLength)
    },
    encode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  },
)

/** An unsigned number of 64 bits inside a JSON payload. */
export const bigintField = z.codec(z.string().regex(/^\d{1,20}$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
})

function parseJson(bytes: Uint8Array): { ok: true; value: unknown } | { ok: false } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(1))
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

function safeDecode<Schema extends z.ZodType>(schema: Schema, value: unknown): z.ZodSafeParseResult<z.output<Schema>> {
  return schema.safeParse(value)
}

function tooLong(length: number, maxBytes: number): string {
  return `${length} bytes, at most ${maxBytes} are allowed`
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'does not fit its schema'
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`
}
