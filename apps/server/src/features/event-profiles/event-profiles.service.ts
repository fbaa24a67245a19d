import { AppError } from '@fleetglass/contract/errors'
import {
  EVENT_PROFILES_MAX,
  type EventDefinition,
  type EventDefinitionLink,
  type EventDefinitionLinkSave,
  GLOBAL_PROFILE,
  globalDefinitions,
  type ProfileEntry,
} from '@fleetglass/contract/event-profiles'
import type { Account, Visibility } from '../../services/directory/index.ts'
import type { EventProfiles, ProfileTables, StoredDefinition } from '../../services/event-profiles/index.ts'

type NamedEntry = ProfileEntry & { readonly definename: string }

/** All entries of one profile. */
interface ProfileSave {
  readonly definename: string
  readonly entries: readonly ProfileEntry[]
  /** As the caller last read them; left out: nothing is compared. */
  readonly was?: readonly ProfileEntry[] | undefined
}

/** The event profiles of the site. Each change answers with the full list; it throws why nothing was changed. */
export interface ProfileSettings {
  /** GLOBAL first, with the built-in entries that nobody has stored. */
  definitions(): EventDefinition[]
  add(entry: NamedEntry): Promise<EventDefinition[]>
  edit(entry: NamedEntry | undefined): Promise<EventDefinition[]>
  save(profile: ProfileSave): Promise<EventDefinition[]>
  removeEntry(
    entry: { readonly definename: string; readonly eventtype: number } | undefined,
  ): Promise<EventDefinition[]>
  /** PROF-15: its devices have GLOBAL again. */
  removeProfile(definename: string): Promise<EventDefinition[]>
  /** Of the devices that the account sees. */
  links(account: Account): EventDefinitionLink[]
  link(
    account: Account,
    save: EventDefinitionLinkSave,
    kind: 'add' | 'change' | 'remove',
  ): Promise<EventDefinitionLink[]>
}

export function createProfileSettings(deps: {
  readonly profiles: EventProfiles
  readonly visibility: Pick<Visibility, 'device' | 'devices'>
}): ProfileSettings {
  const { profiles, visibility } = deps

  const definitions = (): EventDefinition[] => {
    const stored = profiles.definitions.map(definitionOf)
    const changed = new Set(stored.filter(isGlobal).map(({ eventtype }) => eventtype))
    const builtIn = globalDefinitions.filter(({ eventtype }) => !changed.has(eventtype))
    const global = [...builtIn, ...stored.filter(isGlobal)].sort((one, other) => one.eventtype - other.eventtype)
    return [...global, ...stored.filter((one) => !isGlobal(one))]
  }
  const after = async (change: Promise<void>): Promise<EventDefinition[]> => {
    await change
    return definitions()
  }
  const links = (account: Account): EventDefinitionLink[] =>
    visibility.devices(account).flatMap(({ key, deviceId: deviceid }) => {
      const definename = profiles.profileOf(key)
      return definename === undefined ? [] : [{ deviceid, definename }]
    })

  return {
    definitions,
    links,
    add: (entry) =>
      after(
        profiles.change((stored) => {
          const { definename, eventtype } = entry
          if (findIn(stored, entry)) throw new AppError('event-definition-exists', { definename, eventtype })
          refuseTooMany(stored, definename)
          return { put: [storedOf(definename, entry)] }
        }),
      ),
    edit: (entry) =>
      after(
        profiles.change((stored) => {
          if (entry === undefined || !isThere(stored, entry)) throw unknownEntry(entry)
          return { put: [storedOf(entry.definename, entry)] }
        }),
      ),
    save: ({ definename, entries, was }) =>
      after(
        profiles.change((stored) => {
          refuseTooMany(stored, definename)
          const present = stored.definitions.filter(({ profile }) => profile === definename)
          const isNew = was?.length === 0 && definename !== GLOBAL_PROFILE
          if (isNew && present.length > 0) throw new AppError('event-profile-taken', { definename })
          const isOther =
            was !== undefined &&
            !isSame(
              present,
              was.map((entry) => storedOf(definename, entry)),
            )
          if (isOther) throw new AppError('event-profile-changed', { definename })
          // PROF-15: only GLOBAL is there without entries of its own.
          if (entries.length === 0 && definename !== GLOBAL_PROFILE) {
            throw new AppError('event-profile-empty', { definename })
          }
          return { removeProfile: definename, put: entries.map((entry) => storedOf(definename, entry)) }
        }),
      ),
    removeEntry: (entry) =>
      after(
        profiles.change((stored) => {
          if (entry === undefined || !findIn(stored, entry)) throw unknownEntry(entry)
          const { definename, eventtype } = entry
          const others = stored.definitions.some(({ profile, code }) => profile === definename && code !== eventtype)
          // A profile is its entries: without one it is gone, with the links to it.
          return others || definename === GLOBAL_PROFILE
            ? { removeDefinition: { profile: definename, code: eventtype } }
            : { removeProfile: definename }
        }),
      ),
    removeProfile: (definename) =>
      after(
        profiles.change((stored) => {
          if (definename === GLOBAL_PROFILE) throw new AppError('event-profile-global')
          refuseUnknown(stored, definename)
          return { removeProfile: definename }
        }),
      ),
    async link(account, { deviceid, definename }, kind) {
      const deviceKeys = [deviceid].flat().map((id) => {
        const device = visibility.device(account, id)
        if (device === undefined) throw new AppError('unknown-device')
        return device.key
      })
      await profiles.change((stored) => {
        refuseUnknown(stored, definename)
        const present = deviceKeys.map((key) => stored.links.get(key))
        const isLinked = present.some((profile) => profile !== undefined)
        if (kind === 'add' && isLinked) throw new AppError('event-profile-linked')
        const isOther = present.some((profile) => profile !== definename)
        if (kind === 'remove' && isOther) throw new AppError('event-profile-not-linked', { definename })
        const profile = kind === 'remove' || definename === GLOBAL_PROFILE ? null : definename
        return { link: { deviceKeys: [...new Set(deviceKeys)], profile } }
      })
      return links(account)
    },
  }
}

function isGlobal({ definename }: { readonly definename: string }): boolean {
  return definename === GLOBAL_PROFILE
}

/** GLOBAL has the entries of the catalogue too. */
function isThere(stored: ProfileTables, entry: NamedEntry): boolean {
  const isBuiltIn = globalDefinitions.some(({ eventtype }) => isGlobal(entry) && eventtype === entry.eventtype)
  return isBuiltIn || findIn(stored, entry) !== undefined
}

function definitionOf({ profile, code, name, notifyText, notifyColor }: StoredDefinition): EventDefinition {
  return {
    definename: profile,
    eventtype: code,
    eventname: name,
    notifytext: notifyText,
    notifycolor: notifyColor,
  }
}

function storedOf(profile: string, { eventtype, eventname, notifytext, notifycolor }: ProfileEntry): StoredDefinition {
  return { profile, code: eventtype, name: eventname, notifyText: notifytext, notifyColor: notifycolor }
}

function findIn(
  { definitions }: ProfileTables,
  { definename, eventtype }: { readonly definename: string; readonly eventtype: number },
): StoredDefinition | undefined {
  return definitions.find(({ profile, code }) => profile === definename && code === eventtype)
}

/** Whether they are the same entries, in any order. */
function isSame(present: readonly StoredDefinition[], was: readonly StoredDefinition[]): boolean {
  const texts = (all: readonly StoredDefinition[]): string =>
    JSON.stringify(
      [...all]
        .sort((one, other) => one.code - other.code)
        .map(({ code, name, notifyText, notifyColor }) => [code, name, notifyText, notifyColor]),
    )
  return texts(present) === texts(was)
}

function namesIn({ definitions }: ProfileTables): ReadonlySet<string> {
  return new Set([GLOBAL_PROFILE, ...definitions.map(({ profile }) => profile)])
}

function refuseUnknown(stored: ProfileTables, definename: string): void {
  if (!namesIn(stored).has(definename)) throw new AppError('unknown-event-profile', { definename })
}

/** Without GLOBAL, which is always there. */
function refuseTooMany(stored: ProfileTables, definename: string): void {
  const names = namesIn(stored)
  if (!names.has(definename) && names.size > EVENT_PROFILES_MAX) {
    throw new AppError('too-many-event-profiles', { most: EVENT_PROFILES_MAX })
  }
}

function unknownEntry(entry: { readonly definename: string; readonly eventtype: number } | undefined): AppError {
  const { definename = '', eventtype = 0 } = entry ?? {}
  return new AppError('unknown-event-definition', { definename, eventtype })
}
