import { can, type Rights } from '../access/index.ts'
import { type ResolvedOptions, rightsOnSite } from '../variants/index.ts'
import type { ConsolePage, PageSwitch } from './console-page.ts'
import { consolePages, type PagePath } from './console-pages.ts'

/** Who stands before a page, and on which site. */
export interface Visitor {
  readonly rights: Rights
  readonly userName: string
  readonly mobile: boolean
  /** The host of the page is the address of the server in use (SHELL-091). */
  readonly atServer: boolean
  readonly site: Pick<ResolvedOptions, PageSwitch | 'allowSystemSetting' | 'p2p'> & Parameters<typeof rightsOnSite>[1]
}

/** Whether this visitor may be on the page. */
export function mayOpen(page: ConsolePage, visitor: Visitor): boolean {
  if (page.access === 'anyone') return true
  if (page.phonesGoTo !== undefined && visitor.mobile) return false
  if (page.atServerOnly && !visitor.atServer) return false
  if (page.switchedOffBy?.some((name) => visitor.site[name])) return false
  const rights = rightsOnSite(visitor.rights, visitor.site)
  return page.access.every((requirement) => can(rights, requirement))
}

/** Whether the navigation shows the page to this visitor. The settings menu is there at the server's address only (SHELL-090). */
export function isListed(page: ConsolePage, visitor: Visitor): boolean {
  if (page.menu === undefined || !mayOpen(page, visitor)) return false
  if (page.menu === 'settings' && !visitor.atServer) return false
  if (page.listedFor === undefined) return true
  return page.listedFor === 'systemSetting'
    ? hasSystemSetting(visitor)
    : can(rightsOnSite(visitor.rights, visitor.site), page.listedFor)
}

/** Where a visitor is led who may not be on the page: never to the page itself. */
export function redirectsTo(page: ConsolePage, visitor: Visitor): '/' | '/idle' | '/blockview' {
  if (visitor.mobile && page.phonesGoTo !== undefined) return page.phonesGoTo
  return page.redirectsTo ?? '/'
}

/** SHELL-091: host names without a port, whatever their case. */
export function isSameHost(host: string, serverAddress: string | null): boolean {
  return serverAddress !== null && host.toLowerCase() === serverAddress.trim().toLowerCase()
}

/** Where a login lands when no other page was asked for (LOGIN-08 … 10). */
export function landingPath(visitor: Visitor): '/' | '/blockview' {
  return mayOpen(pageOf('/'), visitor) ? '/' : '/blockview'
}

/** The line of the table. */
export function pageOf(path: PagePath): ConsolePage {
  const page = consolePages.find((one) => one.path === path)
  if (page === undefined) throw new Error(`no page ${path} in the table`)
  return page
}

/** The page of an address; `null` for an address that is none of the console. */
export function pageAt(pathname: string): ConsolePage | null {
  return patterns.find(({ pattern }) => pattern.test(pathname))?.page ?? null
}

/** RIGHT-072 … 074. */
function hasSystemSetting({ userName, site }: Visitor): boolean {
  return !site.p2p && (userName === 'admin' || site.allowSystemSetting)
}

const patterns: readonly { readonly pattern: RegExp; readonly page: ConsolePage }[] = consolePages.map((page) => {
  const source = page.path.replace(/\/:[a-z]+\?/g, '(?:/[^/]+)?').replace(/:[a-z]+/g, '[^/]+')
  return { pattern: new RegExp(source === '/' ? '^/$' : `^${source}/?$`), page }
})

/** The page that a share link opens, outside of the table of pages. The token is in the fragment, which no browser sends. */
export const sharePagePath = '/share'
export const shareLink = (token: string): string => `${sharePagePath}#${token}`
