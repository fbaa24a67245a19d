// Places on screen where the page is read from right to left, is as wide as a phone, or is low: measured in their places.
import { expect, type Page, test } from '@playwright/test'
import { openPage } from '../tools/site/browser.ts'
import { Site, until } from '../tools/site/site.ts'

let site: Site
let device = ''
/** 31 characters, the most that a name has. */
const name = 'Krankentransport Nordwest 12345'

test.beforeAll(async () => {
  site = await Site.start()
  ;[device = ''] = await site.startVehicles(1, 2)
  const operator = await site.operator()
  const record = { vehicleid: name, driver: 'Maximiliane Musterfrau-Beispiel', plate: 'KAA-1234' }
  await operator.request('D04', { A: device }, JSON.stringify(record))
  const [first] = await operator.devices()
  await until('the vehicle is recorded and has moved', async () => {
    const [now] = await operator.devices()
    return now?.recording === true && placeOf(now.gps) !== placeOf(first?.gps ?? '')
  })
  operator.close()
})

test.afterAll(() => site.close())

const placeOf = (gps: string): string => gps.split(',').slice(1, 3).join()

async function openIn(page: Page, language: string, path: string): Promise<void> {
  await page.addInitScript((code) => localStorage.setItem('language', code), language)
  await openPage(page, site, path)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Where the parts of the track stand, in pixels from the left of their map. */
async function placesOnTrackMap(page: Page) {
  await expect(page.locator('.track-flag')).toHaveCount(2)
  await expect(page.locator('.track-map .map-box[data-painted]')).toBeVisible()
  return page.locator('.track-map').evaluate((map) => {
    const left = map.getBoundingClientRect().left
    const box = (of: string) => map.querySelector(of)?.getBoundingClientRect()
    const middle = (of: string) => Math.round(((box(of)?.left ?? 0) + (box(of)?.right ?? 0)) / 2 - left)
    const anchor = Math.round((box('.track-anchor')?.left ?? 0) - left)
    const credit = box('.map-credit')
    const scale = box('.maplibregl-ctrl-scale')
    return {
      flagOverItsPlace: Math.abs(middle('.track-flag-start') - anchor) <= 1,
      anchorInMap: anchor > 0 && anchor < map.getBoundingClientRect().width,
      wayOverMap: middle('.track-layer canvas') === middle('.map-box'),
      creditAtTheBottom: credit === undefined || (scale !== undefined && credit.bottom > scale.top),
    }
  })
}

for (const language of ['en', 'ar'])
  test(`[GPSP-46] [GPSP-50] the flags and the line of a track stand over their places in the language ${language}`, async ({
    page,
  }) => {
    await openIn(page, language, `/gpsplayback?device=${device}`)
    const right = { flagOverItsPlace: true, anchorInMap: true, wayOverMap: true, creditAtTheBottom: true }
    await expect.poll(() => placesOnTrackMap(page)).toEqual(right)
  })

for (const language of ['en', 'ar'])
  test(`[C8] a long name widens no page of a phone, and a low live view cuts no number in the language ${language}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await openIn(page, language, `/liveview/${device}`)
    const number = page.locator('.vehicle-facts dd').first()
    await expect(number).toHaveText(device)
    expect(await number.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(site.url(`/liveview/${device}`))
    await expect(page.locator('.live-title')).toContainText(name)
    const outside = await page.locator('.live-title, .live-tools, .tile').evaluateAll((parts) =>
      parts
        .map((part) => part.getBoundingClientRect())
        .filter(({ left, right }) => left < 0 || right > window.innerWidth)
        .map(({ left, right }) => [left, right]),
    )
    expect(outside).toEqual([])
    await page.goto(site.url('/treeview'))
    const title = page.locator('#tree-title')
    await expect(title).toHaveText('default')
    expect(await title.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
  })

test('[C3] the search of the top bar has room for a name in every language at 1280 and 1920 px', async ({ page }) => {
  for (const language of ['en', 'ar']) {
    await openIn(page, language, '/idle')
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const box = page.locator('.device-search input')
      await expect.poll(async () => (await box.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(170)
      expect(await box.evaluate((field) => getComputedStyle(field).textOverflow)).toBe('ellipsis')
    }
  }
})

for (const [place, hour] of [
  ['at the begin of the day', 0],
  ['at noon', 12],
  ['at the end of the day', 23],
] as const) {
  test(`[C7] the time of the pointer stands beside the time of the picture ${place}`, async ({ browser }) => {
    const context = await browser.newContext({ timezoneId: zoneWhereItIs(hour) })
    const page = await context.newPage()
    await openPage(page, site, `/splayback/${device}`)
    await page.getByRole('button', { name: /^Play the latest/ }).click()
    const shown = page.locator('.timeline-time:not(.timeline-pointed)')
    await expect(shown).toBeVisible({ timeout: 60_000 })
    const slider = await page.locator('.timeline-slider').boundingBox()
    const label = await shown.boundingBox()
    if (slider === null || label === null) throw new Error('the timeline is not on the page')
    for (const offset of [-20, 20]) {
      await page.mouse.move(label.x + label.width / 2 + offset, slider.y + slider.height / 2)
      await expect
        .poll(async () => {
          const [one, other] = [await shown.boundingBox(), await page.locator('.timeline-pointed').boundingBox()]
          if (one === null || other === null) return 'not shown'
          if (other.x < slider.x || other.x + other.width > slider.x + slider.width) return 'beyond the line'
          return one.x + one.width <= other.x + 1 || other.x + other.width <= one.x + 1 ? 'apart' : 'overlapping'
        })
        .toBe('apart')
    }
    await context.close()
  })
}

/** A time zone whose clocks show this hour now. The names of these zones have the sign the other way round. */
function zoneWhereItIs(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
