// Pages that stand alone: a stream or a file by its address, without a login.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { recordVideo } from '../../apps/server/test/devices/recorded-video.ts'
import { expectMovingPicture, watchErrors } from '../../tools/site/browser.ts'
import { hashPassword } from '../../tools/site/operator.ts'
import { PASSWORD, Site, USER } from '../../tools/site/site.ts'

const BUS = '12345678999'
/** A minute of yesterday. */
const START_S = Math.floor(Date.now() / 86_400_000 - 1) * 86_400 + 12 * 3600
let site: Site
let vehicle: string

test.beforeAll(async () => {
  site = await Site.start()
  for (const channel of [1, 2]) {
    recordVideo(`${site.dataDir}/media`, { deviceId: BUS, channel, startMs: START_S * 1000 })
  }
  vehicle = (await site.startVehicles(1, 2))[0] ?? ''
  const operator = await site.operator()
  await operator.request('D01', { A: BUS, C: '2', F: '0' })
  operator.close()
})

test.afterAll(() => site.close())

async function open(page: Page, path: string, parameters: Record<string, string | number>): Promise<void> {
  const own = { user: USER, password: PASSWORD, port: site.ports.streams }
  const query = Object.entries({ ...own, ...parameters }).map(([name, value]) => [name, String(value)])
  await page.goto(site.url(`${path}?${new URLSearchParams(query)}`))
}

test('[STAND-02] [STAND-13] [STAND-21] [STAND-22] live pictures come without a login, and again after a reload of an address without a password', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await open(page, '/live', { deviceid: vehicle, chs: 3 })
  await expectMovingPicture(page.locator('.tile[data-channel="1"]'))
  await expectMovingPicture(page.locator('.tile[data-channel="2"]'))
  await expect(page.locator('.stream-places')).toHaveAttribute('data-places', '2')
  expect(page.url()).not.toMatch(/user|password/)
  await page.reload()
  await expect(page.locator('.tile[data-channel="2"]')).toHaveAttribute('data-state', 'playing')
  await open(page, '/live', { deviceid: vehicle, channel: 2, password: hashPassword(PASSWORD) })
  await expect(page.locator('.tile[data-channel="2"]')).toHaveAttribute('data-state', 'playing')
  await expect(page.locator('.stream-places')).toHaveAttribute('data-places', '1')
  expect(scripts.filter((path) => path.includes('shell'))).toEqual([])
  expect(errors).toEqual([])
})

test('[STAND-03] [STAND-05] [STAND-36] a recording of the server plays; its download stops it and is an MP4 file, as from the page for files', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await open(page, '/playback', { deviceid: BUS, spbtime: START_S, duration: 50, chs: 1 })
  await expectMovingPicture(page.locator('.tile[data-channel="1"]'))
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download MP4' }).click()
  await expect(page.locator('.tile')).toHaveCount(0)
  await expectVideo(await (await coming).path(), 50)
  const file = page.waitForEvent('download')
  await open(page, '/dlplayback', { deviceid: BUS, spbtime: START_S, duration: 20, channel: 2 })
  expect((await file).suggestedFilename()).toMatch(new RegExp(`^${BUS}_ch2_\\d{14}\\.mp4$`))
  await expectVideo(await (await file).path(), 20)
  expect(errors).toEqual([])
})

test('[STAND-32] a recording of the server stops after as many seconds as the address sets', async ({ page }) => {
  await open(page, '/playback', { deviceid: BUS, spbtime: START_S, duration: 3, chs: 1 })
  await expectMovingPicture(page.locator('.tile[data-channel="1"]'))
  await expect(page.locator('.tile')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})

test('[STAND-04] [STAND-06] a recording on the device plays, and comes as a file', async ({ page }) => {
  const errors = watchErrors(page)
  const startS = await thirdRecord()
  await open(page, '/remote', { deviceid: vehicle, spbtime: startS, duration: 60, channel: 1, main: 1 })
  await expectMovingPicture(page.locator('.tile[data-channel="1"]'))
  const file = page.waitForEvent('download')
  await open(page, '/dlremote', { deviceid: vehicle, spbtime: startS, duration: 10, channel: 1, main: 1 })
  await expectVideo(await (await file).path(), 10)
  expect(errors).toEqual([])
})

test('[STAND-16] [STAND-18] [STAND-38] a page shows the answer of the server in red: no such device, or nothing recorded', async ({
  page,
}) => {
  await open(page, '/live', { deviceid: 'unknown' })
  await expect(page.locator('.alert-danger[role="alert"]')).toHaveText('there is no such device')
  await open(page, '/dlplayback', { deviceid: BUS, spbtime: START_S - 7200, duration: 20, channel: 2 })
  await expect(page.locator('.alert-danger[role="alert"]')).toHaveText('Download fail')
  await expect(page.locator('main')).toContainText('BACKUP FAIL')
})

test('[STAND-17] [STAND-08] a bad address shows "fail param"; another first segment is the main application', async ({
  page,
}) => {
  await open(page, '/dlplayback', { deviceid: BUS })
  await expect(page.getByRole('alert')).toContainText('fail param')
  await page.goto(site.url('/blockview/live'))
  await expect(page).toHaveURL(/\/login/)
})

/** Where the third record of the device begins, unix seconds. */
async function thirdRecord(): Promise<number> {
  const reply = await fetch(site.url('/gkdevice/recordlist'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${USER}:${hashPassword(PASSWORD)}`).toString('base64')}`,
    },
    body: JSON.stringify({ deviceid: vehicle }),
  })
  const records = (await reply.json()) as { readonly start: number }[]
  expect(records.length).toBeGreaterThan(2)
  return records[2]?.start ?? 0
}

/** An MP4 file without a warning, of about so many seconds. */
async function expectVideo(path: string, seconds: number): Promise<void> {
  const probe = ['-v', 'warning', '-count_packets', '-show_streams', '-of', 'json', path]
  const { stdout, stderr } = await promisify(execFile)('ffprobe', probe)
  expect(stderr).toBe('')
  const { streams } = JSON.parse(stdout) as { streams: Record<string, string>[] }
  const video = streams.find(({ codec_type }) => codec_type === 'video')
  expect(video?.codec_name).toBe('h264')
  expect(Number(video?.nb_read_packets)).toBeGreaterThanOrEqual((seconds - 2) * 15)
  expect(Number(video?.nb_read_packets)).toBeLessThanOrEqual((seconds + 2) * 15)
}

test('[STAND-07] [DEBUG-20] [DEBUG-30] each internal page opens by its name with the present state, and requests it again', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await open(page, '/devarray', {})
  await expect(page.getByRole('gridcell', { name: vehicle, exact: true })).toBeVisible()
  expect(page.url()).not.toMatch(/user|password/)
  await test.step('[DEBUG-39] [DEBUG-40] the device filter holds on these pages too, and is remembered', async () => {
    await page.getByLabel('Devices').selectOption('offline')
    await expect(page.getByText('No row fits the filter')).toBeVisible()
    await open(page, '/devarray', {})
    await expect(page.getByLabel('Devices')).toHaveValue('offline')
    await page.getByLabel('Devices').selectOption('online')
    await expect(page.getByRole('gridcell', { name: vehicle, exact: true })).toBeVisible()
    await page.getByLabel('Devices').selectOption('all')
  })
  await open(page, '/testdev', {})
  await expect(page.getByRole('row').filter({ hasText: vehicle })).toContainText('127.0.0.1')
  await open(page, '/hbmonitor', {})
  const row = page.getByRole('row').filter({ hasText: vehicle })
  await expect(row).toBeVisible()
  const before = await row.textContent()
  await expect(row).not.toHaveText(before ?? '', { timeout: 15_000 })
  await open(page, '/requestarray', {})
  await expect(page.locator('main[data-page="requestarray"]')).toContainText('There is nothing to show now')
  await open(page, '/covermonitor', {})
  await expect(page.locator('main[data-page="covermonitor"]')).toContainText('There is nothing to show now')
  await open(page, '/ftpmonitor', {})
  await expect(page.locator('main[data-page="ftpmonitor"]')).toContainText('There is nothing to show now')
  await test.step('[DEBUG-25] the limits of a monitor are set on its page', async () => {
    await page.getByLabel('Tasks at once').fill('7')
    await page.getByRole('button', { name: 'Set limits' }).click()
    await expect(page.getByRole('button', { name: 'Set limits' })).toBeDisabled()
    await open(page, '/ftpmonitor', {})
    await expect(page.getByLabel('Tasks at once')).toHaveValue('7')
  })
  await open(page, '/geoarray', {})
  await expect(page.locator('main[data-page="geoarray"]')).toContainText('No external telematics account is configured')
  await open(page, '/testvcp', {})
  await page.getByLabel('Message').fill('echo')
  await page.getByLabel('Payload').fill('anybody there?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.locator('.monitor-exchanges li').first()).toContainText('anybody there?')
  expect(errors).toEqual([])
})

test('[STAND-07] [DEBUG-27] [DEBUG-28] an internal page requires a login, and shows nothing to a wrong password', async ({
  page,
}) => {
  await page.goto(site.url('/devarray'))
  await page.getByLabel('User').fill(USER)
  await page.getByLabel('Password').fill('guessed')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('User or password is wrong')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('User').fill(USER)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('gridcell', { name: vehicle, exact: true })).toBeVisible()
})
