import {
  type EventReportInput,
  eventReportListPath,
  eventReportPath,
  reportFilesPath,
  reportNamesSchema,
} from '@fleetglass/contract/event-reports'
import { until } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ReportSite, startReportSite } from '../../../test/event-reports.ts'
import { failedCall } from '../../../test/failures.ts'
import { callHttp } from '../../../test/http-client.ts'

const HOUR_S = 3_600
const DAY_S = 86_400
/** Tuesday, 15 September 2026, 12:00 UTC. */
const NOON_S = Date.UTC(2026, 8, 15, 12) / 1000
const MIDNIGHT_S = NOON_S + DAY_S / 2
const report = (change: Partial<EventReportInput> = {}): EventReportInput => ({
  profile: 'Daily',
  type: 'event',
  ...change,
})

let site: ReportSite | null = null
afterEach(async () => {
  await site?.close()
  site = null
})
async function start(...devices: string[]): Promise<ReportSite> {
  site = await startReportSite(NOON_S, devices)
  return site
}

describe('an event report', () => {
  it('[RPT-03] [RPT-05] [API2-101] [API2-104] is added with all its fields, and the answer has the full list', async () => {
    const { add, list } = await start('bus')
    const fields = {
      enable: 1,
      profile: 'Night',
      type: 'event',
      period: 1440,
      unit: 1,
      sender: 'fleet@example.org',
      receivers: 'a@example.org,b@example.org',
      devices: 'bus',
      script: '',
      memo: 'for the office',
      events: [16, 21],
      tz: 28_800,
    } as const
    const added = await add({ ...fields, receivers: 'a@example.org, b@example.org', events: [16, 21] })
    expect(added).toEqual({ ...fields, reportid: expect.any(Number), updatetime: NOON_S })
    expect(await list()).toEqual([added])
  })

  it('[RPT-04] [RPT-06] [RPT-07] [RPT-12] is daily and in kilometres unless it says otherwise, and takes no other values', async () => {
    const { add, call } = await start()
    expect(await add(report())).toMatchObject({ enable: 1, unit: 0, period: 1440 })
    for (const wrong of [
      { enable: 2 },
      { unit: 2 },
      { period: 0 },
      { type: 'payroll' },
      { tz: 50_401 },
      { profile: '' },
    ])
      expect(await call('POST', eventReportPath, { eventReport: { ...report(), ...wrong } })).toMatchObject({
        hasError: true,
      })
  })

  it('[RPT-08] [RPT-09] [RPT-20] takes comma lists of receivers and devices, event codes, or one limit', async () => {
    const { add, call } = await start()
    const isRefused = async (change: object) =>
      expect(await call('POST', eventReportPath, { eventReport: { ...report(), ...change } })).toMatchObject({
        hasError: true,
      })
    await isRefused({ receivers: 'a@example.org,nobody' })
    await isRefused({ receivers: 'a@example.org\r\nBcc: b@example.org' })
    await isRefused({ sender: 'a@example.org\nb' })
    await isRefused({ profile: 'one\r\ntwo' })
    await isRefused({ events: [1.5] })
    for (const type of ['sdcard', 'idle', 'usage'] as const) {
      await isRefused({ type, events: [] })
      await isRefused({ type, events: [1, 2] })
      expect(await add(report({ type, events: [50] }))).toMatchObject({ type, events: [50] })
    }
  })

  it('[RPT-22] [API2-100] [API2-102] [API2-103] is named, changed and deleted', async () => {
    const { add, call } = await start()
    const { reportid, updatetime, ...fields } = await add(report())
    const { text } = await callHttp(site!.server, 'GET', eventReportPath, { headers: basic() })
    expect(reportNamesSchema.parse(JSON.parse(text))).toEqual([{ reportid, profile: 'Daily', type: 'event' }])
    const saved = await call('PUT', eventReportPath, { eventReport: { ...fields, reportid, profile: 'Other' } })
    expect(saved).toMatchObject([{ reportid, profile: 'Other' }])
    expect(await call('DELETE', eventReportPath, { eventReport: { reportid } })).toEqual([])
    const unknown = failedCall('unknown-report', { reportid })
    expect(await call('DELETE', eventReportPath, { eventReport: { reportid } })).toMatchObject(unknown)
    expect(await call('PUT', eventReportPath, { eventReport: { ...fields, reportid } })).toMatchObject(unknown)
  })

  it.each([1, 2, 3])(
    '[RIGHT2-25] [RIGHT2-28] permission %i neither sees nor changes reports, nor lists their files',
    async (permission) => {
      const { call, server, list } = await start()
      await addUsers(server, { name: 'other', permission })
      const asOther = (method: string, path: string, body: object = {}) =>
        call(method, path, { username: 'other', ...body })
      const denied = { hasError: true, code: 'permission-denied' }
      for (const method of ['POST', 'PUT', 'DELETE'])
        expect(await asOther(method, eventReportPath, { eventReport: { ...report(), reportid: 1 } })).toMatchObject(
          denied,
        )
      expect(await asOther('POST', eventReportListPath)).toMatchObject(denied)
      const range = { from: '2020-01-01T00:00:00Z', to: '2040-01-01T00:00:00Z' }
      expect(await asOther('POST', reportFilesPath, range)).toMatchObject(denied)
      expect(await list()).toEqual([])
    },
  )

  it('is refused when there are 200 already', async () => {
    const { call, insert } = await start()
    await insert((file) => {
      const add = file.prepare('insert into event_reports (report, next_s, update_s) values (?, 9e9, 0)')
      for (let count = 0; count < 200; count++) add.run(JSON.stringify({ ...report(), enable: 0 }))
    })
    const answer = await call('POST', eventReportPath, { eventReport: report() })
    expect(answer).toMatchObject(failedCall('too-many-reports', { most: 200 }))
  })
})

function basic() {
  const { username, password } = site!.credentials
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

describe('a report file', () => {
  it('[RPT-21] [PLAN-44] [RPT-23] [RPT-30] is written at the end of the period over the chosen devices and events, and is listed', async () => {
    const { add, addEvents, goTo, cells } = await start('bus', 'van')
    const { reportid } = await add(report({ devices: 'bus', events: [16, 21] }))
    await addEvents([
      { device: 'bus', timeS: MIDNIGHT_S - DAY_S, memo: '=1+1' },
      { device: 'bus', timeS: MIDNIGHT_S - 1, code: 21, name: 'SOS' },
      { device: 'bus', timeS: NOON_S, code: 3 },
      { device: 'bus', timeS: NOON_S, hidden: 1 },
      { device: 'van', timeS: NOON_S },
      { device: 'bus', timeS: MIDNIGHT_S },
      { device: 'bus', timeS: MIDNIGHT_S - DAY_S - 1 },
    ])
    const [file] = await goTo(MIDNIGHT_S, 1)
    expect(file).toEqual({
      reportid,
      profile: 'Daily',
      type: 'event',
      period: 1440,
      filetype: 'csv',
      filename: 'Daily_event_20260915T0000.csv',
      fileid: expect.stringMatching(/^[\w-]{32}$/),
      starttime: MIDNIGHT_S - DAY_S,
      endtime: MIDNIGHT_S,
      updatetime: expect.any(Number),
    })
    const rows = await cells(file!)
    expect(rows.map(([device, , , , name, code, , memo, time]) => [device, name, code, memo, time])).toEqual([
      ['bus', 'Idle', '16', "'=1+1", '2026-09-15 00:00:00+00:00'],
      ['bus', 'SOS', '21', '', '2026-09-15 23:59:59+00:00'],
    ])
  })

  it('[RPT-26] [RPT-10] has its speeds in miles and its times in the zone of the report', async () => {
    const { add, addEvents, goTo, text } = await start('bus')
    await add(report({ unit: 1, tz: 28_800 }))
    const midnightS = MIDNIGHT_S - 28_800
    await addEvents([
      { device: 'bus', timeS: midnightS - 1, memo: 'outside -5 °C at 100 km/h and 20 °C', speedDkmh: 1_000 },
    ])
    const [file] = await goTo(midnightS, 1)
    expect([file?.starttime, file?.endtime]).toEqual([midnightS - DAY_S, midnightS])
    const [head, row] = (await text(file!)).split('\r\n')
    expect(head).toContain('Speed (mi/h)')
    expect(row).toContain('at 62.1 mi/h and 68 °F,2026-09-15 23:59:59+08:00,25.03,121.56,62.1')
    expect(row).toContain('outside 23 °F at')
  })

  it('[RPT-25] is not written by a report that is off, and a report that is switched on begins with the present period', async () => {
    const { add, call, files, goTo, clock, pass } = await start('bus')
    const off = await add(report({ enable: 0, profile: 'Off', receivers: 'a@example.org' }))
    await add(report({ profile: 'On' }))
    const written = await goTo(MIDNIGHT_S + DAY_S, 2)
    expect(new Set(written.map(({ profile }) => profile))).toEqual(new Set(['On']))
    const { reportid, updatetime: _, ...fields } = off
    await call('PUT', eventReportPath, { eventReport: { ...fields, reportid, enable: 1 } })
    await pass(120)
    expect((await files()).some(({ profile }) => profile === 'Off')).toBe(false)
    clock.setWallClock((MIDNIGHT_S + 2 * DAY_S) * 1000)
    await until('the file of the report that was switched on', async () => {
      await pass(30)
      return (await files()).some(({ profile, starttime }) => profile === 'Off' && starttime === MIDNIGHT_S + DAY_S)
    })
  })

  it('[RPT-29] is written for each period that was missed while the server was down, once', async () => {
    const running = await start('bus')
    await running.add(report({ period: 60 }))
    await running.stop()
    running.clock.setWallClock((NOON_S + 5 * HOUR_S + 120) * 1000)
    await running.start()
    const files = await running.goTo(NOON_S + 5 * HOUR_S + 120, 5)
    expect(files.map(({ starttime }) => (starttime - NOON_S) / HOUR_S)).toEqual([4, 3, 2, 1, 0])
    await running.stop()
    await running.start()
    await running.pass(300)
    expect(await running.files()).toHaveLength(5)
  })

  it('is written for the present period after a clock that was ten days ahead was set right', async () => {
    const { add, goTo, clock, files, pass } = await start('bus')
    await add(report())
    await goTo(MIDNIGHT_S + 10 * DAY_S, 11)
    clock.setWallClock((MIDNIGHT_S - 2_400) * 1000)
    // Long enough for a busy machine to look at the clock before it is midnight.
    await pass(2_100)
    clock.setWallClock((MIDNIGHT_S + 60) * 1000)
    await until('the file of the real day', async () => {
      await pass(30)
      return (await files()).filter(({ starttime }) => starttime === MIDNIGHT_S - DAY_S).length === 2
    })
  })

  it('of all devices has those that the site has when it is written, each with its name', async () => {
    const { add, addEvents, goTo, cells } = await start('van', 'bus')
    await add(report())
    await addEvents([
      { device: 'van', timeS: NOON_S },
      { device: 'bus', timeS: NOON_S + 1 },
    ])
    const [file] = await goTo(MIDNIGHT_S, 1)
    expect((await cells(file!)).map(([device]) => device)).toEqual(['bus', 'van'])
  })

  it('[RPT-31] stays when its report is deleted', async () => {
    const { add, call, goTo, files, text } = await start('bus')
    const { reportid } = await add(report())
    const [file] = await goTo(MIDNIGHT_S, 1)
    await call('DELETE', eventReportPath, { eventReport: { reportid } })
    expect(await files()).toEqual([file])
    expect(await text(file!)).toContain('Device ID')
  })

  it('[API2-108] [API2-109] [API2-110] is downloaded by its name and secret, and by nothing else', async () => {
    const { add, goTo, server } = await start('bus')
    await add(report())
    const [file] = await goTo(MIDNIGHT_S, 1)
    const get = (path: string) => callHttp(server, 'GET', `/gkevent/reportfile/${path}`)
    const { filename, fileid } = file!
    expect((await get(`${filename}?id=${fileid}`)).text).toContain('Device ID')
    const unknown = failedCall('unknown-report-file')
    for (const path of [
      `${filename}?id=x`,
      filename,
      `other.csv?id=${fileid}`,
      `..%2f..%2ffleetglass.sqlite?id=${fileid}`,
    ])
      expect((await get(path)).body).toMatchObject(unknown)
    expect((await get(`../../fleetglass.sqlite?id=${fileid}`)).text).not.toContain('SQLite')
  })

  it('[RPT-46] [API2-105] [API2-106] [API2-107] is found by the time that is asked for, of one report or of all', async () => {
    const { add, goTo, files } = await start('bus')
    const { reportid } = await add(report())
    await add(report({ profile: 'Hourly', period: 60 }))
    await goTo(NOON_S + HOUR_S + 60, 1)
    await goTo(MIDNIGHT_S, 13)
    expect(await files({ reportid })).toHaveLength(1)
    const first = { from: '2026-09-15T20:00:00+08:00', to: '2026-09-15T20:59:59+08:00' }
    const found = async (queryby: string) => (await files({ ...first, queryby })).map(({ starttime }) => starttime)
    expect(await found('starttime')).toEqual([NOON_S])
    expect(await found('endtime')).toEqual([])
    expect(await found('updatetime')).toEqual([])
    const all = await files({ from: '2026-09-15T00:00:00+08:00', to: '2026-09-16T23:59:59+08:00', queryby: 'endtime' })
    expect(all).toHaveLength(13)
  })
})

describe('the other types of a report', () => {
  it('[RPT-27] sdcard lists the cards whose health is below the limit', async () => {
    const { add, goTo, cells, reportCards } = await start('13800138000', '13800138001')
    await add(report({ type: 'sdcard', events: [80] }))
    await reportCards('13800138000', [70, 95])
    await reportCards('13800138001', [99, -1])
    const [file] = await goTo(MIDNIGHT_S, 1)
    expect((await cells(file!)).map(([device, , , , slot, health]) => [device, slot, health])).toEqual([
      ['13800138000', '1', '70'],
    ])
  })

  it('[RPT-27] [RPT-26] idle lists the devices that idled longer than the limit, with the ignition on', async () => {
    const { add, insert, goTo, cells } = await start('idles', 'parks', 'short')
    await add(report({ type: 'idle', events: [600], unit: 1 }))
    const slot = NOON_S / 900
    await insert((file) => {
      const key = (device: string) =>
        (file.prepare('select key from devices where device_id = ?').get(device) as { key: number }).key
      const sum =
        file.prepare(`insert into track_sums (device_key, slot, points, first_s, last_s, distance_mm, max_speed_dkmh,
        driving_s, standing_s, stops, stopped_s, overspeeds, stands_s, idle_s)
        values (?, ?, 31, ?, ?, 1609344000, 0, 0, 900, 1, 900, 0, 60, ?)`)
      for (const [device, seconds, acc] of [
        ['idles', 900, 1],
        ['parks', 900, 0],
        ['short', 600, 1],
      ] as const) {
        sum.run(key(device), slot, NOON_S, NOON_S + 899, seconds * acc)
      }
    })
    const [file] = await goTo(MIDNIGHT_S, 1)
    expect(await cells(file!)).toEqual([['idles', '', '', '', '900', '1000']])
  })

  it('[RPT-28] usage lists the devices of which less of the period is recorded than the limit', async () => {
    const { add, insert, goTo, cells } = await start('most', 'half')
    await add(report({ type: 'usage', events: [80] }))
    await insert((file) => {
      const add =
        file.prepare(`insert into recordings (device_key, start_ms, end_ms, channel, bytes, first_key_frame_offset, path)
        values ((select key from devices where device_id = ?), ?, ?, 1, 1, 0, ?)`)
      for (const [device, hours] of [
        ['most', 22],
        ['half', 12],
      ] as const)
        for (let at = 0; at < hours * 6; at++) {
          const startMs = (MIDNIGHT_S - DAY_S + at * 600) * 1000
          add.run(device, startMs, startMs + 600_000, `${device}/${at}.mp4`)
        }
    })
    const [file] = await goTo(MIDNIGHT_S, 1)
    expect(await cells(file!)).toEqual([['half', '', '', '', '50']])
  })
})
