import type { EventReport, EventReportFields, ReportFile, ReportFileTime } from '@fleetglass/contract/event-reports'
import type { Database } from '../../platform/database/index.ts'

interface FileRow {
  id: string
  report_id: number
  profile: string
  type: string
  period: number
  name: string
  start_s: number
  end_s: number
  update_s: number
  bytes: number
  delivery: string
}

interface Tables {
  event_reports: { id: number; report: string; next_s: number; update_s: number }
  event_report_files: FileRow
  events: {
    id: number
    device_key: number
    time_s: number
    code: number
    change: 'new' | 'cover'
    hidden: 0 | 1
    name: string
    memo: string
    lat_e6: number | null
    lng_e6: number | null
    speed_dkmh: number | null
  }
}

/** A report, and where the next period begins that has no file. */
export interface ScheduledReport {
  readonly report: EventReport
  readonly nextS: number
}

/** Who is to get a file. */
export interface Delivery {
  readonly sender: string
  readonly receivers: readonly string[]
  readonly script: string
  /** Offset of the zone of the report, seconds; left out in files of an older server. */
  readonly tz?: number
}

export interface StoredFile extends ReportFile {
  readonly bytes: number
  readonly delivery: Delivery | null
}

/** What a stored file takes, and of which report it is. */
export interface FileSize {
  readonly id: string
  readonly reportId: number
  readonly bytes: number
  readonly updateS: number
}

/** An event as it stands in a report. */
export interface ReportedEvent {
  readonly id: number
  readonly timeS: number
  readonly code: number
  readonly name: string
  readonly memo: string
  readonly latE6: number | null
  readonly lngE6: number | null
  readonly speedDkmh: number | null
}

/** Writes in the transaction of a change. */
type Alongside = (tables: Pick<Database, 'tables'>) => Promise<void>

export type ReportStore = ReturnType<typeof createReportStore>

export function createReportStore(database: Database) {
  const db = database.tables<Tables>()
  return {
    async reports(): Promise<ScheduledReport[]> {
      const rows = await db.selectFrom('event_reports').selectAll().orderBy('id').execute()
      return rows.map(({ id, report, next_s, update_s }) => ({
        report: { ...(JSON.parse(report) as EventReportFields), reportid: id, updatetime: Number(update_s) },
        nextS: Number(next_s),
      }))
    },
    /** Not stored where there are `most` already: answers false. */
    async add(
      report: EventReportFields,
      at: { readonly nextS: number; readonly updateS: number },
      most: number,
    ): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom('event_reports')
          .select((row) => row.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        if (Number(count) >= most) return false
        const row = { report: JSON.stringify(report), next_s: at.nextS, update_s: at.updateS }
        await transaction
          .insertInto('event_reports')
          .values(row as never)
          .execute()
        return true
      })
    },
    /** Answers whether there is such a report. Without `nextS` it goes on with the period that it is at, whichever that is by now. */
    async save(
      id: number,
      report: EventReportFields,
      at: { readonly nextS?: number; readonly updateS: number },
    ): Promise<boolean> {
      const changed = await db
        .updateTable('event_reports')
        .set({
          report: JSON.stringify(report),
          update_s: at.updateS,
          ...(at.nextS !== undefined && { next_s: at.nextS }),
        })
        .where('id', '=', id)
        .executeTakeFirst()
      return Number(changed.numUpdatedRows) > 0
    },
    async remove(id: number): Promise<boolean> {
      const removed = await db.deleteFrom('event_reports').where('id', '=', id).executeTakeFirst()
      return Number(removed.numDeletedRows) > 0
    },
    async skipTo(id: number, nextS: number): Promise<void> {
      await db.updateTable('event_reports').set({ next_s: nextS }).where('id', '=', id).execute()
    },
    /** The file and the begin of the next period, both or neither; false where another process was first, or the report was changed. */
    async addFile(file: StoredFile, report: { readonly nextS: number; readonly updateS: number }): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const moved = await transaction
          .updateTable('event_reports')
          .set({ next_s: report.nextS })
          .where('id', '=', file.reportid)
          .where('update_s', '=', report.updateS)
          .where('next_s', '=', file.starttime)
          .executeTakeFirst()
        if (Number(moved.numUpdatedRows) === 0) return false
        await transaction.insertInto('event_report_files').values(rowOf(file)).execute()
        return true
      })
    },
    async file(id: string): Promise<StoredFile | null> {
      const row = await db.selectFrom('event_report_files').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? fileOf(row) : null
    },
    /** The newest first. */
    async files(query: {
      readonly reportid?: number | undefined
      readonly from: number
      readonly to: number
      readonly queryby: ReportFileTime
      readonly limit: number
    }): Promise<StoredFile[]> {
      const column = ({ updatetime: 'update_s', starttime: 'start_s', endtime: 'end_s' } as const)[query.queryby]
      let files = db.selectFrom('event_report_files').selectAll()
      files = files.where(column, '>=', Math.floor(query.from)).where(column, '<=', Math.floor(query.to))
      if (query.reportid !== undefined) files = files.where('report_id', '=', query.reportid)
      const rows = await files.orderBy('start_s', 'desc').orderBy('id').limit(query.limit).execute()
      return rows.map(fileOf)
    },
    async undelivered(limit: number): Promise<StoredFile[]> {
      const files = db.selectFrom('event_report_files').selectAll().where('delivery', '!=', '')
      return (await files.orderBy('update_s').limit(limit).execute()).map(fileOf)
    },
    /** What is still to be done; `alongside` writes in the same transaction. */
    async setDelivery(id: string, delivery: Delivery | null, alongside?: Alongside): Promise<void> {
      const text = delivery === null ? '' : JSON.stringify(delivery)
      await db.transaction().execute(async (transaction) => {
        await transaction.updateTable('event_report_files').set({ delivery: text }).where('id', '=', id).execute()
        await alongside?.({ tables: () => transaction as never })
      })
    },
    /** The oldest first. */
    async fileSizes(): Promise<readonly FileSize[]> {
      const rows = await db
        .selectFrom('event_report_files')
        .select(['id', 'report_id', 'bytes', 'update_s'])
        .orderBy('update_s')
        .orderBy('id')
        .execute()
      return rows.map(({ id, report_id: reportId, bytes, update_s }) => ({
        id,
        reportId,
        bytes: Number(bytes),
        updateS: Number(update_s),
      }))
    },
    async removeFile(id: string): Promise<void> {
      await db.deleteFrom('event_report_files').where('id', '=', id).execute()
    },
    /** Events of a device in `[startS, endS)` behind the one that was read last, by time; `codes` empty: all. */
    async events(
      deviceKey: number,
      range: {
        readonly startS: number
        readonly endS: number
        readonly codes: readonly number[]
        readonly limit: number
      },
      after: Pick<ReportedEvent, 'timeS' | 'id'> | null,
    ): Promise<ReportedEvent[]> {
      let events = db
        .selectFrom('events')
        .select(['id', 'time_s', 'code', 'name', 'memo', 'lat_e6', 'lng_e6', 'speed_dkmh'])
        .where('device_key', '=', deviceKey)
        // What began or happened: the end of it is no event of its own.
        .where('change', '=', 'new')
        .where('hidden', '=', 0)
        .where('time_s', '>=', after?.timeS ?? range.startS)
        .where('time_s', '<', range.endS)
      if (after !== null)
        events = events.where((row) =>
          row.or([
            row('time_s', '>', after.timeS),
            row.and([row('time_s', '=', after.timeS), row('id', '>', after.id)]),
          ]),
        )
      if (range.codes.length > 0) events = events.where('code', 'in', range.codes)
      const rows = await events.orderBy('time_s').orderBy('id').limit(range.limit).execute()
      return rows.map(({ id, time_s, code, name, memo, lat_e6, lng_e6, speed_dkmh }) => ({
        id,
        timeS: time_s,
        code,
        name,
        memo,
        latE6: lat_e6,
        lngE6: lng_e6,
        speedDkmh: speed_dkmh,
      }))
    },
  }
}

function rowOf({
  reportid,
  profile,
  type,
  period,
  filename,
  fileid,
  starttime,
  endtime,
  updatetime,
  bytes,
  delivery,
}: StoredFile): FileRow {
  return {
    id: fileid,
    report_id: reportid,
    profile,
    type,
    period,
    name: filename,
    start_s: starttime,
    end_s: endtime,
    update_s: updatetime,
    bytes,
    delivery: delivery === null ? '' : JSON.stringify(delivery),
  }
}

function fileOf(row: FileRow): StoredFile {
  return {
    reportid: row.report_id,
    profile: row.profile,
    type: row.type as StoredFile['type'],
    period: row.period,
    filename: row.name,
    filetype: 'csv',
    fileid: row.id,
    starttime: Number(row.start_s),
    endtime: Number(row.end_s),
    updatetime: Number(row.update_s),
    bytes: Number(row.bytes),
    delivery: row.delivery === '' ? null : (JSON.parse(row.delivery) as Delivery),
  }
}
