import { z } from 'zod'
import { eventCatalogue, eventLabel } from '../events/index.ts'

/** The profile of every device that has no other one (PROF-07). */
export const GLOBAL_PROFILE = 'GLOBAL'
/** PROF-06. An event of this colour looks as the theme has it. */
export const DEFAULT_NOTIFY_COLOR = '#FFFFFF'

/** How one kind of event is shown in one profile (PROF-05, GPSP-58). */
export const eventDefinitionSchema = z.object({
  /** Name of the profile. */
  definename: z.string(),
  /** A number of the catalogue (PROF-14). */
  eventtype: z.int(),
  /** Empty: it falls back to that of GLOBAL, and then to the built-in name. */
  eventname: z.string(),
  /** What a notice says beside the name; may be empty. */
  notifytext: z.string().default(''),
  /** `#RRGGBB`. */
  notifycolor: z.string().default(DEFAULT_NOTIFY_COLOR),
  /** 1: an entry of GLOBAL that no administrator has stored. */
  builtin: z.literal(1).optional(),
})
export type EventDefinition = Readonly<z.infer<typeof eventDefinitionSchema>>
export const eventDefinitionsSchema = z.array(eventDefinitionSchema)

/** The profile of one device (PROF-08, GPSP-59). */
export const eventDefinitionLinkSchema = z.object({ deviceid: z.string(), definename: z.string() })
export type EventDefinitionLink = Readonly<z.infer<typeof eventDefinitionLinkSchema>>
export const eventDefinitionLinksSchema = z.array(eventDefinitionLinkSchema)

/** GLOBAL before an administrator changes it: the labels of the catalogue. A number without a label is not in it. */
export const globalDefinitions: readonly EventDefinition[] = [...eventCatalogue.keys()].flatMap((eventtype) => {
  const eventname = eventLabel(eventtype)
  if (eventname === null) return []
  return [
    {
      definename: GLOBAL_PROFILE,
      eventtype,
      eventname,
      notifytext: '',
      notifycolor: DEFAULT_NOTIFY_COLOR,
      builtin: 1 as const,
    },
  ]
})

/** Names of events, by device and number; null where neither a profile nor the catalogue names it (GPSP-68, PROF-14). */
export function eventNames(
  definitions: readonly Pick<EventDefinition, 'definename' | 'eventtype' | 'eventname'>[],
  links: readonly EventDefinitionLink[],
): (deviceId: string, eventType: number) => string | null {
  const named = new Map(definitions.map((one) => [keyOf(one.definename, one.eventtype), one.eventname]))
  const profiles = new Map(links.map(({ deviceid, definename }) => [deviceid, definename]))
  return (deviceId, eventType) => {
    const own = named.get(keyOf(profiles.get(deviceId) ?? GLOBAL_PROFILE, eventType)) ?? ''
    const global = named.get(keyOf(GLOBAL_PROFILE, eventType)) ?? ''
    return own || global || eventLabel(eventType)
  }
}

function keyOf(profile: string, eventType: number): string {
  return `${eventType} ${profile}`
}
