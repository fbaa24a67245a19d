import type { Fields } from './settings-tab.ts'

/** The address of this page once `next` is saved; `null` where it stays the one that it has, or is that of a proxy. */
export function addressAfter(before: Fields, next: Fields, page: Pick<Location, 'href'>): string | null {
  const url = new URL(page.href)
  const present = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const field = ['http', 'https'].find((name) => Number(before[name]) === present)
  if (field === undefined || Number(next[field]) === present) return null
  const { https, http } = next
  const port = Number(next[field]) || Number(field === 'http' ? https : http)
  if (Number(next[field]) === 0) url.protocol = field === 'http' ? 'https:' : 'http:'
  url.port = String(port)
  return url.href
}
