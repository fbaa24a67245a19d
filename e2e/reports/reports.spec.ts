// A table of a page becomes a PDF file of the real server, and a report is scheduled.
import { expect, type Page, test } from '@playwright/test'
import { readPdf } from '../../apps/server/test/pdf/pdf-texts.ts'
import { watchErrors } from '../../tools/site/browser.ts'
import { PASSWORD, Site } from '../../tools/site/site.ts'

const VAN = '13800138001'

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  const operator = await site.operator()
  await operator.request('D01', { A: VAN, C: '2', F: '0' })
  operator.close()
})

test.afterAll(async () => {
  await site.close()
})

async function signIn(page: Page): Promise<void> {
  await page.goto(site.url('/login'))
  await page.getByLabel('User name', { exact: false }).fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('contentinfo')).toBeVisible()
}

test('[EXPORT-12] [EXPORT-14] [NETF-07] PDF opens a page with the file that the server made of the ticked devices', async ({
  page,
  context,
}) => {
  await signIn(page)
  const errors = watchErrors(page)
  await page.goto(site.url('/devicenetflow'))
  await page.getByRole('button', { name: 'Query' }).click()
  await page.getByRole('grid', { name: 'Bytes by day' }).waitFor()
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'PDF', exact: true }).click()
  const viewer = await opened
  await expect(viewer).toHaveURL(/\/pdf\/[\w-]{24}$/)
  await expect(viewer.getByTitle('PDF file')).toBeVisible()
  const link = await viewer.getByRole('link', { name: 'Download' }).getAttribute('href')
  const file = await context.request.get(site.url(link ?? ''))
  expect(file.headers()['content-type']).toBe('application/pdf')
  const { title, pages } = readPdf(await file.body())
  expect(title).toBe('Device netflow')
  expect(pages.flat()).toContain(VAN)
  expect(errors).toEqual([])
})

/** The colour that somebody calls it, by the hue of what the browser paints. */
function colourName([red = 0, green = 0, blue = 0]: readonly number[]): string {
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread < most * 0.25) return 'grey'
  if (most === green) return 'green'
  return most === red && green - blue > spread * 0.3 ? 'orange' : 'red'
}

for (const theme of ['default', 'darkly']) {
  test(`[NETF-08] [NETF-09] [NETF-10] [NETF-11] the sizes of the netflow are grey, green, orange and red in the theme ${theme}`, async ({
    page,
  }) => {
    await page.addInitScript((name) => localStorage.setItem('themeName', name), theme)
    await signIn(page)
    await page.goto(site.url('/devicenetflow'))
    await page.getByRole('button', { name: 'Query' }).click()
    const size = page.getByRole('grid', { name: 'Bytes by day' }).locator('[data-size]').first()
    // Painted, since a style may name its colour in any way.
    const painted = await size.evaluate(
      (element: HTMLElement, kinds) => {
        const brush = new OffscreenCanvas(1, 1).getContext('2d')
        return kinds.map((kind) => {
          element.dataset['size'] = kind
          if (brush === null) throw new Error('there is no canvas')
          brush.fillStyle = getComputedStyle(element).color
          brush.fillRect(0, 0, 1, 1)
          return [...brush.getImageData(0, 0, 1, 1).data]
        })
      },
      ['tiny', 'small', 'large', 'huge'],
    )
    expect(painted.map(colourName), JSON.stringify(painted)).toEqual(['grey', 'green', 'orange', 'red'])
  })
}

test('[RPT-01] a report that is added stands in the list, and its profile in the list of report files', async ({
  page,
}) => {
  await signIn(page)
  await page.goto(site.url('/eventreportsetting'))
  await page.getByRole('button', { name: 'Add report' }).click()
  await page.getByLabel('Profile').fill('Weekly')
  await page.getByLabel('Period').selectOption({ label: 'Weekly' })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Edit the report Weekly' })).toBeVisible()
  await page.goto(site.url('/reportfilelist'))
  await expect(page.getByLabel('Profile').locator('option')).toHaveText(['All Profile', 'Weekly - event'])
})
