// Where a vehicle was yesterday: queried, pointed at, played with its recording, and downloaded as files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import { DrivenDevice, eastOf } from '../apps/server/test/devices/driven-device.ts'
import { recordVideo } from '../apps/server/test/devices/recorded-video.ts'
import { expectMovingPicture, openPage, watchErrors } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

const VAN = '13900000005'
/** What the recorder reports about itself when it registers. */
const PLATE = 'TEST 1'
/** Yesterday at ten; a minute and a half of driving, and a few points an hour later. */
const START_S = Math.floor(Date.now() / 86_400_000 - 1) * 86_400 + 10 * 3600
const POINTS = 90
const LATER = 5
const EVENT_AT = 60

const date = new Date(START_S * 1000)
const two = (value: number) => String(value).padStart(2, '0')
const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
const hour = two(date.getHours())

test.use({ locale: 'en-GB' })

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  const video = { deviceId: VAN, channel: 1, clip: 'road', sound: false } as const
  recordVideo(join(site.dataDir, 'media'), { ...video, startMs: START_S * 1000, seconds: 58 })
  const operator = await site.operator()
  await operator.request('D01', { A: VAN, C: '1', F: '0' })
  operator.close()
  const van = await DrivenDevice.connect(site, VAN)
  const driven = (index: number) =>
    [START_S + index, eastOf(index * 15), { speedKmh: 54, alarmBits: index === EVENT_AT ? 1 : 0 }] as const
  const later = (index: number) => [START_S + 3600 + index, eastOf(1400 + index * 300), { speedKmh: 120 }] as const
  await van.drive(
    ...Array.from({ length: POINTS }, (_, index) => driven(index)),
    ...Array.from({ length: LATER }, (_, index) => later(index)),
  )
  await van.close()
})

test.afterAll(async () => {
  await site.close()
})

/** Where an element of the map stands within it. */
const placeOf = (anchor: Locator) =>
  anchor.evaluate((element) => {
    const { e, f } = new DOMMatrix(getComputedStyle(element).transform)
    return { x: e, y: f }
  })

/** How many pixels of the ways have a colour of the theme. */
const pixelsOf = (canvas: Locator, name: string) =>
  canvas.evaluate((element, name) => {
    const { width, height } = element as HTMLCanvasElement
    const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (probe === null) return 0
    probe.fillStyle = getComputedStyle(element).getPropertyValue(name).trim()
    probe.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = probe.getImageData(0, 0, 1, 1).data
    const data = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? []
    let count = 0
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) count++
    return count
  }, name)

test('a day of positions is queried, pointed at, played and downloaded', async ({ page }) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/gpsplayback')
  await page.getByRole('button', { name: /^Device: / }).click()
  await page.locator('.device-select-entry', { hasText: VAN }).click()
  await page.locator(`[data-day="${day}"] button`).click()
  await page.getByLabel('Show events').check()
  await page.getByRole('button', { name: 'Query GPS' }).click()
  const chart = page.locator('.speed-chart')
  await expect(chart).toHaveAttribute('data-points', String(POINTS))
  const [start, end] = [page.locator('.track-flag-start'), page.locator('.track-flag-end')]
  const anchor = page.locator('.track-anchor').first()

  await test.step('[GPSP-46] [GPSP-47] [GPSP-52] the whole track is in the map, and its ends have plate and time', async () => {
    await page.locator('.map-box[data-painted]').waitFor()
    await expect(start).toHaveText(`Start${PLATE}${hour}:00:00`)
    await expect(end).toHaveText(`End${PLATE}${two(date.getHours() + 1)}:00:04`)
    const box = await page.locator('.track-map').boundingBox()
    for (const flag of [anchor, page.locator('.track-anchor').nth(1)]) {
      const { x, y } = await placeOf(flag)
      expect([x > 0 && x < (box?.width ?? 0), y > 0 && y < (box?.height ?? 0)]).toEqual([true, true])
    }
  })

  await test.step('[GPSP-50] [GPSP-51] the track is a line, and the hour one in another colour', async () => {
    const ways = page.locator('.track-ways')
    await expect.poll(() => pixelsOf(ways, '--st-overSpeed')).toBeGreaterThan(50)
    await expect.poll(() => pixelsOf(ways, '--st-idle')).toBeGreaterThan(50)
  })

  await test.step('[GPSP-27] [GPSP-28] a bar under the pointer shows what it is, and the map goes to its place', async () => {
    const before = await placeOf(anchor)
    const bars = await chart.boundingBox()
    // The bars of a minute and a half stand at the left of the hour.
    await page.mouse.move((bars?.x ?? 0) + 42, (bars?.y ?? 0) + 100)
    await expect(chart.locator('.speed-tip')).toHaveText(new RegExp(`^54 km/h at ${hour}:0[01]:`))
    await expect.poll(() => placeOf(anchor)).not.toEqual(before)
  })

  await test.step('[GPSP-48] [GPSP-49] an event opens from the list and from the map', async () => {
    await page.getByText('Events (1)').click()
    await page.locator('.trip-entry').click()
    const card = page.locator('.event-card')
    const received = card.locator('dd')
    await expect(received).toHaveText([
      PLATE,
      '',
      'Emergency button',
      day,
      `${hour}:01:00`,
      /^24\.08\d+,120\.53\d+$/,
      '54 km/h',
    ])
    await card.getByRole('button', { name: 'Close' }).click()
    const { x, y, width, height } = (await page.locator('.track-map').boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    }
    await page.mouse.click(x + width / 2, y + height / 2)
    await expect(card).toBeVisible()
    await card.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('[GPSP-29] [GPSP-66] a click on a bar plays the recording of its time', async () => {
    await chart.click({ position: { x: 36, y: 100 } })
    await expect(page.getByRole('dialog')).toContainText(`Playback of ${VAN}, ${day} ${hour}:00:`)
    await expectMovingPicture(page.locator('.gps-playback .tile'))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('[GPSP-69] the whole result is saved as files', async () => {
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(csv.suggestedFilename()).toBe(`${VAN}_${day.replaceAll('-', '')}_gps.csv`)
    const rows = readFileSync(await csv.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(rows).toHaveLength(1 + POINTS + LATER)
    expect(rows[0]).toMatch(/^\uFEFF#,Time,Lat,Lng,Speed,Direction/)
    expect(rows[1]).toMatch(new RegExp(`^1,${day} ${hour}:00:00,24\\.08,120\\.53,54,90`))
    const [gpx] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save as GPX' }).click(),
    ])
    expect(gpx.suggestedFilename()).toBe(`${VAN}_${day.replaceAll('-', '')}_gps.gpx`)
    expect(readFileSync(await gpx.path(), 'utf8').match(/<trkpt /g)).toHaveLength(POINTS + LATER)
  })

  await test.step('[GPSP-53] [GPSP-54] [GPSP-55] [GPSP-56] the result as Json has the points, the hours and the events', async () => {
    const [json] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export Json' }).click(),
    ])
    const result = JSON.parse(readFileSync(await json.path(), 'utf8'))
    const midnightS = new Date(`${day}T00:00:00`).getTime() / 1000
    expect(result).toMatchObject({ deviceid: VAN, begintime: midnightS, endtime: midnightS + 86_399, maxSpeed: 120 })
    expect(result.list).toHaveLength(POINTS + LATER)
    const { lat, lng } = eastOf(0)
    const first = { time: START_S * 1000, speedInKmh: 54, trackingAngle: 90 }
    expect(result.list[0]).toMatchObject({ ...first, lat: expect.closeTo(lat, 5), lng: expect.closeTo(lng, 5) })
    const seconds = result.dayData.map((points: { seconds: number }[]) => points.map((point) => point.seconds))
    const counted = (length: number) => Array.from({ length }, (_, index) => index)
    const hours = { [date.getHours()]: counted(POINTS), [date.getHours() + 1]: counted(LATER) }
    expect(seconds).toEqual(Array.from({ length: 24 }, (_, index) => hours[index] ?? []))
    // The end of the alarm, a second later, is in the result and is not shown.
    expect(result.events).toEqual(
      [EVENT_AT, EVENT_AT + 1].map((second) => ({
        appdevid: 21,
        name: 'Emergency button',
        eventtimeutc: START_S + second,
        speed: 54,
        vehiclex: expect.closeTo(eastOf(second * 15).lat, 5),
        vehicley: expect.closeTo(eastOf(second * 15).lng, 5),
        show: second === EVENT_AT,
      })),
    )
  })

  await test.step('[GPSP-31] [GPSP-32] [GPSP-33] [GPSP-34] Full View has a row for each hour, green with data and red without', async () => {
    await page.getByRole('button', { name: 'Full View' }).click()
    await expect(page.locator('.overview-row')).toHaveCount(24)
    const bar = page.locator('.overview-row').nth(date.getHours()).locator('.overview-bar')
    const colourOf = (name: string) =>
      bar.locator(name).evaluate((element) => {
        const context = document.createElement('canvas').getContext('2d')
        if (context === null) return [0, 0, 0]
        context.fillStyle = getComputedStyle(element).backgroundColor
        context.fillRect(0, 0, 1, 1)
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
      })
    const [green, red] = [await colourOf('.heard'), await colourOf('.unheard')]
    expect(green[1]).toBeGreaterThan(Math.max(green[0] ?? 0, green[2] ?? 0))
    expect(red[0]).toBeGreaterThan(Math.max(red[1] ?? 0, red[2] ?? 0))
    const widthOf = (name: string) => bar.locator(name).evaluate((element) => element.getBoundingClientRect().width)
    // The last point counts for a minute more.
    expect((await widthOf('.heard')) / (await widthOf('.unheard'))).toBeCloseTo((POINTS - 1 + 60) / 3_600, 3)
  })
  expect(errors).toEqual([])
})
