import { describe, expect, it } from 'vitest'
import { fineUnits, packLine, unpackLine, unpackRing } from '../src/engines/map/base/ground-format.ts'
import { clipLine, clipRing, packCells, smoothRing } from './world-cells.ts'

const square = [
  [-5, -5],
  [15, -5],
  [15, 5],
  [-5, 5],
  [-5, -5],
] as const

describe('the ground in cells', () => {
  it('cuts a ring at the edges of the box', () => {
    const cut = clipRing(square, [0, 0, 10, 10])
    expect(new Set(cut.map(String))).toEqual(new Set(['0,0', '10,0', '10,5', '0,5']))
    expect(clipRing(square, [20, 0, 30, 10])).toEqual([])
  })

  it('gives the stretches of a line inside the box, and begins a new one where it comes back', () => {
    const line = [
      [-5, 1],
      [5, 1],
      [5, 12],
      [6, 12],
      [6, 2],
    ]
    expect(clipLine(line, [0, 0, 10, 10])).toEqual([
      [
        [0, 1],
        [5, 1],
        [5, 10],
      ],
      [
        [6, 10],
        [6, 2],
      ],
    ])
  })

  it('covers land over several cells, and the edges of the cells are no shore', () => {
    const cells = packCells({ land: [[square]], borders: [] })
    expect([...cells.keys()].sort()).toEqual(['17-8', '17-9', '18-8', '18-9', '19-8', '19-9'])
    const shore = cells.get('18-9')?.coast.map((line) => unpackLine(line, fineUnits))
    expect(shore).toEqual([
      [
        [10, 5],
        [0, 5],
      ],
    ])
  })

  it('travels as steps and comes back to eleven metres', () => {
    const line = [
      [120.51234, 24.01236],
      [120.6, -3],
      [-179.99, 89],
    ]
    expect(unpackLine(packLine(line, fineUnits), fineUnits)).toEqual([
      [120.5123, 24.0124],
      [120.6, -3],
      [-179.99, 89],
    ])
    const ring = unpackRing(packLine(square.slice(0, -1), fineUnits), fineUnits)
    expect(ring.at(-1)).toEqual(ring[0])
  })

  it('rounds corners, but leaves the seam of the world where it is', () => {
    expect(smoothRing(square)).toHaveLength(8)
    const seam = [
      [180, 0],
      [180, 10],
      [170, 5],
      [180, 0],
    ]
    expect(smoothRing(seam).filter(([x]) => x === 180)).toHaveLength(2)
  })
})
