import { type TileLimits, tileLimits, type Wrap } from '@fleetglass/contract/tree-view'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../platform/storage/index.ts'
import { createLayouts, type Layouts } from './layouts.ts'
import { tileStep } from './tile-keys.ts'
import { moveTile, toggleTile } from './use-layouts.ts'

const channel = (number: number, device = 'van'): Wrap => ({ device, type: 'channel', channel: number })
const map = (device = 'van'): Wrap => ({ device, type: 'map', channel: 0 })
const anyone: TileLimits = tileLimits(0, false)

function layouts(store = memoryStore(), more: Partial<Parameters<typeof createLayouts>[1]> = {}): Layouts {
  return createLayouts(store, { serverAddress: 'fleet.test', userName: 'anna', limits: anyone, ...more })
}

describe('layouts', () => {
  it('[TREE-21] [TREE-22] default is there for who never saved a layout, and cannot be deleted', () => {
    const kept = layouts()
    expect([kept.names(), kept.chosen(), kept.tiles('default')]).toEqual([['default'], 'default', []])
    kept.keep('default', [channel(1)])
    kept.remove('default')
    expect([kept.names(), kept.tiles('default')]).toEqual([['default'], [channel(1)]])
  })

  it('[TREE-17] [TREE-18] [DASH-75] [CONST2-07] a new layout has a name; an empty one adds nothing', () => {
    const kept = layouts()
    for (const empty of ['', '   ', '\t\n']) expect(kept.create(empty)).toBe('empty')
    expect(kept.names()).toEqual(['default'])
    expect(kept.create('Night')).toBeNull()
    expect([kept.names(), kept.chosen()]).toEqual([['default', 'Night'], 'Night'])
  })

  it('[TREE-52] a name is trimmed, and one that is there is chosen instead of made again', () => {
    const kept = layouts()
    expect(kept.create(' \t')).toBe('empty')
    expect(kept.create(' Night ')).toBeNull()
    expect([kept.names(), kept.chosen()]).toEqual([['default', 'Night'], 'Night'])
    kept.keep('Night', [map()])
    kept.choose('default')
    expect(kept.create('Night')).toBeNull()
    expect([kept.names(), kept.chosen(), kept.tiles('Night')]).toEqual([['default', 'Night'], 'Night', [map()]])
    expect(kept.create('default ')).toBeNull()
    expect([kept.names().length, kept.chosen()]).toEqual([2, 'default'])
  })

  it('[TREE-20] [TREE-23] a deleted layout is gone with its tiles, and default is chosen', () => {
    const kept = layouts()
    kept.create('Night')
    kept.keep('Night', [map()])
    kept.remove('Night')
    expect([kept.names(), kept.chosen()]).toEqual([['default'], 'default'])
    kept.create('Night')
    expect(kept.tiles('Night')).toEqual([])
  })

  it('[TREE-06] [TREE-24] [TREE-49] [CONST2-01] tiles are stored under server, user and layout, in a key of that form', () => {
    const store = memoryStore()
    const kept = layouts(store)
    kept.create('Night')
    kept.keep('Night', [channel(2)])
    expect(JSON.parse(store.get('treeWraps:fleet.test:anna:Night') ?? '')).toEqual([
      { device: 'van', type: 'channel', channel: 2 },
    ])
    expect(JSON.parse(store.get('treeLayouts:fleet.test:anna') ?? '')).toEqual(['Night'])
    expect(kept.tiles('default')).toEqual([])
    for (const other of [{ serverAddress: 'other.test' }, { userName: 'bert' }]) {
      expect([layouts(store, other).names(), layouts(store, other).tiles('Night')]).toEqual([['default'], []])
    }
    // A colon in a name does not reach the tiles of another user.
    const [mine, other] = [layouts(store, { userName: 'a:b' }), layouts(store, { userName: 'a' })]
    mine.keep('c', [channel(1)])
    expect(other.tiles('b:c')).toEqual([])
  })

  it('what is stored and cannot be read is left out, and costs nothing else', () => {
    const good = channel(1)
    const hostile: readonly (readonly [string, readonly Wrap[]])[] = [
      ['{', []],
      ['null', []],
      ['{"length":3}', []],
      [JSON.stringify([null, 7, 'x', [], {}, good]), [good]],
      [JSON.stringify([{ ...good, more: 1 }, { device: 'van', type: 'channel' }, good, good]), [good]],
      [JSON.stringify([{ ...good, channel: 0 }, { ...good, channel: 1e9 }, { ...good, channel: '1' }, map()]), [map()]],
      [
        JSON.stringify([
          { ...good, device: '' },
          { ...good, device: 'x'.repeat(9_999) },
          { ...map(), channel: 2 },
        ]),
        [],
      ],
      ['{"__proto__":[1]}', []],
    ]
    for (const [text, tiles] of hostile) {
      const kept = layouts(memoryStore({ 'treeWraps:fleet.test:anna:default': text }))
      expect([text, kept.tiles('default')]).toEqual([text, tiles])
    }
    const many = Array.from({ length: 5_000 }, (_, index) => channel(1 + (index % 200), `d${index}`))
    const full = memoryStore({ 'treeWraps:fleet.test:anna:default': JSON.stringify(many) })
    expect(layouts(full).tiles('default')).toEqual(many.slice(0, 12))
    const names = [
      7,
      '',
      ' x',
      'x'.repeat(41),
      'default',
      'A',
      'A',
      '__proto__',
      ...Array.from({ length: 99 }, (_, n) => `n${n}`),
    ]
    const read = layouts(
      memoryStore({ 'treeLayouts:fleet.test:anna': JSON.stringify(names), 'treeLayout:fleet.test:anna': 'gone' }),
    )
    expect(read.names().slice(0, 4)).toEqual(['default', 'A', '__proto__', 'n0'])
    expect([read.names().length, read.chosen(), read.create('one more')]).toEqual([50, 'default', 'too-many'])
  })

  it('tiles beyond the limit of a permission stay stored, but are not shown', () => {
    const store = memoryStore()
    layouts(store).keep('default', [channel(1), channel(2), map(), channel(3)])
    expect(layouts(store, { limits: tileLimits(2, true) }).tiles('default')).toEqual([channel(1), map()])
    expect(layouts(store, { limits: tileLimits(3, true) }).tiles('default')).toEqual([])
    expect(layouts(store).tiles('default')).toHaveLength(4)
  })
})

describe('tiles', () => {
  it('[TREE-50] a tile that is there is taken away, another one is added at the end', () => {
    const two = toggleTile([channel(1)], map(), anyone)
    expect(two).toEqual([channel(1), map()])
    expect(toggleTile(two ?? [], { ...channel(1) }, anyone)).toEqual([map()])
  })

  it('[TREE-11] a tile goes to another place, and the others keep their order', () => {
    const tiles = [1, 2, 3, 4].map((number) => channel(number))
    const order = (from: number, to: number) => moveTile(tiles, from, to).map((tile) => tile.channel)
    expect([order(0, 2), order(3, 0), order(1, 1)]).toEqual([
      [2, 3, 1, 4],
      [4, 1, 2, 3],
      [1, 2, 3, 4],
    ])
    for (const [from, to] of [
      [-1, 2],
      [0, 4],
      [0, -1],
      [7, 0],
    ] as const)
      expect(moveTile(tiles, from, to)).toBe(tiles)
  })

  it('[TREE-11] keys go over the tiles as they stand, or take a lifted one along', () => {
    const at = { index: 1, count: 6, perRow: 3, rtl: false }
    const focus = (key: string, more: object = {}) => tileStep(key, { ...at, ...more }, false)
    expect(focus('ArrowRight')).toEqual({ kind: 'focus', index: 2 })
    expect(focus('ArrowRight', { rtl: true })).toEqual({ kind: 'focus', index: 0 })
    expect(focus('ArrowDown')).toEqual({ kind: 'focus', index: 4 })
    expect([focus('ArrowUp'), focus('a'), focus('Escape'), focus('toString')]).toEqual([null, null, null, null])
    expect(focus('Enter')).toEqual({ kind: 'lift' })
    const moved = ['ArrowLeft', 'End', 'ArrowUp', ' ', 'Escape'].map((key) => tileStep(key, at, true))
    expect(moved).toEqual([
      { kind: 'move', to: 0 },
      { kind: 'move', to: 5 },
      null,
      { kind: 'put-down' },
      { kind: 'put-back' },
    ])
  })
})
