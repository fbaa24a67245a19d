// The map as an operator uses it: the fleet on it, a vehicle chosen in the list and on the map, its floating live view.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { townMap } from '@fleetglass/simulator'
import { expect, type Page, test } from '@playwright/test'
import { expectMovingPicture, openPage, signIn, watchErrors } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

let site: Site
let devices: string[]

test.beforeAll(async () => {
  site = await Site.start()
  devices = await site.startVehicles(3, 2)
})

test.afterAll(async () => {
  await site.close()
})

/** Where the vehicle of the open popup stands. */
async function markerOf(page: Page): Promise<{ x: number; y: number }> {
  const area = await page.locator('.map-box').boundingBox()
  const at = await page.locator('.map-anchor').evaluate((anchor) => new DOMMatrix(getComputedStyle(anchor).transform))
  return { x: (area?.x ?? 0) + at.e, y: (area?.y ?? 0) + at.f }
}

/** A site whose map starts with this caption. */
async function startWithCaption(page: Page, kind: 'memo' | 'driver'): Promise<void> {
  await page.unroute('**/gms.js')
  await page.route('**/gms.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `window.gmsConfig = { "markerCaption": "${kind}" }` }),
  )
}

/** Answers the texts that were drawn on canvases since the page was loaded: captions of markers are not in the document. */
async function watchDrawnTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const drawn = new Set<string>()
    Object.assign(window, { drawn })
    for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
      const draw = prototype.fillText
      prototype.fillText = function (text: string, ...place: [number, number]) {
        drawn.add(text)
        draw.call(this, text, ...place)
      }
    }
  })
  return () => page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn])
}

test('[MAP-01] [MAP-02] [MAP-32] the fleet is on a map of full height and in the list; a vehicle is opened from both', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const [device = ''] = devices
  const card = page.getByRole('region', { name: device, exact: true })
  await signIn(page, site)
  await expect(page).toHaveTitle(/^Welcome/)
  await page.locator('.map-box[data-painted]').waitFor()
  await expect(page.locator('.map-entry')).toHaveCount(devices.length)
  const [content, map] = await Promise.all([
    page.locator('#content').boundingBox(),
    page.locator('.map-box').boundingBox(),
  ])
  expect([map?.y, map?.height]).toEqual([content?.y, content?.height])

  await test.step('[MAP-10] [MAP-41] [MAP-43] by the keyboard from the list; Escape leads back', async () => {
    const entry = page.locator('.map-entry-open', { hasText: device })
    const asked = page.waitForRequest(site.url('/gkmileage/summary'))
    await entry.focus()
    await page.keyboard.press('Enter')
    await expect(card).toBeVisible()
    const summary = await (await asked).response()
    expect(await summary?.json(), '[MAP-11] the popup requests the summary of its device').toMatchObject({
      deviceid: device,
    })
    await expectMovingPicture(page.locator('.floating-live .tile'))
    await test.step('[MAP-42] [MAP-45] [MAP-46] with a speedometer from 0 to 220, with a tick every 20', async () => {
      const gauge = page.locator('.floating-live').getByRole('img', { name: /^Speed \d+ (mi|km)\/h$/ })
      await expect(gauge).toBeVisible()
      await expect(gauge.locator('.gauge-tick')).toHaveCount(12)
    })
    await page.getByRole('button', { name: 'Close the live view' }).click()
    await expect(page.locator('.floating-live')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(card).toHaveCount(0)
    await expect(entry).toBeFocused()
    const entries = page.locator('.map-entry-open')
    for (const [key, focused] of [
      ['Home', 0],
      ['ArrowDown', 1],
      ['End', 2],
    ] as const) {
      await page.keyboard.press(key)
      await expect(entries.nth(focused)).toBeFocused()
    }
  })

  await test.step('[MAP-09] by a click on its marker', async () => {
    // While the map still eases there, the marker is not where it was; then once more.
    await expect(async () => {
      if (!(await card.isVisible())) await page.locator('.map-entry-open', { hasText: device }).click()
      const marker = await markerOf(page)
      await page.keyboard.press('Escape')
      await expect(card).toHaveCount(0)
      await page.mouse.click(marker.x, marker.y)
      await expect(card).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await card.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(card).toHaveCount(0)
  })
  expect(errors).toEqual([])
})

test('[MAP-07] [MAP-08] [MAP-34] [MAP-35] markers and list start with the device id as caption; an empty driver or memo falls back to the id', async ({
  page,
}) => {
  const [named = '', unnamed = '', other = ''] = devices
  const operator = await site.operator()
  // A recorder reports its driver's card before its first position; a vehicle that was added in between has that driver.
  await expect
    .poll(async () => (await operator.devices()).filter(({ gps }) => gps !== '').map(({ deviceId }) => deviceId))
    .toEqual(expect.arrayContaining([named, unnamed]))
  await operator.request('D04', { A: named }, JSON.stringify({ vehicleid: 'Cold chain', driver: 'Mei' }))
  await operator.request('D04', { A: unnamed }, JSON.stringify({ vehicleid: '', driver: '' }))
  operator.close()
  const drawn = await watchDrawnTexts(page)
  await openPage(page, site, '/')
  const titles = page.locator('.map-entry strong')
  await expect(titles).toHaveCount(devices.length)
  const kinds = page.getByRole('radio')
  await expect(page.getByRole('radio', { name: 'Device ID' })).toBeChecked()
  await expect(kinds).toHaveCount(3)
  const entries = page.locator('.map-entry', { hasNotText: other })
  const shown = async () => (await entries.locator('strong').allInnerTexts()).sort()
  await expect.poll(shown).toEqual([named, unnamed].sort())
  const apart = page.getByRole('button', { name: 'Group vehicles that stand close together' })
  await apart.click()
  await expect.poll(drawn).toEqual(expect.arrayContaining([named, unnamed]))
  expect(await drawn()).not.toEqual(expect.arrayContaining(['Cold chain']))
  await page.getByText('Device Memo', { exact: true }).click()
  await expect.poll(shown).toEqual([unnamed, 'Cold chain'].sort())
  await expect.poll(drawn).toContain('Cold chain')
  await page.getByText('Driver', { exact: true }).click()
  await expect.poll(shown).toEqual([unnamed, 'Mei'].sort())
  await expect.poll(drawn).toContain('Mei')
  // A text that was drawn once is not drawn again: a page that begins with another caption shows what falls back to the id.
  for (const [kind, caption] of [
    ['memo', 'Cold chain'],
    ['driver', 'Mei'],
  ] as const) {
    await startWithCaption(page, kind)
    await page.reload()
    await apart.click()
    await expect.poll(drawn).toEqual(expect.arrayContaining([caption, unnamed]))
    expect(await drawn()).not.toContain(named)
  }
})

test('[C14] where the site wants it, the captions start with the names of the vehicles', async ({ page }) => {
  const [named = ''] = devices
  const operator = await site.operator()
  await operator.request('D04', { A: named }, JSON.stringify({ vehicleid: 'Cold chain', driver: 'Mei' }))
  operator.close()
  await startWithCaption(page, 'memo')
  await openPage(page, site, '/')
  await expect(page.getByRole('radio', { name: 'Device Memo' })).toBeChecked()
  const entry = page.locator('.map-entry', { hasText: 'Cold chain' })
  expect(await entry.locator('.map-entry-text').innerText()).toMatch(new RegExp(`^Cold chain\\n${named}\\n`))
})

test('[C15] the map explains how to add streets where there are none, and draws those of the simulated town from its file', async ({
  page,
}) => {
  const other = await Site.start()
  try {
    await openPage(page, other, '/')
    await page.getByText('No street map').click()
    await expect(page.getByText(/as basemap\.pmtiles into the data folder/)).toBeVisible()
    await other.killServer()
    writeFileSync(join(other.dataDir, 'basemap.pmtiles'), townMap(1, { lat: 24.0786, lng: 120.5285 }))
    await other.startServer()
    const tile = page.waitForResponse(
      (response) => response.url().includes('/api/basemap/tile') && response.status() === 200,
    )
    await page.goto(other.url('/'))
    expect((await (await tile).body()).includes('Fleetham')).toBe(true)
    await expect(page.getByText('No street map')).toHaveCount(0)
  } finally {
    await other.close()
  }
})
