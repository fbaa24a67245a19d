import { type ConsolePage, consolePages, isListed, type PageMenu, type Visitor } from '@fleetglass/contract/pages'
import type { TextKey } from '@fleetglass/texts'
import type { BuiltPage } from '../platform/pages/index.ts'

/** A way to a page. */
export interface NavEntry {
  readonly page: ConsolePage
  readonly to: string
}

export interface NavMenu {
  readonly menu: Exclude<PageMenu, 'bar'>
  readonly entries: readonly NavEntry[]
}

export interface Navigation {
  readonly bar: readonly NavEntry[]
  /** Only those in which something stands: pages, or a note in the place of pages. */
  readonly menus: readonly NavMenu[]
}

const menus = ['events', 'reports', 'information', 'settings'] as const

/** The built pages this visitor finds, in the order of the table (SHELL-079 … 092). */
export function navigationOf(built: readonly Pick<BuiltPage, 'path'>[], visitor: Visitor): Navigation {
  const paths = new Set<string>(built.map(({ path }) => path))
  const listed = consolePages.filter((page) => paths.has(page.path) && isListed(page, visitor))
  const entries = (menu: PageMenu): readonly NavEntry[] =>
    listed.filter((page: ConsolePage) => page.menu === menu).map((page) => ({ page, to: addressWithout(page.path) }))
  return {
    bar: entries('bar'),
    menus: menus
      .map((menu) => ({ menu, entries: entries(menu) }))
      .filter((one) => one.entries.length > 0 || (one.menu === 'settings' && settingsNote(visitor) !== null)),
  }
}

/** What stands in the place of the extra admin settings where the site has taken them away (RIGHT-107, RIGHT-118). */
export function settingsNote(visitor: Visitor): TextKey | null {
  if (!visitor.site.disableExtraAdmin) return null
  const without = { ...visitor, site: { ...visitor.site, disableExtraAdmin: false } }
  const wouldHave = consolePages.some((page) => isListed(page, without) && !isListed(page, visitor))
  return wouldHave ? 'menu.askCallCentre' : null
}

/** The address of a page for which nothing in particular was chosen. */
function addressWithout(path: string): string {
  return path.replace(/\/:[a-z]+\?$/, '')
}
