import type { TextKey } from '@fleetglass/texts'
import type { Requirement } from '../access/index.ts'

/** Options of the site that take pages away by themselves; others take flags away, and with them pages (`rightsOnSite`). */
export type PageSwitch = 'disableMap' | 'disableAdvanced' | 'disableExtraAdmin'

/** Where a page stands in the navigation: as an entry of its own, or in one of the menus. */
export type PageMenu = 'bar' | 'events' | 'settings' | 'reports' | 'information'

/** One page of the console: who may open it, who finds it in the navigation, and where everyone else is led. */
export interface ConsolePage {
  /** Address pattern; `:name` is a part of it that varies, `:name?` one that may be missing. */
  readonly path: string
  /** The title of the page, which is its navigation label unless `labelKey` says otherwise (SHELL-093). */
  readonly titleKey: TextKey
  readonly labelKey?: TextKey
  /** The title on a phone, where it differs. */
  readonly mobileTitleKey?: TextKey
  /** Every one of them is needed to open the page; `anyone` includes those who are not logged in. */
  readonly access: 'anyone' | readonly Requirement[]
  readonly switchedOffBy?: readonly PageSwitch[]
  /** Only where the host of the page is the server's address (SHELL-091). */
  readonly atServerOnly?: true
  /** The entry in the navigation; a page without one is reached from elsewhere. */
  readonly menu?: PageMenu
  /** Needed beside `access` for the entry, not for the page. */
  readonly listedFor?: Requirement | 'systemSetting'
  /** Where users without the right are redirected; `/` by default (RIGHT1-04). */
  readonly redirectsTo?: '/idle'
  /** The site may have a sentence for those who are refused; it is shown on the way. `always`: ours where the site has none. */
  readonly saysWhy?: true | 'always'
  /** A phone is led there instead, before anything else is asked (MAP-47, MAP-49). */
  readonly phonesGoTo?: '/blockview'
}
