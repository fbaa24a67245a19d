import { expect, it } from 'vitest'
import type { BenchRow } from '../bench.ts'
import { compareRows } from './compare-rows.ts'

const row = (what: string, value: number, bar: string): BenchRow => ({ what, value, unit: 'x', bar, holds: true })
const runs = (what: string, bar: string, ...values: number[]): BenchRow[][] =>
  values.map((value) => [row(what, value, bar)])
const verdict = (before: BenchRow[][], now: BenchRow[][]) => compareRows(before, now).map((one) => one.verdict)

it('a row is worse only when its best value of now is worse than the worst of before', () => {
  expect(verdict(runs('delay', '≤ 20 ms', 10, 12, 11), runs('delay', '≤ 20 ms', 13, 14, 12.5))).toEqual(['worse'])
  expect(verdict(runs('delay', '≤ 20 ms', 10, 12, 11), runs('delay', '≤ 20 ms', 13, 14, 12))).toEqual(['same'])
  expect(verdict(runs('rate', '≥ 5/s', 10, 12, 11), runs('rate', '≥ 5/s', 9, 8, 7))).toEqual(['worse'])
  expect(verdict(runs('rate', '≥ 5/s', 10, 12, 11), runs('rate', '≥ 5/s', 13, 14, 15))).toEqual(['better'])
  expect(verdict(runs('loop', '< 20 ms', 10, 12), runs('loop', '< 20 ms', 13, 14))).toEqual(['worse'])
  expect(verdict(runs('loop', '< 20 ms', 10, 12), runs('loop', '< 20 ms', 8, 9))).toEqual(['better'])
  expect(verdict(runs('share', '> 90 %', 95, 96), runs('share', '> 90 %', 91, 92))).toEqual(['worse'])
  expect(verdict(runs('growth', 'none', 1), runs('growth', 'none', 2))).toEqual(['unclear'])
})

it('a row of one version only is new or gone', () => {
  expect(compareRows(runs('old', '≤ 1', 1), runs('young', '≤ 1', 1))).toMatchObject([
    { what: 'old', verdict: 'gone', before: [1], now: [] },
    { what: 'young', verdict: 'new', before: [], now: [1] },
  ])
})
