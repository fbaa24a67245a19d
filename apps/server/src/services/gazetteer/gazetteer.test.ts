import { expect, it } from 'vitest'
import { describePlace } from './gazetteer.ts'

const changhua = { name: 'Changhua', country: 'TW', lat: 24.0734, lng: 120.5628 }

it('[API1-28] reports the nearest place with distance and direction, in kilometres', () => {
  const from = (lat: number, lng: number) => describePlace({ lat, lon: lng }, changhua)
  expect(from(24.0734, 120.5628)).toBe('Changhua, Taiwan')
  expect(from(24.0938, 120.5851)).toBe('3.2 km NE of Changhua, Taiwan')
  expect(from(24.0734, 120.5)).toBe('6.4 km W of Changhua, Taiwan')
  expect(from(23.0734, 120.5628)).toBe('111 km S of Changhua, Taiwan')
  // The list has places of countries that no browser knows by name.
  expect(describePlace({ lat: 0, lon: 0 }, { ...changhua, country: 'x1', lat: 0, lng: 0 })).toBe('Changhua, x1')
})
