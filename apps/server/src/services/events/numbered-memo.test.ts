import { expect, it } from 'vitest'
import { type NumberedPart, numberedMemo, numbersOfMemo } from './index.ts'

const cases: readonly [part: NumberedPart, bits: number, memo: string, numbers: number[]][] = [
  ['channel', 0b1, 'channel 1', [1]],
  ['channel', 0b101, 'channel 1, 3', [1, 3]],
  ['disk', 0b10, 'disk 2', [2]],
  ['channel', 1 << 31, 'channel 32', [32]],
  ['disk', 0, '', []],
]

it('the text of an event names the parts of the device, and has their numbers', () => {
  for (const [part, bits, memo, numbers] of cases) {
    expect(numberedMemo(part, bits)).toBe(memo)
    expect(numbersOfMemo(part, memo)).toEqual(numbers)
  }
})

it('other texts have no numbers of parts', () => {
  for (const memo of [
    'channel 1',
    'disk 1,2',
    'disk',
    'disk 1, 2 and 3',
    'free at least 500 MB',
    'a disk 1',
    'disk 123',
  ])
    expect([memo, numbersOfMemo('disk', memo)]).toEqual([memo, []])
})
