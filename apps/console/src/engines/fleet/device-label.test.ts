import { expect, it } from 'vitest'
import { labelOf } from './device-label.ts'

it('[C14] the name of a device stands before its number, whichever way the name is read', () => {
  expect(labelOf({ deviceId: '7', memo: 'Van 2' }, false)).toBe('Van 2 · 7')
  expect(labelOf({ deviceId: '7', memo: 'حافلة ٤' }, false)).toBe('\u2068حافلة ٤\u2069 · 7')
  expect(labelOf({ deviceId: '7', memo: '' }, false)).toBe('7')
})
