// The pages of event plans with the real server: a plan that an operator makes is stored, and is what the server does at an event.
import { expect, type Page, test } from '@playwright/test'
import { DeviceClient, positionMessage } from '../../apps/server/test/devices/device-client.ts'
import { downloadPlansPath } from '../../packages/contract/src/features/event-plans/index.ts'
import { openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site } from '../../tools/site/site.ts'
import { addDevices, readSite, startWebhookReceiver, type WebhookReceiver } from './event-site.ts'

const VAN = '13900000003'
const TRUCK = '13900000004'
/** The emergency button, bit 0 of the alarms of a position. */
const EMERGENCY = { bits: 1, code: '21', name: 'Emergency button' }

let site: Site
let receiver: WebhookReceiver

test.use({ timezoneId: 'Asia/Taipei' })

test.beforeAll(async () => {
  receiver = await startWebhookReceiver()
  site = await Site.start({ localTargets: true })
  await addDevices(site, [VAN, TRUCK])
})

test.afterAll(async () => {
  await site?.close()
  receiver?.close()
})

const editor = (page: Page, name = 'New plan') => page.getByRole('dialog', { name, exact: true })
const rows = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('[PLAN-01] [PLAN-10] [PLAN-11] [PLAN-12] a download plan is made for a device with times of the day, changed and deleted', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/eventdownloadplansetting')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = editor(page)
  await dialog.getByLabel('Mode', { exact: true }).selectOption({ label: 'Devices' })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Select devices' }).click()
  const selector = page.getByRole('dialog', { name: 'Select devices' })
  await selector.getByLabel('Find a device').fill(VAN)
  await selector.getByRole('checkbox').check()
  await selector.getByRole('button', { name: 'Choose 1' }).click()
  await dialog.getByLabel('Event', { exact: true }).selectOption(EMERGENCY.code)
  await dialog.getByLabel('Only at some times of the day').check()
  await dialog.getByRole('button', { name: 'Paint' }).click()
  await expect(dialog.getByRole('img', { name: 'Times that are on: 08:00–18:00' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, VAN)).toContainText(EMERGENCY.name)
  const stored = await readSite(site, downloadPlansPath)
  // Minutes of the day in UTC: 8 and 18 o'clock in Taipei.
  expect(stored).toMatchObject([{ deviceid: VAN, appdevid: Number(EMERGENCY.code), entimepart: 1, timepart: '0:600' }])

  await rows(page, VAN)
    .getByRole('button', { name: `Edit the plan of ${EMERGENCY.name} for ${VAN}` })
    .click()
  await editor(page, 'Edit plan').getByLabel('Seconds before the event').fill('12')
  await editor(page, 'Edit plan').getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, VAN)).toContainText('12')
  await page.reload()
  await expect(rows(page, VAN)).toContainText('12')

  await rows(page, VAN)
    .getByRole('button', { name: `Delete the plan of ${EMERGENCY.name} for ${VAN}` })
    .click()
  const question = page.getByRole('dialog', { name: 'Delete this plan?' })
  await expect(question).toContainText(VAN)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No plan yet')).toBeVisible()
  expect(await readSite(site, downloadPlansPath)).toEqual([])
  expect(errors).toEqual([])
})

test('[PLAN-02] [PLAN-56] a push plan that is made on its page delivers the next event, and the delivery log says so', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/pusheventplansetting')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = editor(page)
  await dialog.getByLabel('Event', { exact: true }).selectOption(EMERGENCY.code)
  await dialog.getByLabel('Enable').check()
  await dialog.getByLabel('Name').fill('Office')
  await dialog.getByLabel('Script').fill('no address, no file/')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByLabel('Script').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'Office')).toContainText(receiver.url)

  const truck = await DeviceClient.tcp(site.ports.signalling, TRUCK)
  await truck.login()
  const { name, body } = positionMessage(Math.floor(Date.now() / 1000))
  await truck.answerTo(truck.send({ name, body: { ...body, alarmBits: EMERGENCY.bits } }))
  await expect.poll(() => receiver.received.length).toBe(1)
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ deviceid: TRUCK })
  await page.getByRole('button', { name: 'Delivery log' }).click()
  const log = page.getByRole('dialog', { name: 'Delivery log' })
  await expect(log.getByRole('row').filter({ hasText: TRUCK })).toContainText('Answer 200')
  await truck.close()
  expect(errors).toEqual([])
})

test('[PLAN-03] a realtime plan with a call is made for all devices, and stays', async ({ page }) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/realtimeeventplansetting')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = editor(page)
  await dialog.getByLabel('Event', { exact: true }).selectOption(EMERGENCY.code)
  await dialog.getByLabel('Call', { exact: true }).check()
  await dialog.getByLabel('Call time in seconds').fill('45')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, EMERGENCY.name)).toContainText('45')
  await page.reload()
  await expect(rows(page, EMERGENCY.name)).toContainText('45')
  expect(errors).toEqual([])
})
