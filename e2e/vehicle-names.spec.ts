// Names that people gave their vehicles, as long as they may be, in places that are as small as they get.
import { expect, type Page, test } from '@playwright/test'
import { openPage } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

let site: Site
let devices: string[]
/** 31 characters, the most that a name has. */
const name = 'Nachtlinie Sued Umleitung Nr 31'

test.use({ viewport: { width: 1280, height: 720 } })

test.beforeAll(async () => {
  site = await Site.start({ site: { markerCaption: 'memo' }, overspeedKmh: 30 })
  devices = await site.startVehicles(8, 4)
  const operator = await site.operator()
  const drivers = { driver: 'Maximiliane Musterfrau-Beispiel', plate: 'KAA-1234' }
  for (const id of devices) await operator.request('D04', { A: id }, JSON.stringify({ vehicleid: name, ...drivers }))
  operator.close()
})

test.afterAll(() => site.close())

/** What reaches out of the place it stands in: the page, a list, a panel, a tile. */
function outside(page: Page): Promise<string[]> {
  return page.locator('#content').evaluate((content, text) => {
    const found = [...content.querySelectorAll('*')].filter(
      (one) =>
        one.childElementCount === 0 && (one.textContent ?? '').includes(text.slice(0, 12)) && one.clientHeight > 0,
    )
    const wrong: string[] = []
    if (found.length === 0) wrong.push('the name is nowhere')
    if (content.scrollWidth > content.clientWidth)
      wrong.push(`the page is ${content.scrollWidth - content.clientWidth} px too wide`)
    for (const one of found) {
      const place = one.closest('.tile, .wall-card, .panel, .map-list, .device-live, section, main')
      const box = one.getBoundingClientRect()
      const around = (place ?? content).getBoundingClientRect()
      if (box.left < around.left - 1 || box.right > around.right + 1) wrong.push(`${one.className}: ${one.textContent}`)
    }
    for (const button of content.querySelectorAll('.tile-head button, .wall-card-head button, header button')) {
      const place = button.closest('.tile, .wall-card, section')?.getBoundingClientRect()
      const box = button.getBoundingClientRect()
      if (place && box.width > 0 && (box.left < place.left - 1 || box.right > place.right + 1))
        wrong.push(`the button ${button.getAttribute('aria-label')} lies outside`)
    }
    return wrong
  }, name)
}

/** How many vehicles of the live view's list are in sight from top to bottom. */
function wholeEntries(page: Page): Promise<number> {
  return page.locator('.live-side .device-entries').evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect()
    const whole = [...list.querySelectorAll('.device-entry')].map((entry) => entry.getBoundingClientRect())
    return whole.filter((box) => box.top >= top - 1 && box.bottom <= bottom + 1).length
  })
}

/** Whether the first part ends before the second begins, both inside the window. */
async function standsBeside(page: Page, first: string, second: string): Promise<boolean> {
  const [left, right] = [await page.locator(first).boundingBox(), await page.locator(second).boundingBox()]
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  if (left === null || right === null || left.x + left.width > right.x) return false
  return [left, right].every((box) => box.x + box.width <= width && box.y + box.height <= height)
}

test('[C8] the live view shows at least six vehicles at 1280 x 720, and a name of 31 characters breaks no page', async ({
  page,
}) => {
  const [id = ''] = devices
  await openPage(page, site, `/liveview/${id}`)
  await expect(page.locator('.tile[data-state="playing"]').first()).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('.live-side .vehicle-map canvas, .live-side .map-panel').first()).toBeVisible()
  await expect.poll(() => wholeEntries(page)).toBeGreaterThanOrEqual(6)
  const side = page.locator('.live-side')
  expect(await side.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0)
  expect(await outside(page)).toEqual([])
  expect(await standsBeside(page, '.live-side', '.device-live')).toBe(true)
  for (const path of ['/blockview', '/', `/splayback/${id}`, '/treeview']) {
    await page.goto(site.url(path))
    await page.getByRole('contentinfo').waitFor()
    await expect.poll(() => outside(page), path).toEqual([])
  }
})

test('[C8] the live view at 1280 x 720 shows at least six vehicles also while a notice has its place above it', async ({
  page,
}) => {
  await openPage(page, site, `/liveview/${devices[0]}`)
  await expect(page.locator('.live-side .vehicle-map')).toBeVisible()
  await expect
    .poll(async () => ((await page.locator('.toasts .notice').count()) > 0 ? wholeEntries(page) : 0), {
      timeout: 60_000,
    })
    .toBeGreaterThanOrEqual(6)
  // The vehicle stands in the middle of its map, however low the map has become.
  const [panel, map] = [page.locator('.live-side .vehicle-map'), page.locator('.live-side .map-panel')]
  await expect
    .poll(async () => {
      const [around, box] = [await panel.boundingBox(), await map.boundingBox()]
      if (around === null || box === null) return Number.POSITIVE_INFINITY
      return Math.abs(around.y + around.height / 2 - (box.y + box.height / 2))
    })
    .toBeLessThan(2)
})

test('[C14] the name stands before the number in lists, tiles and pickers; a narrow tile keeps its channel in sight', async ({
  page,
}) => {
  const [id = ''] = devices
  await openPage(page, site, `/liveview/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} · ${id}`)
  const entry = page.locator('.device-entry').first()
  expect(await entry.locator('.device-entry-words').innerText()).toMatch(new RegExp(`^${name}\\n\\d{11} · `))
  await page.goto(site.url('/treeview'))
  await page.getByRole('button', { name: `Channels of ${name} · ${id}` }).click()
  for (const channel of ['ch1', 'ch2', 'ch3', 'ch4'])
    await page.getByRole('navigation', { name: 'Devices and channels' }).getByRole('button', { name: channel }).click()
  await expect(page.locator('[data-tile] > section')).toHaveCount(4)
  expect(await page.locator('[data-tile] > section').first().getAttribute('aria-label')).toBe(`${name} · ${id} · ch1`)
  for (const part of await page.locator('.tile-names-part').all()) {
    const cut = await part.evaluate((element) => element.scrollWidth - element.clientWidth)
    const box = await part.boundingBox()
    const head = await part.locator('xpath=ancestor::header').boundingBox()
    expect([cut, (box?.width ?? 0) > 0]).toEqual([0, true])
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((head?.x ?? 0) + (head?.width ?? 0))
  }
  await expect.poll(() => outside(page)).toEqual([])
  await page.goto(site.url(`/splayback/${id}`))
  await expect(page.getByRole('button', { name: new RegExp(`${name} - ${id} - `) })).toBeVisible()
})
