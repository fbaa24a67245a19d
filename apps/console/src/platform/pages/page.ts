import type { PagePath } from '@fleetglass/contract/pages'
import type { ComponentType } from 'react'

/**
 * A page the console has: its place in the table of `@fleetglass/contract/pages`, which says everything about it, and its
 * code. A feature exports `pages: readonly BuiltPage[]`.
 */
export interface BuiltPage {
  readonly path: PagePath
  /** Fetches the page's code; nothing of a page is loaded before it is opened. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>
}
