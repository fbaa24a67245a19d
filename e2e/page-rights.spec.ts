// Who opens which page of administration: the real console in a browser, with the rights that the real server grants.
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { expect, type Page, test } from '@playwright/test'
import { addUsers } from '../apps/server/test/accounts.ts'
import { hashPassword } from '../tools/site/operator.ts'
import { PASSWORD, Site } from '../tools/site/site.ts'

const VAN = '13800138001'
const HINT = 'Ask the dispatcher'
const home = '/'

/** The users of the site: `u0` to `u3` have the permission of their number and every flag. */
const users = [0, 1, 2, 3].map((permission) => ({ name: `u${permission}`, permission }))

/** Each page with the permission numbers that open it; all others are led home. */
const pages = [
  { ids: '[RIGHT2-12]', path: '/usersetting', opensFor: [0] },
  { ids: '[RIGHT2-13]', path: '/permission', opensFor: [0] },
  { ids: '[RIGHT2-14]', path: '/regdevices', opensFor: [0, 1] },
  { ids: '[RIGHT2-21]', path: '/devicefirmwareupdate', opensFor: [0, 1] },
  { ids: '[RIGHT2-24]', path: '/facerecognitionsetting', opensFor: [0] },
  { ids: '[RIGHT2-23]', path: '/driversetting', opensFor: [0, 1] },
  { ids: '[RIGHT2-26]', path: '/rendomliveview', opensFor: [0] },
  { ids: '[RIGHT2-27]', path: '/i18neditor', opensFor: [0] },
  { ids: '[RIGHT2-09]', path: '/setting', opensFor: [0] },
  { ids: '', path: '/groupsetting', opensFor: [0] },
  { ids: '', path: '/groupsummary', opensFor: [0] },
  { ids: '[RIGHT2-22]', path: '/talklog', opensFor: [0, 1, 2] },
  { ids: '[RIGHT2-30]', path: '/uslog', opensFor: [0, 1, 2, 3] },
  { ids: '[RIGHT2-30]', path: '/accesslog', opensFor: [0, 1, 2, 3] },
  { ids: '', path: '/devicemodelinfo', opensFor: [0, 1, 2, 3] },
  { ids: '', path: '/deviceusage', opensFor: [0, 1, 2, 3] },
  { ids: '', path: '/performanceinfo', opensFor: [0, 1, 2, 3] },
  { ids: '', path: '/diskinfo', opensFor: [0, 1, 2, 3] },
  { ids: '', path: '/fleethealth', opensFor: [0, 1, 2, 3] },
] as const

/** Pages that open only where the browser's host is the server's address. */
const atServerOnly = ['/driversetting', '/setting', '/routeplanning', '/fence']

// A redirect home draws the map, which is slow at a large size.
test.use({ viewport: { width: 1024, height: 640 } })

let site: Site

test.beforeAll(async () => {
  // The console may be served for another server, so that the host of the page can differ from the server's address.
  site = await Site.start({ site: { noRightHint: HINT }, chooseServer: true })
  await addUsers(
    { data: site.dataDir },
    ...users.map((user) => ({ ...user, password: PASSWORD, access: fullAccess })),
    { name: 'noremote', password: PASSWORD, permission: 4, access: withoutFlags(fullAccess, ['P_repb']) },
  )
  const operator = await site.operator()
  await operator.request('D01', { A: VAN, C: '2', F: '0' })
  operator.close()
})

test.afterAll(() => site.close())

interface Stored {
  readonly user: string
  readonly password?: string
  readonly serverIp?: string
  readonly autoLogin?: string | null
}

/** Opens an address in a browser that remembers this login. */
async function openAs(page: Page, path: string, stored: Stored): Promise<void> {
  const { user, password = PASSWORD, serverIp = '127.0.0.1', autoLogin = 'true' } = stored
  const remembered = {
    UserName: user,
    Sha256Pass: hashPassword(password),
    ServerIp: serverIp,
    ServerPort: site.ports.main,
  }
  await page.addInitScript(
    ([entries, flag]) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, String(value))
      if (flag === null) localStorage.removeItem('AutoLogin')
      else localStorage.setItem('AutoLogin', flag)
    },
    [remembered, autoLogin] as const,
  )
  await page.goto(site.url(path))
}

/** Sends the console to an address without loading it again, and expects it to end up at `to`. */
async function expectLanding(page: Page, path: string, to: string): Promise<void> {
  await page.evaluate(
    (address) =>
      new Promise<void>((resolve) => {
        window.history.pushState(null, '', address)
        window.dispatchEvent(new PopStateEvent('popstate'))
        // A page that gives way has usually left the address after two frames; on a busy machine it takes longer.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
    path,
  )
  await page.locator('main').first().waitFor()
  await expect.poll(() => page.evaluate(() => location.pathname), path).toBe(to)
}

for (const { name, permission } of users) {
  test(`[RIGHT2-04] a user of permission ${permission} opens the pages of that permission, and is led home from the others`, async ({
    page,
  }) => {
    await openAs(page, '/blockview', { user: name })
    await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible()
    for (const { ids, path, opensFor } of pages) {
      await test.step(`${ids} ${path}`, async () => {
        const opens = (opensFor as readonly number[]).includes(permission)
        await expectLanding(page, path, opens ? path : home)
      })
    }
  })
}

test('[RIGHT2-15] the recording settings have editors of devices for permission 0, and none for permission 1', async ({
  page,
  browser,
}) => {
  const edit = (of: Page) => of.getByRole('button', { name: `Edit ${VAN}` })
  await openAs(page, '/regdevices', { user: 'u0' })
  await edit(page).click()
  await expect(page.getByRole('dialog', { name: `${VAN} Editor` })).toBeVisible()
  const other = await browser.newPage()
  await openAs(other, '/regdevices', { user: 'u1' })
  await expect(other.getByRole('rowheader', { name: VAN })).toBeVisible()
  await expect(edit(other)).toHaveCount(0)
  await other.close()
})

test('[RIGHT2-05] [RIGHT2-09] [RIGHT2-23] where the host is not the address of the server, pages with that condition lead home', async ({
  page,
}) => {
  await openAs(page, '/blockview', { user: 'u0', serverIp: 'console.test' })
  await expect(page.getByRole('button', { name: 'Account of u0' })).toBeVisible()
  for (const path of atServerOnly) await expectLanding(page, path, home)
  await expectLanding(page, '/usersetting', '/usersetting')
})

test('[RIGHT2-29] without P_repb the remote playback shows the hint of the site and leads home', async ({ page }) => {
  await openAs(page, '/blockview', { user: 'noremote' })
  await expect(page.getByRole('button', { name: 'Account of noremote' })).toBeVisible()
  await expectLanding(page, `/remoteplayback/${VAN}`, home)
  await expect(page.locator('.notice-error')).toContainText(HINT)
})

const logins = [
  { title: '[RIGHT2-01] without a stored auto-login flag', stored: { user: 'u0', autoLogin: null } },
  { title: '[RIGHT2-02] with the flag false and nobody logged in', stored: { user: 'u0', autoLogin: 'false' } },
  { title: '[RIGHT2-03] with a login that failed', stored: { user: 'u0', password: 'wrong' } },
] as const
for (const { title, stored } of logins) {
  test(`${title} every page leads to the login`, async ({ page }) => {
    const [{ path: first }, ...others] = pages
    await openAs(page, first, stored)
    await expect(page).toHaveURL(site.url('/login'))
    await expect(page.locator('.login-box')).toBeVisible()
    for (const { path } of others) {
      await expectLanding(page, path, '/login')
      // The address is there before the page is.
      await expect(page.locator('.login-box')).toBeVisible()
    }
  })
}
