import { isSameHost, type Visitor } from '@fleetglass/contract/pages'
import { useMemo } from 'react'
import { useChannelState, useSession } from '../../engines/channel/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'

/** Who is logged in, on which site and at which address: what the table of pages needs. */
export function useVisitor(): Visitor {
  const { rights, userName } = useSession()
  const { mobile, site } = usePreferences()
  // Not the address that is stored: a user who comes from another site has a server, and stores none (LOGIN-53).
  const address = useChannelState((state) => ('target' in state ? state.target.host : null))
  const atServer = isSameHost(window.location.hostname, address)
  return useMemo(() => ({ rights, userName, mobile, site, atServer }), [rights, userName, mobile, site, atServer])
}
