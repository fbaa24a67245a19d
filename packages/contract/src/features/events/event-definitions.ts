import { z } from 'zod'
import { eventCatalogue, eventLabel } from './events.catalogue.ts'

/** `GET`: how the numbers of events are called, by profile (API1-17). */
export const eventDefinitionsPath = '/gkevent/eventdefine'
/** `GET`: which device has which profile (API1-18). */
export const eventDefinitionLinksPath = '/gkevent/eventdefinedevice'

/** The profile of every device that has no other one. */
export const GLOBAL_PROFILE = 'GLOBAL'

/** The name of one number in one profile (GPSP-58). */
export const eventDefinitionSchema = z.object({
  /** Name of the profile. */
  definename: z.string(),
  /** A number of the catalogue. */
  eventtype: z.int(),
  eventname: z.string(),
})
export type EventDefinition = z.infer<typeof eventDefinitionSchema>
export const eventDefinitionsSchema = z.array(eventDefinitionSchema)

/** The profile of one device (GPSP-59). */
export const eventDefinitionLinkSchema = z.object({ deviceid: z.string(), definename: z.string() })
export type EventDefinitionLink = z.infer<typeof eventDefinitionLinkSchema>
export const eventDefinitionLinksSchema = z.array(eventDefinitionLinkSchema)

/** What the profile `GLOBAL` says of itself: the labels of the catalogue. A number without a label is not in it. */
export const globalDefinitions: readonly EventDefinition[] = [...eventCatalogue.keys()].flatMap((eventtype) => {
  const eventname = eventLabel(eventtype)
  return eventname === null ? [] : [{ definename: GLOBAL_PROFILE, eventtype, eventname }]
})

/** Names of events, by device and number; null where no profile names it (GPSP-68). */
export function eventNames(
  definitions: readonly EventDefinition[],
  links: readonly EventDefinitionLink[],
): (deviceId: string, eventType: number) => string | null {
  const named = new Map(definitions.map((one) => [keyOf(one.definename, one.eventtype), one.eventname]))
  const profiles = new Map(links.map(({ deviceid, definename }) => [deviceid, definename]))
  return (deviceId, eventType) => {
    const own = named.get(keyOf(profiles.get(deviceId) ?? GLOBAL_PROFILE, eventType))
    return own ?? named.get(keyOf(GLOBAL_PROFILE, eventType)) ?? null
  }
}

function keyOf(profile: string, eventType: number): string {
  return `${eventType} ${profile}`
}
