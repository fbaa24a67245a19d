// The tabs that delete what is old: what is left on disk and in the database of a whole server whose clock goes on.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { recordSettingsPath } from '@fleetglass/contract/recording-settings'
import { createManualClock } from '@fleetglass/testkit'
import type Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { saved, settingsOf } from './settings-caller.fixtures.ts'

const DAY_S = 86_400
const NOW_MS = Date.UTC(2026, 8, 30, 12)
const NOW_S = NOW_MS / 1000

let server: TestServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

/** A server with two vehicles, and a clock that goes on until something holds. */
async function site() {
  const clock = createManualClock(NOW_MS)
  const started = await startTestServer({ clock })
  server = started
  const link = await started.login()
  for (const id of ['van', 'bus']) await link.request('D01', { A: id, C: '1' })
  await link.close()
  return {
    settings: settingsOf(started),
    media: (path: string) => join(started.data, 'media', path),
    change: (work: (file: Database.Database) => void) => changeDatabase(started, work),
    // What is old is removed only when the clock has been in step for an hour, and then once an hour or a minute. In small steps: a
    // round ends when its time is used up.
    until: (what: string, isDone: () => boolean | Promise<boolean>) => {
      clock.advance(2 * 3_600_000)
      const step = (): boolean | Promise<boolean> => {
        clock.advance(1_000)
        return isDone()
      }
      return until(what, step, 60_000)
    },
  }
}

describe('the tabs that delete what is old', () => {
  it('[SET-083] [SET-084] [API2-038] [API2-039] Record options: recordings beyond the saved days are deleted, locked ones and those of a device with days of its own stay', async () => {
    const { settings, media, change, until } = await site()
    const AGES = [1, 4, 6, 9]
    const fileOf = (id: string, age: number) => {
      const startMs = NOW_MS - age * DAY_S * 1000
      const day = new Date(startMs).toISOString().slice(0, 10).replaceAll('-', '')
      return { startMs, path: `${id}/${day}/1/1200.mp4` }
    }
    await change((file) => {
      for (const id of ['van', 'bus']) {
        for (const { startMs, path } of AGES.map((age) => fileOf(id, age))) {
          mkdirSync(dirname(media(path)), { recursive: true })
          writeFileSync(media(path), 'x')
          file
            .prepare(`insert into recordings (device_key, start_ms, end_ms, channel, bytes, first_key_frame_offset, path)
              select key, ?, ?, 1, 1, 0, ? from devices where device_id = ?`)
            .run(startMs, startMs + 60_000, path, id)
        }
      }
      file
        .prepare(`insert into recording_locks (device_key, channel, start_ms, end_ms, user_name, reason, time_s)
          select key, 0, ?, ?, 'admin', '', 0 from devices where device_id = 'van'`)
        .run(fileOf('van', 9).startMs, fileOf('van', 9).startMs + 1)
    })
    const ofBus = { deviceids: ['bus'], name: 'recdays', value: 8 }
    expect(await settings.put(recordSettingsPath, ofBus)).toMatchObject({ hasError: false })
    const left = (id: string) => AGES.filter((age) => existsSync(media(fileOf(id, age).path)))
    expect(await settings.get('/gkserver/recordoption')).toMatchObject({ recorddays: 7 })
    expect(await settings.post('/gkserver/recordoption/old', { recorddays: 5 })).toMatchObject({
      old: [{ kind: 'recordings', beforeMs: NOW_MS - 5 * DAY_S * 1000, count: 1 }],
    })
    expect(await settings.put('/gkserver/recordoption', { recorddays: 5 })).toEqual(saved)
    await until('the old ones are gone', () => left('van').length + left('bus').length <= 6)
    expect([left('van'), left('bus')]).toEqual([
      [1, 4, 9],
      [1, 4, 6],
    ])
  })

  it('counts what is in the bucket among the recordings that fewer days would delete', async () => {
    const { settings, change } = await site()
    const startMs = NOW_MS - 6 * DAY_S * 1000
    await change((file) => {
      file
        .prepare(`insert into recordings (device_key, start_ms, end_ms, channel, bytes, first_key_frame_offset, path, slot)
          select key, ?, ?, 1, 1, 0, '@_bucket/van/20261101/1/1200.mp4', '_bucket' from devices where device_id = 'van'`)
        .run(startMs, startMs + 60_000)
    })
    expect(await settings.post('/gkserver/recordoption/old', { recorddays: 5 })).toMatchObject({
      old: [{ kind: 'recordings', count: 1 }],
    })
  })

  it('[SET-088] [SET-091] [SET-092] Database: events, logs and positions beyond the saved days are deleted, the last position stays', async () => {
    const { settings, change, until } = await site()
    const AGES = [1, 29, 31, 179, 181]
    await change((file) => {
      const [van, bus] = ['van', 'bus'].map((id) =>
        file.prepare('select key from devices where device_id = ?').pluck().get(id),
      )
      for (const age of AGES) {
        const timeS = NOW_S - age * DAY_S
        file
          .prepare(
            `insert into events (device_key, time_s, code, change, name, memo, call, late) values (?, ?, 1, 'new', '', '', 0, 0)`,
          )
          .run(van, timeS)
        file
          .prepare(`insert into audit_log (time_ms, writer, seq, transport, account, address, action, result, parameters, calls)
            values (?, 1, ?, 'http', 'admin', '', 'x', 'ok', '{}', 1)`)
          .run(timeS * 1000, age)
        file
          .prepare(`insert into talks (kind, user_id, user_name, address, device_ids, begin_ms, end_ms, update_ms, result, path, has_operator, has_device)
            values ('talk', 1, 'admin', '', 'van', ?, ?, ?, '', '', 0, 0)`)
          .run(timeS * 1000, timeS * 1000, timeS * 1000)
        file
          .prepare(`insert into stream_log (user_name, device_key, device_id, channel, entrance, type, ask_ms, during_s, update_ms)
            values ('admin', 1, 'van', 1, 1, 1, ?, 0, ?)`)
          .run(timeS * 1000, timeS * 1000)
        addPoint(file, van, timeS)
      }
      addPoint(file, bus, NOW_S - 400 * DAY_S)
      addPoint(file, bus, NOW_S - 300 * DAY_S)
    })
    const days = { events: 30, uslogs: 60, gps: 180 }
    expect(await settings.get('/gkserver/dbmaintain')).toMatchObject({
      dbmaintain: { events: 365, uslogs: 180, gps: 0 },
    })
    expect(await settings.post('/gkserver/dbmaintain/old', { dbmaintain: days })).toMatchObject({
      old: [
        { kind: 'events', count: 3 },
        { kind: 'talks', count: 2 },
        { kind: 'audit', count: 2 },
        { kind: 'streams', count: 2 },
        { kind: 'positions', count: 2 },
      ],
    })
    expect(await settings.put('/gkserver/dbmaintain', { dbmaintain: days })).toEqual(saved)
    let ages = {}
    const read = (file: Database.Database) => {
      const agesOf = (sql: string) =>
        file
          .prepare(sql)
          .pluck()
          .all()
          .map((timeS) => Math.round((NOW_S - Number(timeS)) / DAY_S))
      ages = {
        events: agesOf('select time_s from events order by time_s desc'),
        talks: agesOf('select begin_ms / 1000 from talks order by begin_ms desc'),
        audit: agesOf(`select time_ms / 1000 from audit_log where action = 'x' order by time_ms desc`),
        streams: agesOf('select update_ms / 1000 from stream_log order by update_ms desc'),
        positions: agesOf('select time_s from track_points order by time_s desc'),
      }
    }
    const isDone = async () => {
      await change(read)
      return Object.values(ages).flat().length <= 2 + 3 + 3 + 3 + 5
    }
    await until('the old rows are gone', isDone)
    const logs = { talks: [1, 29, 31], audit: [1, 29, 31], streams: [1, 29, 31] }
    expect(ages).toEqual({ events: [1, 29], ...logs, positions: [1, 29, 31, 179, 300] })
  })

  it('[SET-091] [API2-044] [API2-045] 0 days keep everything', async () => {
    const { settings, change, until } = await site()
    await change((file) => {
      const add = file.prepare(
        `insert into events (device_key, time_s, code, change, name, memo, call, late) values (1, ?, 1, 'new', '', '', 0, 0)`,
      )
      for (const age of [31, 9_000]) add.run(NOW_S - age * DAY_S)
    })
    expect(await settings.put('/gkserver/dbmaintain', { dbmaintain: { events: 0, uslogs: 0, gps: 0 } })).toEqual(saved)
    const read = await settings.get('/gkserver/dbmaintain')
    expect(read).toMatchObject({ dbmaintain: { events: 0, uslogs: 0, gps: 0 } })
    let steps = 0
    await until('ten minutes have passed', () => ++steps > 600)
    let left = 0
    await change((file) => {
      left = Number(file.prepare('select count(*) from events').pluck().get())
    })
    expect(left).toBe(2)
  })

  it.each([
    [{ events: 31 }, 'events'],
    [{ gps: 30 }, 'gps'],
    [{ uslogs: -1 }, 'uslogs'],
  ])('[SET-089] [SET-090] days that are no choice are refused at their field: %j', async (days, field) => {
    const { settings } = await site()
    const refused = await settings.put('/gkserver/dbmaintain', { dbmaintain: days })
    expect(refused).toMatchObject({ hasError: true, code: 'invalid-field' })
    expect(refused.message).toContain(field)
  })
})

function addPoint(file: Database.Database, key: unknown, timeS: number): void {
  file
    .prepare(
      'insert into track_points (device_key, time_s, lat_e6, lng_e6, motion, state, alarm_bits) values (?, ?, 0, 0, 0, 0, 0)',
    )
    .run(key, timeS)
}
