// A media folder beside a database that is new or lost its rows: what lies there may be the only copy of something.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordVideo } from '../devices/recorded-video.ts'
import { fastClock } from '../fast-clock.ts'
import { startTestServer, type TestServer, until } from '../harness.ts'

const BUS = '13900000001'
const NOW_MS = Date.UTC(2026, 8, 20, 10)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The cleaner trusts the clock after an hour, and runs each minute. */
const CLEANED_MS = 2 * HOUR_MS
const FACTOR = 4_000

describe('the index is lost', () => {
  let data: string
  let server: TestServer
  let lines: string[]

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'fleetglass-index-loss-'))
    lines = []
  })
  afterEach(async () => {
    await server.close()
    rmSync(data, { recursive: true, force: true })
  })

  const video = (daysAgo: number): string =>
    recordVideo(join(data, 'media'), { deviceId: BUS, channel: 1, startMs: NOW_MS - daysAgo * DAY_MS, seconds: 2 })

  async function start(): Promise<{ hoursPassed: () => Promise<unknown> }> {
    const clock = fastClock(FACTOR, NOW_MS)
    server = await startTestServer({ data, clock, logLine: (line) => lines.push(line) })
    return {
      hoursPassed() {
        const endMs = clock.monotonicMs() + CLEANED_MS
        return until('the cleaner had its time', () => clock.monotonicMs() > endMs, 60_000)
      },
    }
  }

  const reported = (text: string) =>
    lines.some((line) => line.includes('no recording is removed') && line.includes(text))

  /** At the usual pace: nobody logs in within a thousandth of a second. */
  async function add(): Promise<void> {
    server = await startTestServer({ data })
    const admin = await server.login()
    expect((await admin.request('D01', { A: BUS, C: '1', F: '1' })).fields.R).toBe('1')
    await admin.close()
    await server.close()
  }

  it('[H4] an empty database beside a full media folder removes nothing and says so, before and after devices are added', async () => {
    const [old, young] = [video(10), video(3)]
    const { hoursPassed } = await start()
    await hoursPassed()
    expect([existsSync(old), existsSync(young)]).toEqual([true, true])
    expect(reported('KEEP-EVERYTHING.txt')).toBe(true)
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('fleetglass_recorder_removal_held 1')
    await server.close()
    await add()

    const again = await start()
    await again.hoursPassed()
    expect([existsSync(old), existsSync(young)]).toEqual([true, true])
    // The administrator has looked: from now on the days count.
    rmSync(join(data, 'media/KEEP-EVERYTHING.txt'))
    await until('the old recording goes', () => !existsSync(old), 60_000)
    expect(existsSync(young)).toBe(true)
  }, 120_000)

  it('[H4] without a registered device nothing is removed, also where the index was never empty', async () => {
    const [old] = [video(10)]
    await start()
    await server.close()
    rmSync(join(data, 'media/KEEP-EVERYTHING.txt'))
    // A row of a device that was removed.
    const database = new BetterSqlite3(join(data, 'fleetglass.sqlite'))
    const path = old.slice(join(data, 'media').length + 1)
    const startMs = NOW_MS - 10 * DAY_MS
    database
      .prepare(`INSERT INTO recordings VALUES (?, ?, ?, 1, 1000, 0, ?, '')`)
      .run(99, startMs, startMs + 2_000, path)
    database.close()
    const { hoursPassed } = await start()
    await hoursPassed()
    expect(existsSync(old)).toBe(true)
    expect(reported('no device is registered')).toBe(true)
  }, 120_000)

  it('[H4] an index that lost its rows holds back the removal of what it does not know', async () => {
    await add()
    const [old, young] = [video(10), video(3)]
    const { hoursPassed } = await start()
    await hoursPassed()
    expect([existsSync(old), existsSync(young)]).toEqual([true, true])
    expect(reported('the index was lost')).toBe(true)
  }, 120_000)
})
