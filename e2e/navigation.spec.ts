// Which pages an account finds and which address opens which page, with the rights that the real server grants.
import { type AccessFlag, accessFlags } from '@fleetglass/contract/access'
import { expect, type Page, test } from '@playwright/test'
import { addUsers } from '../apps/server/test/accounts.ts'
import { openPage, watchErrors } from '../tools/site/browser.ts'
import { PASSWORD, Site } from '../tools/site/site.ts'

const VAN = '13800138001'

const only = (...flags: AccessFlag[]) => accessFlags.map((flag) => (flags.includes(flag) ? '1' : '0')).join('')

let site: Site

test.beforeAll(async () => {
  site = await Site.start({ embeddedPages: [{ title: 'Own map', url: '/icon.svg' }] })
  await addUsers(
    { data: site.dataDir },
    {
      name: 'lin',
      password: PASSWORD,
      permission: 1,
      access: only('P_dash', 'P_gppb', 'P_lopb', 'F_rmdvrs', 'F_gps'),
    },
    {
      name: 'mei',
      password: PASSWORD,
      permission: 4,
      access: only('P_tree', 'P_live', 'P_repb', 'F_addcd', 'F_gps'),
    },
  )
  const operator = await site.operator()
  await operator.request('D01', { A: VAN, C: '2', F: '0' })
  operator.close()
})

test.afterAll(async () => {
  await site.close()
})

async function signInAs(page: Page, user: string): Promise<void> {
  await page.goto(site.url('/login'))
  await page.getByLabel('User name', { exact: false }).fill(user)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('contentinfo')).toBeVisible()
}

const entries = (page: Page) =>
  page.locator('.top-nav > a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))

/** Pages of a menu of the navigation. */
async function menu(page: Page, name: string): Promise<(string | null)[]> {
  const button = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name, exact: true })
  await button.click()
  const links = page
    .locator('.nav-menu')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
    .locator('a')
  await expect(links.first()).toBeVisible()
  const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  await button.click()
  return found
}

test('an account finds an entry for each page that it has the flag of, and no other', async ({ page, browser }) => {
  const errors = watchErrors(page)
  const other = await browser.newPage()
  await signInAs(page, 'lin')
  await signInAs(other, 'mei')
  const [first, second] = [await entries(page), await entries(other)]
  const fetching = (of: Page) => of.getByRole('button', { name: 'Fetch from vehicle' })
  const has = (path: string) => [first.includes(path), second.includes(path)]
  await test.step('[SHELL-079] [SHELL-082] [SHELL-083] [SHELL-087] dashboard, GPS playback, local playback and remote settings', () => {
    const paths = ['/blockview', '/gpsplayback', '/splayback', '/devicesetup']
    expect(paths.map(has)).toEqual(paths.map(() => [true, false]))
  })
  await test.step('[SHELL-080] [SHELL-081] [SHELL-084] tree view, live view and remote playback', () => {
    const paths = ['/treeview', '/liveview', '/remoteplayback']
    expect(paths.map(has)).toEqual(paths.map(() => [false, true]))
  })
  await test.step('[SHELL-086] [SHELL-089] the entry of custom downloads', async () => {
    await expect(fetching(other)).toBeVisible()
    await expect(fetching(page)).toHaveCount(0)
  })
  expect([first.length, second.length]).toEqual([5, 4])
  expect(errors).toEqual([])
  await other.close()
})

test('each address opens its page, under its title', async ({ page }) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/blockview')
  /** As the navigation does it, without loading the page again. */
  const opens = async (path: string, title: string, content: string) => {
    await page.evaluate((to) => {
      window.history.pushState(null, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect(page).toHaveTitle(`${title} · Fleetglass`)
    await expect(page.locator(content).first()).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
  await test.step('[SHELL-024] [SHELL-025] [SHELL-026] [SHELL-093] map, dashboard and tree view', async () => {
    await opens('/', 'Welcome', 'main canvas')
    await opens('/blockview', 'Dashboard', '.device-table')
    await opens('/treeview', 'Tree view', '.tree-side')
  })
  await test.step('[SHELL-028] [SHELL-029] [SHELL-031] route planning, geofences and random live view', async () => {
    await opens('/routeplanning', 'Route planning', '[data-page="route"]')
    await opens('/fence', 'Geofences', '[data-page="fence"]')
    await opens('/rendomliveview', 'Random live view', '.random-page')
  })
  await test.step('[SHELL-030] [SHELL-032] [SHELL-033] [SHELL-034] live view with a list, of a device, and the tests', async () => {
    await opens('/liveview', 'Live view', '.device-sidebar')
    await opens(`/liveview/${VAN}`, 'Live view', 'text=Unknow device or device offline')
    await opens('/videotest', 'Video test', 'main')
    await opens('/audiotest', 'Audio test', 'main')
  })
  await test.step('[SHELL-035] [SHELL-036] [SHELL-037] GPS playback and local playback, also of a device', async () => {
    await opens('/gpsplayback', 'GPS playback', 'main')
    await opens('/splayback', 'Playback', '.playback-page')
    await opens(`/splayback/${VAN}`, 'Playback', '.playback-page')
  })
  await test.step('[SHELL-038] [SHELL-039] [SHELL-041] [SHELL-042] remote playback, and settings of devices', async () => {
    await opens('/remoteplayback', 'Remote playback', '.remote-page')
    await opens(`/remoteplayback/${VAN}`, 'Remote playback', '.remote-page')
    await opens('/devicesetup', 'Remote device settings', 'main')
    await opens('/regdevices', 'Local device settings', 'main')
    await expect(page.getByRole('button', { name: `Edit ${VAN}` })).toBeVisible()
  })
  await test.step('[SHELL-062] [SHELL-063] drivers and devices', async () => {
    await opens('/driversetting', 'Driver info', 'main')
    await expect(page.getByLabel(`Driver Name of ${VAN}`)).toBeVisible()
    await opens('/devicemodelinfo', 'Disk Info', 'main')
    await opens('/devicefirmwareupdate', 'Firmware update', 'main')
  })
  await test.step('[SHELL-059] [SHELL-060] [SHELL-064] usage of devices, performance and disks of the servers', async () => {
    await opens('/deviceusage', 'Device usage', 'main aside')
    await opens('/performanceinfo', 'Performance info', 'main h1')
    await opens('/diskinfo', 'Disk info', 'main h1')
  })
  await test.step('[SHELL-040] [SHELL-043] [SHELL-044] [SHELL-045] server settings, users, groups and their summary', async () => {
    await opens('/setting', 'System Setting', 'main h1, main h2')
    await opens('/usersetting', 'Users', 'main')
    await expect(page.getByRole('button', { name: /Login and security of admin/ })).toBeVisible()
    await opens('/groupsetting', 'Groups', 'main')
    await opens('/groupsummary', 'Group summary', 'main')
  })
  await test.step('[SHELL-068] [SHELL-069] translations and permissions', async () => {
    await opens('/i18neditor', 'Translation editor', 'main')
    await opens('/permission', 'Permissions', 'main')
  })
  await test.step('[SHELL-046] [SHELL-047] events of today and the event query', async () => {
    await opens('/todayevents', 'Events of today', 'main h1')
    await opens('/queryeventex', 'Event query', 'main h1')
    await opens('/autoupload', 'Auto-upload search', 'main h1')
  })
  await test.step('[SHELL-048] [SHELL-061] the reports of mileage and netflow', async () => {
    await opens('/mileage', 'Mileage report', 'main aside')
    await opens('/devicenetflow', 'Device netflow', 'main h1')
  })
  await test.step('the evidence packages', async () => {
    await opens('/evidence', 'Evidence', 'main h1')
  })
  await test.step('the fleet overview and the fleet health', async () => {
    await opens('/fleetoverview', 'Fleet overview', 'main h1')
    await opens('/fleethealth', 'Fleet health', 'main h1')
  })
  await test.step('[SHELL-066] [SHELL-067] scheduled reports and their files', async () => {
    await opens('/eventreportsetting', 'Event report scheduling', 'main h1')
    await opens('/reportfilelist', 'Report files', 'main aside')
  })
  // An embedded page has a storage of its own, which the login that this test remembers cannot reach.
  expect(errors).toEqual([])
  await test.step('[SHELL-070] [API0-30] [IFR-01] [IFR-03] the embedded page of an index, which stands in the menu', async () => {
    await opens('/iframe/0', 'Embedded page', 'iframe[title="Own map"]')
    await expect(page.locator('iframe')).toHaveAttribute('src', /\/icon\.svg$/)
    expect(await menu(page, 'More')).toEqual(['/iframe/0'])
  })
  await test.step('[IFR-02] an index that is not configured leads to the map', async () => {
    await page.goto(site.url('/iframe/1'))
    await expect(page).toHaveURL(site.url('/'))
  })
  await test.step('[SHELL-090] [SHELL-091] [SHELL-092] at the address of the server the menus hold the pages of settings and information', async () => {
    await opens('/usersetting', 'Users', 'main')
    expect(await menu(page, 'Settings')).toEqual([
      ...['/setting', '/usersetting', '/groupsetting', '/groupsummary', '/permission'],
      ...[
        '/regdevices',
        '/devicefirmwareupdate',
        '/driversetting',
        '/facerecognitionsetting',
        '/eventdefinesetting',
        '/eventdownloadplansetting',
        '/pusheventplansetting',
        '/realtimeeventplansetting',
        '/eventreportsetting',
        '/routeplanning',
        '/fence',
        '/i18neditor',
      ],
    ])
    expect(await menu(page, 'Information')).toEqual([
      '/talklog',
      '/uslog',
      '/accesslog',
      '/fleethealth',
      '/diskinfo',
      '/deviceusage',
      '/devicemodelinfo',
      '/performanceinfo',
    ])
    expect(await menu(page, 'Events')).toEqual(['/todayevents', '/queryeventex', '/autoupload'])
    expect(await menu(page, 'Reports')).toEqual([
      '/mileage',
      '/devicenetflow',
      '/reportfilelist',
      '/evidence',
      '/fleetoverview',
    ])
  })
  await test.step('[SHELL-116] [SHELL-118] [CONST1-13] the eighteen themes can be chosen', async () => {
    await page.getByRole('button', { name: 'Theme: default' }).click()
    await expect(page.getByRole('menuitemradio')).toHaveText([
      ...['default', 'cerulean', 'cosmo', 'darkly', 'flatly', 'journal', 'litera', 'lumen', 'materia'],
      ...['minty', 'pulse', 'sandstone', 'simplex', 'solar', 'spacelab', 'superhero', 'united', 'yeti'],
    ])
    await page.getByRole('menuitemradio', { name: 'darkly' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'darkly')
  })
  await test.step('[SHELL-119] [CONST1-14] [CONST0-02] the length units are kilometre and mile, at first the mile in en-US', async () => {
    await page.getByRole('button', { name: 'Length unit: Mile' }).click()
    await expect(page.getByRole('menuitemradio')).toHaveText(['Kilometre', 'Mile'])
    await page.getByRole('menuitemradio', { name: 'Kilometre' }).click()
  })
  await test.step('[SHELL-117] [SHELL-120] both are used again after a reload', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Length unit: Kilometre' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'darkly')
  })
  await test.step('[SHELL-054] [IDLE-01] the idle screen has its title', async () => {
    await opens('/idle', 'Idle', '.idle-page')
    await expect(page.getByRole('heading', { name: 'Idle' })).toBeVisible()
  })
  await test.step('[SHELL-027] [SHELL-076] while the automatic login is under way a page stays, shows no device, and the login page stays', async () => {
    await page.routeWebSocket(
      ({ port }) => port === String(site.ports.main),
      () => undefined,
    )
    await page.goto(site.url('/regdevices'))
    await expect(page.getByRole('status').first()).toBeAttached()
    expect(new URL(page.url()).pathname).toBe('/regdevices')
    await expect(page.getByText(VAN)).toHaveCount(0)
    await page.goto(site.url('/login'))
    await expect(page.locator('.login-box')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/login')
  })
})
