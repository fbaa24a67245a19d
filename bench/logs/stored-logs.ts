// Ten million rows of the stream log and of the access log, in a database of either kind. They are made by the database itself.
import { migrations } from '../../apps/server/migrations/index.ts'
import { type Database, openDatabase, sql, systemClock } from '../../apps/server/test/reports-alone.ts'
import { DEVICES, storeDevices } from '../events/stored-events.ts'

export const LOG_ROWS = 10_000_000
export const LOG_USERS = 300
/** Devices with rows; all that there are, of which the last have none. */
export const LOG_DEVICES = 4_850
/** Of a group with few devices that have rows, and of one whose devices have none. */
export const GROUPS = { few: { first: 0, end: 5 }, fresh: { first: LOG_DEVICES, end: DEVICES } } as const
const DAY_MS = 86_400_000
export const LOG_DAYS = 365
export const LOG_START_MS = Date.UTC(2026, 0, 1)
/** Rows of one statement: the journal stays small. */
const ROWS = 500_000

export type LogTable = 'stream_log' | 'audit_log'

/** Fills the logs of an empty database, and stores their devices; answers the ids of the groups. */
export async function storeLogs(
  location: string,
  tables: readonly LogTable[],
): Promise<Readonly<Record<keyof typeof GROUPS, string>>> {
  const onFailure = (error: Error): never => {
    throw error
  }
  const database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
  try {
    for (const table of tables) await storeLog(database, table, /^postgres/.test(location))
    await storeDevices(database)
    return { few: await storeGroup(database, 'few'), fresh: await storeGroup(database, 'fresh') }
  } finally {
    await database.close()
  }
}

/** A group below the root, with its devices in no other one. */
async function storeGroup(database: Database, name: keyof typeof GROUPS): Promise<string> {
  const db = database.tables<{ groups: { id: number; parent_id: number; name: string }; device_groups: object }>()
  const { id } = await db
    .insertInto('groups')
    .values({ parent_id: 1, name } as { id: number; parent_id: number; name: string })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { first, end } = GROUPS[name]
  // Keys of devices begin with 1.
  await sql`update device_groups set group_id = ${id} where device_key > ${first} and device_key <= ${end}`.execute(db)
  return String(id)
}

async function storeLog(database: Database, table: LogTable, isPostgres: boolean): Promise<void> {
  const db = database.tables<Record<string, never>>()
  const run = (statement: string) => sql.raw(statement).execute(db)
  if (isPostgres && table === 'audit_log') await addMonths(run)
  // An index that is made at the end is sorted once.
  const indexes = await indexesOf(database, table, isPostgres)
  for (const { name } of indexes) await run(`drop index ${name}`)
  for (let from = 0; from < LOG_ROWS; from += ROWS) {
    const to = from + ROWS - 1
    const series = isPostgres
      ? `with series as (select n::bigint as n from generate_series(${from}, ${to}) as n)`
      : `with recursive series (n) as (select ${from} union all select n + 1 from series where n < ${to})`
    await run(`insert into ${table} ${columns[table]} ${series} ${rows[table]} from series`)
  }
  for (const { statement } of indexes) await run(statement)
}

/** The partitions that the server would have made in the months of the rows. */
async function addMonths(run: (statement: string) => Promise<unknown>): Promise<void> {
  const first = new Date(LOG_START_MS)
  const monthMs = (n: number) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n, 1)
  await run('alter table audit_log detach partition audit_log_past')
  for (let n = 0; monthMs(n + 1) <= Date.now(); n++) {
    const name = `audit_log_${new Date(monthMs(n)).toISOString().slice(0, 10).replaceAll('-', '')}`
    await run(`create table ${name} partition of audit_log for values from (${monthMs(n)}) to (${monthMs(n + 1)})`)
  }
  await run(`alter table audit_log attach partition audit_log_past for values from (minvalue) to (${monthMs(0)})`)
}

async function indexesOf(database: Database, table: LogTable, isPostgres: boolean) {
  const db = database.tables<Record<string, never>>()
  const query = isPostgres
    ? // Of a partitioned table the definition is that of the table alone.
      `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as statement from pg_indexes where tablename = '${table}' and indexname not like '%key'`
    : `select name, sql as statement from sqlite_master where type = 'index' and tbl_name = '${table}' and sql is not null`
  return (await sql.raw<{ name: string; statement: string }>(query).execute(db)).rows
}

const timeMs = `${LOG_START_MS} + n * ${Math.floor((LOG_DAYS * DAY_MS) / LOG_ROWS)}`
/** Neighbours are of different users and devices. */
const user = `'user ' || (n * 7 % ${LOG_USERS})`
const device = `(n * 31 % ${LOG_DEVICES})`

const columns: Readonly<Record<LogTable, string>> = {
  stream_log: '(user_name, device_key, device_id, channel, entrance, type, ask_ms, during_s, update_ms)',
  audit_log:
    '(time_ms, writer, seq, transport, account, permission, address, action, device_id, result, parameters, calls)',
}

const rows: Readonly<Record<LogTable, string>> = {
  stream_log: `select ${user}, ${device} + 1, 'd' || ${device}, n % 4 + 1, 1, n % 6, ${timeMs} - 60000, 60, ${timeMs}`,
  audit_log: `select ${timeMs}, 1, n, 'http', ${user}, 1, '10.0.' || (n % 40) || '.' || (n % 250),
    case n % 3 when 0 then 'POST /gkdevice/modelinfo' when 1 then 'POST /gklog/uslog' else 'GET /gkserver/diskinfo' end,
    'd' || ${device}, 'ok', '{"deviceid":"d1","limit":100}', 1`,
}
