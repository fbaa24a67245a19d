import { type AccessFlag, type Rights, withoutFlags } from '../access/index.ts'
import type { OptionName, ResolvedOptions } from './options.ts'

/**
 * The flags that an option of the site takes away, whatever the access string says (RIGHT-077 … 087). `P_gppb` is not
 * among them: it depends on `F_gps` alone (RIGHT-081).
 */
export const switchedOffFlags = {
  disableTree: 'P_tree',
  disableLive: 'P_live',
  disablePlayback: 'P_lopb',
  disableRemotePlayback: 'P_repb',
  disableEvent: 'F_event',
  disablePtz: 'F_ptz',
  disableTalk: 'F_talk',
} as const satisfies Partial<Record<OptionName, AccessFlag>>

export type SiteSwitches = Pick<ResolvedOptions, keyof typeof switchedOffFlags>

/** What is left of an account's rights on this site. */
export function rightsOnSite(rights: Rights, options: SiteSwitches): Rights {
  const names = Object.keys(switchedOffFlags) as (keyof typeof switchedOffFlags)[]
  const taken = names.filter((name) => options[name]).map((name) => switchedOffFlags[name])
  if (taken.length === 0) return rights
  return { ...rights, access: withoutFlags(rights.access, taken), switchedOff: taken }
}
