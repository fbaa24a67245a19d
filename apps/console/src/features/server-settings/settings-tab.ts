// Belongs here: what a tab of the page is, as data. Does not: how it is drawn (components/), what its fields accept (contract).
import type { SettingsCall } from '@fleetglass/contract/server-settings'
import type { TextKey } from '@fleetglass/texts'
import type { ComponentType } from 'react'

/** The values of a tab, by the names of its calls. */
export type Fields = Readonly<Record<string, unknown>>

export interface SettingsTab {
  /** In the address: `/setting?tab=network`. */
  readonly name: string
  readonly titleKey: TextKey
  /** What the tab changes. */
  readonly hintKey?: TextKey
  /** The configuration file has a value for what was not saved. */
  readonly isInConfiguration?: true
  /** Read when the tab is opened; a save sends those whose fields changed. Together they have the fields below. */
  readonly calls: readonly SettingsCall[]
  readonly fields: readonly TabField[]
  /** Above the fields: what does not work of what is saved. */
  readonly Notice?: ComponentType
  /** In place of the form: a tab that is read and saved otherwise. */
  readonly Content?: ComponentType
  /** Below the fields: what the values in the form would do; shown while they can be saved. */
  readonly Preview?: ComponentType<{ readonly fields: Fields }>
  /** Whether less is kept once `next` is saved, so that data goes for good; it is asked for then. */
  readonly keepsLess?: (before: Fields, next: Fields) => boolean
  /** The address that this page has once `next` is saved, where that becomes another one; it is asked for then. */
  readonly addressAfter?: (before: Fields, next: Fields, page: Pick<Location, 'href'>) => string | null
  /** Below the form: what can be done with the saved settings, which are its fields. */
  readonly Actions?: ComponentType<{ readonly fields: Fields }>
}

interface FieldBase {
  /** As in the calls. */
  readonly name: string
  readonly labelKey: TextKey
  readonly hintKey?: TextKey
}

export type TabField =
  | (FieldBase & {
      readonly kind: 'text' | 'number' | 'secret' | 'secret-lines' | 'lines' | 'script' | 'pages' | 'ports'
    })
  | (FieldBase & {
      readonly kind: 'switch' | 'box'
      /** Can be changed only while the page itself came by https. */
      readonly needsHttps?: true
    })
  | (FieldBase & { readonly kind: 'choice'; readonly choices: readonly Choice[] })

/** For fields where 0 keeps everything. */
export function keepsLess(names: readonly string[], amountOf: (value: unknown) => number = Number) {
  return (before: Fields, next: Fields): boolean =>
    names.some((name) => {
      const [old, wanted] = [amountOf(before[name]), amountOf(next[name])]
      return wanted > 0 && (old === 0 || wanted < old)
    })
}

export interface Choice {
  readonly value: string | number
  readonly labelKey: TextKey
  /** Fills `{{count}}` of the label. */
  readonly count?: number
}
