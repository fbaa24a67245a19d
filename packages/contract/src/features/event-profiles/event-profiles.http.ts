import { z } from 'zod'
import { type Requirement, requirements } from '../../access/index.ts'
import { eventCatalogue } from '../events/index.ts'
import { DEFAULT_NOTIFY_COLOR, GLOBAL_PROFILE } from './event-definitions.ts'

/** `GET` reads the entries of all profiles (API2-050); `POST` adds an entry, `PUT` changes one or saves a profile, `DELETE` removes one. */
export const eventDefinitionsPath = '/gkevent/eventdefine'
/** `GET` reads which device has which profile (API2-051); `POST` adds, `PUT` changes and `DELETE` removes such a link. */
export const eventDefinitionLinksPath = '/gkevent/eventdefinedevice'

/** Who may change profiles. Reading needs a login only, because every list of events shows their names. */
export const eventProfilesAccess: Requirement = requirements.advancedSettings

/** Of a site, without GLOBAL; the next one is refused. */
export const EVENT_PROFILES_MAX = 200
/** Characters. */
export const PROFILE_NAME_MAX = 64
export const EVENT_NAME_MAX = 100
export const NOTIFY_TEXT_MAX = 200
/** Devices of one call. */
export const LINKED_DEVICES_MAX = 10_000

/** Stands for all profiles in filters and therefore names none (PROF-10). */
const ALL_PROFILES = 'ALL'

/** No line break and no mark that turns the direction of the text beside it. */
const visible = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u
const unseen = 'has characters that cannot be seen'

const shownText = (most: number) =>
  z.string('is no text').trim().max(most, `has more than ${most} characters`).regex(visible, unseen)

/** PROF-09, PROF-10. Another spelling of GLOBAL would be read as GLOBAL. */
export const profileNameSchema = shownText(PROFILE_NAME_MAX)
  .min(1, 'is empty')
  .refine((name) => !isReserved(name), 'is reserved')

function isReserved(name: string): boolean {
  const upper = name.toUpperCase()
  return upper === ALL_PROFILES || (upper === GLOBAL_PROFILE && name !== GLOBAL_PROFILE)
}

export const eventTypeSchema = z.int('is no number').refine((code) => eventCatalogue.has(code), 'is no event code')
export const eventNameSchema = shownText(EVENT_NAME_MAX)
export const notifyTextSchema = shownText(NOTIFY_TEXT_MAX)
export const notifyColorSchema = z
  .string('is no text')
  .regex(/^#[0-9a-f]{6}$/i, 'is no colour such as #FF8800')
  .toUpperCase()

/** What a profile says about one event. */
export const profileEntrySchema = z.object({
  eventtype: eventTypeSchema,
  eventname: eventNameSchema.default(''),
  notifytext: notifyTextSchema.default(''),
  notifycolor: notifyColorSchema.default(DEFAULT_NOTIFY_COLOR),
})
export type ProfileEntry = Readonly<z.infer<typeof profileEntrySchema>>

/** Each event at most once, so a profile has no more entries than the catalogue has numbers. */
const entriesSchema = z
  .array(profileEntrySchema, 'is no list of entries')
  .refine((all) => new Set(all.map(({ eventtype }) => eventtype)).size === all.length, 'has an event code twice')

const namedEntrySchema = profileEntrySchema.extend({ definename: profileNameSchema })

export const eventDefinitionAddSchema = z.object({ eventDefine: namedEntrySchema })

/** One entry, or all entries of a profile at once: that adds the profile where it does not exist. */
export const eventDefinitionSaveSchema = z
  .object({
    eventDefine: namedEntrySchema.optional(),
    definename: profileNameSchema.optional(),
    entries: entriesSchema.optional(),
    /**
     * The entries as the caller last read them, none for a new profile: a save on top of another user's change is refused. Left out:
     * nothing is compared.
     */
    was: entriesSchema.optional(),
  })
  .refine(
    ({ eventDefine, definename, entries }) =>
      (eventDefine === undefined) !== (definename === undefined || entries === undefined),
    'has neither an entry nor the name and the entries of a profile',
  )

/** One entry, or a whole profile with the links to it. */
export const eventDefinitionRemovalSchema = z
  .object({
    eventDefine: z.object({ definename: profileNameSchema, eventtype: eventTypeSchema }).optional(),
    definename: profileNameSchema.optional(),
  })
  .refine(
    ({ eventDefine, definename }) => (eventDefine === undefined) !== (definename === undefined),
    'has neither an entry nor the name of a profile',
  )

const deviceIdSchema = z.string('is no text').min(1, 'is empty').max(64, 'is too long')

/** A device, or some devices at once. The profile GLOBAL is that of a device without a link. */
export const eventDefinitionLinkSaveSchema = z.object({
  deviceid: z.union([
    deviceIdSchema,
    z
      .array(deviceIdSchema)
      .min(1, 'names no device')
      .max(LINKED_DEVICES_MAX, `names more than ${LINKED_DEVICES_MAX} devices`),
  ]),
  definename: profileNameSchema,
})
export type EventDefinitionLinkSave = Readonly<z.infer<typeof eventDefinitionLinkSaveSchema>>
