import { passwordHashSchema, secret } from '@fleetglass/contract/envelope'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recordedBy } from './index.ts'
import { parametersText } from './recorded-fields.ts'

const recorded = (schema: z.ZodType, value: unknown) => recordedBy(schema)(value)

describe('the recorded parameters of a call', () => {
  it('are the fields that the schema declares, and no other', () => {
    const schema = z.object({ deviceid: z.string(), days: z.number() })
    expect(recorded(schema, { deviceid: 'A1', days: 3, password: 'x', more: { token: 'y' } })).toEqual({
      deviceid: 'A1',
      days: 3,
    })
  })

  it('have no hash of a password in a field that is not one for it', () => {
    const [hash, rest] = ['0123456789abcdef'.repeat(4), { deviceid: 'A1' }]
    expect(recorded(z.object({ deviceid: z.string(), memo: z.string() }), { ...rest, memo: `x ${hash}` })).toEqual({
      ...rest,
      memo: 'x [redacted]',
    })
  })

  it.each<[string, z.ZodType, unknown]>([
    ['optional', z.object({ key: secret(z.string()).optional() }), { key: 'hidden' }],
    ['nullable with a default', z.object({ key: secret(z.string()).nullable().default(null) }), { key: 'hidden' }],
    ['marked behind a wrapper', z.object({ key: secret(z.string().optional()) }), { key: 'hidden' }],
    [
      'in a list of objects',
      z.object({ key: z.array(z.object({ a: secret(z.string()) })) }),
      { key: [{ a: 'hidden' }] },
    ],
    ['in a record', z.object({ key: z.record(z.string(), secret(z.string())) }), { key: { wifi: 'hidden' } }],
    ['in one of two alternatives', z.object({ key: z.union([z.string(), secret(z.string())]) }), { key: 'hidden' }],
    [
      'in one of two objects',
      z.union([z.object({ key: z.string() }), z.object({ key: passwordHashSchema })]),
      { key: 'hidden' },
    ],
    [
      'in both halves of an intersection',
      z.intersection(z.object({ key: z.string() }), z.object({ key: secret(z.string()) })),
      { key: 'hidden' },
    ],
    ['transformed', z.object({ key: secret(z.string()).transform((text) => text.length) }), { key: 'hidden' }],
    [
      'marked after a transform',
      z.object({ key: z.preprocess((value) => value, secret(z.string())) }),
      { key: 'hidden' },
    ],
    ['piped into a secret', z.object({ key: z.string().pipe(secret(z.string())) }), { key: 'hidden' }],
    ['of any kind', z.object({ key: z.unknown() }), { key: { password: 'hidden' } }],
    ['recursive', z.object({ key: z.json() }), { key: ['hidden'] }],
  ])('have no secret: %s', (_title, schema, value) => {
    const text = JSON.stringify(recorded(schema, value))
    expect(text).toContain('"key"')
    expect(text).not.toContain('hidden')
  })

  it('are short, whatever a client sends', () => {
    const schema = z.object({ text: z.string(), list: z.array(z.number()), name: z.string() })
    const long = recorded(schema, { text: 'x'.repeat(1e6), list: Array.from({ length: 1e5 }, () => 1), name: 'A\0B' })
    expect(long).toMatchObject({ text: `${'x'.repeat(200)}…`, name: 'AB' })
    expect((long.list as unknown[]).length).toBe(21)
    const fields = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field ${n}`, 'y'.repeat(200)]))
    const text = parametersText(fields)
    expect(text.length).toBeLessThan(2_100)
    expect(JSON.parse(text)).toMatchObject({ 'field 0': 'y'.repeat(200) })
  })

  it('are none of a value that is no object', () => {
    for (const value of [undefined, null, 'text', 7, ['x']])
      expect(recorded(z.object({ a: z.string() }), value)).toEqual({})
  })
})
