import { describe, expect, it } from 'vitest'
import { isNarrow, partitionsAhead, partitionsBehind, readBounds } from './partition-bounds.ts'

const DAY_S = 86_400
const days = { table: 'points', unitsPerS: 1, width: 'day', ahead: 2 } as const
const months = { table: 'calls', unitsPerS: 1_000, width: 'month', ahead: 1 } as const
const atMs = (text: string): number => Date.parse(`${text}Z`)
const atS = (text: string): number => atMs(text) / 1000

describe('partitions ahead', () => {
  it('are the days from the last one on, that of the present included', () => {
    const made = partitionsAhead(days, atS('2026-11-28T00:00'), atMs('2026-11-29T13:00'))
    expect(made.map(({ name }) => name)).toEqual([
      'points_20261128',
      'points_20261129',
      'points_20261130',
      'points_20261201',
    ])
    expect(made.map(({ from, to }) => to - from)).toEqual([DAY_S, DAY_S, DAY_S, DAY_S])
    expect(partitionsAhead(days, made.at(-1)!.to, atMs('2026-11-29T23:59'))).toEqual([])
    expect(partitionsAhead(days, made.at(-1)!.to, atMs('2026-11-30T00:00'))).toHaveLength(1)
  })

  it('are whole months in milliseconds, over the end of a year and of a February', () => {
    const made = partitionsAhead(months, atMs('2027-12-01T00:00'), atMs('2028-01-31T23:00'))
    expect(made).toEqual([
      { name: 'calls_20271201', from: atMs('2027-12-01T00:00'), to: atMs('2028-01-01T00:00') },
      { name: 'calls_20280101', from: atMs('2028-01-01T00:00'), to: atMs('2028-02-01T00:00') },
      { name: 'calls_20280201', from: atMs('2028-02-01T00:00'), to: atMs('2028-03-01T00:00') },
    ])
    expect(made.every((partition) => isNarrow(months, partition))).toBe(true)
  })

  it('are none for a clock that is behind, and one for a gap of more than a month', () => {
    expect(partitionsAhead(days, atS('2026-11-28T00:00'), atMs('1970-01-01T00:00'))).toEqual([])
    const [gap, ...rest] = partitionsAhead(days, atS('2026-01-01T00:00'), atMs('2099-01-01T12:00'))
    expect(gap).toEqual({
      name: 'points_20260101_20990101',
      from: atS('2026-01-01T00:00'),
      to: atS('2099-01-01T00:00'),
    })
    expect(isNarrow(days, gap!)).toBe(false)
    expect(rest).toHaveLength(3)
  })

  it('are read as PostgreSQL writes their bounds', () => {
    expect(readBounds("FOR VALUES FROM (MINVALUE) TO ('1700000000')")).toEqual({
      from: Number.NEGATIVE_INFINITY,
      to: 1_700_000_000,
    })
    expect(readBounds("FOR VALUES FROM ('-5') TO (MAXVALUE)")).toEqual({ from: -5, to: Number.POSITIVE_INFINITY })
    expect(() => readBounds('DEFAULT')).toThrow('bounds of another kind: DEFAULT')
  })
})

describe('partitions behind', () => {
  const dayOf = (text: string): number => atMs(text) / 86_400_000
  const nowMs = atMs('2026-11-29T12:00')

  it('are the days from the first with rows on, without a hole up to the first of the present ones', () => {
    const rows = [dayOf('2026-11-25'), dayOf('2026-11-27'), dayOf('2026-11-30')]
    const made = partitionsBehind(days, atS('2026-11-29T00:00'), rows, nowMs)
    expect(made.map(({ name }) => name)).toEqual([
      'points_20261125',
      'points_20261126',
      'points_20261127',
      'points_20261128',
    ])
    for (const [at, { to }] of made.entries()) expect(made[at + 1]?.from ?? atS('2026-11-29T00:00')).toBe(to)
  })

  it('are one for a long gap, and none for what is older than ten years or has no rows', () => {
    const rows = [dayOf('1970-01-02'), dayOf('2026-01-01'), dayOf('2026-11-28')]
    const made = partitionsBehind(days, atS('2026-11-29T00:00'), rows, nowMs)
    expect(made.map(({ name }) => name)).toEqual(['points_20260101', 'points_20260102_20261128', 'points_20261128'])
    expect(partitionsBehind(days, atS('2026-11-29T00:00'), [], nowMs)).toEqual([])
    expect(partitionsBehind(days, atS('2026-11-29T00:00'), [dayOf('2026-11-29')], nowMs)).toEqual([])
  })

  it('are whole months of a table in milliseconds', () => {
    const rows = [dayOf('2026-09-30'), dayOf('2026-11-02')]
    const made = partitionsBehind(months, atMs('2026-12-01T00:00'), rows, nowMs)
    expect(made.map(({ name }) => name)).toEqual(['calls_20260901', 'calls_20261001', 'calls_20261101'])
    expect(made.every((partition) => isNarrow(months, partition))).toBe(true)
  })
})
