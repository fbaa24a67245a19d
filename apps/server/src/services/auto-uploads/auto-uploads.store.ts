import { type Generated, sql } from 'kysely'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { filesCame } from '../events/index.ts'
import type { AlarmOfDevice, AutoUploadFilter, AutoUploadSource, StoredAutoUpload } from './auto-uploads.types.ts'

interface Row {
  device_key: number
  device_id: string
  name: string
  ext: string
  bytes: number
  source: AutoUploadSource
  origin: string
  sha256: string
  path: string
  file_s: number
  updated_s: number
  alarm: string
}

interface Tables {
  auto_uploads: Row & { id: Generated<number> }
}

/** Two parameters each. */
const ALARMS_AT_ONCE = 500

/** What is stored of a file, but for its number. */
export type NewAutoUpload = Omit<StoredAutoUpload, 'serialNo'> & {
  readonly source: AutoUploadSource
  readonly origin: string
}

/** The table of files that devices uploaded on their own. Where a file belongs to an alarm, the event of it changes with the row. */
export interface AutoUploadsStore {
  add(upload: NewAutoUpload): Promise<void>
  /** The file has become another one, longer than it was. None of an alarm is: those have no origin. */
  replace(
    before: Pick<StoredAutoUpload, 'serialNo'>,
    now: Pick<StoredAutoUpload, 'bytes' | 'sha256' | 'path' | 'fileS' | 'updatedS'>,
  ): Promise<void>
  /** The same file came again. */
  cameAgain(serialNo: number, updatedS: number): Promise<void>
  /** The same file of the same alarm. */
  same(file: Pick<StoredAutoUpload, 'deviceKey' | 'sha256' | 'name' | 'alarm'>): Promise<StoredAutoUpload | null>
  ofOrigin(deviceKey: number, origin: string): Promise<StoredAutoUpload | null>
  ofAlarms(alarms: readonly AlarmOfDevice[]): Promise<StoredAutoUpload[]>
  get(serialNo: number): Promise<StoredAutoUpload | null>
  find(filter: AutoUploadFilter, page: { readonly offset: number; readonly limit: number }): Promise<StoredAutoUpload[]>
  total(deviceKey: number): Promise<{ readonly files: number; readonly bytes: number }>
  /** The oldest first, by when they came. Those of the future came before all others, when the clock was wrong. */
  oldest(deviceKey: number, limit: number, nowS: number): Promise<StoredAutoUpload[]>
  deviceKeys(): Promise<readonly number[]>
  remove(serialNo: number): Promise<void>
  removePath(path: string): Promise<void>
  /** Those of the paths that have a row. */
  known(paths: readonly string[]): Promise<ReadonlySet<string>>
}

export function createAutoUploadsStore(database: Database, clock: Pick<Clock, 'nowMs'>): AutoUploadsStore {
  const db = database.tables<Tables>()
  const all = () => db.selectFrom('auto_uploads').selectAll()
  return {
    async add(upload) {
      await db.transaction().execute(async (transaction) => {
        await transaction.insertInto('auto_uploads').values(rowOf(upload)).execute()
        if (upload.alarm !== '') await filesCame(transaction, upload, clock.nowMs())
      })
    },
    async replace({ serialNo }, { bytes, sha256, path, fileS, updatedS }) {
      await db
        .updateTable('auto_uploads')
        .set({ bytes, sha256, path, file_s: fileS, updated_s: updatedS })
        .where('id', '=', serialNo)
        .execute()
    },
    async cameAgain(serialNo, updatedS) {
      await db.updateTable('auto_uploads').set({ updated_s: updatedS }).where('id', '=', serialNo).execute()
    },
    async same({ deviceKey, sha256, name, alarm }) {
      const row = await all()
        .where('device_key', '=', deviceKey)
        .where('sha256', '=', sha256)
        .where('name', '=', name)
        .where('alarm', '=', alarm)
        .executeTakeFirst()
      return row === undefined ? null : uploadOf(row)
    },
    async ofOrigin(deviceKey, origin) {
      const rows = all().where('device_key', '=', deviceKey).where('origin', '=', origin)
      const row = await rows.orderBy('id', 'desc').limit(1).executeTakeFirst()
      return row === undefined ? null : uploadOf(row)
    },
    async ofAlarms(alarms) {
      const found: StoredAutoUpload[] = []
      for (let at = 0; at < alarms.length; at += ALARMS_AT_ONCE) {
        const some = alarms.slice(at, at + ALARMS_AT_ONCE)
        // `alarm <> ''`: SQLite takes an index of some rows only where the statement says so.
        const rows = all()
          .where(sql<boolean>`alarm <> ''`)
          .where(
            sql<boolean>`(device_key, alarm) in (values ${sql.join(some.map(({ deviceKey, alarm }) => sql`(${sql.lit(deviceKey)}, ${alarm})`))})`,
          )
        found.push(...(await rows.orderBy('id').execute()).map(uploadOf))
      }
      return found
    },
    async get(serialNo) {
      const row = await all().where('id', '=', serialNo).executeTakeFirst()
      return row === undefined ? null : uploadOf(row)
    },
    async find({ fromS, toS, deviceId, ext, deviceKeys }, { offset, limit }) {
      if (deviceKeys?.length === 0) return []
      let rows = all().where('file_s', '>=', fromS).where('file_s', '<', toS)
      if (deviceId !== undefined) rows = rows.where('device_id', '=', deviceId)
      if (ext !== undefined) rows = rows.where('ext', '=', ext)
      // As literals: a fleet may have more devices than a statement may have parameters.
      if (deviceKeys !== null)
        rows = rows.where(sql<boolean>`device_key in (${sql.join(deviceKeys.map((key) => sql.lit(key)))})`)
      const page = rows.orderBy('file_s', 'desc').orderBy('id', 'desc').limit(limit).offset(offset)
      return (await page.execute()).map(uploadOf)
    },
    async total(deviceKey) {
      const { files, bytes } = await db
        .selectFrom('auto_uploads')
        .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('bytes').as('bytes')])
        .where('device_key', '=', deviceKey)
        .executeTakeFirstOrThrow()
      return { files: Number(files), bytes: Number(bytes ?? 0) }
    },
    async oldest(deviceKey, limit, nowS) {
      const came = sql`case when updated_s > ${nowS} then 0 else updated_s end`
      const rows = all().where('device_key', '=', deviceKey).orderBy(came).orderBy('id').limit(limit)
      return (await rows.execute()).map(uploadOf)
    },
    async deviceKeys() {
      const rows = await db.selectFrom('auto_uploads').select('device_key').distinct().execute()
      return rows.map(({ device_key }) => device_key)
    },
    async remove(serialNo) {
      await db.deleteFrom('auto_uploads').where('id', '=', serialNo).execute()
    },
    async removePath(path) {
      await db.deleteFrom('auto_uploads').where('path', '=', path).execute()
    },
    async known(paths) {
      if (paths.length === 0) return new Set()
      const rows = await db.selectFrom('auto_uploads').select('path').where('path', 'in', paths).execute()
      return new Set(rows.map(({ path }) => path))
    },
  }
}

function rowOf(upload: NewAutoUpload): Row {
  return {
    device_key: upload.deviceKey,
    device_id: upload.deviceId,
    name: upload.name,
    ext: upload.ext,
    bytes: upload.bytes,
    source: upload.source,
    origin: upload.origin,
    sha256: upload.sha256,
    path: upload.path,
    file_s: upload.fileS,
    updated_s: upload.updatedS,
    alarm: upload.alarm,
  }
}

function uploadOf(row: Row & { id: number }): StoredAutoUpload {
  return {
    serialNo: row.id,
    deviceKey: row.device_key,
    deviceId: row.device_id,
    name: row.name,
    ext: row.ext,
    bytes: Number(row.bytes),
    sha256: row.sha256,
    path: row.path,
    fileS: Number(row.file_s),
    updatedS: Number(row.updated_s),
    alarm: row.alarm,
  }
}
