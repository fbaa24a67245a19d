// The lists of events with the real server: what is counted, shown, checked, found, exported and reviewed.
import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { DeviceClient, positionMessage } from '../../apps/server/test/devices/device-client.ts'
import { EventCode } from '../../packages/contract/src/features/events/index.ts'
import { openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site } from '../../tools/site/site.ts'
import { addDevices } from './event-site.ts'
import { type EventRow, storeEvents } from './stored-events.ts'

const VAN = '13900000001'
const TRUCK = '13900000002'
const BRAKE = EventCode.suddenBraking
const OVERSPEED = EventCode.overspeed
const OLDER = 130

/** A zone in which it is noon now: hours before and after belong to the same day. */
const aheadH = 12 - new Date().getUTCHours()
test.use({ timezoneId: `Etc/GMT${aheadH > 0 ? '-' : '+'}${Math.abs(aheadH)}` })

const NOON_S = Math.floor(Date.now() / 3_600_000) * 3600
const TEN_S = NOON_S - 2 * 3600
const ELEVEN_S = NOON_S - 3600
/** Eight days ago, of another day in each zone. */
const OLD_S = NOON_S - 8 * 86_400
const MEMO = 'The driver was called'

const today: readonly EventRow[] = [
  {
    device: TRUCK,
    timeS: TEN_S + 60,
    code: OVERSPEED,
    name: 'Overspeed',
    speedKmh: 97,
    missing: 'event-footage-failed',
  },
  { device: TRUCK, timeS: TEN_S + 90, code: OVERSPEED, name: 'Overspeed', isEnd: true },
  {
    device: VAN,
    timeS: ELEVEN_S + 5,
    code: BRAKE,
    name: 'Sudden braking',
    speedKmh: 52,
    hasClip: true,
    hasPicture: true,
  },
]
const older: readonly EventRow[] = Array.from({ length: OLDER }, (_, at) => ({
  device: TRUCK,
  timeS: OLD_S + at * 10,
  code: OVERSPEED,
  name: 'Overspeed',
  memo: `number ${at}`,
  speedKmh: 80 + (at % 50),
  hasPicture: at === 7,
}))
const FIRST_TODAY = OLDER + 1
const BRAKED = OLDER + today.length

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  await addDevices(site, [VAN, TRUCK])
  await storeEvents(site, [...older, ...today])
})

test.afterAll(() => site?.close())

const rowOf = (page: Page, serial: number) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Check status of event ${serial}`, exact: true }) })

test('[EVT-01] [EVT-02] [EVT-09] [EVT-12] the events of today are those since midnight, and a new one appears by itself', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/todayevents')
  const grid = page.getByRole('grid', { name: 'Events' })
  await expect(grid).toHaveAttribute('aria-rowcount', String(today.length + 1))
  await test.step('[EVT-06] [EVT-14] [EVT-15] hours have counts, and one of them filters', async () => {
    await expect(page.getByRole('button', { name: '10:00, 2 events' })).toBeVisible()
    await page.getByRole('button', { name: '11:00, 1 events' }).click()
    await expect(grid).toHaveAttribute('aria-rowcount', '2')
    await expect(rowOf(page, BRAKED)).toContainText('Sudden braking')
    await page.getByRole('button', { name: 'All hours' }).click()
  })
  const van = await DeviceClient.tcp(site.ports.signalling, VAN)
  await van.login()
  const { name, body } = positionMessage(Math.floor(Date.now() / 1000) - 5)
  await van.answerTo(van.send({ name, body: { ...body, alarmBits: 0 } }))
  const nowS = Math.floor(Date.now() / 1000)
  await van.answerTo(van.send({ name, body: { ...positionMessage(nowS).body, alarmBits: 1 } }))
  await test.step('[SHELL-006] its device, its time and its name are read in the list', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Emergency button' }).first()
    await expect(row).toBeVisible()
    await expect(row).toContainText(VAN)
    await expect(row).toContainText(/\d{2}:\d{2}:\d{2}/)
  })
  // The hour may have changed since the tests began.
  const hour = Math.floor(nowS / 3600 + aheadH) % 24
  await expect(page.getByRole('button', { name: new RegExp(`^${hour}:00, [1-9]`) })).toBeVisible()
  await van.close()
  expect(errors).toEqual([])
})

test('[EVT-20] [EVT-22] [EVT-23] [EVT-24] an event leads to its clip, its picture and its playback from 15 s before', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/todayevents')
  const row = rowOf(page, BRAKED)
  const clip = row.getByRole('link', { name: 'Footage of channel 1' })
  await clip.hover()
  await expect(row.getByRole('tooltip')).toHaveText(/^\d{4}-\d\d-\d\d 10:59:50 – \d{4}-\d\d-\d\d 11:00:20$/)
  await expect
    .poll(() => row.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.5)
  const file = await page.request.get(site.url((await clip.getAttribute('href')) ?? ''))
  expect(file.headers()['content-type']).toBe('video/mp4')
  expect((await file.body()).subarray(4, 8).toString()).toBe('ftyp')
  await row.getByRole('link', { name: 'Snapshot of channel 1' }).hover()
  const picture = row.locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  await page.mouse.move(0, 0)
  await expect(picture).toBeHidden()
  await test.step('[EVT-07] [EVT-15] the album shows the picture', async () => {
    await page.getByRole('button', { name: 'Album' }).click()
    const shown = page.getByRole('img', { name: 'Snapshot of channel 1' })
    await expect(shown).toHaveCount(1)
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await expect(
      page.getByText('CH2: failed: The device did not deliver the footage, although it was requested several times.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Table' }).click()
  })
  await row.getByRole('link', { name: /^Play the recording/ }).click()
  await expect(page).toHaveURL(site.url(`/splayback/${VAN}?at=${ELEVEN_S + 5 - 15}`))
  expect(errors).toEqual([])
})

test('[EVT-32] [EVT-33] [EVT-36] [EVT-37] a check and a memo are stored, and other pages that poll see them', async ({
  page,
  context,
}) => {
  const errors = watchErrors(page)
  const other = await context.newPage()
  await openPage(other, site, '/todayevents')
  await openPage(page, site, '/todayevents')
  const row = rowOf(page, FIRST_TODAY)
  await row.getByRole('button', { name: /^Check status/ }).click()
  await expect(row.getByRole('button', { name: /^Check status/, pressed: true })).toBeVisible()
  await row.getByRole('button', { name: /^Memo of event/ }).click()
  await row.getByRole('textbox').fill(MEMO)
  await row.getByRole('textbox').press('Enter')
  await expect(row).toContainText(MEMO)
  const seen = rowOf(other, FIRST_TODAY)
  await expect(seen).toContainText(MEMO)
  await expect(seen.getByRole('button', { name: /^Check status/, pressed: true })).toBeVisible()
  expect(errors).toEqual([])
})

test('[EVT-16] [EVT-17] [EVT-18] [EVT-38] the event query finds by device, code, time and picture, and the server sorts and pages', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/queryeventex')
  const criteria = page.getByRole('tab', { name: 'Select search criteria' })
  const query = async (count: number) => {
    await page.getByRole('button', { name: 'Query', exact: true }).click()
    await expect(page.getByRole('tab', { name: 'Search result form' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${count} events$`) })).toBeVisible()
  }
  await page.getByRole('checkbox', { name: `${OVERSPEED} Overspeed`, exact: true }).check()
  await page.getByLabel('Order').selectOption('Oldest first')
  await query(OLDER + 2)
  const grid = page.getByRole('grid', { name: 'Events' })
  const firstMemo = () =>
    grid
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /^Memo of event/ })
  await test.step('rows beyond the first page come when they are scrolled to', async () => {
    await expect(firstMemo()).toHaveText('number 0')
    await grid.locator('..').evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await expect(rowOf(page, FIRST_TODAY + 1)).toBeVisible()
    await expect(grid.getByRole('row')).not.toHaveCount(OLDER + 3)
  })
  await test.step('a click on a head sorts all of them', async () => {
    await grid.getByRole('columnheader', { name: 'Speed' }).click()
    await grid.getByRole('columnheader', { name: 'Speed' }).click()
    await expect(firstMemo()).toHaveText(/number (49|99)/)
  })
  await test.step('one day, and only with snapshot', async () => {
    await criteria.click()
    await page.getByRole('checkbox', { name: 'Only with snapshot' }).check()
    await page
      .getByLabel('Date')
      .fill(await page.evaluate((s) => new Intl.DateTimeFormat('sv').format(s * 1000), OLD_S))
    await query(1)
    await expect(firstMemo()).toHaveText('number 7')
  })
  await test.step('from and to, with the minute that was chosen', async () => {
    await criteria.click()
    await page.getByRole('checkbox', { name: 'Only with snapshot' }).uncheck()
    await page.getByRole('radio', { name: 'From and to' }).check()
    const minute = await page.evaluate(
      (s) =>
        new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short' }).format(s * 1000).replace(' ', 'T'),
      OLD_S + 60,
    )
    await page.getByLabel('From', { exact: true }).fill(minute)
    await page.getByLabel('To', { exact: true }).fill(minute)
    await query(6)
  })
  await test.step('a device without such events has none', async () => {
    await criteria.click()
    await page.getByRole('button', { name: 'Device: All devices' }).click()
    await page.getByRole('button', { name: VAN, exact: true }).click()
    await query(0)
    await expect(page.getByText('No events match')).toBeVisible()
  })
  expect(errors).toEqual([])
})

test('[EXPORT-01] [EXPORT-02] [EXPORT-16] what a query found is exported: the ticked rows, as they are shown', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/queryeventex')
  await page.getByRole('checkbox', { name: `${OVERSPEED} Overspeed`, exact: true }).check()
  await page.getByRole('button', { name: 'Query', exact: true }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Data Export' })
  // Also those that the table has not requested.
  await expect(dialog.getByRole('status').filter({ hasText: `of ${OLDER + 2}` })).toBeVisible()
  await dialog.getByRole('radio', { name: 'Summary' }).check()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export Json' }).click()
  const rows = JSON.parse(readFileSync(await (await downloading).path(), 'utf8')) as {
    deviceid: string
    count: number
  }[]
  expect(rows.filter(({ deviceid }) => deviceid === TRUCK)).toMatchObject([{ count: OLDER + 2 }])
  expect(errors).toEqual([])
})

test('events are reviewed by keys: checked one after the other, with a memo, and counted', async ({ page }) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/todayevents')
  await page.getByRole('button', { name: '11:00, 1 events' }).click()
  await page.getByRole('button', { name: 'Review' }).click()
  const review = page.getByRole('region', { name: 'Review of events' })
  await expect(review.getByRole('status')).toHaveText('1 left to check')
  const clip = review.locator('video')
  await expect.poll(() => clip.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
  await page.keyboard.press('m')
  await review.getByRole('textbox').fill('Child on the road')
  await page.keyboard.press('Enter')
  await expect(review).toContainText('Child on the road')
  await page.keyboard.press('c')
  await expect(review.getByRole('status')).toHaveText('0 left to check')
  await page.getByRole('button', { name: '10:00, 2 events' }).click()
  // The other one is the end of an event, which is not reviewed.
  await expect(review).toContainText('1 of 1')
  await page.reload()
  await expect(rowOf(page, BRAKED)).toContainText('Child on the road')
  await expect(rowOf(page, BRAKED).getByRole('button', { name: /^Check status/, pressed: true })).toBeVisible()
  expect(errors).toEqual([])
})
