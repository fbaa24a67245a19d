// Names that people gave their vehicles, as long as they may be, in places that are as small as they get.
import { expect, type Page, test } from '@playwright/test'
import { signIn } from './browser.ts'
import { Site } from './site.ts'

let site: Site
let devices: string[]
/** 31 characters, the most that a name has. */
const name = 'Nachtlinie Sued Umleitung Nr 31'

test.use({ viewport: { width: 1280, height: 720 } })

test.beforeAll(async () => {
  site = await Site.start({ site: { markerCaption: 'memo' } })
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

test('[C8] the live view shows at least six vehicles at 1280 x 720, and a name of 31 characters breaks no page', async ({
  page,
}) => {
  const [id = ''] = devices
  await signIn(page, site)
  await page.goto(site.url(`/liveview/${id}`))
  await expect(page.locator('.tile[data-state="playing"]').first()).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('.live-side .vehicle-map canvas, .live-side .map-panel').first()).toBeVisible()
  const seen = () =>
    page.locator('.live-side .device-entries').evaluate((list) => {
      const { top, bottom } = list.getBoundingClientRect()
      const whole = [...list.querySelectorAll('.device-entry')].map((entry) => entry.getBoundingClientRect())
      return whole.filter((box) => box.top >= top - 1 && box.bottom <= bottom + 1).length
    })
  await expect.poll(seen).toBeGreaterThanOrEqual(6)
  const side = page.locator('.live-side')
  expect(await side.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0)
  expect(await outside(page)).toEqual([])
  for (const path of ['/blockview', '/', `/splayback/${id}`, '/treeview']) {
    await page.goto(site.url(path))
    await page.getByRole('contentinfo').waitFor()
    await expect.poll(() => outside(page), path).toEqual([])
  }
})

test('[C14] the name stands before the number in lists, tiles and pickers; a narrow tile keeps its channel in sight', async ({
  page,
}) => {
  const [id = ''] = devices
  await signIn(page, site)
  await page.goto(site.url(`/liveview/${id}`))
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
