// One event and one recorded day with everything set, as an operator in Taipei sees them: each value stands where it is read.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readRecordingCoverage } from '@fleetglass/contract/devices'
import { EventCode } from '@fleetglass/contract/events'
import { timeBytes } from '@fleetglass/jt808'
import { expect, test } from '@playwright/test'
import { DeviceClient, positionMessage } from '../apps/server/test/devices/device-client.ts'
import { recordVideo } from '../apps/server/test/devices/recorded-video.ts'
import { openPage, watchErrors } from '../tools/site/browser.ts'
import { PASSWORD, Site, USER, until } from '../tools/site/site.ts'

const VAN = '13900000007'
const TAIPEI_S = 8 * 3600
/** Of this day in Taipei, seconds of its start: in UTC it begins the day before. */
const DAY_S = Math.floor((Date.now() / 1000 + TAIPEI_S) / 86_400 - 1) * 86_400 - TAIPEI_S
const DAY = new Date((DAY_S + TAIPEI_S) * 1000).toISOString().slice(0, 10)
/** Minutes of the day with a recording, by channel: the first lies on the day before in UTC, one is of both. */
const RECORDED = { 1: [7 * 60 + 41, 16 * 60 + 5], 2: [16 * 60 + 5, 16 * 60 + 7, 23 * 60 + 59] } as const
const minutes = [...new Set(Object.values(RECORDED).flat())]
const EVENT_S = DAY_S + (16 * 60 + 5) * 60 + 17

test.use({ timezoneId: 'Asia/Taipei', locale: 'en-GB' })

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  for (const [channel, recorded] of Object.entries(RECORDED)) {
    for (const minute of recorded) {
      const startMs = (DAY_S + minute * 60) * 1000
      recordVideo(join(site.dataDir, 'media'), { deviceId: VAN, channel: Number(channel), startMs, seconds: 50 })
    }
  }
  const operator = await site.operator()
  await operator.request('D01', { A: VAN, C: '2', F: '0' })
  await operator.request('D04', { A: VAN }, JSON.stringify({ driver: 'Lin Mei', plate: 'KAB-1207' }))
  await until('the recordings are known', async () => {
    const { payload } = await operator.request('Q06', { A: VAN, B: String(DAY_S) })
    return new TextDecoder().decode(payload).split('1').length - 1 === minutes.length
  })
  operator.close()
  const van = await DeviceClient.tcp(site.ports.signalling, VAN)
  await van.login()
  // Input 3 of eight, on and off again, and a place that is its own; then a newer one, so that nothing is the last known.
  const at = (timeS: number, inputs: number) => {
    const { body } = positionMessage(timeS, { latE6: 24_123_456, lngE6: 120_654_321 })
    const items = [{ id: 0x2a, value: Uint8Array.of(inputs >> 8, inputs & 255) }]
    const own = { ...body, speedDkmh: 613, headingDeg: 237, timeBytes: timeBytes(timeS + TAIPEI_S), items }
    return van.answerTo(van.send({ name: 'position', body: own }))
  }
  for (const [timeS, inputs] of [
    [EVENT_S - 10, 0],
    [EVENT_S, 0b10_0000],
    [EVENT_S + 10, 0],
  ] as const)
    expect(await at(timeS, inputs)).toBe(0)
  await van.close()
})

test.afterAll(async () => {
  await site.close()
})

async function call(path: string, body: object): Promise<unknown> {
  const password = createHash('sha256').update(PASSWORD).digest('hex').toUpperCase()
  const reply = await fetch(site.url(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: USER, password, ...body }),
  })
  return reply.json()
}

test('[GPSP-48] [GPSP-49] the event of an input has its name, number, time, place and speed, in the call and on the card', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const found = await call('/gkevent/eventquery', { deviceid: VAN, afterTime: DAY_S, beforeTime: DAY_S + 86_399 })
  // Without a name of its own it is shown by that of the catalogue.
  const place = { vehiclex: 24.123456, vehicley: 120.654321, speed: 61.3 }
  const input = { deviceid: VAN, type: 0, appdevid: EventCode.gpio + 3, eventname: '', memo: '', call: 0, ...place }
  expect(found).toMatchObject([
    { ...input, cmd: 'new', eventtimeutc: EVENT_S, serialno: expect.any(Number) },
    { ...input, cmd: 'cover', eventtimeutc: EVENT_S + 10, serialno: expect.any(Number) },
  ])
  await openPage(page, site, '/gpsplayback')
  await page.getByRole('button', { name: /^Device: / }).click()
  await page.locator('.device-select-entry', { hasText: VAN }).click()
  await page.locator(`[data-day="${DAY}"] button`).click()
  await page.getByLabel('Show events').check()
  await page.getByRole('button', { name: 'Query GPS' }).click()
  await page.getByText('Events (1)').click()
  const entry = page.locator('.trip-entry')
  await expect(entry).toHaveText(/16:05:17\s*GPIO 3/)
  await entry.click()
  const card = page.locator('.event-card')
  await expect(card.locator('dd')).toHaveText([
    ...['KAB-1207', 'Lin Mei', 'GPIO 3', DAY, '16:05:17', '24.123456,120.654321', '61 km/h'],
  ])
  expect(errors).toEqual([])
})

test('[LOPB-06] [LOPB-08] [LOPB-10] [LOPB-39] a recorded day is marked in the calendar, and its hours and minutes are those of both channels', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const received = (await call('/gkdevice/recordinfo', { deviceid: VAN, date: DAY, tz: TAIPEI_S })) as {
    hasData: boolean
    data: { hourLabel: unknown; raw: number[] }[]
  }
  expect(received.hasData).toBe(true)
  expect(received.data.map(({ hourLabel }) => hourLabel)).toEqual(
    Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')),
  )
  expect(
    received.data.flatMap(({ raw }, hour) => raw.flatMap((has, minute) => (has === 0 ? [] : [hour * 60 + minute]))),
  ).toEqual(minutes)
  const days = await call('/gkdevice/recorddays', { deviceid: VAN, month: DAY.slice(0, 7), tz: TAIPEI_S })
  expect(days).toMatchObject({ days: [Number(DAY.slice(8))] })
  const operator = await site.operator()
  const { payload } = await operator.request('Q09', { B: String(DAY_S) })
  operator.close()
  expect(readRecordingCoverage(new TextDecoder().decode(payload))?.byDevice).toEqual(
    new Map([[VAN, minutes.length / 1440]]),
  )

  await openPage(page, site, `/splayback/${VAN}?day=${DAY}`)
  const marked = page.locator('.day-calendar .is-marked')
  await expect(marked).toHaveCount(1)
  await expect(marked).toHaveAttribute('data-day', DAY)
  const enabled = (part: string) => page.locator(`${part} button:enabled`).allInnerTexts()
  await expect.poll(() => enabled('.time-hours')).toEqual(['7', '16', '23'])
  for (const hour of [7, 16, 23]) {
    await page.getByRole('button', { name: `Hour ${String(hour).padStart(2, '0')}`, exact: true }).click()
    const own = minutes.filter((minute) => Math.floor(minute / 60) === hour).map((minute) => String(minute % 60))
    await expect.poll(() => enabled('.time-minutes')).toEqual(own)
  }
  expect(errors).toEqual([])
})
