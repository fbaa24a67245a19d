// What the days of a device do to its recordings on a whole server whose clock goes on for some hours.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { recordSettingsPath } from '@fleetglass/contract/recording-settings'
import { createManualClock } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.UTC(2026, 8, 30, 12)
/** A day before and a day after the days that are set below. */
const AGES = [4, 6, 19, 21, 49, 51]

let server: TestServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

/** The ages in days of the recordings that are left of each device, and how to wait while the server cleans up. */
async function leftAfter(recordingDays: number, days: Readonly<Record<string, number>>) {
  const clock = createManualClock(NOW_MS)
  const started = await startTestServer({ clock, config: { recordingDays } })
  server = started
  const ids = Object.keys(days)
  const admin = await started.login()
  for (const id of ids) await admin.request('D01', { A: id, C: '1' })
  await admin.close()
  for (const [id, value] of Object.entries(days)) {
    const body = { username: ADMIN, password: sha256(ADMIN_PASSWORD), deviceids: [id], name: 'recdays', value }
    expect((await callHttp(started, 'PUT', recordSettingsPath, { body })).body).toMatchObject({ hasError: false })
  }
  const files = ids.flatMap((id) => AGES.map((age) => ({ id, age, ...fileOf(id, age) })))
  const onDisk = (path: string): string => join(started.data, 'media', path)
  for (const { path } of files) {
    mkdirSync(dirname(onDisk(path)), { recursive: true })
    writeFileSync(onDisk(path), 'x')
  }
  await changeDatabase(started, (file) => {
    const columns = 'device_key, start_ms, end_ms, channel, bytes, first_key_frame_offset, path'
    const insert = file.prepare(
      `insert into recordings (${columns}) select key, ?, ?, 1, 1, 0, ? from devices where device_id = ?`,
    )
    for (const { id, startMs, path } of files) insert.run(startMs, startMs + 60_000, path, id)
  })
  const left = (id: string) =>
    files.filter((one) => one.id === id && existsSync(onDisk(one.path))).map(({ age }) => age)
  return {
    left: () => Object.fromEntries(ids.map((id) => [id, left(id)])),
    // What is old is removed only when the clock has been in step for an hour. It cleans up once a minute; a second
    // at a time, the wait ends long before another day has passed.
    until: (what: string, isDone: () => boolean) => {
      clock.advance(2 * 3_600_000)
      const step = (): boolean => {
        clock.advance(1_000)
        return isDone()
      }
      return until(what, step, 60_000)
    },
  }
}

function fileOf(id: string, ageDays: number): { readonly startMs: number; readonly path: string } {
  const startMs = NOW_MS - ageDays * DAY_MS
  const day = new Date(startMs).toISOString().slice(0, 10).replaceAll('-', '')
  return { startMs, path: `${id}/${day}/1/1200.mp4` }
}

describe('the record days of a device', () => {
  it('[REC-15] [REC-16] delete its older recordings from the disk; with 0 the days of the server count', async () => {
    const days = await leftAfter(20, { five: 5, fifty: 50, none: 0 })
    expect(days.left()).toEqual({ five: AGES, fifty: AGES, none: AGES })
    await days.until('the old ones are deleted', () => Object.values(days.left()).flat().length <= 9)
    expect(days.left()).toEqual({ five: [4], fifty: [4, 6, 19, 21, 49], none: [4, 6, 19] })
  })

  it('[REC-11] [REC-16] 0 is unlimited on a server whose days are 0 too', async () => {
    const days = await leftAfter(0, { none: 0, five: 5 })
    await days.until('the old ones of the other device are deleted', () => days.left().five?.length === 1)
    expect(days.left()).toEqual({ five: [4], none: AGES })
  })
})
