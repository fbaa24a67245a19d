// Belongs here: which reports there are, and which periods get a file when. Does not: what stands in a file (report-lines.ts), who gets
// it (report-delivery.ts).
import { randomBytes } from 'node:crypto'
import { AppError } from '@fleetglass/contract/errors'
import {
  EVENT_REPORTS_MAX,
  type EventReport,
  type EventReportFields,
  REPORT_FILES_ANSWERED_MAX,
  reportFileName,
  reportPeriodAt,
} from '@fleetglass/contract/event-reports'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Delivery, ReportStore, ScheduledReport, StoredFile } from './report.store.ts'
import type { ReportFolder } from './report-folder.ts'
import { type ReportSources, reportText } from './report-lines.ts'
import { filesToRemove } from './stored-files.ts'

/** Missed periods of one report that are made up for; older ones are left out, and logged. */
const MADE_UP_MAX = 400
const FILE_ID_BYTES = 24
/** A report waits so long after its period, so that events which are on their way are in it. */
const SETTLE_S = 60
/** Files without a row are of a server that was ended, unless they are younger. */
const UNKNOWN_AFTER_MS = 3_600_000

export interface EventReportsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: ReportStore
  readonly folder: ReportFolder
  readonly sources: ReportSources
}

export type EventReports = ReturnType<typeof createEventReports>

export function createEventReports({ clock, log, store, folder, sources }: EventReportsDeps) {
  const nowS = (): number => Math.floor(clock.nowMs() / 1000)
  /** The period that has begun is the first one that gets a file. */
  const begin = ({ period, tz }: EventReportFields) => ({
    nextS: reportPeriodAt(period, tz, nowS()).startS,
    updateS: nowS(),
  })
  const list = async (): Promise<EventReport[]> => (await store.reports()).map(({ report }) => report)

  /** Whether a file was written: another process or a change of the report may be first. */
  const writePeriod = async ({ report, nextS }: ScheduledReport, signal: AbortSignal): Promise<boolean> => {
    const { reportid, profile, type, period, tz, sender, receivers, script } = report
    const range = reportPeriodAt(period, tz, nextS)
    const fileid = randomBytes(FILE_ID_BYTES).toString('base64url')
    const bytes = await folder.write(fileid, reportText(sources, report, range), signal)
    const delivery: Delivery = { sender, receivers: receivers === '' ? [] : receivers.split(','), script, tz }
    const isForSomebody = delivery.receivers.length > 0 || script !== ''
    const file: StoredFile = {
      reportid,
      profile,
      type,
      period,
      filetype: 'csv',
      fileid,
      bytes,
      filename: reportFileName(report, range.startS),
      starttime: nextS,
      endtime: range.endS,
      updatetime: nowS(),
      delivery: isForSomebody ? delivery : null,
    }
    if (await store.addFile(file, { nextS: range.endS, updateS: report.updatetime })) return true
    await folder.remove(fileid)
    return false
  }

  const writeDue = async (scheduled: ScheduledReport, signal: AbortSignal): Promise<void> => {
    const { report } = scheduled
    let nextS = scheduled.nextS
    // A clock that was ahead wrote that period: without this none would get a file until then.
    if (nextS > reportPeriodAt(report.period, report.tz, nowS()).endS) {
      nextS = begin(report).nextS
      log.warn(
        { report: report.reportid },
        'The next period of a report was in the future; it begins with the present one',
      )
      await store.skipTo(report.reportid, nextS)
    }
    const due = duePeriods(report, nextS, nowS() - SETTLE_S)
    if (due.length > MADE_UP_MAX) {
      const skipped = due.splice(0, due.length - MADE_UP_MAX)
      log.warn(
        { report: report.reportid, periods: skipped.length },
        'Periods of a report that are long over get no file',
      )
      nextS = due[0] ?? nextS
      await store.skipTo(report.reportid, nextS)
    }
    for (const startS of due) {
      signal.throwIfAborted()
      if (!(await writePeriod({ report, nextS: startS }, signal))) return
    }
  }

  return {
    list,
    async names() {
      return (await list()).map(({ reportid, profile, type }) => ({ reportid, profile, type }))
    },
    async add(report: EventReportFields): Promise<readonly EventReport[]> {
      const isAdded = await store.add(report, begin(report), EVENT_REPORTS_MAX)
      if (!isAdded) throw new AppError('too-many-reports', { most: EVENT_REPORTS_MAX })
      return list()
    },
    async save(reportid: number, report: EventReportFields): Promise<readonly EventReport[]> {
      const before = (await store.reports()).find((one) => one.report.reportid === reportid)
      if (before === undefined) throw new AppError('unknown-report', { reportid })
      const { period, tz, enable } = before.report
      // Periods that are over and have no file yet stay due, unless they are of another length or the report was off.
      const isSameSchedule = period === report.period && tz === report.tz && enable === report.enable
      // Another one each time: a file that is being written with the fields of before is dropped.
      const updateS = Math.max(nowS(), before.report.updatetime + 1)
      const at = isSameSchedule ? { updateS } : { ...begin(report), updateS }
      if (!(await store.save(reportid, report, at))) throw new AppError('unknown-report', { reportid })
      return list()
    },
    async remove(reportid: number): Promise<readonly EventReport[]> {
      if (!(await store.remove(reportid))) throw new AppError('unknown-report', { reportid })
      return list()
    },
    files: (query: Omit<Parameters<ReportStore['files']>[0], 'limit'>) =>
      store.files({ ...query, limit: REPORT_FILES_ANSWERED_MAX }),
    /** The file of a link; `null` where there is none of this id and name. */
    async file(fileid: string, filename: string): Promise<StoredFile | null> {
      const file = await store.file(fileid)
      if (file === null || file.filename !== filename) return null
      return (await folder.size(fileid)) === file.bytes ? file : null
    },
    read: folder.read,
    /** Writes the files of all periods that are over. One report that fails keeps no other from its file. */
    async run(signal: AbortSignal): Promise<void> {
      for (const scheduled of await store.reports()) {
        if (signal.aborted) return
        if (scheduled.report.enable === 0) continue
        await writeDue(scheduled, signal).catch((error: unknown) => {
          if (!signal.aborted)
            log.error(
              { err: error, report: scheduled.report.reportid },
              'A report file could not be written; it is tried again',
            )
        })
      }
    },
    /** Removes files that are too old or too many. */
    async removeOld(): Promise<void> {
      for (const { id } of filesToRemove(await store.fileSizes(), nowS())) {
        await store.removeFile(id)
        await folder.remove(id)
      }
      const known = new Set((await store.fileSizes()).map(({ id }) => id))
      await folder.removeUnknown((id) => known.has(id), clock.nowMs() - UNKNOWN_AFTER_MS)
    },
  }
}

/** The begins of the periods from `fromS` on that were over at a moment. */
function duePeriods({ period, tz }: EventReport, fromS: number, nowS: number): number[] {
  const due: number[] = []
  for (let startS = fromS; ; ) {
    const { endS } = reportPeriodAt(period, tz, startS)
    if (endS > nowS) return due
    due.push(startS)
    startS = endS
  }
}
