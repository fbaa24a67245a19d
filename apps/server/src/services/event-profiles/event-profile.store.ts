import type { Database } from '../../platform/database/index.ts'
import type { DecideProfileChange, ProfileChange, ProfileTables } from './event-profiles.types.ts'

interface Tables {
  event_profile_entries: { profile: string; code: number; name: string; notify_text: string; notify_color: string }
  event_profile_links: { device_key: number; profile: string }
  event_profile_revision: { id: number; revision: number }
}

type Connection = ReturnType<typeof tablesOf>

/** Rows of one statement: databases limit the values of a statement. */
const AT_ONCE = 100

export interface EventProfileStore {
  read(): Promise<ProfileTables>
  /** Makes the change that `decide` returns; what it throws is thrown, and nothing is changed. Resolves with what is then stored. */
  change(decide: DecideProfileChange): Promise<ProfileTables>
}

export function createEventProfileStore(database: Database): EventProfileStore {
  const db = tablesOf(database)
  return {
    read: () => db.transaction().execute((transaction) => readAll(transaction)),
    change: (decide) =>
      db.transaction().execute(async (transaction) => {
        // Holds the one row until the end, so that two who save take turns.
        await transaction
          .insertInto('event_profile_revision')
          .values({ id: 1, revision: 1 })
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet(({ eb, ref }) => ({
              revision: eb(ref('event_profile_revision.revision'), '+', 1),
            })),
          )
          .execute()
        await apply(transaction, decide(await readAll(transaction)))
        return readAll(transaction)
      }),
  }
}

function tablesOf(database: Database) {
  return database.tables<Tables>()
}

async function readAll(db: Connection): Promise<ProfileTables> {
  // The revision first: what another server changes in between is read again when its message comes.
  const counted = await db.selectFrom('event_profile_revision').select('revision').executeTakeFirst()
  const entries = await db.selectFrom('event_profile_entries').selectAll().orderBy('profile').orderBy('code').execute()
  const links = await db.selectFrom('event_profile_links').selectAll().execute()
  return {
    revision: counted?.revision ?? 0,
    definitions: entries.map(({ notify_text: notifyText, notify_color: notifyColor, ...entry }) => ({
      ...entry,
      notifyText,
      notifyColor,
    })),
    links: new Map(links.map(({ device_key: deviceKey, profile }) => [deviceKey, profile])),
  }
}

async function apply(
  db: Connection,
  { removeProfile, removeDefinition, put = [], link }: ProfileChange,
): Promise<void> {
  if (removeProfile !== undefined) {
    await db.deleteFrom('event_profile_entries').where('profile', '=', removeProfile).execute()
    // A profile that is saved as a whole keeps its devices.
    if (put.length === 0) await db.deleteFrom('event_profile_links').where('profile', '=', removeProfile).execute()
  }
  if (removeDefinition !== undefined) {
    const { profile, code } = removeDefinition
    await db.deleteFrom('event_profile_entries').where('profile', '=', profile).where('code', '=', code).execute()
  }
  for (let at = 0; at < put.length; at += AT_ONCE) {
    const rows = put.slice(at, at + AT_ONCE).map(({ notifyText, notifyColor, ...entry }) => ({
      ...entry,
      notify_text: notifyText,
      notify_color: notifyColor,
    }))
    await db
      .insertInto('event_profile_entries')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['profile', 'code']).doUpdateSet(({ ref }) => ({
          name: ref('excluded.name'),
          notify_text: ref('excluded.notify_text'),
          notify_color: ref('excluded.notify_color'),
        })),
      )
      .execute()
  }
  if (link === undefined) return
  const { deviceKeys, profile } = link
  for (let at = 0; at < deviceKeys.length; at += AT_ONCE) {
    const keys = deviceKeys.slice(at, at + AT_ONCE)
    await db.deleteFrom('event_profile_links').where('device_key', 'in', keys).execute()
    if (profile === null) continue
    const rows = keys.map((device_key) => ({ device_key, profile }))
    await db.insertInto('event_profile_links').values(rows).execute()
  }
}
