import { describe, expect, it } from 'vitest'
import { eastOf, TOWN } from '../../../test/devices/driven-device.ts'
import type { Figure, Rule } from '../../services/areas/areas.types.ts'
import { WatchList } from './watch-list.ts'

const VAN = 7
const depot: Figure = { kind: 'circle', ...TOWN, radiusM: 300 }

const rule = (id: number, figure: Figure, over: Partial<Rule> = {}): Rule => ({
  id,
  family: 'fence',
  slot: id,
  title: '',
  enabled: true,
  raisesOnEnter: true,
  raisesOnLeave: true,
  savedS: 0,
  figure,
  deviceKeys: [VAN],
  ...over,
})

const at = ({ lat, lng }: { lat: number; lng: number }) => ({ south: lat, north: lat, west: lng, east: lng })
const found = (list: WatchList, place: { lat: number; lng: number }, deviceKey = VAN) =>
  list.near(deviceKey, at(place)).map(({ rule: { id } }) => id)

describe('what is watched', () => {
  it('is nothing where there is no rule, or none that is enabled, for a device and somewhere', () => {
    const grid = { lat: 24, lng: 120, width: 0, height: 0, accuracy: 5 }
    const nowhere = [
      rule(1, depot, { enabled: false }),
      rule(2, depot, { deviceKeys: [] }),
      rule(3, { ...depot, lat: 0 }),
      rule(4, { ...depot, lng: 0 }),
      rule(5, { ...depot, radiusM: 0 }),
      rule(6, { kind: 'cells', markers: [], bytes: new Uint8Array(0), grid }),
    ]
    for (const rules of [[], nowhere]) {
      const list = new WatchList(rules)
      expect(list.size).toBe(0)
      expect(found(list, TOWN)).toEqual([])
    }
    const list = new WatchList([...nowhere, rule(7, depot)])
    expect([list.size, list.of(6), list.of(7)?.rule.id]).toEqual([1, undefined, 7])
    expect([found(list, TOWN), found(list, eastOf(2_000))]).toEqual([[7], []])
  })

  it('is found by circle, polygon, line and cells alike', () => {
    const corners = [-100, 100].map((east) => eastOf(east))
    const points = [...corners, { lat: TOWN.lat + 0.001, lng: TOWN.lng }]
    const cells: Figure = {
      kind: 'cells',
      markers: [],
      bytes: new Uint8Array(2).fill(0xff),
      grid: { ...TOWN, width: 8, height: 2, accuracy: 5 },
    }
    const figures: Figure[] = [depot, { kind: 'polygon', points }, { kind: 'line', points: corners, reachM: 50 }, cells]
    const list = new WatchList(figures.map((figure, index) => rule(index + 1, figure)))
    const near = list.near(VAN, { ...at(TOWN), west: TOWN.lng - 0.01, east: TOWN.lng + 0.01, north: TOWN.lat + 0.01 })
    expect(near.map(({ rule: { id } }) => id).sort()).toEqual([1, 2, 3, 4])
  })

  it('is for its devices and no others, whatever their keys', () => {
    const keys = [1, 7, 8, 15, 16, 4_000]
    const watch = new WatchList([rule(1, depot, { deviceKeys: keys })]).of(1)
    const all = Array.from({ length: 5_000 }, (_, key) => key)
    expect(all.filter((key) => watch?.isFor(key))).toEqual(keys)
  })

  it('keeps what was made for a rule that is the same, and makes what is new', () => {
    const first = new WatchList([rule(1, depot)])
    const second = new WatchList([rule(1, depot), rule(2, depot)], first)
    expect(second.of(1)).toBe(first.of(1))
    expect(second.size).toBe(2)
    expect(new WatchList([rule(1, depot)]).of(1)).not.toBe(first.of(1))
    expect(new WatchList([rule(2, depot)], second).of(1)).toBe(undefined)
  })

  it('is found on both sides of the 180th meridian, once, and elsewhere on its own side alone', () => {
    for (const lng of [179.999, -179.999]) {
      const list = new WatchList([rule(1, { ...depot, lng })])
      for (const seen of [179.9985, -179.9985]) expect(found(list, { lat: TOWN.lat, lng: seen }), `${lng}`).toEqual([1])
      const around = { ...at(TOWN), west: -180, east: 180 }
      expect(list.near(VAN, around)).toHaveLength(1)
    }
    const list = new WatchList([rule(1, depot)])
    for (const turn of [-360, 360]) expect(found(list, { ...TOWN, lng: TOWN.lng + turn })).toEqual([])
  })
})
