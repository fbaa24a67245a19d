// One vehicle with everything set, as an operator in Taipei sees it: each value that the recorder sent stands in its cell.

import { healthItem, type Position, timeBytes } from '@fleetglass/jt808'
import { expect, type Page, test } from '@playwright/test'
import { CameraDevice } from '../apps/server/test/devices/camera-device.ts'
import { clipVideo } from '../apps/server/test/devices/clip-video.ts'
import { DrivenDevice } from '../apps/server/test/devices/driven-device.ts'
import { fastClock } from '../apps/server/test/fast-clock.ts'
import { openPage, watchErrors } from '../tools/site/browser.ts'
import { Site, until } from '../tools/site/site.ts'

const VAN = '13812345692'
/** Has a place set by hand, and reports a position of 0,0. */
const PARKED = '13812345693'
/** Never reported anything. */
const NOWHERE = '13812345694'
const COLUMNS = [
  ...['driver', 'memo', 'plate', 'speed', 'channel', 'signal', 'acc', 'voltage', 'health', 'temperature'],
  ...['loopData', 'satellites', 'timezone', 'sd'],
]

/** Hours of the server's zone, and none of the browser's. */
const SERVER_HOURS = 5.5

test.use({ timezoneId: 'Asia/Taipei', locale: 'en-GB' })

const u16 = (value: number) => Uint8Array.of(value >> 8, value & 255)
const timeS = Math.floor(Date.now() / 1000)
const position: Position = {
  alarmBits: 0,
  statusBits: 0b11,
  latE6: 24_123_456,
  lngE6: 120_654_321,
  altitudeM: 77,
  // Shown as a whole number.
  speedDkmh: 606,
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
let camera: CameraDevice

test.beforeAll(async () => {
  site = await Site.start({ timeZone: SERVER_HOURS, maxLicence: 4321 })
  const operator = await site.operator()
  await operator.request('D01', { A: VAN, C: '3', F: '1' })
  const record = {
    driver: 'Lin Mei',
    vehicleid: 'Cold truck 9',
    driverlicense: 'DL-77',
    extid: 'X-42',
    plate: 'KAB-1207',
    // Not where it is: a fix comes before it.
    maplocation: '23.9,120.45',
    icon: 6,
    // The second camera is not there, the first has no name.
    chmask: '101',
    chnames: ',,Door',
    chsort: '3,1',
  }
  await operator.request('D04', { A: VAN }, JSON.stringify(record))
  const videos = { 1: clipVideo(VAN, 1, { lengthS: 120 }), 3: clipVideo(VAN, 3, { lengthS: 120 }) }
  camera = await CameraDevice.connect(site.ports.signalling, VAN, fastClock(1, Date.now()), videos)
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

/** The status time of the vehicle's row, as the server answers it. */
async function statusTimeS(): Promise<number> {
  const operator = await site.operator()
  const row = (await operator.devices()).find(({ deviceId }) => deviceId === VAN)
  operator.close()
  return row?.statusTimeS ?? 0
}

const taipeiTime = (atS: number) => new Date((atS + 8 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** The cells of the vehicle by the names of their columns. */
async function cellsOf(page: Page): Promise<Record<string, string>> {
  const headers = await page.getByRole('columnheader').allInnerTexts()
  const row = page.getByRole('row').filter({ hasText: VAN })
  const cells = await row.locator('th, td').allInnerTexts()
  return Object.fromEntries(headers.map((header, at) => [header.trim(), (cells[at] ?? '').trim()]))
}

interface Place {
  readonly lat: number
  readonly lng: number
}

const fixed: Place = { lat: 24.123456, lng: 120.654321 }
const byHand: Place = { lat: 23.7, lng: 120.5 }

/** Where a place is on the map of the fleet, which starts with its vehicles between its margins. */
async function onMap(page: Page, { lat, lng }: Place): Promise<{ x: number; y: number }> {
  const box = await page.locator('.map-box').boundingBox()
  if (box === null) throw new Error('the map has no place on the page')
  const worldY = (deg: number) => Math.log(Math.tan(Math.PI / 4 + (deg * Math.PI) / 360)) * (180 / Math.PI)
  const [north, south] = [worldY(fixed.lat), worldY(byHand.lat)]
  // 72 px above and 120 px below; beside the two there is more than enough.
  const pxPerDegree = (box.height - 192) / (north - south)
  return {
    x: box.x + box.width / 2 + (lng - (fixed.lng + byHand.lng) / 2) * pxPerDegree,
    y: box.y + 72 + (north - worldY(lat)) * pxPerDegree,
  }
}

test('[MAP-03] [MAP-04] [MAP-05] [MAP-06] each device with a place has one marker there: its fix, else the place set by hand', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const operator = await site.operator()
  for (const A of [PARKED, NOWHERE]) await operator.request('D01', { A, C: '1', F: '0' })
  await operator.request('D04', { A: PARKED }, JSON.stringify({ maplocation: '23.7,120.5' }))
  const parked = await DrivenDevice.connect(site, PARKED)
  await parked.at(timeS, { lat: 0, lng: 0 })
  await openPage(page, site, '/')
  const entry = (id: string) => page.locator('.map-entry', { hasText: id })
  const card = (id: string) => page.getByRole('region', { name: id, exact: true })
  await expect(page.locator('.map-entry')).toHaveCount(3)
  await page.locator('.map-box[data-painted]').waitFor()
  for (const [id, place] of [
    [VAN, fixed],
    [PARKED, byHand],
  ] as const) {
    const { x, y } = await onMap(page, place)
    await page.mouse.click(x, y)
    await expect(card(id)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(card(id)).toHaveCount(0)
  }
  await test.step('[MAP-06] the place set by hand of a vehicle with a fix has no marker', async () => {
    const { x, y } = await onMap(page, { lat: 23.9, lng: 120.45 })
    await page.mouse.click(x, y)
    await expect(page.locator('.device-card')).toHaveCount(0)
  })
  await test.step('[MAP-33] [MAP-34] [MAP-36] [MAP-37] an entry shows heading, title, coordinates and speed', async () => {
    const shown = entry(VAN)
    await expect(shown.locator('strong')).toHaveText(VAN)
    await expect(shown).toContainText('24.123456, 120.654321')
    await expect(shown).toContainText('61 km/h')
    await expect(shown.locator('path[transform]')).toHaveAttribute('transform', 'rotate(237 12 12)')
    await expect(entry(PARKED)).toContainText('23.700000, 120.500000')
  })
  await test.step('[MAP-39] a vehicle that is not offline has a button to its live view', async () => {
    await expect(entry(VAN).getByRole('button', { name: /^Liveview/ })).toHaveCount(1)
    await expect(entry(NOWHERE).getByRole('button', { name: /^Liveview/ })).toHaveCount(0)
  })
  const rowsOf = async (id: string): Promise<Record<string, string>> => {
    const [names, values] = [card(id).locator('dt'), card(id).locator('dd')]
    const texts = await values.allInnerTexts()
    return Object.fromEntries((await names.allInnerTexts()).map((name, at) => [name, texts[at] ?? '']))
  }
  const summary = page.waitForResponse((answer) => answer.url().endsWith('/gkmileage/summary') && answer.ok())
  await entry(VAN).locator('.map-entry-open').click()
  await summary
  const standing = { 'Overspeed count': '0', 'Parking count': '0' }
  const times = { 'Parking time': '00:00:00', 'Driving time': '00:00:00', 'Driver operating time': '00:00:00' }
  await expect.poll(() => rowsOf(VAN)).toMatchObject({ Distance: '0.000 km', ...standing, ...times })
  const rows = await rowsOf(VAN)
  await test.step('[MAP-14] [MAP-15] [MAP-16] the popup has device, memo, external id and plate', async () => {
    expect(rows).toMatchObject({
      Device: `Cold truck 9 · ${VAN}`,
      'External ID': 'X-42',
      'Licence plate': 'KAB-1207',
    })
  })
  await test.step('[MAP-17] [MAP-18] [MAP-20] [MAP-21] the popup has driver, licence, state and satellites', async () => {
    expect(rows).toMatchObject({ Driver: 'Lin Mei', 'Driver licence': 'DL-77', Status: 'Online', Satellites: '13' })
  })
  await test.step('[MAP-22] [MAP-23] [MAP-31] the popup has the time of the GPS point and the speed', async () => {
    expect(rows).toMatchObject({ Time: taipeiTime(timeS), Speed: '61 km/h' })
  })
  await test.step('[ENT-001] [ENT-005] [ENT-006] [ENT-041] id, external id and licence are those of its record', async () => {
    expect(rows).toMatchObject({ Device: `Cold truck 9 · ${VAN}`, 'External ID': 'X-42', 'Driver licence': 'DL-77' })
  })
  await test.step('[ENT-033] [ENT-034] [ENT-035] its position is that of its fix, and without one the place set by hand', async () => {
    await expect(entry(VAN)).toContainText('24.123456, 120.654321')
    await expect(entry(PARKED)).toContainText('23.700000, 120.500000')
  })
  await page.keyboard.press('Escape')
  await entry(NOWHERE).locator('.map-entry-open').click()
  await test.step('[MAP-15] [MAP-16] [MAP-17] [MAP-18] what is empty has no row', async () => {
    await expect.poll(async () => (await rowsOf(NOWHERE)).Device).toBe(NOWHERE)
    expect(Object.keys(await rowsOf(NOWHERE)).slice(0, 5)).toEqual(['Device', 'Status', 'Satellites', 'Time', 'Speed'])
  })
  await test.step('[MAP-19] [MAP-20] nor is an empty memo in the row of the device, and it is Offline', async () => {
    expect(await rowsOf(NOWHERE)).toMatchObject({ Device: NOWHERE, Status: 'Offline' })
  })
  await parked.close()
  for (const A of [PARKED, NOWHERE]) await operator.request('D02', { A })
  operator.close()
  expect(errors).toEqual([])
})

/** The device list on a phone that the operator uses beside the desktop. */
async function openPhone(page: Page): Promise<Page> {
  const phone = await page.context().newPage()
  await phone.route('**/gms.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.gmsConfig = { "mobile": true }' }),
  )
  await phone.goto(site.url('/blockview'))
  await expect(phone.getByRole('heading', { level: 1, name: 'Device List' })).toBeVisible()
  return phone
}

/** The colour of the vehicle's row as an eye sees it: the strongest part of its edge, or light where none is stronger. */
function colorOnPhone(phone: Page): Promise<string> {
  return phone.locator('.phone-device', { hasText: VAN }).evaluate((row) => {
    const parts = (getComputedStyle(row).borderLeftColor.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
    const most = Math.max(...parts)
    return most - Math.min(...parts) < 40 ? 'light' : (['red', 'green', 'blue'][parts.indexOf(most)] ?? '')
  })
}

/** What stands on the filter buttons of the footer, by their names. */
async function countsOf(page: Page): Promise<Record<string, number>> {
  const labels = await page
    .locator('.footer .filter-button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''))
  return Object.fromEntries(labels.map((label) => label.split(': ')).map(([name, count]) => [name, Number(count)]))
}

test('[ENT-018] [ENT-021] [ENT-025] [DASH-37] each value stands in its cell of the dashboard, in both states', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await page.addInitScript((columns) => localStorage.setItem('dashboardColumns', JSON.stringify(columns)), COLUMNS)
  await openPage(page, site, '/blockview')
  const row = page.getByRole('row').filter({ hasText: VAN })
  await expect(row).toContainText('Cold truck 9')
  const cells = (wanted: Record<string, string>) => expect.poll(() => cellsOf(page)).toMatchObject(wanted)
  await test.step('[ENT-002] [ENT-003] [ENT-004] [ENT-009] driver, memo, plate and number of channels', () =>
    cells({ Driver: 'Lin Mei', 'Device Memo': 'Cold truck 9', Plate: 'KAB-1207', Channel: '3' }))
  await test.step('[ENT-015] [ENT-016] [ENT-030] [VCP-085] volts, percent and signal', () =>
    cells({ Voltage: '13.8 V 68%', Signal: '81%' }))
  await test.step('[ENT-017] [ENT-020] [VCP-092] [ENT-105] the first temperature and all of them, in columns that the browser stored', () =>
    cells({ Temperature: '-18.4 °C', 'Loop Data': '-18.4, 3.7' }))
  await test.step('[ENT-019] [ENT-029] [ENT-031] [ENT-033] ignition, time zone, satellites and speed', () =>
    cells({ Acc: 'ON', 'Time Zone': 'UTC+08:00', Satellites: '13', Speed: '61 km/h' }))
  await cells({ Health: '91%', SD: '7 / 55' })
  await test.step('[ENT-032] [ENT-036] [VCP-090] its icon is drawn, in the direction it drives', async () => {
    await expect(row.locator('[data-icon="6"] path[transform="rotate(237 12 12)"]')).toBeVisible()
  })
  await test.step('[CONST0-01] [CONST0-10] a browser of en-GB shows the speed in kilometres, as a whole number', async () => {
    await expect(page.getByRole('button', { name: 'Length unit: Kilometre' })).toBeVisible()
    expect((await cellsOf(page)).Speed).toBe('61 km/h')
  })
  await test.step('[ENT-039] [FOOT-18] the plate is in its column, and the footer counts the vehicle as recording', async () => {
    await expect(row).toContainText('KAB-1207')
    await expect(page.getByRole('button', { name: 'Recording: 1', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Not Record: 0', exact: true })).toBeVisible()
  })
  await test.step('[DASH-45] [DASH-46] the last update is the status time of the row in the time of the operator', async () => {
    // Taipei is eight hours ahead of UTC. The time of the row goes on while the vehicle reports.
    await expect.poll(async () => (await cellsOf(page))['Last updated'] === taipeiTime(await statusTimeS())).toBe(true)
  })
  await test.step('[DASH-39] [DASH-40] [DASH-41] its icon is turned by the heading, with a dot while it is recording', async () => {
    await expect(row.getByRole('rowheader').locator('.state-badge path[transform]')).toHaveAttribute(
      'transform',
      'rotate(237 12 12)',
    )
    await expect(row.getByRole('rowheader').locator('.recording-dot')).toHaveCount(1)
  })
  await test.step('[ENT-011] [ENT-014] [ENT-028] it is online and recording, as of the operator’s own time', async () => {
    await expect.poll(async () => (await cellsOf(page))['Last updated'] === taipeiTime(await statusTimeS())).toBe(true)
    await expect(row.locator('.recording-dot')).toHaveCount(1)
    await expect(row).not.toHaveClass(/offline/)
  })
  await test.step('[FOOT-02] [FOOT-03] [FOOT-04] [FOOT-05] the footer has the time in the zone of the server, and moves on', async () => {
    const shown = page.getByRole('contentinfo').locator('[title="Server time"]')
    const beforeMs = Date.now()
    await expect(shown).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\+05:30$/)
    const first = (await shown.locator('time').textContent()) ?? ''
    await expect(shown.locator('time')).not.toHaveText(first)
    const next = (await shown.locator('time').textContent()) ?? ''
    const nextMs = Date.parse(`${next.replace(' ', 'T')}Z`) - SERVER_HOURS * 3_600_000
    expect(nextMs).toBeGreaterThan(beforeMs - 1000)
    expect(nextMs).toBeLessThanOrEqual(Date.now())
  })
  await test.step('[FOOT-06] [FOOT-07] [FOOT-08] [FOOT-10] the administrator sees the version and the licence of the server', async () => {
    await expect(page.getByRole('contentinfo')).toContainText(/Version \d+\.\d+\.\d+/)
    await expect(page.getByRole('contentinfo')).toContainText('Licence for 4321 devices')
  })
  await test.step('[FOOT-11] [FOOT-12] [FOOT-13] [FOOT-15] the vehicle is counted as driving and online', async () => {
    expect(await countsOf(page)).toMatchObject({ Driving: 1, Idle: 0, OverSpeed: 0, Online: 1, Offline: 0, All: 1 })
  })
  // Below ten a card is shown in red, the other one is not.
  await expect(row.locator('.low')).toHaveText(['7'])

  const laterS = timeS + 1
  const items = [healthItem({ percent: null, cards: [-1, -2] }), { id: 0x17, value: u16(0) }]
  const local = laterS + 8 * 3600
  await send({
    ...position,
    alarmBits: 1 << 11,
    statusBits: 0b10,
    speedDkmh: 0,
    items,
    localTimeS: local,
    timeBytes: timeBytes(local),
  })
  await cells({ Speed: '0 km/h', Acc: 'OFF', Voltage: '13.8 V 68%', Satellites: '13', Signal: '81%' })
  await cells({ Health: 'Fault: camera' })
  await test.step('[ENT-022] [ENT-023] [ENT-024] [ENT-026] no card is -, an unknown one is ?, and neither is red', () =>
    cells({ SD: '- / ?' }))
  await expect(row.locator('.low')).toHaveCount(0)

  await test.step('[FOOT-11] [FOOT-12] the vehicle that stands is counted as idle', () =>
    expect.poll(() => countsOf(page)).toMatchObject({ Driving: 0, Idle: 1, OverSpeed: 0 }))

  const phone = await openPhone(page)
  await test.step('[DASH-91] [DASH-92] [DASH-93] a phone shows it blue, green above 5 km/h and red above 100 km/h', async () => {
    await expect.poll(() => colorOnPhone(phone)).toBe('blue')
    for (const [at, [speedDkmh, color]] of (
      [
        [1000, 'green'],
        [50, 'blue'],
        [51, 'green'],
        [1001, 'red'],
      ] as const
    ).entries()) {
      const nextS = local + 1 + at
      await send({ ...position, speedDkmh, localTimeS: nextS, timeBytes: timeBytes(nextS) })
      await expect.poll(() => colorOnPhone(phone)).toBe(color)
    }
  })

  await test.step('[FOOT-13] the vehicle at 100.1 km/h is counted as too fast', () =>
    expect.poll(() => countsOf(page)).toMatchObject({ Driving: 1, Idle: 0, OverSpeed: 1 }))

  await test.step('[ENT-012] [ENT-013] without its connection it is offline and does not record', async () => {
    await camera.close()
    await expect(row).toHaveClass(/offline/, { timeout: 60_000 })
    await expect(row.locator('.recording-dot')).toHaveCount(0, { timeout: 60_000 })
  })
  await test.step('[DASH-94] [DASH-95] a phone shows it light, although it was fast', async () => {
    await expect.poll(() => colorOnPhone(phone)).toBe('light')
    await phone.close()
  })
  await test.step('[FOOT-15] [FOOT-16] [FOOT-17] the vehicle that is gone is counted as offline', () =>
    expect.poll(() => countsOf(page)).toMatchObject({ Driving: 0, Online: 0, Offline: 1, All: 1 }))
  await test.step('[FOOT-18] [FOOT-19] which the footer then counts as not recording', async () => {
    await expect(page.getByRole('button', { name: 'Recording: 0', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Not Record: 1', exact: true })).toBeVisible()
  })
  await test.step('[ENT-008] [ENT-010] [ENT-042] [ENT-043] its available channels are offered in the order of its record', async () => {
    await page.goto(site.url(`/splayback/${VAN}`))
    const buttons = page.locator('.channel-choice .channel-button')
    await expect(buttons.locator('.num')).toHaveText(['3', '1'])
    await expect(buttons.first()).toHaveAttribute('title', 'Door')
    await expect(buttons.last()).toHaveAttribute('title', 'ch1')
  })
  expect(errors).toEqual([])
})
