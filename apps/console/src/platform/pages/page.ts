import type { PagePath } from '@fleetglass/contract/pages'
import type { ComponentType } from 'react'
import type { IconName } from '../icons/index.ts'

/**
 * A page the console has: its place in the table of `@fleetglass/contract/pages`, which describes it, and its
 * code. A feature lists its pages in its `defineConsoleFeature`.
 */
export interface BuiltPage {
  readonly path: PagePath
  /** Of its entry in the bar; an entry of a menu has none. */
  readonly icon?: IconName
  /** Fetches the page's code; nothing of a page is loaded before it is opened. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>
}
