// Changes that were not saved are asked about however a page is left. Only a browser has Back, and asks before a tab closes.
import { expect, type Page, test } from '@playwright/test'
import { signIn, watchErrors } from './browser.ts'
import { Site } from './site.ts'

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  const operator = await site.operator()
  await operator.request('D01', { A: 'van', C: '2', F: '0' })
  operator.close()
})

test.afterAll(async () => {
  await site.close()
})

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard the changes?' })
const name = (page: Page) => page.getByLabel('Driver Name of van')

async function openDrivers(page: Page): Promise<void> {
  await signIn(page, site)
  await page.goto(site.url('/devicemodelinfo'))
  await page.getByRole('heading', { name: 'Disk Info' }).waitFor()
  await page.goto(site.url('/driversetting'))
  await name(page).waitFor()
}

test('[DRV-03] edits of drivers are asked about before a link and Back leave the page, and are kept when the user stays', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openDrivers(page)
  await name(page).fill('Chen')
  for (const leave of [
    () => page.getByRole('link', { name: 'Dashboard' }).first().click(),
    () => page.evaluate(() => window.history.back()),
    () => page.evaluate(() => window.history.back()),
  ]) {
    await leave()
    await expect(question(page)).toBeVisible()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(question(page)).toHaveCount(0)
    await expect(name(page)).toHaveValue('Chen')
  }
  await page.evaluate(() => window.history.back())
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/devicemodelinfo/)
  expect(errors).toEqual([])
})

test('[DRV-03] edits of drivers are asked about before the tab closes; saved ones leave by a single Back', async ({
  page,
}) => {
  await openDrivers(page)
  await name(page).fill('Chen')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()
  await name(page).press('Enter')
  await expect(page.getByText('The driver of van was saved')).toBeVisible()
  await page.evaluate(() => window.history.back())
  await expect(page).toHaveURL(/devicemodelinfo/)
})
