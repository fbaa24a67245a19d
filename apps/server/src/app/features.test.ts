import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fastClock } from '../../test/fast-clock.ts'
import { startTestServer, type TestServer, until } from '../../test/harness.ts'

/** Jobs that remove what is old trust the clock after an hour of it. */
const FACTOR = 4_000

describe('a server that runs', () => {
  let data: string
  let server: TestServer

  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'fleetglass-features-'))
    server = await startTestServer({ data, clock: fastClock(FACTOR, Date.UTC(2026, 8, 20, 10)) })
  })
  afterEach(async () => {
    await server.close()
    rmSync(data, { recursive: true, force: true })
  })

  it('has the jobs of its features, of the recorder, of the audit log and of sessions in the schedule', async () => {
    const byAge = [
      'device logs by age',
      'events by age',
      'footage by age',
      'performance records by age',
      'positions by age',
      'recorded minutes by age',
      'stream log by age',
      'talks by age',
    ]
    const ofFeatures = [
      'event-report-files',
      'event-reports',
      ...byAge,
      'automatic uploads without a device',
      'certificate renewal',
      'ddns',
      'fetches of removed events',
      'footage by size',
      'media of removed events',
      'restart plan',
      'uploads of event media by age',
    ]
    const ofTheRecorder = ['recordings by age', 'recordings by size']
    await until('every job is in the schedule', () => scheduled().length >= 22)
    expect(scheduled()).toEqual(['audit log by age', 'sessions of lost links', ...ofFeatures, ...ofTheRecorder].sort())
  })

  function scheduled(): string[] {
    const database = new BetterSqlite3(join(data, 'fleetglass.sqlite'), { readonly: true })
    try {
      const rows = database.prepare('SELECT name FROM scheduled_jobs ORDER BY name').all()
      return (rows as { name: string }[]).map(({ name }) => name)
    } finally {
      database.close()
    }
  }
})
