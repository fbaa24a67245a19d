// Groups, users and settings as their administrator works with them: in a browser, against the real server.
import { groupLinkPath, userGroupPath } from '@fleetglass/contract/groups'
import { expect, type Page, test } from '@playwright/test'
import { openPage } from '../tools/site/browser.ts'
import { hashPassword } from '../tools/site/operator.ts'
import { PASSWORD, Site, USER } from '../tools/site/site.ts'

const VAN = '13800138001'
const BUS = '13800138002'
const MAPS_SCRIPT = '/own-maps.js'
const account = { username: USER, password: hashPassword(PASSWORD) }

let site: Site

test.beforeAll(async () => {
  site = await Site.start({ site: { mapScriptUrl: MAPS_SCRIPT, forceKm: true } })
  const operator = await site.operator()
  for (const A of [VAN, BUS]) await operator.request('D01', { A, C: '2', F: '0' })
  operator.close()
})

test.afterAll(() => site.close())

/** A call of an administrator's program. */
async function call(page: Page, method: 'GET' | 'POST' | 'PUT', path: string, body: object = {}): Promise<unknown> {
  const basic = Buffer.from(`${account.username}:${account.password}`).toString('base64')
  const answer = await page.request.fetch(site.url(path), {
    method,
    headers: { authorization: `Basic ${basic}` },
    ...(method !== 'GET' && { data: { ...account, ...body } }),
  })
  return answer.json()
}

const linksOf = async (page: Page, deviceid: string) =>
  ((await call(page, 'GET', groupLinkPath)) as { groupid: string; deviceid: string }[])
    .filter((link) => link.deviceid === deviceid)
    .map(({ groupid }) => groupid)

async function addGroup(page: Page, name: string): Promise<string> {
  const groups = (await call(page, 'POST', userGroupPath, { parentid: 'root', newChildrenName: name })) as {
    groupid: string
    name: string
  }[]
  return groups.find((group) => group.name === name)?.groupid ?? ''
}

test('[SHELL-010] the administrator adds a group and a user of it', async ({ page }) => {
  await openPage(page, site, '/groupsetting')
  await page.getByLabel('Name of a new group below').fill('Harbour')
  await page.getByRole('button', { name: 'Add group' }).click()
  await expect(
    page.getByRole('region', { name: 'Groups below' }).getByRole('button', { name: 'Harbour' }),
  ).toBeVisible()
  await page.goto(site.url('/usersetting'))
  await page.getByRole('button', { name: 'Add user' }).click()
  const form = page.getByRole('complementary')
  await form.getByLabel('User name').fill('ann')
  await form.getByLabel('Password', { exact: true }).fill('Secret-1-word')
  await form.getByLabel('Confirm password').fill('Secret-1-word')
  await form.getByRole('combobox', { name: 'Group' }).fill('Harb')
  await form.getByRole('option', { name: /^Harbour/ }).click()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'ann' }) })
  await expect(row).toContainText('Harbour')
})

test('[GRP-27] a tick links a device on the server, an untick removes the link after a question, and the list shows what the server has', async ({
  page,
}) => {
  const north = await addGroup(page, 'North')
  await openPage(page, site, '/groupsetting')
  await page.getByRole('region', { name: 'Groups below' }).getByRole('button', { name: 'North' }).click()
  const tick = page.getByRole('region', { name: 'Devices of the group' }).getByRole('checkbox', { name: VAN })
  await expect(tick).not.toBeChecked()
  await tick.click()
  await expect(tick).toBeChecked()
  expect(await linksOf(page, VAN)).toEqual([north])
  await tick.click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await linksOf(page, VAN)).toEqual([north])
  await expect(tick).toBeChecked()
  await tick.click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(tick).not.toBeChecked()
  // In no other group a device belongs to root.
  expect(await linksOf(page, VAN)).toEqual(['root'])
})

test('[GSUM-10] [GSUM-11] a link to a device that is not listed is removed in the background, without a notice', async ({
  page,
}) => {
  const depot = await addGroup(page, 'Depot')
  const removals: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE' && request.url().endsWith(groupLinkPath)) removals.push(request.postDataJSON())
  })
  // As a server answers on which a device was removed while the page was loading.
  await page.route(`**${groupLinkPath}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const links = (await (await route.fetch()).json()) as object[]
    return route.fulfill({ json: [...links, { groupid: depot, deviceid: 'gone' }] })
  })
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await openPage(page, site, '/groupsummary')
  const grid = page.getByRole('grid', { name: 'Devices and their groups' })
  expect(await (await removed).json()).not.toHaveProperty('hasError')
  expect(removals).toMatchObject([{ groupid: depot, deviceid: 'gone' }])
  await expect(grid.getByText('gone')).toHaveCount(0)
  await expect(grid.getByText(BUS).first()).toBeVisible()
  await expect(page.locator('.notice')).toHaveCount(0)
})

test('[SET-003] a tab of the settings is read when it is opened for the first time, and not again', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const reads = (path: string) => asked.filter((one) => one === path).length
  await openPage(page, site, '/setting')
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await expect(page.getByLabel('GPS reports (UDP)')).toBeVisible()
  const others = ['/gkserver/network', '/gkserver/gpsrelay', '/gkserver/smtp', '/gkserver/nominatim']
  expect(others.map(reads)).toEqual([0, 0, 0, 0])
  for (let time = 0; time < 2; time++) {
    await tab('GPS Relay').click()
    await expect(page.getByLabel('Port (UDP)')).toBeVisible()
    expect(others.map(reads)).toEqual([0, 1, 0, 0])
    await tab('Protocol').click()
    await expect(page.getByLabel('GPS reports (UDP)')).toBeVisible()
  }
})

test('[SET-035] the tab Maintain offers the seven restart plans 0 to 6', async ({ page }) => {
  await openPage(page, site, '/setting?tab=maintain')
  const plan = page.getByLabel('Restart plan')
  await expect(plan).toHaveValue('6')
  expect(await plan.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toEqual(
    ['0', '1', '2', '3', '4', '5', '6'],
  )
})

test('[SET-045] [SET-046] a saved key goes to the maps script and a saved centre to the map, in the next console', async ({
  page,
}) => {
  const keys: (string | null)[] = []
  await page.route(`**${MAPS_SCRIPT}*`, (route) => {
    keys.push(new URL(route.request().url()).searchParams.get('key'))
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await openPage(page, site, '/setting?tab=google-map')
  await page.getByLabel('Google key').fill('key-1')
  await page.getByLabel('Map centre').fill('51.5,7.25')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.locator('.notice-success')).toContainText('Google Map')
  expect(keys).toEqual([null])
  await page.goto(site.url('/fence'))
  await page.locator('.draw-map-box[data-painted]').waitFor()
  expect(keys).toEqual([null, 'key-1'])
  const map = await page.locator('.draw-map-box').boundingBox()
  if (map === null) throw new Error('the map has no place on the page')
  await page.getByLabel('Fence', { exact: true }).selectOption('circle-9')
  await expect(page.getByText('Press where the middle is to be')).toBeVisible()
  const [x, y] = [map.x + map.width / 2, map.y + map.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 30, y)
  await page.mouse.move(x + 60, y)
  await page.mouse.up()
  await expect.poll(async () => Number(await page.getByLabel('Latitude').inputValue())).toBeCloseTo(51.5, 3)
  expect(Number(await page.getByLabel('Longitude').inputValue())).toBeCloseTo(7.25, 3)
})

test('a script of Extra JS that fails does not stop the console and is named; one that blocks the page is corrected in the safe mode', async ({
  page,
}) => {
  await call(page, 'PUT', '/gkserver/gmsjs', { text: 'window.gmsConfig = {}\nnobody.has(this)' })
  await openPage(page, site, '/setting?tab=extra-js')
  await expect(page.getByText(/^The script failed in this page: .*nobody is not defined.*\(2\)/)).toBeVisible()
  await call(page, 'PUT', '/gkserver/gmsjs', { text: 'document.documentElement.remove()' })
  await page.goto(site.url('/setting?tab=extra-js'))
  await expect(page.locator('body')).toHaveCount(0)
  await page.goto(site.url('/setting?tab=extra-js&safemode=1'))
  await expect(page.getByText('Safe mode: the saved script was not run in this page.')).toBeVisible()
  await page.getByLabel('Script').fill('window.gmsConfig = {}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.locator('.notice-success')).toContainText('Extra JS')
  await page.goto(site.url('/setting?tab=extra-js'))
  await expect(page.getByLabel('Script')).toHaveValue('window.gmsConfig = {}')
})
