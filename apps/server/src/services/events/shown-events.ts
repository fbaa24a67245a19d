import type { DeviceEvent } from './event.types.ts'

/**
 * Whether users get to see an event. A hidden one (PLAN-44) is only stored: it is in no list, notice, push, mail or report. Queries of the
 * table have `hidden = 0`.
 */
export function isShown({ hidden }: Pick<DeviceEvent, 'hidden'>): boolean {
  return hidden !== true
}
