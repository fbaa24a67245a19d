import { landingPath, mayOpen, pageAt, redirectsTo, type Visitor } from '@fleetglass/contract/pages'

/** Where a click on the idle screen leads; null: nowhere, for every way leads back here (IDLE-07, IDLE-10). */
export function returnAddress(from: unknown, visitor: Visitor): string | null {
  if (typeof from === 'string' && staysThere(from, visitor)) return from
  const landing = landingPath(visitor)
  return staysThere(landing, visitor) ? landing : null
}

/** Whether an address is one of a page of the console that does not lead on to the idle screen. */
function staysThere(address: string, visitor: Visitor): boolean {
  const page = pageAt(address.split('?')[0] ?? '')
  if (page === null || page.path === '/idle' || page.path === '/login') return false
  return (
    mayOpen(page, visitor) ||
    (redirectsTo(page, visitor) !== '/idle' && staysThere(redirectsTo(page, visitor), visitor))
  )
}
