import { toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBody, encodeBody, MESSAGE_IDS, messageIdByName, messageIdOf, messageNameOf } from './catalogue.ts'
import { type ByteTable, bytesOf } from './test/byte-table.ts'
import { ALARM_FILE_TABLES } from './test/tables-of-alarm-files.ts'
import { COMMAND_TABLES } from './test/tables-of-commands.ts'
import { MEDIA_TABLES } from './test/tables-of-media.ts'
import { SESSION_TABLES } from './test/tables-of-the-session.ts'

const TABLES: readonly ByteTable[] = [...SESSION_TABLES, ...COMMAND_TABLES, ...MEDIA_TABLES, ...ALARM_FILE_TABLES]
describe('messages', () => {
  it.each(TABLES.map((table) => [table.message.name, table] as const))(
    '%s is the bytes of its table and back',
    (_, table) => {
      const bytes = bytesOf(table)
      expect(decodeBody(messageIdOf(table.message), table.version, bytes)).toEqual({ ok: true, value: table.message })
      expect(toHex(encodeBody(table.message, table.version))).toBe(toHex(bytes))
    },
  )

  it('every message has a table', () => {
    const covered = new Set(TABLES.map(({ message }) => messageIdOf(message)))
    expect(MESSAGE_IDS.filter((id) => !covered.has(id))).toEqual([])
  })

  it('names and numbers belong to one message each', () => {
    for (const id of MESSAGE_IDS) expect(messageIdByName(messageNameOf(id)!)).toBe(id)
    expect(new Set(MESSAGE_IDS).size).toBe(MESSAGE_IDS.length)
  })

  it('a body that ends too soon says where', () => {
    expect(decodeBody(0x8001, '2013', Uint8Array.of(0, 1, 2))).toEqual({
      ok: false,
      offset: 2,
      reason: 'wanted 2 bytes, 1 left',
    })
    expect(decodeBody(0x0608, '2019', Uint8Array.of(9, 0, 0, 0, 0))).toEqual({
      ok: false,
      offset: 0,
      reason: 'no area is of kind 9',
    })
  })

  it('a count that lies costs no memory', () => {
    const body = Uint8Array.of(1, 0xff, 0xff, 0xff, 0xff)
    expect(decodeBody(0x8608, '2019', body).ok).toBe(false)
  })

  it('a value that no field holds is refused', () => {
    expect(() =>
      encodeBody({ name: 'canData', body: { time: '0', frames: [{ canId: 1, data: new Uint8Array(9) }] } }, '2013'),
    ).toThrow('8 bytes')
    expect(() => encodeBody({ name: 'callBack', body: { kind: 0, number: '1' } }, '2013')).not.toThrow()
  })

  it(`bytes of every table, changed at random, give a value or a reason, and a value says itself again`, () => {
    const tables = TABLES.filter(({ message }) => message.name !== 'unknown')
    const changed = fc.record({
      table: fc.constantFrom(...tables),
      cut: fc.nat(300),
      changes: fc.array(fc.tuple(fc.nat(300), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
      added: fc.uint8Array({ maxLength: 8 }),
    })
    fc.assert(
      fc.property(changed, ({ table, cut, changes, added }) => {
        const bytes = Uint8Array.from([...bytesOf(table).subarray(0, cut), ...added])
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
        saysItselfAgain(messageIdOf(table.message), bytes)
      }),
      { numRuns: 3000 },
    )
  })

  it(`random bytes as every message give a value or a reason`, () => {
    fc.assert(fc.property(fc.constantFrom(...MESSAGE_IDS), fc.uint8Array({ maxLength: 120 }), saysItselfAgain), {
      numRuns: 3000,
    })
  })
})

/** What decodes can be encoded, and that decodes to the same. */
function saysItselfAgain(messageId: number, bytes: Uint8Array): void {
  for (const version of ['2013', '2019'] as const) {
    const decoded = decodeBody(messageId, version, bytes)
    if (!decoded.ok) {
      expect(decoded.offset).toBeLessThanOrEqual(bytes.length)
      continue
    }
    const again = encodeBody(decoded.value, version)
    expect(decodeBody(messageId, version, again)).toEqual(decoded)
  }
}
