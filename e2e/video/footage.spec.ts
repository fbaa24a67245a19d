// Footage of a vehicle that is offline at first: requested, fetched as a stream and as a file, downloaded.
import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site } from '../../tools/site/site.ts'

/** The first one that the simulator starts; its engine never stops. */
const BUS = '13800138001'
const LENGTH_S = 10

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  const operator = await site.operator()
  await operator.request('D01', { A: BUS, C: '2', F: '0' })
  operator.close()
})

test.afterAll(() => site.close())

/** Two hours ago, on a minute. */
const start = new Date(Math.floor(Date.now() / 60_000 - 120) * 60_000)

async function save(dialog: Locator, via: string): Promise<void> {
  await dialog.getByRole('checkbox', { name: new RegExp(BUS) }).check()
  await dialog
    .getByLabel('Day')
    .fill(
      [start.getFullYear(), start.getMonth() + 1, start.getDate()]
        .map((part) => String(part).padStart(2, '0'))
        .join('-'),
    )
  for (const which of ['Start', 'End']) {
    await dialog.getByLabel(`${which}: hour`).selectOption(String(start.getHours()))
    await dialog.getByLabel(`${which}: minute`).selectOption(String(start.getMinutes()))
  }
  await dialog.getByLabel('End: second').selectOption(String(LENGTH_S))
  await dialog.getByLabel('Via').selectOption({ label: via })
  await dialog.getByRole('button', { name: 'Fetch', exact: true }).click()
}

/** The file of the newest request, as the browser downloaded it. */
async function downloaded(page: Page, dialog: Locator): Promise<Buffer> {
  const downloading = page.waitForEvent('download')
  await dialog
    .getByRole('button', { name: `Download channel 1 of ${BUS}` })
    .first()
    .click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${BUS}_ch1_\\d{14}\\.mp4$`))
  return readFileSync(await file.path())
}

test('[MP4-36] footage waits for its vehicle, comes as a stream and as a file, and is downloaded', async ({ page }) => {
  const errors = watchErrors(page)
  // Without the map, which takes what a small machine has.
  await openPage(page, site, '/idle')
  await page.getByRole('button', { name: 'Fetch from vehicle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fetch from vehicle' })
  await save(dialog, 'stream')
  await expect(dialog.getByText('Waiting')).toBeVisible()

  await site.startVehicles(1, 2)
  await expect(dialog.getByText('Done')).toHaveCount(1)
  const streamed = await downloaded(page, dialog)
  await save(dialog, 'file (FTP)')
  await expect(dialog.getByText('Done')).toHaveCount(2)
  const uploaded = await downloaded(page, dialog)
  for (const video of [streamed, uploaded]) expect(video.subarray(4, 8).toString()).toBe('ftyp')
  // The same pictures, whichever way they came; a recorder that plays at full speed leaves the sound out.
  expect(uploaded.length).toBeGreaterThan(0.98 * streamed.length)
  expect(errors).toEqual([])
})
