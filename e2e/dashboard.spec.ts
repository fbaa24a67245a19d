// The dashboard where only a browser can tell: the small maps, the layout of long names, the menu of a row, a long list.
import { expect, test } from '@playwright/test'
import { signIn, watchErrors } from './browser.ts'
import { Site } from './site.ts'

let site: Site
let devices: string[]

test.beforeAll(async () => {
  site = await Site.start()
  devices = await site.startVehicles(2, 1)
  const operator = await site.operator()
  await operator.request('D01', { A: 'no-gps', C: '1', F: '0' })
  const record = { driver: `<b>"\u202E${'long '.repeat(4)}`, plate: '"><script>' }
  await operator.request('D04', { A: 'no-gps' }, JSON.stringify(record))
  operator.close()
})

test.afterAll(async () => {
  await site.close()
})

test('DASH-83 DASH-84 DASH-85 beside the table each device of the page has a small map, three in a row, or says that it has no fix', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page, site)
  await page.goto(site.url('/blockview'))
  const cards = page.getByRole('list', { name: 'Where they are' }).getByRole('listitem')
  await expect(cards).toHaveCount(3)
  for (const device of devices) {
    const map = page.getByRole('img', { name: `Map around ${device}` })
    await expect.poll(() => map.evaluate(coloursOf)).toBeGreaterThan(3)
  }
  const without = cards.filter({ hasText: 'no-gps' })
  await expect(without).toContainText('GPS signal not found!')
  await expect(without.locator('canvas')).toHaveCount(0)
  const boxes = await Promise.all([0, 1, 2].map((index) => cards.nth(index).boundingBox()))
  const table = await page.getByRole('table').boundingBox()
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
  expect(boxes.every((box) => box !== null && table !== null && box.x > table.x && box.width < 260)).toBe(true)
  expect(errors).toEqual([])
})

test('names do not break the layout, and the menu of a row is not cut off', async ({ page }) => {
  await signIn(page, site)
  await page.goto(site.url('/blockview'))
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
  await signIn(page, site)
  await page.evaluate((all) => localStorage.setItem('dashboardColumns', JSON.stringify(all)), everyColumn)
  await page.setViewportSize({ width: 1000, height: 768 })
  await page.goto(site.url('/blockview'))
  const row = page.getByRole('row').filter({ hasText: devices[0] ?? '' })
  await expect(row).toContainText(/mph|km\/h/)
  await row.getByRole('button', { name: `Remove ${devices[0]}` }).scrollIntoViewIfNeeded()
  await expect(row.getByRole('rowheader')).toBeInViewport({ ratio: 0.95 })
  const scrolled = await page.locator('.table-scroll').evaluate((box) => box.scrollLeft)
  expect(scrolled).toBeGreaterThan(100)
  await page.evaluate(() => localStorage.setItem('language', 'ar'))
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(row).toContainText(/mph|km\/h/)
  expect(await page.getByRole('table').evaluate(apartFromHeadings)).toEqual([])
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
