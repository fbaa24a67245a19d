// Questions about a year of recordings: from the index on disk, as a playback sends them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openRecordingsIndex } from '../apps/server/test/recordings/recordings-index.ts'
import type { Bench, BenchRow } from './bench.ts'

const DEVICE_KEY = 1
const CHANNELS = 4
const DAYS = 365
const MINUTES = DAYS * 1440
const START_MS = Date.UTC(2025, 0, 1)
const ROUNDS = 40
const BAR_MS = 50

export const bench: Bench = { name: 'video: what a playback asks of the index', run: ask }

async function ask(report: (row: BenchRow) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-bench-playback-'))
  const location = join(folder, 'fleetglass.sqlite')
  const { finder, close } = await openRecordingsIndex(location)
  try {
    recordYear(location)
    const range = { startMs: START_MS, endMs: START_MS + DAYS * 86_400_000 }
    const calendarMs = await p95(async () => {
      const days = await finder.days([DEVICE_KEY], 0, range)
      if (days.length !== DAYS) throw new Error(`the calendar has ${days.length} days of ${DAYS}`)
    })
    report(rowOf(`calendar of a year of one device, ${MINUTES * CHANNELS} files`, calendarMs))
    const flagsMs = await p95(async (round) => {
      const flags = await finder.minuteFlags(DEVICE_KEY, START_MS + round * 5 * 86_400_000)
      if (flags.includes('0')) throw new Error('a minute of the day is missing')
    })
    report(rowOf(`minutes of a day of one device, ${1440 * CHANNELS} files`, flagsMs))
  } finally {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file a minute and channel, all year. */
function recordYear(location: string): void {
  const file = new Sqlite(location)
  file
    .prepare(`
      with recursive
        minute (n) as (select 0 union all select n + 1 from minute where n < ? - 1),
        channel (ch) as (select 1 union all select ch + 1 from channel where ch < ?)
      insert into recordings (device_key, start_ms, end_ms, channel, bytes, first_key_frame_offset, path)
        select ?, ? + n * 60000, ? + (n + 1) * 60000, ch, 5000000, 900, ch || '/' || n from minute, channel`)
    .run(MINUTES, CHANNELS, DEVICE_KEY, START_MS, START_MS)
  file.close()
}

async function p95(work: (round: number) => Promise<void>): Promise<number> {
  const tookMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begunMs = performance.now()
    await work(round)
    tookMs.push(performance.now() - begunMs)
  }
  return tookMs.sort((a, b) => a - b)[Math.floor(ROUNDS * 0.95)] ?? Number.POSITIVE_INFINITY
}

function rowOf(what: string, value: number): BenchRow {
  return { what, value, unit: 'ms', bar: `≤ ${BAR_MS} ms p95 of ${ROUNDS}`, holds: value <= BAR_MS }
}
