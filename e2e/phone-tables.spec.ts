// The tables of administration on a phone: whether everything in a row can be read and reached without scrolling sideways.
import { expect, type Page, test } from '@playwright/test'
import { openPage } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

const WIDTH_PX = 390

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  const operator = await site.operator()
  for (const A of ['13800138001', '13800138002']) await operator.request('D01', { A, C: '2', F: '0' })
  operator.close()
})
test.afterAll(() => site.close())
test.use({ viewport: { width: WIDTH_PX, height: 844 }, hasTouch: true, isMobile: true })

/** What stands in the rows, as far as it is cut or beyond the edge of the screen. */
function cutParts(page: Page): Promise<string[]> {
  return page.evaluate((widthPx) => {
    const parts = [...document.querySelectorAll<HTMLElement>('tbody :is(th, td, input, select, button)')]
    const isCut = (part: HTMLElement): boolean => {
      const { left, right } = part.getBoundingClientRect()
      const clips = part.matches('th, td') && part.scrollWidth > part.clientWidth + 1
      return left < 0 || right > widthPx || clips
    }
    return parts
      .filter((part) => part.checkVisibility() && isCut(part))
      .map((part) => `${part.tagName} ${part.getAttribute('aria-label') ?? part.textContent}`)
  }, WIDTH_PX)
}

for (const [path, part] of [
  ['/usersetting', /^Edit admin/],
  ['/driversetting', /^Save the driver of 13800138001/],
  ['/i18neditor', /^New word below acc.off/],
] as const) {
  test(`on a phone nothing in the rows of ${path} is cut`, async ({ page }) => {
    await openPage(page, site, path)
    await expect(page.getByRole('button', { name: part })).toBeVisible()
    await expect.poll(() => cutParts(page)).toEqual([])
  })
}

test('on a phone the flags of a chosen permission group are read and changed without scrolling sideways', async ({
  page,
}) => {
  await openPage(page, site, '/permission')
  await page.getByLabel('Permission group', { exact: true }).selectOption('Viewer')
  const flag = page.getByRole('switch', { name: 'PTZ of Viewer' })
  await expect(flag).toHaveText('Disable')
  await expect.poll(() => cutParts(page)).toEqual([])
  await flag.click()
  await page.getByRole('button', { name: 'Save PTZ for all groups' }).click()
  await expect(page.getByText('Save OK')).toBeVisible()
  await page.reload()
  await page.getByLabel('Permission group', { exact: true }).selectOption('Viewer')
  await expect(flag).toHaveText('Enable')
})
