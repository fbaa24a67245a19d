import type { CellGrid, Place } from '@fleetglass/geo'

/** Who keeps a rule: the numbered fences, the numbered routes, and the shapes, which have numbers of their own. */
export type RuleFamily = 'fence' | 'route' | 'shape'

/** What is watched on the map. */
export type Figure =
  /** Without a place where its latitude or longitude is 0. */
  | { readonly kind: 'circle'; readonly lat: number; readonly lng: number; readonly radiusM: number }
  | { readonly kind: 'polygon'; readonly points: readonly Place[] }
  | { readonly kind: 'line'; readonly points: readonly Place[]; readonly reachM: number }
  | {
      readonly kind: 'cells'
      readonly grid: CellGrid
      readonly markers: readonly Place[]
      readonly bytes: Uint8Array
    }

/** A rule as it is saved. */
export interface RuleDraft {
  readonly family: RuleFamily
  readonly slot: number
  readonly title: string
  readonly enabled: boolean
  readonly raisesOnEnter: boolean
  readonly raisesOnLeave: boolean
  readonly figure: Figure
  /** Keys of devices. */
  readonly deviceKeys: readonly number[]
}

/** A rule that is kept. Each save makes another one: what was known of devices under the old one is no longer true. */
export interface Rule extends RuleDraft {
  /** Rises with each save of any rule. */
  readonly id: number
  /** Unix seconds: positions from before are not judged by it. */
  readonly savedS: number
}

/** The rules that are saved. */
export interface RuleBook {
  /** By slot, lowest first. */
  list(family: RuleFamily): Rule[]
  get(family: RuleFamily, slot: number): Rule | undefined
  /**
   * Takes the place of what is in its slot; resolves when it is on disk and counts. Saves wait for each other: a draft that
   * depends on the rules there are is made when its turn has come, and what making it throws refuses it.
   */
  save(draft: RuleDraft | (() => RuleDraft)): Promise<Rule>
  /** False when the slot is empty. */
  remove(family: RuleFamily, slot: number): Promise<boolean>
}
