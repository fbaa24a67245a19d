// Belongs here: the profiles as this process has them cached, and that a change reaches every process. Does not: SQL
// (event-profile.store.ts), who may change them (features/event-profiles).
import { GLOBAL_PROFILE } from '@fleetglass/contract/event-profiles'
import { type Bus, whenRestored } from '../../platform/bus/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { Mutex } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { createEventProfileStore } from './event-profile.store.ts'
import type { EventProfiles, ProfileTables, StoredDefinition } from './event-profiles.types.ts'

/** Without content: a server that receives it reads what is stored. */
const SUBJECT = 'event-profiles.changed'

export async function createEventProfiles(deps: {
  readonly log: Log
  readonly database: Database
  readonly bus: Bus
}): Promise<EventProfiles & { close(): Promise<void> }> {
  const { log, bus } = deps
  const store = createEventProfileStore(deps.database)
  /** What is read and what is changed here, one after the other. */
  const mutex = new Mutex()
  let cached = inMemory({ revision: 0, definitions: [], links: new Map() })
  const readAgain = (): Promise<void> =>
    mutex.run(async () => {
      cached = inMemory(await store.read())
    })
  // Subscribed before they are loaded: a change in between is read again.
  const changed = (): void => {
    readAgain().catch((error: unknown) => log.error({ err: error }, 'changed event profiles could not be read'))
  }
  const subscription = bus.subscribe(SUBJECT, changed)
  const watch = whenRestored(bus, changed)
  await readAgain()
  return {
    get revision() {
      return cached.tables.revision
    },
    get definitions() {
      return cached.tables.definitions
    },
    profileOf: (deviceKey) => cached.tables.links.get(deviceKey),
    look(deviceKey, code) {
      const global = cached.find(GLOBAL_PROFILE, code)
      const own = cached.find(cached.tables.links.get(deviceKey) ?? GLOBAL_PROFILE, code) ?? global
      if (own === undefined) return null
      const { name, notifyText, notifyColor } = own
      return { name: name || (global?.name ?? ''), notifyText, notifyColor }
    },
    async change(decide) {
      await mutex.run(async () => {
        cached = inMemory(await store.change(decide))
      })
      bus.publish(SUBJECT, new Uint8Array())
    },
    async close() {
      subscription.close()
      watch.close()
      await mutex.idle()
    },
  }
}

/** The tables with their index, which is looked into for each event. */
function inMemory(tables: ProfileTables) {
  const byPlace = new Map(tables.definitions.map((one) => [placeOf(one.profile, one.code), one]))
  return {
    tables,
    find: (profile: string, code: number): StoredDefinition | undefined => byPlace.get(placeOf(profile, code)),
  }
}

function placeOf(profile: string, code: number): string {
  return `${code} ${profile}`
}
