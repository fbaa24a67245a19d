// What a page shows while the server is away, and what it does when the server is back.
import { expect, type Page, test } from '@playwright/test'
import { openPage } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

let site: Site

test.beforeEach(async () => {
  site = await Site.start({ site: { broadcast: true } })
  await site.startVehicles(1, 1)
})

test.afterEach(() => site.close())

const filterOf = (page: Page, of: string) =>
  page
    .locator(of)
    .first()
    .evaluate((element) => getComputedStyle(element).filter)

test('[C10] states are grey while the server is away, and a page that was opened then comes whole, with its looks, when it is back', async ({
  page,
}) => {
  await openPage(page, site, '/blockview')
  await expect(page.locator('.map-card .map-panel')).toHaveCount(1)
  expect(await filterOf(page, '.map-card .map-panel')).toBe('none')
  await site.killServer()
  await expect(page.locator('.shell')).toHaveAttribute('data-stale', 'true', { timeout: 60_000 })
  expect(await filterOf(page, '.map-card .map-panel')).toBe('grayscale(1)')
  expect(await filterOf(page, '.state-word')).toBe('grayscale(1)')
  await page.getByRole('link', { name: 'GPS playback' }).click()
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached')
  await site.startServer()
  const [query, map] = [page.locator('.gps-query'), page.locator('.gps-map')]
  await expect(query).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(async () => {
      const [left, right] = [await query.boundingBox(), await map.boundingBox()]
      return left !== null && right !== null && left.x + left.width <= right.x && Math.abs(left.y - right.y) < 2
    })
    .toBe(true)
  await expect(page.locator('.shell')).not.toHaveAttribute('data-stale', { timeout: 60_000 })
})

test('[C10] a dialog that was opened while the server was away comes when the server is back, and the page stays', async ({
  page,
}) => {
  await openPage(page, site, '/blockview')
  await expect(page.locator('.map-card .map-panel')).toHaveCount(1)
  await site.killServer()
  await expect(page.locator('.shell')).toHaveAttribute('data-stale', 'true', { timeout: 60_000 })
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached')
  await expect(page.locator('.map-card .map-panel')).toHaveCount(1)
  await site.startServer()
  await expect(dialog.getByLabel('New password', { exact: true })).toBeVisible({ timeout: 60_000 })
})

test('[C3] on a phone nothing of the top bar lies on anything else while the link is lost', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, site, '/blockview')
  await page.locator('.phone-device').first().waitFor()
  await site.killServer()
  await expect(page.locator('.link-notice')).toHaveCount(1, { timeout: 60_000 })
  await expect(page.locator('.shell')).toHaveAttribute('data-stale', 'true', { timeout: 60_000 })
  expect(await filterOf(page, '.phone-device')).toBe('grayscale(1)')
  const covered = await page.locator('.top-bar').evaluate((bar) => {
    const parts = [...bar.querySelectorAll('a, button, .link-notice')]
    const boxes = parts
      .map((part) => part.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .sort((a, b) => a.left - b.left)
    return boxes.filter((box, at) => at > 0 && box.left < (boxes[at - 1]?.right ?? 0) - 0.5).length
  })
  expect(covered).toBe(0)
  const filters = page.locator('.footer .filters')
  expect(await filters.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  const [row, time] = [await filters.boundingBox(), await page.locator('.footer .as-of').boundingBox()]
  expect((time?.y ?? 0) + (time?.height ?? 0)).toBeLessThanOrEqual(row?.y ?? 0)
})
