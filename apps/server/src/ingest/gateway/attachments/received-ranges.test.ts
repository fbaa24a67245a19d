import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ReceivedRanges } from './received-ranges.ts'

it('[AUTOUP-11] knows which bytes are missing, in whatever order, size and number parts come', () => {
  const parts = fc.array(fc.tuple(fc.nat(60), fc.nat(20)), { maxLength: 30 })
  fc.assert(
    fc.property(parts, fc.nat(70), (given, byteLength) => {
      const ranges = new ReceivedRanges()
      const has = new Set<number>()
      for (const [start, length] of given) {
        expect(ranges.add(start, start + length)).toBe(true)
        for (let at = start; at < start + length; at++) has.add(at)
      }
      const missing = ranges.missing(byteLength, 255)
      const named = missing.flatMap((range) => Array.from({ length: range.byteLength }, (_, at) => range.offset + at))
      expect(named).toEqual(Array.from({ length: byteLength }, (_, at) => at).filter((at) => !has.has(at)))
    }),
  )
})

it('[AUTOUP-11] takes no more than 1,000 holes, and names no more ranges than an answer can hold', () => {
  const ranges = new ReceivedRanges()
  for (let at = 0; at < 1_000; at++) expect(ranges.add(at * 2 + 1, at * 2 + 2)).toBe(true)
  expect(ranges.add(5_000, 5_001)).toBe(false)
  expect(ranges.add(2, 3)).toBe(true)
  expect(ranges.missing(2_001, 255)).toHaveLength(255)
})
