import { expect, it } from 'vitest'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import type { Device } from '../../engines/fleet/index.ts'
import { createListOrder } from './list-order.ts'

const byId = (...devices: readonly Device[]) => new Map(devices.map((one) => [one.deviceId, one]))
const ids = (list: readonly Device[]) => list.map(({ deviceId }) => deviceId)
const all = { mode: 'all', text: '', group: null } as const
const idOf = (one: Device) => one.deviceId
const memoOf = (one: Device) => one.memo

it('entries are sorted by what names them, also after a name has changed', () => {
  const order = createListOrder()
  const [a, b, c] = ['v10', 'v2', 'V1'].map((deviceId) => device({ deviceId }))
  expect(ids(order({ devices: byId(a!, b!, c!), filter: all, nameOf: idOf }))).toEqual(['V1', 'v2', 'v10'])
  const renamed = byId({ ...a!, memo: 'A' }, { ...b!, memo: 'C' }, { ...c!, memo: 'B' })
  expect(ids(order({ devices: renamed, filter: all, nameOf: memoOf }))).toEqual(['v10', 'V1', 'v2'])
  const again = byId({ ...a!, memo: 'Z' }, { ...b!, memo: 'C' }, { ...c!, memo: 'B' })
  expect(ids(order({ devices: again, filter: all, nameOf: memoOf }))).toEqual(['V1', 'v2', 'v10'])
})

it('[MAP-40] a list has what the filter and the search of the shell leave', () => {
  const order = createListOrder()
  const devices = byId(device({ deviceId: 'a' }), device({ deviceId: 'b', online: false }), device({ deviceId: 'ab' }))
  const list = (filter: { mode: 'all' | 'online'; text: string }) =>
    ids(order({ devices, filter: { ...filter, group: null }, nameOf: idOf }))
  expect(list({ mode: 'all', text: '' })).toEqual(['a', 'ab', 'b'])
  expect(list({ mode: 'online', text: '' })).toEqual(['a', 'ab'])
  expect(list({ mode: 'online', text: 'b' })).toEqual(['ab'])
})
