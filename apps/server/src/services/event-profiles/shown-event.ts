import { DEFAULT_NOTIFY_COLOR } from '@fleetglass/contract/event-profiles'
import type { EventMessage } from '@fleetglass/contract/events'
import type { EventProfiles } from './event-profiles.types.ts'

/** The fields of an event that its profile decides (PROF-13): the name is its own where no profile has one. Defaults are left out. */
export function shownEvent(
  profiles: Pick<EventProfiles, 'look'>,
  { deviceKey, code, name }: { readonly deviceKey: number; readonly code: number; readonly name: string },
): Pick<EventMessage, 'eventname' | 'notifytext' | 'notifycolor'> {
  const look = profiles.look(deviceKey, code)
  if (look === null) return { eventname: name }
  const { notifyText: notifytext, notifyColor: notifycolor } = look
  return {
    eventname: look.name || name,
    ...(notifytext !== '' && { notifytext }),
    ...(notifycolor !== DEFAULT_NOTIFY_COLOR && { notifycolor }),
  }
}
