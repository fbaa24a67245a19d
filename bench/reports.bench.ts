// Reports of each type over 500 vehicles and a month, on both databases, and a PDF file of the most rows, beside the loop that moves media in a server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ReportType } from '@fleetglass/contract/event-reports'
import { createManualClock } from '@fleetglass/testkit'
import { migrations } from '../apps/server/migrations/index.ts'
import { postgresBinaries, startPostgres } from '../apps/server/test/databases/postgres-cluster.ts'
import {
  createEventReports,
  createLog,
  createPdfWriter,
  createReportStore,
  type Database,
  openDatabase,
  openReportFolder,
  ownThreads,
  recordingsAlone,
  systemClock,
  type TableDocument,
  trackSumsAlone,
} from '../apps/server/test/reports-alone.ts'
import type { Bench, BenchRow } from './bench.ts'
import { DAY_S, DAYS, DEVICES, devices, EVENTS_A_DEVICE, MONTH_S, storeMonth } from './reports/stored-month.ts'

const PDF_ROWS = 5_000
const BAR_S = 10
const BAR_MS = 20
/** The limit of each type: each vehicle of the month has a row, so that the largest file is measured. */
const limits = { event: [], sdcard: [80], idle: [1], usage: [99] } as const satisfies Record<
  ReportType,
  readonly number[]
>

export const bench: Bench = {
  name: `Reports: ${DEVICES} vehicles, a month with ${DEVICES * EVENTS_A_DEVICE} events`,
  async run(report) {
    const folder = mkdtempSync(join(tmpdir(), 'fleetglass-bench-reports-'))
    try {
      await reportsOn('SQLite', join(folder, 'fleet.sqlite'), folder, report)
      await onPostgres(folder, report)
      for (const row of await largestPdf()) report(row)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

const log = createLog('silent', { write: () => undefined })

async function onPostgres(folder: string, report: (row: BenchRow) => void): Promise<void> {
  const binaries = postgresBinaries()
  if (binaries === null) throw new Error('PostgreSQL is not installed (apt-get install postgresql)')
  const cluster = await startPostgres(binaries)
  try {
    await reportsOn('PostgreSQL', await cluster.createDatabase(), folder, report)
  } finally {
    await cluster.close()
  }
}

async function reportsOn(
  kind: string,
  location: string,
  folder: string,
  report: (row: BenchRow) => void,
): Promise<void> {
  const onFailure = (error: Error): void => {
    throw error
  }
  const database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
  try {
    await storeMonth(database)
    for (const type of Object.keys(limits) as ReportType[]) {
      const rows = await monthReport({
        database,
        folder: join(folder, `${kind}-${type}`),
        type,
        name: `${kind}: ${type}`,
      })
      for (const row of rows) report(row)
    }
  } finally {
    await database.close()
  }
}

interface MonthReport {
  readonly database: Database
  readonly folder: string
  readonly type: ReportType
  /** In the names of its rows. */
  readonly name: string
}

async function monthReport({ database, folder, type, name }: MonthReport): Promise<BenchRow[]> {
  const clock = createManualClock((MONTH_S + 5 * DAY_S) * 1000)
  const store = createReportStore(database)
  const trackSums = trackSumsAlone(database, clock)
  const sources = {
    store,
    registry: { all: () => devices, byId: () => undefined },
    profiles: { look: () => null },
    fleet: { get: () => ({ smart: [70, 95] }) },
    recordings: recordingsAlone(database),
    trackSums,
  }
  const files = await openReportFolder(folder)
  const reports = createEventReports({ clock, log, store, folder: files, sources: sources as never })
  const month = { period: 43_200, tz: 0, unit: 1, devices: '', enable: 1, type } as const
  const events = [...limits[type]]
  const [added] = await reports.add({
    ...month,
    events,
    profile: name,
    sender: '',
    receivers: '',
    script: '',
    memo: '',
  })
  clock.setWallClock((MONTH_S + (DAYS + 1) * DAY_S) * 1000)
  const { seconds, delayMs } = await measured(() => reports.run(new AbortController().signal))
  await trackSums.close()
  const [file] = await reports.files({ from: 0, to: 4e9, queryby: 'starttime' })
  if (file === undefined || file.bytes < DEVICES * 10) throw new Error(`${name}: the report file has no rows`)
  // The next report is measured without this one.
  await store.removeFile(file.fileid)
  if (added !== undefined) await reports.remove(added.reportid)
  return [
    {
      what: `${name} report of a month as a file`,
      value: seconds,
      unit: 's',
      bar: `≤ ${BAR_S} s`,
      holds: seconds <= BAR_S,
      note: `${Math.round(file.bytes / 1000)} kB of CSV`,
    },
    delayRow(`${name} report: event loop delay meanwhile, p99`, delayMs),
  ]
}

async function largestPdf(): Promise<BenchRow[]> {
  const table: TableDocument = {
    title: 'Event details',
    subtitle: 'September 2026',
    direction: 'ltr',
    logo: null,
    columns: Array.from({ length: 12 }, (_, at) => ({ label: `Column ${at}`, numeric: at > 8 })),
    rows: Array.from({ length: PDF_ROWS }, (_, at) => [
      ...[`d${at}`, 'Søren', '車隊 A', 'AB-123', 'Speeding', 'Slow down', 'at 95 km/h', `2026-09-01 08:${at}`],
      ...['25.03', '121.56', '92', `${at} Ring Road, Springfield`],
    ]),
    totals: [],
    pageText: 'Page {page} of {pages}',
    footer: 'Fleetglass',
  }
  const writer = createPdfWriter({ log, threads: ownThreads })
  try {
    let bytes = 0
    const { seconds, delayMs } = await measured(async () => {
      bytes = (await writer.write(table)).length
    })
    const what = `a PDF file of ${PDF_ROWS} rows`
    const note = `${Math.round(bytes / 1000)} kB`
    return [
      { what, value: seconds, unit: 's', bar: `≤ ${BAR_S} s`, holds: seconds <= BAR_S, note },
      delayRow(`${what}: event loop delay meanwhile, p99`, delayMs),
    ]
  } finally {
    await writer.close()
  }
}

const delayRow = (what: string, value: number): BenchRow => ({
  what,
  value,
  unit: 'ms',
  bar: `< ${BAR_MS} ms`,
  holds: value < BAR_MS,
})

async function measured(work: () => Promise<void>): Promise<{ readonly seconds: number; readonly delayMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const startMs = performance.now()
  await work()
  const seconds = Math.round(performance.now() - startMs) / 1000
  delay.disable()
  return { seconds, delayMs: Math.round(delay.percentile(99) / 1e4) / 100 }
}
