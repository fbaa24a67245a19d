// What only a browser can show of the dashboard: the small maps, the layout of long names, the menu of a row, a long list.
import { expect, test } from '@playwright/test'
import { DrivenDevice } from '../apps/server/test/devices/driven-device.ts'
import { openPage, watchErrors } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

let site: Site
let devices: string[]
/** Registered in another order than they are listed in. */
const parked = ['dev10', 'Dev2', 'dev1']

test.beforeAll(async () => {
  site = await Site.start()
  devices = await site.startVehicles(2, 1)
  const operator = await site.operator()
  for (const id of ['no-gps', ...parked]) await operator.request('D01', { A: id, C: '1', F: '0' })
  const record = { driver: `<b>"\u202E${'long '.repeat(4)}`, plate: '"><script>' }
  await operator.request('D04', { A: 'no-gps' }, JSON.stringify(record))
  operator.close()
})

test.afterAll(async () => {
  await site.close()
})

test('[SHELL-025] the address /blockview, typed or loaded again, is the dashboard', async ({ page }) => {
  await openPage(page, site, '/blockview')
  for (const _ of ['typed', 'loaded again']) {
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: devices[0] ?? '' })).toBeVisible()
    await expect(page).toHaveURL(site.url('/blockview'))
    await page.reload()
  }
})

test('[DASH-83] [DASH-84] [DASH-85] beside the table each device of the page has a small map, three in a row, or a note that it has no fix', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/blockview')
  const cards = page.getByRole('list', { name: 'Where they are' }).getByRole('listitem')
  const count = devices.length + 1 + parked.length
  await expect(cards).toHaveCount(count)
  for (const device of devices) {
    const map = page.getByRole('img', { name: `Map around ${device}` })
    await expect.poll(() => map.evaluate(coloursOf)).toBeGreaterThan(3)
  }
  const without = cards.filter({ hasText: 'no-gps' })
  await expect(without).toContainText('GPS signal not found!')
  await expect(without.locator('canvas')).toHaveCount(0)
  const boxes = await Promise.all(Array.from({ length: count }, (_, index) => cards.nth(index).boundingBox()))
  const table = await page.getByRole('table').boundingBox()
  const rows = [...new Set(boxes.map((box) => box?.y))].map((y) => boxes.filter((box) => box?.y === y).length)
  expect(rows).toEqual([3, 3])
  await test.step('[DASH-82] both start in the natural order of the device ids, whatever their case', async () => {
    const listed = [...devices.toSorted(), 'dev1', 'Dev2', 'dev10', 'no-gps']
    await expect(page.getByRole('rowheader').locator('.device-name-text > span')).toHaveText(listed)
    await expect(cards.locator('strong')).toHaveText(listed)
  })
  expect(boxes.every((box) => box !== null && table !== null && box.x > table.x && box.width < 260)).toBe(true)
  expect(errors).toEqual([])
})

test('[MAP-55] [CONST1-04] the small maps request tiles of zoom 16 from a tile server', async ({ page }) => {
  const tiles = { tileUrl: site.url('/panel-tiles/{z}/{x}/{y}.png') }
  await page.route('**/gms.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `window.gmsConfig = ${JSON.stringify(tiles)}` }),
  )
  const zooms: string[] = []
  await page.route('**/panel-tiles/**', (route) => {
    zooms.push(new URL(route.request().url()).pathname.split('/')[2] ?? '')
    return route.abort()
  })
  await openPage(page, site, '/blockview')
  await expect.poll(() => zooms.length).toBeGreaterThan(3)
  expect(new Set(zooms)).toEqual(new Set(['16']))
})

test('names do not break the layout, and the menu of a row is not cut off', async ({ page }) => {
  await openPage(page, site, '/blockview')
  const row = page.getByRole('row').filter({ hasText: 'no-gps' })
  await expect(row).toContainText('"><script>')
  const [height, others] = await Promise.all([
    row.evaluate((one) => one.getBoundingClientRect().height),
    page
      .getByRole('row')
      .nth(1)
      .evaluate((one) => one.getBoundingClientRect().height),
  ])
  expect(height).toBeCloseTo(others, 0)
  const scrolls = await page.locator('.table-scroll').evaluate((box) => box.scrollWidth > box.clientWidth)
  expect(scrolls).toBe(false)
  await row.getByRole('button', { name: 'Actions for no-gps' }).click()
  await page.getByRole('button', { name: 'Delete all local records' }).click()
  await expect(page.getByRole('dialog')).toContainText('no-gps')
})

test('the name of a device stays in sight beside the last columns, and in Arabic what is in a column stands under its heading', async ({
  page,
}) => {
  await page.addInitScript((all) => localStorage.setItem('dashboardColumns', JSON.stringify(all)), everyColumn)
  await page.setViewportSize({ width: 1000, height: 768 })
  await openPage(page, site, '/blockview')
  const row = page.getByRole('row').filter({ hasText: devices[0] ?? '' })
  await expect(row).toContainText(/(mi|km)\/h/)
  await row.getByRole('button', { name: `Remove ${devices[0]}` }).scrollIntoViewIfNeeded()
  await expect(row.getByRole('rowheader')).toBeInViewport({ ratio: 0.95 })
  const scrolled = await page.locator('.table-scroll').evaluate((box) => box.scrollLeft)
  expect(scrolled).toBeGreaterThan(100)
  await page.evaluate(() => localStorage.setItem('language', 'ar'))
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(row).toContainText(/(mi|km)\/h/)
  expect(await page.getByRole('table').evaluate(apartFromHeadings)).toEqual([])
})

test('[DASH-86] [DASH-88] a vehicle that is online and not registered is among the new devices, and a button registers it', async ({
  page,
}) => {
  const id = '13899990001'
  const vehicle = await DrivenDevice.connect(site, id)
  await openPage(page, site, '/blockview')
  const row = page.getByRole('row').filter({ hasText: id })
  const isNew = page.getByRole('region', { name: 'New devices' })
  await expect(isNew).toContainText(id)
  await expect(isNew).not.toContainText('no-gps')
  await expect(row).toHaveCount(0)
  await isNew.getByRole('button', { name: `Add ${id}` }).click()
  await expect(row).toHaveCount(1)
  await expect(isNew).not.toContainText(id)
  const operator = await site.operator()
  await operator.request('D02', { A: id })
  operator.close()
  await vehicle.close()
})

const everyColumn = [
  'driver',
  'memo',
  'plate',
  'speed',
  'channel',
  'signal',
  'acc',
  'voltage',
  'temperature',
  'timezone',
]

/** Read from the right: which texts do not begin where their heading begins, and which numbers do not end where it ends. */
function apartFromHeadings(table: Element): string[] {
  const edges = (cell: Element) => {
    const range = document.createRange()
    // Of the text itself: the box around it may be wider.
    range.selectNodeContents(cell.firstElementChild ?? cell)
    return range.getBoundingClientRect()
  }
  const headings = [...table.querySelectorAll('thead th')]
  return [...table.querySelectorAll('tbody tr')].flatMap((row) =>
    [...row.querySelectorAll('td:not(.action-cell)')]
      .map((cell) => ({ cell, heading: headings[(cell as HTMLTableCellElement).cellIndex] }))
      .filter(({ cell, heading }) => {
        if (!heading || cell.textContent === '') return false
        const [is, wanted] = [edges(cell), edges(heading)]
        const side = cell.className === 'numeric' ? 'left' : 'right'
        return Math.abs(is[side] - wanted[side]) > 2
      })
      .map(({ cell, heading }) => `${heading?.textContent}: ${cell.textContent}`),
  )
}

/** How many colours a canvas shows. */
function coloursOf(canvas: Element): number {
  const { width, height } = canvas as HTMLCanvasElement
  const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data.buffer
  return new Set(pixels ? new Uint32Array(pixels) : []).size
}
