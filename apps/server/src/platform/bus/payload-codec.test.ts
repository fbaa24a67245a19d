import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineJsonCodec } from './index.ts'

const payload = (version: number, value: unknown): Uint8Array =>
  Buffer.concat([Uint8Array.of(version), Buffer.from(JSON.stringify(value))])

/** Release 1 sent a speed in km/h; release 2 sends metres a second as well, and release 3 nothing else. */
const common = { name: 'speed', maxBytes: 100 }
const first = defineJsonCodec({ ...common, version: 1, schema: z.object({ kmh: z.number() }) })
const second = defineJsonCodec({
  ...common,
  version: 1,
  schema: z.object({ kmh: z.number(), note: z.string().exactOptional() }),
  alsoReads: { 2: z.object({ mps: z.number() }).transform(({ mps }) => ({ kmh: mps * 3.6 })) },
})
const third = defineJsonCodec({ ...common, version: 2, schema: z.object({ mps: z.number() }) })

describe('a payload of another release', () => {
  it('is read with fewer or more fields of the same version', () => {
    expect(first.decode(second.encode({ kmh: 36, note: 'x' }))).toEqual({ ok: true, value: { kmh: 36 } })
    expect(second.decode(first.encode({ kmh: 36 }))).toEqual({ ok: true, value: { kmh: 36 } })
  })

  it('is read in a version that the reader names beside its own', () => {
    expect(second.decode(third.encode({ mps: 10 }))).toEqual({ ok: true, value: { kmh: 36 } })
    expect(second.encode({ kmh: 36 })[0]).toBe(1)
  })

  it('is refused in any other version with a sentence, and checked in all that are read', () => {
    const sentence = 'speed: version 2 came, version 1 is read; run the same release on all servers'
    expect(first.decode(third.encode({ mps: 10 }))).toMatchObject({ ok: false, reason: sentence })
    expect(second.decode(payload(3, { mps: 1 }))).toMatchObject({ ok: false })
    expect(second.decode(payload(2, { kmh: 1 }))).toMatchObject({ ok: false, reason: expect.stringContaining('mps') })
    expect(second.decode(payload(2, { mps: 1, long: 'x'.repeat(100) }))).toMatchObject({ ok: false })
    expect(second.decode(new Uint8Array())).toMatchObject({ ok: false, reason: 'speed: is empty' })
  })
})
