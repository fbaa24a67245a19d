// One vehicle with everything set, as an operator in Taipei sees it: each value that the recorder sent stands in its cell.

import { healthItem, type Position, timeBytes } from '@fleetglass/jt808'
import { expect, type Page, test } from '@playwright/test'
import { clipFilm } from '../apps/server/test/clip-film.ts'
import { fastClock } from '../apps/server/test/fast-clock.ts'
import { FilmDevice } from '../apps/server/test/film-device.ts'
import { signIn, watchErrors } from './browser.ts'
import { Site, until } from './site.ts'

const VAN = '13812345692'
const COLUMNS = [
  ...['driver', 'memo', 'plate', 'speed', 'channel', 'signal', 'acc', 'voltage', 'health', 'temperature'],
  ...['loopData', 'satellites', 'timezone', 'sd'],
]

test.use({ timezoneId: 'Asia/Taipei', locale: 'en-GB' })

const u16 = (value: number) => Uint8Array.of(value >> 8, value & 255)
const timeS = Math.floor(Date.now() / 1000)
const position: Position = {
  alarmBits: 0,
  statusBits: 0b11,
  latE6: 24_123_456,
  lngE6: 120_654_321,
  altitudeM: 77,
  speedDkmh: 610,
  headingDeg: 237,
  // Recorders write the time of GMT+8.
  localTimeS: timeS + 8 * 3600,
  timeBytes: timeBytes(timeS + 8 * 3600),
  items: [
    { id: 0x06, value: Uint8Array.of(68) },
    { id: 0x30, value: Uint8Array.of(25) },
    { id: 0x31, value: Uint8Array.of(13) },
    { id: 0x51, value: Uint8Array.of(...u16(0x8000 | 184), ...u16(37)) },
    { id: 0x61, value: u16(1380) },
    healthItem({ percent: 91, cards: [7, 55] }),
  ],
}

let site: Site
let camera: FilmDevice

test.beforeAll(async () => {
  site = await Site.start()
  const operator = await site.operator()
  await operator.request('D01', { A: VAN, C: '2', F: '1' })
  const record = { driver: 'Lin Mei', vehicleid: 'Cold truck 9', plate: 'KAB-1207', icon: 6, chnames: 'Road,Door' }
  await operator.request('D04', { A: VAN }, JSON.stringify(record))
  const films = { 1: clipFilm(VAN, 1, { lengthS: 120 }), 2: clipFilm(VAN, 2, { lengthS: 120 }) }
  camera = await FilmDevice.connect(site.ports.signalling, VAN, fastClock(1, Date.now()), films)
  await send(position)
  await until('both channels are recorded', async () => {
    const [row] = await operator.devices()
    return row?.recording === true && new Set(camera.asked.map(({ channel }) => channel)).size === 2
  })
  operator.close()
})

test.afterAll(async () => {
  await camera.close()
  await site.close()
})

const send = async (body: Position): Promise<void> => {
  const { signalling } = camera
  expect(await signalling.answerTo(signalling.send({ name: 'position', body }))).toBe(0)
}

/** The cells of the vehicle by the names of their columns. */
async function cellsOf(page: Page): Promise<Record<string, string>> {
  const headers = await page.getByRole('columnheader').allInnerTexts()
  const row = page.getByRole('row').filter({ hasText: VAN })
  const cells = await row.locator('th, td').allInnerTexts()
  return Object.fromEntries(headers.map((header, at) => [header.trim(), (cells[at] ?? '').trim()]))
}

test('[ENT-018][ENT-021][ENT-025][DASH-37] each value stands in its cell of the dashboard, in both states', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await page.addInitScript((columns) => localStorage.setItem('dashboardColumns', JSON.stringify(columns)), COLUMNS)
  await signIn(page, site)
  await page.goto(site.url('/blockview'))
  const row = page.getByRole('row').filter({ hasText: VAN })
  await expect(row).toContainText('Cold truck 9')
  await expect
    .poll(() => cellsOf(page))
    .toMatchObject({
      ...{ Driver: 'Lin Mei', 'Device Memo': 'Cold truck 9', Plate: 'KAB-1207', Speed: '61 km/h', Channel: '2' },
      ...{ Signal: '81%', Acc: 'ON', Voltage: '13.8 V 68%', Health: '91%', Temperature: '-18.4 °C' },
      ...{ 'Loop Data': '-18.4, 3.7', Satellites: '13', 'Time Zone': 'UTC+08:00', SD: '7 / 55' },
    })
  // The last sign of life is in the operator's own time, which is eight hours ahead of UTC.
  const taipei = new Date((timeS + 8 * 3600) * 1000).toISOString().slice(0, 10)
  await expect(row).toContainText(taipei)
  await expect(row.locator('.recording-dot')).toHaveCount(1)
  await expect(row).not.toHaveClass(/offline/)
  // Below ten a card is shown in red, the other one is not.
  await expect(row.locator('.low')).toHaveText(['7'])

  const laterS = timeS + 1
  const items = [healthItem({ percent: null, cards: [-1, -2] }), { id: 0x17, value: u16(0) }]
  const local = laterS + 8 * 3600
  await send({
    ...{ ...position, alarmBits: 1 << 11, statusBits: 0b10, speedDkmh: 0, items },
    ...{ localTimeS: local, timeBytes: timeBytes(local) },
  })
  await expect
    .poll(() => cellsOf(page))
    .toMatchObject({
      ...{ Speed: '0 km/h', Acc: 'OFF', Health: 'Fault: camera', SD: '- / ?' },
      ...{ Voltage: '13.8 V 68%', Satellites: '13', Signal: '81%' },
    })
  await expect(row.locator('.low')).toHaveCount(0)

  await camera.close()
  await expect(row).toHaveClass(/offline/, { timeout: 60_000 })
  await expect(row.locator('.recording-dot')).toHaveCount(0, { timeout: 60_000 })
  expect(errors).toEqual([])
})
