import { expect, it } from 'vitest'
import { placeAddress, placeOf } from './place-address.ts'

const read = (address: string) => placeOf(new URL(address, 'http://localhost').searchParams)

it('is read as the place that it was made for', () => {
  for (const place of [
    { lat: 64.13548, lng: -21.89541 },
    { lat: -90, lng: 180 },
  ])
    expect(read(placeAddress(place))).toEqual(place)
})

it.each([
  '/',
  '/?place=',
  '/?place=91,0',
  '/?place=0,181',
  '/?place=1',
  '/?place=1,2,3',
  '/?place=a,b',
  '/?place=1e2,0',
])('names no place on earth: %s', (address) => {
  expect(read(address)).toBeNull()
})
