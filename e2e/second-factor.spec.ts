// The second factor as its user sees it: set up, asked for by the login, required by an administrator.
import { ownSecondFactorPath, userSecondFactorPath } from '@fleetglass/contract/account'
import { accountPath } from '@fleetglass/contract/users'
import { expect, type Page, test } from '@playwright/test'
import { generateSync } from 'otplib'
import { watchErrors } from '../tools/site/browser.ts'
import { hashPassword } from '../tools/site/operator.ts'
import { PASSWORD, Site, USER } from '../tools/site/site.ts'

const OWN_PASSWORD = 'Olga-has-1'
const STEP_S = 30
let site: Site

test.beforeAll(async ({ playwright }) => {
  site = await Site.start({ site: { disableMap: true } })
  const request = await playwright.request.newContext()
  for (const name of ['olga', 'pia']) {
    const user = {
      editingName: name,
      editingPW: hashPassword(OWN_PASSWORD),
      editingGroupid: 'root',
      editingPermission: 1,
    }
    const added = await request.post(site.url(accountPath), { data: { ...administrator(), ...user } })
    expect(await added.json()).toEqual(expect.arrayContaining([expect.objectContaining({ name })]))
  }
  await request.dispose()
})

test.afterAll(() => site.close())

const administrator = () => ({ username: USER, password: hashPassword(PASSWORD) })

/** What the app shows `steps` from now; the next one is accepted already, so that no test waits for it. */
function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret: secret.replaceAll(' ', ''), epoch: Math.floor(Date.now() / 1000) + steps * STEP_S })
}

async function logIn(page: Page, user: string): Promise<void> {
  await page.goto(site.url('/login'))
  await page.getByLabel('User name').fill(user)
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD)
  await page.keyboard.press('Enter')
}

test('is set up with an app, and from then on the login asks for its code', async ({ page }) => {
  const errors = watchErrors(page)
  await logIn(page, 'olga')
  await page.getByRole('button', { name: 'Account of olga' }).click()
  await page.getByRole('button', { name: 'Login and security' }).click()
  const section = page.getByRole('region', { name: 'Second factor' })
  await section.getByRole('button', { name: 'Turn on' }).click()
  await page.keyboard.type(OWN_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(section.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(10)
  const secret = await section.getByLabel('Or enter this key in the app').inputValue()
  const recoveryCode = await section.getByRole('listitem').first().innerText()
  const download = page.waitForEvent('download')
  await section.getByRole('link', { name: 'Download the recovery codes' }).click()
  expect((await download).suggestedFilename()).toBe('fleetglass-recovery-codes.txt')
  const code = section.getByLabel('Code', { exact: true })
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill('000000')
  await code.press('Enter')
  await expect(section.getByRole('alert')).toHaveText('the code is wrong or was used before; wait for the next one')
  await code.fill(codeOf(secret))
  await code.press('Enter')
  await expect(page.getByText('The second factor is on.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)

  await test.step('the login asks for the code in a second step, by keyboard alone', async () => {
    await logIn(page, 'olga')
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'The code is wrong' })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/\/login/)
    await expect(page.getByRole('button', { name: 'Account of olga' })).toBeVisible()
  })

  await test.step('or for a recovery code, once', async () => {
    await logIn(page, 'olga')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Account of olga' })).toBeVisible()
    await page.getByRole('button', { name: 'Account of olga' }).click()
    await page.getByRole('button', { name: 'Login and security' }).click()
    await expect(page.getByText('On · 9 recovery codes left')).toBeVisible()
  })
  // Wrong codes are refused with 401, which the browser itself reports.
  expect(errors.filter((error) => !error.includes('401'))).toEqual([])
})

test('that an administrator requires is set up by the login itself', async ({ page, request }) => {
  const rule = { ...administrator(), name: 'pia', required: true }
  expect(await (await request.put(site.url(userSecondFactorPath), { data: rule })).json()).toMatchObject({
    state: 'required',
  })
  await logIn(page, 'pia')
  await expect(page.getByText('An administrator requires a second factor for your account.')).toBeVisible()
  const secret = await page.getByLabel('Or enter this key in the app').inputValue()
  const code = page.getByLabel('Code', { exact: true })
  await code.fill('000000')
  await code.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'The code is wrong' })).toBeVisible()
  await code.fill(codeOf(secret))
  await code.press('Enter')
  await expect(page.getByRole('button', { name: 'Account of pia' })).toBeVisible()
  const alone = { username: 'pia', password: hashPassword(OWN_PASSWORD) }
  const refused = await request.post(site.url(ownSecondFactorPath), { data: alone })
  expect(await refused.json()).toMatchObject({ hasError: true, code: 'second-factor-needed' })
})
