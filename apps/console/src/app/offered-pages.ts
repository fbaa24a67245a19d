import { can, type Rights } from '@fleetglass/contract/access'
import type { SiteConfig } from '../platform/config/index.ts'
import type { PageDescriptor } from '../platform/pages/index.ts'

/** The pages this account has on this site, in the order of the navigation (SHELL-079 … 083, RIGHT-078, 079, 082). */
export function offeredPages(pages: readonly PageDescriptor[], rights: Rights, site: SiteConfig): PageDescriptor[] {
  const off = new Set<string>()
  if (site.disableMap) off.add('F_gps')
  if (site.disableLive) off.add('P_live')
  if (site.disablePlayback) off.add('P_lopb')
  return pages
    .filter(({ right }) => !off.has(right) && can(rights, { anyOf: [right] }))
    .sort((a, b) => (a.nav?.order ?? 999) - (b.nav?.order ?? 999))
}
