import type { PlanKind, PlanMode, PlanSettings } from '@fleetglass/contract/event-plans'

/** Whom a plan covers: its key of a device, the id of a group, or 0 for all devices. */
export interface PlanScope {
  readonly mode: PlanMode
  readonly target: number
}

export interface PlanKey extends PlanScope {
  readonly code: number
}

export interface StoredPlan<Kind extends PlanKind> extends PlanKey {
  readonly settings: PlanSettings[Kind]
  readonly updatedS: number
}

/** All plans, by kind. */
export type PlanTables = { readonly [Kind in PlanKind]: readonly StoredPlan<Kind>[] }

/** What changes together. Removals come first. */
export interface PlanChange<Kind extends PlanKind> {
  readonly remove?: readonly PlanKey[]
  readonly put?: readonly StoredPlan<Kind>[]
}

/** Looks at what is stored while nobody else can change it, and says what changes; it throws why nothing does. */
export type DecidePlanChange<Kind extends PlanKind> = (stored: readonly StoredPlan<Kind>[]) => PlanChange<Kind>

/** The plans of the site. */
export interface EventPlans {
  list<Kind extends PlanKind>(kind: Kind): readonly StoredPlan<Kind>[]
  /** What the plan in force says about an event of a device; `null` where none does. Looks into memory only. */
  settingsFor<Kind extends PlanKind>(kind: Kind, deviceKey: number, code: number): PlanSettings[Kind] | null
  /** Resolves when the change is on disk and in force. */
  change<Kind extends PlanKind>(kind: Kind, decide: DecidePlanChange<Kind>): Promise<void>
}
