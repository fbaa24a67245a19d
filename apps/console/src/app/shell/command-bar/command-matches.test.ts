import { expect, it } from 'vitest'
import { device } from '../../../engines/fleet/fleet.fixtures.ts'
import { findDevices, MOST_DEVICES, matching } from './command-matches.ts'

const actions = ['Live view', 'Playback', 'GPS playback', 'Talk'].map((label) => ({ label }))
const fleet = [
  device({ deviceId: '1017', memo: 'Van 17', plate: 'AB-1' }),
  device({ deviceId: '1007', memo: 'Blue van 7', driverName: 'Lin Mei' }),
  device({ deviceId: '1008', memo: 'Blue bus', plate: 'KAA1077' }),
  device({ deviceId: '1009', memo: 'Blue van 7', registered: false }),
]
const found = (...words: string[]) =>
  findDevices(fleet, words, actions).map(({ device: { deviceId }, actions: left }) => [
    deviceId,
    ...left.map(({ label }) => label),
  ])
const all = actions.map(({ label }) => label)

it('finds a vehicle by parts of its name, plate, driver and number, all of them', () => {
  expect(found('blue', 'van')).toEqual([['1007', ...all]])
  expect(found('mei')).toEqual([['1007', ...all]])
  expect(found('aa10')).toEqual([['1008', ...all]])
  expect(found('017')).toEqual([['1017', ...all]])
})

it('puts the vehicle first in which the words stand alone', () => {
  expect(found('van', '7').map(([id]) => id)).toEqual(['1007', '1017'])
})

it('takes what is left for the beginning of an action, and finds no vehicle that has none', () => {
  expect(found('bus', 'pla')).toEqual([['1008', 'Playback', 'GPS playback']])
  expect(found('bus', 'gps', 'play')).toEqual([['1008', 'GPS playback']])
  expect(found('bus', 'laundry')).toEqual([])
})

it('wants at least one word of the vehicle, so that the name of a page lists no fleet', () => {
  expect(found('talk')).toEqual([])
  expect(found()).toEqual([])
})

it('lists a few of many vehicles, in the order in which they come', () => {
  const many = Array.from({ length: 30 }, (_, index) => device({ deviceId: `car${index}` }))
  const ids = findDevices(many, ['car'], actions).map(({ device: { deviceId } }) => deviceId)
  expect(ids).toEqual(many.slice(0, MOST_DEVICES).map(({ deviceId }) => deviceId))
})

it('finds pages by the beginnings of their words', () => {
  expect(matching(actions, ['play']).map(({ label }) => label)).toEqual(['Playback', 'GPS playback'])
  expect(matching(actions, ['ack'])).toEqual([])
  expect(matching(actions, [])).toEqual(actions)
})
