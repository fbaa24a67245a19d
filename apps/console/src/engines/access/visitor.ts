import { isSameHost, mayOpen, type PagePath, pageOf, type Visitor } from '@fleetglass/contract/pages'
import { useMemo } from 'react'
import { usePreferences } from '../../platform/preferences/index.ts'
import { useChannelState, useSession } from '../channel/index.ts'

/** Who is logged in, on which site and at which address: what the table of pages asks for. */
export function useVisitor(): Visitor {
  const { rights, userName } = useSession()
  const { mobile, site } = usePreferences()
  // Not the address that is stored: somebody who comes from another site has a server, and stores none (LOGIN-53).
  const address = useChannelState((state) => ('target' in state ? state.target.host : null))
  const atServer = isSameHost(window.location.hostname, address)
  return useMemo(() => ({ rights, userName, mobile, site, atServer }), [rights, userName, mobile, site, atServer])
}

/** Whether a way to a page may be offered. */
export function useMayOpen(path: PagePath): boolean {
  const visitor = useVisitor()
  return mayOpen(pageOf(path), visitor)
}

/** Whether the live view popup may be offered: the right, and the site has switched neither off. */
export function useMayLivePopup(): boolean {
  const { site } = usePreferences()
  return useMayOpen('/liveview/:deviceid?') && !site.disableLivePopup
}
