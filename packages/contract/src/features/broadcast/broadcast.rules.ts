import { can, type Rights, requirements } from '../../access/index.ts'
import type { BroadcastMode } from './broadcast.messages.ts'

/** Whether somebody is offered a broadcast (BCST-04, BCST-05, DASH-74): both sides ask. */
export function mayBroadcast(rights: Rights | null, site: { readonly broadcast: boolean }): boolean {
  return site.broadcast && can(rights, requirements.broadcast)
}

/** Whether it can be started: chosen devices must be chosen (BCST-08). */
export function mayStart(mode: BroadcastMode, chosen: number): boolean {
  return mode === 'GLOBAL' || chosen > 0
}
