import { nearPlaceText } from '@fleetglass/contract/geocode'
import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import type { MapPlace } from '../../engines/map/index.ts'
import type { Translate } from '../../platform/texts/index.ts'
import { addressText, createAddressBook } from './address-book.ts'

/** A lookup that is answered by hand, one call after the other. */
function lookups() {
  const asked: MapPlace[] = []
  const answers: ((text: string | null) => void)[] = []
  const lookUp = (place: MapPlace) => {
    asked.push(place)
    return new Promise<string | null>((resolve) => answers.push(resolve))
  }
  const answer = async (text: string | null) => {
    answers.shift()?.(text)
    for (let turn = 0; turn < 4; turn++) await Promise.resolve()
  }
  return { asked, lookUp, answer }
}

const at = (lat: number): MapPlace => ({ lat, lng: 120.5 })
const wanted = (deviceId: string, lat: number) => ({ deviceId, place: at(lat) })

it('[MAP-40] looks up what is in view, one call at a time, and forgets what has left it', async () => {
  const { asked, lookUp, answer } = lookups()
  const book = createAddressBook({ clock: createManualClock(), lookUp })
  book.want([wanted('a', 24), wanted('b', 25), wanted('c', 26)])
  expect(asked).toEqual([at(24)])
  book.want([wanted('c', 26)])
  await answer('First Street 1')
  expect(asked).toEqual([at(24), at(26)])
  await answer('Third Street 3')
  expect(asked).toHaveLength(2)
  expect([...book.known.getState()].map(([id, { text }]) => [id, text])).toEqual([
    ['a', 'First Street 1'],
    ['c', 'Third Street 3'],
  ])
})

it('[MAP-40] looks up again only after the device moved by more than 50 m', async () => {
  const { asked, lookUp, answer } = lookups()
  const book = createAddressBook({ clock: createManualClock(), lookUp })
  book.want([wanted('a', 24)])
  await answer('First Street 1')
  // A ten-thousandth of a degree is eleven metres.
  book.want([wanted('a', 24.0004)])
  expect(asked).toHaveLength(1)
  book.want([wanted('a', 24.0005)])
  expect(asked).toHaveLength(2)
})

it('a place without an address is looked up again after a minute, and nothing is requested after the end', async () => {
  const { asked, lookUp, answer } = lookups()
  const clock = createManualClock()
  const book = createAddressBook({ clock, lookUp })
  book.want([wanted('a', 24)])
  await answer(null)
  book.want([wanted('a', 24)])
  expect(asked).toHaveLength(1)
  clock.advance(60_000)
  book.want([wanted('a', 24)])
  expect(asked).toHaveLength(2)
  book.close()
  await answer('too late')
  expect(book.known.getState().get('a')?.text).toBeNull()
})

it('[API1-28] an approximate address begins with that word', () => {
  const t = ((key: string, { address }: { address: string }) => `${key} ${address}`) as unknown as Translate
  expect(addressText({ display_name: 'Main Street 1' }, t, 'km')).toBe('Main Street 1')
  expect(addressText({ display_name: 'Lukang, Taiwan', approximate: true }, t, 'km')).toBe(
    'address.approximate Lukang, Taiwan',
  )
})

it('[C11] a distance from a town is in the language and the unit of the screen', () => {
  const t = ((key: string, values?: object) => JSON.stringify(values ?? key)) as unknown as Translate
  const near = (km: number) => ({ display_name: nearPlaceText({ ...lukang, km }), approximate: true as const })
  const lukang = { wind: 'NW', town: 'Lukang, Old Town', country: 'Taiwan' } as const
  const shown = (km: number, unit: 'km' | 'mile') => JSON.parse(addressText(near(km), t, unit)) as object
  expect(shown(3.04, 'km')).toEqual({
    distance: '3.0 km',
    direction: '"address.wind.NW"',
    town: 'Lukang, Old Town',
    country: 'Taiwan',
  })
  expect(shown(17.4, 'km')).toMatchObject({ distance: '17 km' })
  expect(shown(17.4, 'mile')).toMatchObject({ distance: '11 mi' })
})
