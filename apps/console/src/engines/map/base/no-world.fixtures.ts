import type { PackedGround } from './ground-format.ts'

// What a build makes of the world, for tests: nothing but sea.
export const folder = ''
export const cells: ReadonlySet<string> = new Set()
export const coarse: PackedGround = { unitsADegree: 100, land: [], coast: [], borders: [] }
export const names: readonly never[] = []
