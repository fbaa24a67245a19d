import type { AccessFlag } from '@fleetglass/contract/access'
import type { TextKey } from '@fleetglass/contract/texts'
import type { ComponentType } from 'react'
import type { IconName } from '../icons/index.ts'

/**
 * One page of the console, as data. A feature exports `pages: readonly PageDescriptor[]`; `app/pages.ts` is the one table
 * of them all: routes, navigation and rights are read from it.
 */
export interface PageDescriptor {
  /** Route pattern, for example `/liveview/:deviceid?`. */
  readonly path: string
  readonly titleKey: TextKey
  /** Title on a phone, where it differs. */
  readonly mobileTitleKey?: TextKey
  readonly right: AccessFlag
  /** Entry in the top bar; `order` counts from the left. Absent: the page has none. */
  readonly nav?: { readonly order: number; readonly labelKey: TextKey; readonly icon: IconName; readonly to: string }
  /** Not reachable on a phone: the address leads to the landing page there (MAP-47). */
  readonly desktopOnly?: boolean
  /** Fetches the page's code; nothing of a page is loaded before it is opened. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>
}
