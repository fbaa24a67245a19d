// Notices beside the pictures that a user watches.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedPagesPath } from '@fleetglass/contract/embedded-pages'
import { expect, type Page, test } from '@playwright/test'
import { openPage } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

let site: Site
let device: string

test.use({ viewport: { width: 1280, height: 720 } })

test.beforeAll(async () => {
  site = await Site.start({ overspeedKmh: 15 })
  const scenario = join(site.dataDir, 'drive.json')
  // Forty metres to and fro, slow where it turns: too fast every nine seconds.
  const path = [
    { lat: 24.0786, lng: 120.5285 },
    { lat: 24.0786, lng: 120.5289 },
  ]
  writeFileSync(scenario, JSON.stringify({ name: 'fast and slow', path }))
  ;[device = ''] = await site.startVehicles(1, 4, ['--scenario', scenario])
})

test.afterAll(() => site.close())

/** Notices that lie on a picture, and how far the place of the notices is from the middle of the page. */
function placeOf(page: Page) {
  return page.evaluate(() => {
    const boxes = (of: string) => [...document.querySelectorAll(of)].map((one) => one.getBoundingClientRect())
    const pictures = boxes('.tile-screen')
    const notices = boxes('.notice')
    const covers = notices.filter((a) =>
      pictures.some((b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top),
    )
    const left = Math.min(...notices.map((box) => box.left))
    const right = Math.max(...notices.map((box) => box.right))
    return {
      pictures: pictures.length > 0,
      notices: notices.length > 0,
      covered: covers.length,
      isCentred: Math.abs((left + right) / 2 - window.innerWidth / 2) < 2,
      // Below a page's bar; several stand one below the other.
      isAtTop: Math.min(...notices.map((box) => box.top)) < window.innerHeight / 6,
    }
  })
}

const beside = { pictures: true, notices: true, covered: 0, isCentred: true, isAtTop: true }

test('[C5] [SHELL-121] a notice stands at the top centre and covers no picture, on the page and before a dialog; it leads to the recording', async ({
  page,
}) => {
  await openPage(page, site, `/liveview/${device}`)
  await expect(page.locator('.tile[data-state="playing"]').first()).toBeVisible({ timeout: 30_000 })
  const notice = page.locator('.notice', { hasText: 'Overspeed' }).first()
  await expect(notice).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => placeOf(page)).toEqual(beside)
  await page.goto(site.url('/blockview'))
  await page.getByTitle(`Live view of ${device}`).first().click()
  await expect(page.locator('.modal .tile[data-state="playing"]').first()).toBeVisible({ timeout: 30_000 })
  await expect(notice).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => placeOf(page)).toEqual(beside)
  await notice.getByRole('button', { name: 'Recording' }).click()
  await expect(page).toHaveURL(new RegExp(`/splayback/${device}[?]at=`))
  await expect(page.locator('.tile[data-state="playing"]').first()).toBeVisible({ timeout: 60_000 })
})

test('[ERR2-02] [ERR2-05] errors and successes stand at the top centre, titled so, with the message below', async ({
  page,
}) => {
  const message = 'The pages are being moved.'
  // The end of an event is green too.
  const wordsOf = (kind: 'error' | 'success') =>
    page
      .locator(`.notice-${kind}`)
      .filter({ hasText: new RegExp(`^${kind}`) })
      .locator('.notice-words > span')
  await test.step('[ERR2-01] a refusal, beside pictures', async () => {
    await page.route(`**${embeddedPagesPath}`, (route) => route.fulfill({ json: { hasError: true, message } }))
    await openPage(page, site, `/liveview/${device}`)
    await expect(wordsOf('error')).toHaveText(['error', message])
    await expect.poll(() => placeOf(page)).toEqual(beside)
    await page.unroute(`**${embeddedPagesPath}`)
  })
  await test.step('a saved driver', async () => {
    await page.goto(site.url('/driversetting'))
    await page.getByLabel(`Driver Name of ${device}`).fill('Wang')
    await page.getByRole('button', { name: `Save the driver of ${device}` }).click()
    await expect(wordsOf('success')).toHaveText(['success', new RegExp(device)])
    expect(await placeOf(page)).toMatchObject({ isCentred: true, isAtTop: true })
  })
})

test('[C6] a click on a notice needs a confirmation while the page has unsaved edits', async ({ page }) => {
  await openPage(page, site, '/driversetting')
  const name = page.getByLabel(`Driver Name of ${device}`)
  await name.fill('Chen')
  await page.locator('.notice', { hasText: 'Overspeed' }).first().locator('.notice-open').click({ timeout: 60_000 })
  const question = page.getByRole('dialog', { name: 'Discard the changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/driversetting/)
  await expect(name).toHaveValue('Chen')
})
