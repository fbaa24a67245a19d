// Belongs here: finding the areas near a position for a device. Does not: transitions (evaluate.ts).
import { type Area, type Box, CellMap, cellArea, circleArea, lineArea, polygonArea } from '@fleetglass/geo'
import Flatbush from 'flatbush'
import type { Figure, Rule } from '../../services/areas/index.ts'

/** An enabled rule with its area. */
export class Watch {
  readonly rule: Rule
  readonly area: Area
  /** A bit for each device: of a thousand rules for ten thousand devices that is a megabyte. */
  readonly #devices: Uint8Array

  constructor(rule: Rule, area: Area) {
    this.rule = rule
    this.area = area
    this.#devices = new Uint8Array((rule.deviceKeys.reduce((most, key) => Math.max(most, key), 0) >> 3) + 1)
    for (const key of rule.deviceKeys) this.#devices[key >> 3] = this.#devices[key >> 3]! | (1 << (key & 7))
  }

  isFor(deviceKey: number): boolean {
    return ((this.#devices[deviceKey >> 3] ?? 0) & (1 << (deviceKey & 7))) !== 0
  }
}

/** The areas of all enabled rules; rebuilt when a rule changes. */
export class WatchList {
  readonly #byRule = new Map<number, Watch>()
  /** The watch of each box of the tree. */
  readonly #boxed: Watch[] = []
  readonly #tree: Flatbush | null

  /** Areas of `previous` are reused where the rule is the same, so that one save does not read all bitmaps. */
  constructor(rules: Iterable<Rule>, previous?: WatchList) {
    const boxes: Box[] = []
    for (const rule of rules) {
      const watch = previous?.of(rule.id) ?? watchOf(rule)
      if (watch === null) continue
      this.#byRule.set(rule.id, watch)
      for (const box of turnedBoxes(watch.area.box)) {
        boxes.push(box)
        this.#boxed.push(watch)
      }
    }
    this.#tree = boxes.length === 0 ? null : new Flatbush(boxes.length)
    for (const { west, south, east, north } of boxes) this.#tree?.add(west, south, east, north)
    this.#tree?.finish()
  }

  get size(): number {
    return this.#byRule.size
  }

  of(ruleId: number): Watch | undefined {
    return this.#byRule.get(ruleId)
  }

  /** Those for the device whose box touches this one; none twice. */
  near(deviceKey: number, { west, south, east, north }: Box): Watch[] {
    if (this.#tree === null) return []
    const found: Watch[] = []
    this.#tree.search(west, south, east, north, (at) => {
      const watch = this.#boxed[at]!
      if (watch.isFor(deviceKey) && !found.includes(watch)) found.push(watch)
      return false
    })
    return found
  }
}

/** `null`: not enabled, for no device, or nowhere. */
function watchOf(rule: Rule): Watch | null {
  if (!rule.enabled || rule.deviceKeys.length === 0) return null
  const area = areaOf(rule.figure)
  return area === null ? null : new Watch(rule, area)
}

function areaOf(figure: Figure): Area | null {
  switch (figure.kind) {
    case 'circle':
      return figure.lat === 0 || figure.lng === 0 || figure.radiusM === 0 ? null : circleArea(figure, figure.radiusM)
    case 'polygon':
      return polygonArea(figure.points)
    case 'line':
      return lineArea(figure.points, figure.reachM)
    case 'cells':
      return figure.bytes.length === 0 ? null : cellArea(new CellMap(figure.grid, figure.bytes))
  }
}

/** A circle over the 180th meridian is on both sides of the map. */
function turnedBoxes(box: Box): Box[] {
  const turned = (degrees: number): Box => ({ ...box, west: box.west + degrees, east: box.east + degrees })
  return [box, ...(box.west < -180 ? [turned(360)] : []), ...(box.east > 180 ? [turned(-360)] : [])]
}
