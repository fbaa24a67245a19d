import { expect, it } from 'vitest'
import { encodeNetLimit, kbOfMb, readRecordSetting, setRecordSettingsSchema } from './index.ts'

it('[REC-12] [REC-14] a limit in MB is shifted by 10 bits, and travels as "flag,maxnetflow"', () => {
  expect(kbOfMb(3)).toBe(3 << 10)
  // Beyond 32 bits a shift of the language would turn.
  expect(kbOfMb(4_194_304)).toBe(2 ** 32)
  const text = encodeNetLimit({ netlimit: 1, maxnetflow: kbOfMb(500) })
  expect(text).toBe('1,512000')
  expect(readRecordSetting({ name: 'netlimit', value: text })).toEqual({ netlimit: 1, maxnetflow: 512_000 })
})

it('[REC-09] [REC-11] record days are whole and not negative; 0 is taken', () => {
  const days = (value: string | number) => readRecordSetting({ name: 'recdays', value })
  expect([days(0), days('30')]).toEqual([{ recdays: 0 }, { recdays: 30 }])
  for (const bad of [-1, '-1', 1.5, 30_000, '', '7,0', '1e3', ' 7', 'seven']) expect(days(bad)).toBeNull()
  for (const bad of ['2,1', '1', '1,-1', '1,1.5', ',1', '1,', '1,2,3', `1,${'9'.repeat(14)}`, 1]) {
    expect(readRecordSetting({ name: 'netlimit', value: bad })).toBeNull()
  }
})

it('[REC-10] a save names a device, at most 10000, and one of the two settings', () => {
  const takes = (body: object) => setRecordSettingsSchema.safeParse({ name: 'recdays', value: 1, ...body }).success
  expect(takes({ deviceids: ['van'] })).toBe(true)
  for (const deviceids of [[], 'van', [1], Array.from({ length: 10_001 }, () => 'v')])
    expect(takes({ deviceids })).toBe(false)
  expect(takes({ deviceids: ['van'], name: 'chmask' })).toBe(false)
})
