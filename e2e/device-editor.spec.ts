// The editor of a device where only a browser can tell: from the row to the server and back, on one site.
import { expect, test } from '@playwright/test'
import { signIn, watchErrors } from './browser.ts'
import { Site } from './site.ts'

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  const operator = await site.operator()
  for (const id of ['van', 'bus']) await operator.request('D01', { A: id, C: '2', F: '0' })
  operator.close()
})

test.afterAll(async () => {
  await site.close()
})

test('REC-18 SDEV-02 SDEV-06 what is saved in the editor of a row, and for many rows, is in the list and with the server', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page, site)
  await page.goto(site.url('/regdevices'))
  await page.getByRole('button', { name: 'Edit van' }).click()
  const editor = page.getByRole('dialog', { name: 'van Editor' })
  await editor.getByLabel('Device Memo').fill('blue van')
  await editor.getByLabel('Recording', { exact: true }).selectOption({ label: 'Record selected' })
  await editor.getByLabel('Record channel 2').uncheck()
  await editor.getByRole('button', { name: 'Save' }).click()
  // The list behind it is asked for anew by itself.
  const row = page.locator('.sorted-table tr').filter({ hasText: 'van' })
  await expect(row.first()).toContainText('blue van')
  await page.keyboard.press('Escape')
  await expect(editor).toHaveCount(0)

  await page.getByLabel('Choose all that are shown').check()
  await page.getByRole('button', { name: 'Record days…' }).click()
  await page.getByLabel('Record days', { exact: true }).fill('30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.sorted-table tbody tr').filter({ hasText: '30 days' })).toHaveCount(2)

  const operator = await site.operator()
  const record = JSON.parse(new TextDecoder().decode((await operator.request('D03', { A: 'van' })).payload))
  operator.close()
  expect(record).toMatchObject({ vehicleid: 'blue van', recenable: 2, recplan: '10', recdays: 30 })
  expect(errors).toEqual([])
})
