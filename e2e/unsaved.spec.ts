// Unsaved changes need a confirmation however a page is left. Only a browser has Back, and a prompt before a tab closes.
import { expect, type Page, test } from '@playwright/test'
import { openPage, watchErrors } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

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

/** What lies on each other from the editor upwards: the question darkens the editor below it. */
function layers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('body > .modal-backdrop, body > .modal')]
    const height = (one: Element): number => Number(getComputedStyle(one).zIndex)
    const sorted = all.map((one, at) => ({ one, at })).sort((a, b) => height(a.one) - height(b.one) || a.at - b.at)
    return sorted.slice(1).map(({ one }) => (one.classList.contains('modal') ? 'modal' : 'modal-backdrop'))
  })
}

async function openDrivers(page: Page): Promise<void> {
  await openPage(page, site, '/devicemodelinfo')
  await page.getByRole('heading', { name: 'Disk Info' }).waitFor()
  await page.goto(site.url('/driversetting'))
  await name(page).waitFor()
}

test('[DRV-03] edits of drivers need a confirmation before a link and Back leave the page, and stay when the user stays', async ({
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

test('[DRV-01] [DRV-02] [DRV-03] edits of drivers need a confirmation before the tab closes; after saving, a single Back leaves', async ({
  page,
}) => {
  await openDrivers(page)
  const columns = ['Device ID', 'Driver Name', 'Gender', 'phone', 'birthday', 'pic', 'Update Time', 'Action']
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  await name(page).fill('Chen')
  const prompt = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await prompt).type()).toBe('beforeunload')
  await (await prompt).dismiss()
  await name(page).press('Enter')
  await expect(page.getByText('The driver of van was saved')).toBeVisible()
  await page.evaluate(() => window.history.back())
  await expect(page).toHaveURL(/devicemodelinfo/)
})

test('[DRV-03] edits of drivers stay when the search in the bar finds a device, and need a confirmation before logging out', async ({
  page,
}) => {
  await openDrivers(page)
  await name(page).fill('Wang')
  const search = page.locator('.device-search input')
  await search.fill('van')
  await search.press('Enter')
  await expect(page).toHaveURL(/driversetting[?]device=van/)
  await expect(name(page)).toHaveValue('Wang')
  await expect(question(page)).toHaveCount(0)
  await page.evaluate(() => window.history.back())
  await expect(page).toHaveURL(/driversetting$/)
  await expect(name(page)).toHaveValue('Wang')
  const logOut = async () => {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
  }
  await logOut()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(name(page)).toHaveValue('Wang')
  await logOut()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/login/)
})

test('[DRV-03] Back on the first page of a tab needs a confirmation too, and Discard leads to the map', async ({
  page,
  context,
}) => {
  await openPage(page, site, '/devicemodelinfo')
  // A tab that the console opened begins with its page, one that the test opens with an empty one.
  const opened = context.waitForEvent('page')
  await page.evaluate((address) => void window.open(address), site.url('/driversetting'))
  const first = await opened
  await name(first).fill('Zhou')
  expect(await first.evaluate(() => window.history.length)).toBe(2)
  await first.evaluate(() => window.history.back())
  await question(first).getByRole('button', { name: 'Discard' }).click()
  await expect(first).toHaveURL(site.url('/'))
  await expect(question(first)).toHaveCount(0)
})

test('[SDEV-02] edits of a device need a confirmation before Back leaves the page below the editor, and stay when the user stays', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/devicemodelinfo')
  await page.getByRole('heading', { name: 'Disk Info' }).waitFor()
  await page.goto(site.url('/regdevices'))
  const openEditor = () => page.getByRole('button', { name: 'Edit van' }).click()
  const editor = page.getByRole('dialog', { name: 'van Editor' })
  const memo = editor.getByLabel('Device Memo')
  await openEditor()
  await memo.fill('blue van')
  for (let again = 0; again < 2; again++) {
    await page.evaluate(() => window.history.back())
    await expect(question(page)).toBeVisible()
    expect(await layers(page)).toEqual(['modal', 'modal-backdrop', 'modal'])
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(question(page)).toHaveCount(0)
    await expect(memo).toHaveValue('blue van')
  }
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('van was saved').or(page.getByText(/saved/)).first()).toBeVisible()
  await memo.fill('red van')
  await page.evaluate(() => window.history.back())
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/devicemodelinfo/)
  await expect(editor).toHaveCount(0)
  await page.goForward()
  await expect(page).toHaveURL(/regdevices/)
  await openEditor()
  await expect(memo).toHaveValue('blue van')
  expect(errors).toEqual([])
})
