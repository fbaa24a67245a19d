import { describe, expect, it } from 'vitest'
import { hasSpace, tileColumns, tileLimits, type Wrap, wrapSchema } from './index.ts'

const channels = (count: number): Wrap[] =>
  Array.from({ length: count }, (_, index) => ({ device: 'van', type: 'channel', channel: index + 1 }))
const maps = (count: number): Wrap[] =>
  Array.from({ length: count }, (_, index) => ({ device: `v${index}`, type: 'map', channel: 0 }))

describe('a wall of tiles', () => {
  it('[TREE-06] a tile has exactly device, type and channel', () => {
    expect(wrapSchema.safeParse({ device: 'van', type: 'channel', channel: 3 }).success).toBe(true)
    expect(wrapSchema.safeParse({ device: 'van', type: 'map', channel: 0 }).success).toBe(true)
    for (const wrong of [
      { device: 'van', type: 'channel' },
      { device: 'van', type: 'picture', channel: 1 },
      { device: 'van', type: 'map', channel: 0, more: 1 },
      { type: 'map', channel: 0 },
    ]) {
      expect(wrapSchema.safeParse(wrong).success).toBe(false)
    }
  })

  it('[TREE-27] [TREE-28] [TREE-29] [TREE-30] tiles are 10, 6, 4 or 3 columns wide', () => {
    expect(Array.from({ length: 12 }, (_, index) => tileColumns(index + 1))).toEqual([
      ...[10, 6, 4, 4, 4, 4],
      ...[3, 3, 3, 3, 3, 3],
    ])
  })

  it('[TREE-36] [TREE-37] [TREE-47] without the advanced option everybody has room for 12 of any type, and never for more', () => {
    for (const permission of [0, 1, 2, 3, 99]) {
      const limits = tileLimits(permission, false)
      expect(limits).toEqual({ channel: 12, map: 12 })
      expect(hasSpace(channels(11), 'channel', limits)).toBe(true)
      expect(hasSpace([...channels(6), ...maps(6)], 'map', limits)).toBe(false)
    }
  })

  it('[TREE-38] [TREE-39] [TREE-40] [TREE-41] with it cameras are limited to 12, 6, 1 and none', () => {
    expect([0, 1, 2, 3, 99].map((permission) => tileLimits(permission, true).channel)).toEqual([12, 6, 1, 0, 0])
    expect(hasSpace(channels(5), 'channel', tileLimits(1, true))).toBe(true)
    expect(hasSpace(channels(6), 'channel', tileLimits(1, true))).toBe(false)
  })

  it('[TREE-42] [TREE-43] [TREE-44] [TREE-47] maps are limited to 12, 12, 6 and none, counted for themselves', () => {
    expect([0, 1, 2, 3, 99].map((permission) => tileLimits(permission, true).map)).toEqual([12, 12, 6, 0, 0])
    const limits = tileLimits(2, true)
    expect(hasSpace([...channels(1), ...maps(5)], 'map', limits)).toBe(true)
    expect(hasSpace([...channels(1), ...maps(6)], 'map', limits)).toBe(false)
    expect(hasSpace([...channels(6), ...maps(6)], 'map', tileLimits(1, true))).toBe(false)
  })
})
