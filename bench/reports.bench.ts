// A report over 500 vehicles and a month, and a PDF file of the most rows, beside the loop that moves media in a server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createManualClock } from '@fleetglass/testkit'
import { migrations } from '../apps/server/migrations/index.ts'
import {
  createEventReports,
  createLog,
  createPdfWriter,
  createReportStore,
  type Database,
  openDatabase,
  openReportFolder,
  systemClock,
  type TableDocument,
} from '../apps/server/test/reports-alone.ts'
import type { Bench, BenchRow } from './bench.ts'

const DEVICES = 500
const EVENTS_A_DEVICE = 800
const MONTH_S = Date.UTC(2026, 8, 1) / 1000
const DAYS = 30
const DAY_S = 86_400
/** Rows of one statement. */
const ROWS = 500
const PDF_ROWS = 5_000
const BAR_S = 10
const BAR_MS = 20

export const bench: Bench = {
  name: `Reports: ${DEVICES} vehicles, a month with ${DEVICES * EVENTS_A_DEVICE} events`,
  async run(report) {
    const folder = mkdtempSync(join(tmpdir(), 'fleetglass-bench-reports-'))
    const onFailure = (error: Error): void => {
      throw error
    }
    const location = join(folder, 'fleet.sqlite')
    const database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
    try {
      await fill(database)
      for (const row of [...(await monthReport(database, folder)), ...(await largestPdf())]) report(row)
    } finally {
      await database.close()
      rmSync(folder, { recursive: true })
    }
  },
}

const log = createLog('silent', { write: () => undefined })
const device = (key: number) => ({ key, deviceId: `d${key}`, driver: 'Ada', memo: `Line ${key}`, plate: `AB-${key}` })

async function fill(database: Database): Promise<void> {
  const db = database.tables<{ events: Record<string, string | number | null> }>()
  for (let key = 1; key <= DEVICES; key++) {
    for (let from = 0; from < EVENTS_A_DEVICE; from += ROWS) {
      const count = Math.min(ROWS, EVENTS_A_DEVICE - from)
      const rows = Array.from({ length: count }, (_, at) => ({
        device_key: key,
        time_s: MONTH_S + Math.floor(((from + at) * DAYS * DAY_S) / EVENTS_A_DEVICE),
        code: 16,
        change: 'new',
        name: 'Speeding',
        memo: 'at 95 km/h',
        call: 0,
        lat_e6: 25_030_000 + at,
        lng_e6: 121_560_000 + at,
        speed_dkmh: 950,
        late: 0,
      }))
      await db.insertInto('events').values(rows).execute()
    }
  }
}

async function monthReport(database: Database, folder: string): Promise<BenchRow[]> {
  const clock = createManualClock((MONTH_S + 5 * DAY_S) * 1000)
  const store = createReportStore(database)
  const devices = Array.from({ length: DEVICES }, (_, at) => device(at + 1))
  // Of each source only what a report of events reads.
  const sources = { store, registry: { all: () => devices, byId: () => undefined }, profiles: { look: () => null } }
  const files = await openReportFolder(join(folder, 'reports'))
  const reports = createEventReports({ clock, log, store, folder: files, sources: sources as never })
  const month = { period: 43_200, tz: 0, unit: 1, devices: '', enable: 1, type: 'event' } as const
  await reports.add({ ...month, events: [], profile: 'Month', sender: '', receivers: '', script: '', memo: '' })
  clock.setWallClock((MONTH_S + (DAYS + 1) * DAY_S) * 1000)
  const { seconds, delayMs } = await measured(() => reports.run(new AbortController().signal))
  const [file] = await reports.files({ from: 0, to: 4e9, queryby: 'starttime' })
  if (file === undefined) throw new Error('no report file was written')
  const note = `${Math.round(file.bytes / 1e6)} MB of CSV`
  return [
    {
      what: 'a monthly report as a file',
      value: seconds,
      unit: 's',
      bar: `≤ ${BAR_S} s`,
      holds: seconds <= BAR_S,
      note,
    },
    delayRow('event loop delay meanwhile, p99', delayMs),
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
  const writer = createPdfWriter({ log })
  try {
    let bytes = 0
    const { seconds, delayMs } = await measured(async () => {
      bytes = (await writer.write(table)).length
    })
    const note = `${Math.round(bytes / 1000)} kB`
    return [
      {
        what: `a PDF file of ${PDF_ROWS} rows`,
        value: seconds,
        unit: 's',
        bar: `≤ ${BAR_S} s`,
        holds: seconds <= BAR_S,
        note,
      },
      delayRow('event loop delay meanwhile, p99', delayMs),
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
