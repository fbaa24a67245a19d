import { expect, it } from 'vitest'
import { driverSaveSchema } from './index.ts'

it('what is no day, no phone number and no name of a driver is not taken', () => {
  const takes = (change: object) => driverSaveSchema.safeParse({ deviceid: 'van', ...change }).success
  for (const good of [
    {},
    { birthday: '' },
    { birthday: '1984-02-29' },
    { phone: '+886 (4) 123-456' },
    { gender: 'f' },
  ]) {
    expect(takes(good)).toBe(true)
  }
  const bad = [
    { birthday: '1985-02-29' },
    { birthday: '1899-01-01' },
    { birthday: '85-2-1' },
    { birthday: '1985-13-01' },
  ]
  for (const change of [
    ...bad,
    { phone: '=1+1' },
    { phone: '1'.repeat(32) },
    { gender: 'q' },
    { driver: 'x'.repeat(32) },
  ]) {
    expect(takes(change)).toBe(false)
  }
})
