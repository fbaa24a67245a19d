// The memos and the customer of a device on the dashboard, from their fields to the server and back.
import { createHash } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { openPage } from '../tools/site/browser.ts'
import { PASSWORD, Site, USER } from '../tools/site/site.ts'

let site: Site
let page: Page
const puts: unknown[] = []

test.beforeAll(async ({ browser }) => {
  site = await Site.start({ site: { extraMemo: true, p2p: true } })
  const operator = await site.operator()
  for (const id of ['van', 'bus', 'taxi']) await operator.request('D01', { A: id, C: '2', F: '0' })
  operator.close()
  page = await browser.newPage()
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(request.postDataJSON().memo)
  })
  await openPage(page, site, '/blockview')
  await memo(1).waitFor()
})

test.afterAll(async () => {
  await page.close()
  await site.close()
})

const memo = (number: 1 | 2) => page.getByRole('button', { name: `Extra memo ${number} of van` })
const box = (number: 1 | 2) => page.getByRole('textbox', { name: `Extra memo ${number} of van` })
/** Types more than the server takes, which the field alone would not let in. */
async function overfill(field: Locator): Promise<void> {
  await field.evaluate((one) => one.removeAttribute('maxlength'))
  await field.fill('x'.repeat(256))
}
async function listed(path: string): Promise<unknown> {
  const password = createHash('sha256').update(PASSWORD).digest('hex').toUpperCase()
  const body = JSON.stringify({ username: USER, password })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(site.url(path), { method: 'POST', headers, body })).json()
}

test('[MEMO-01] [MEMO-02] [MEMO-05] [MEMO-10] a click makes a text box of a memo, and Enter saves it by its device and type', async () => {
  await expect(memo(2)).toHaveText('')
  await memo(2).click()
  await expect(box(2)).toBeFocused()
  await box(2).fill('loan')
  await box(2).press('Enter')
  await expect(memo(2)).toHaveText('loan')
  await expect(memo(1)).toHaveText('')
  await expect.poll(() => listed('/gkdevice/carmemo')).toEqual([{ deviceid: 'van', type: 1, memo: 'loan' }])
})

test('[MEMO-03] [MEMO-09] leaving the box saves, Escape and an unchanged memo do not', async () => {
  await memo(2).click()
  await box(2).blur()
  await memo(2).click()
  await box(2).fill('not this')
  await box(2).press('Escape')
  await expect(memo(2)).toHaveText('loan')
  await memo(1).click()
  await box(1).fill('tyres')
  await box(1).blur()
  await expect(memo(1)).toHaveText('tyres')
  await expect
    .poll(() => listed('/gkdevice/carmemo'))
    .toEqual([
      { deviceid: 'van', type: 0, memo: 'tyres' },
      { deviceid: 'van', type: 1, memo: 'loan' },
    ])
  expect(puts).toEqual(['loan', 'tyres'])
})

test('[MEMO-07] [MEMO-11] a refusal is shown in the words of the server, and the previous memo is back', async () => {
  await memo(1).click()
  await overfill(box(1))
  await box(1).press('Enter')
  await expect(page.getByText('memo: has more than 255 characters')).toBeVisible()
  await expect(memo(1)).toHaveText('tyres')
})

test('[MEMO-06] [MEMO-08] a customer is saved with every field; a refusal is shown in the words of the server', async () => {
  const words = { Dealer: 'D', Customer: 'C', Salesman: 'S', Address: 'A', Phone: '1', 'E-mail': 'm@x', Memo: 'M' }
  await page.getByRole('button', { name: 'Customer of van' }).click()
  const dialog = page.getByRole('dialog', { name: 'Customer of van' })
  for (const [label, text] of Object.entries(words)) await dialog.getByLabel(label, { exact: true }).fill(text)
  await dialog.getByLabel('Follow').check()
  // Nothing that a form lets through: the server finds it.
  await dialog.getByLabel('Dealer').fill('D\u0000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Notices' }).getByText(/has a NUL character/)).toBeVisible()
  await dialog.getByLabel('Dealer').fill('D')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await listed('/gkdevice/dkcustomer')).toEqual([
    {
      deviceid: 'van',
      dealer: 'D',
      customer: 'C',
      salesman: 'S',
      address: 'A',
      phone: '1',
      mail: 'm@x',
      follow: 1,
      memo: 'M',
    },
  ])
})
