import { can } from '@fleetglass/contract/access'
import { useSession } from '../../engines/channel/index.ts'
import { useSite } from '../../platform/preferences/index.ts'

/** Whether a way to the live view may be offered: the right, and the site has not switched it off (RIGHT-078). */
export function useMayLive(): boolean {
  const { rights } = useSession()
  return !useSite().disableLive && can(rights, { anyOf: ['P_live'] })
}

/** The same for the recordings (RIGHT-079). */
export function useMayPlayback(): boolean {
  const { rights } = useSession()
  return !useSite().disablePlayback && can(rights, { anyOf: ['P_lopb'] })
}
