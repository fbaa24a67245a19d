import type { Requirement } from '@fleetglass/contract/access'
import type { Visitor } from '@fleetglass/contract/pages'
import type { TextKey } from '@fleetglass/texts'
import type { ComponentType } from 'react'
import type { IconName } from '../platform/icons/index.ts'
import type { BuiltPage, Dialog, Moment } from '../platform/pages/index.ts'

/** Something that stands in the bar at the top or in a menu of it. */
export interface BarEntry {
  /** Shows nothing where more than `access` decides and the user may not have it. */
  readonly Entry: ComponentType
  /** Who has it; without one every user. */
  readonly access?: Requirement
  /** A phone has no place for it. */
  readonly notOnPhones?: true
}

/** Keys that a page reads, for the help of the keyboard. */
export interface Shortcuts {
  readonly titleKey: TextKey
  readonly keys: readonly (readonly [key: string, meaning: TextKey])[]
}

/** What the command bar offers for a vehicle. */
export interface DeviceTarget {
  readonly labelKey: TextKey
  readonly icon: IconName
  readonly may: (visitor: Visitor) => boolean
  /** It shows the past: with a moment only such ways are offered. */
  readonly showsPast?: true
  /** The address of its page, or what opens its dialog. */
  readonly open: (deviceId: string, moment: Moment | null) => string | (() => void)
}

/** What a feature adds to the console. The shell draws all of it in the order of `app/feature-list.ts`. */
export interface ConsoleFeature {
  /** Of its folder. */
  readonly name: string
  /** Their place in the navigation is in the table of `@fleetglass/contract/pages`. */
  readonly pages?: readonly BuiltPage[]
  readonly dialogs?: readonly Dialog[]
  /** In the bar, before the search: what limits every list of devices. */
  readonly barFilters?: readonly BarEntry[]
  /** In the bar, after the search. */
  readonly barEntries?: readonly BarEntry[]
  /** In the navigation, before the menus of the table of pages. */
  readonly navMenus?: readonly BarEntry[]
  /** In the menu of the user. */
  readonly accountEntries?: readonly BarEntry[]
  /** Drawn once, beside whatever page is shown. */
  readonly besidePages?: readonly ComponentType[]
  readonly shortcuts?: readonly Shortcuts[]
  /** What the command bar offers for a vehicle; Enter takes the first one of all features that the user may use. */
  readonly deviceTargets?: readonly DeviceTarget[]
}

/** Declares what a feature adds to the console, in `<name>.module.ts` of its folder. */
export function defineConsoleFeature(feature: ConsoleFeature): ConsoleFeature {
  return feature
}
