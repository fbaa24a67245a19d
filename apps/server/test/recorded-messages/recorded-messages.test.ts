// Releases that run side by side: messages as earlier releases sent them are in this folder, one file a release. A file is never
// changed once its release is out. That of the present release is written with `vitest run … --update`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { version } from '../../src/version.ts'
import { messages } from './messages.fixtures.ts'

interface Recorded {
  readonly kind: string
  readonly hex: string
  readonly value: unknown
}

/** A value as JSON can hold it. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') }
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
}

const codecs = new Map(messages.map(({ codec }) => [codec.name, codec]))
const encoded = messages.flatMap(({ codec, values }) =>
  values.map((value) => ({ codec, value, bytes: codec.encode(value) })),
)
const releases = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.jsonl'))

/** Every object of a payload with a field that no release knows. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  return { ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withMore(one)])), ofTomorrow: 1 }
}

/** Binary forms have a fixed head. */
const isJson = (bytes: Uint8Array): boolean =>
  [0x5b, 0x7b].includes(bytes[1] ?? 0) && /[\]}]$/.test(String.fromCharCode(bytes.at(-1) ?? 0))

describe('messages between releases', () => {
  it('of the present release are recorded, each kind with its members', async () => {
    const present = encoded.map(({ codec, value, bytes }) => ({
      kind: codec.name,
      hex: Buffer.from(bytes).toString('hex'),
      value: plain(value),
    }))
    const lines = present.map((one) => `${JSON.stringify(one)}\n`).join('')
    await expect(lines).toMatchFileSnapshot(join(import.meta.dirname, `${version}.jsonl`))
    expect(codecs.size).toBe(messages.length)
  })

  it.each(releases)('of the release in %s are read as they were meant', (name) => {
    const lines = readFileSync(join(import.meta.dirname, name), 'utf8')
      .trimEnd()
      .split('\n')
    const recorded = lines.map((line) => JSON.parse(line) as Recorded)
    expect(recorded.length).toBeGreaterThan(80)
    for (const { kind, hex, value } of recorded) {
      const decoded = codecs.get(kind)?.decode(Buffer.from(hex, 'hex'))
      expect(decoded, kind).toMatchObject({ ok: true })
      expect(decoded?.ok && plain(decoded.value), kind).toEqual(value)
    }
  })

  it('of a newer release are read without the fields that are not known yet', () => {
    let tried = 0
    for (const { codec, value, bytes } of encoded) {
      if (!isJson(bytes)) continue
      const more = withMore(JSON.parse(Buffer.from(bytes.subarray(1)).toString()))
      const decoded = codec.decode(Buffer.concat([bytes.subarray(0, 1), Buffer.from(JSON.stringify(more))]))
      expect(decoded, codec.name).toMatchObject({ ok: true })
      expect(decoded.ok && plain(decoded.value), codec.name).toEqual(plain(value))
      tried += 1
    }
    expect(tried).toBeGreaterThan(80)
  })

  it('of an unknown version are refused with both versions and what to do', () => {
    for (const { codec, bytes } of encoded) {
      const newer = Uint8Array.from(bytes)
      newer[0] = 200
      const reason = `${codec.name}: version 200 came, version ${codec.version} is read; run the same release on all servers`
      expect(codec.decode(newer)).toMatchObject({ ok: false, reason })
    }
  })
})
