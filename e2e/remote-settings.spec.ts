// The settings that are stored in a recorder: from the page to the recorder and back, and what becomes of a refused one.
import { createHash } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { type Fleet, startFleet } from '../apps/simulator/src/index.ts'
import { openPage, watchErrors } from '../tools/site/browser.ts'
import { PASSWORD, Site, USER, until } from '../tools/site/site.ts'

const VAN = '13800138001'
const PLATE = 0x0083
const DRIVER = 0xf002

let site: Site
let fleet: Fleet

test.beforeAll(async () => {
  site = await Site.start()
  fleet = await startFleet({
    host: '127.0.0.1',
    signallingPort: site.ports.signalling,
    firstTerminalId: VAN,
    channels: 4,
  })
  const operator = await site.operator()
  await operator.request('D01', { A: VAN, C: '4', F: '0' })
  await until('the van is online', async () =>
    (await operator.devices()).some((row) => row.deviceId === VAN && row.online && row.registered),
  )
  operator.close()
})

test.afterAll(async () => {
  await fleet.close()
  await site.close()
})

async function call(path: string): Promise<Record<string, string>> {
  const password = createHash('sha256').update(PASSWORD).digest('hex').toUpperCase()
  const reply = await fetch(site.url(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: USER, password }),
  })
  return (await reply.json()) as Record<string, string>
}

test('[D6] [RDEV-088] a device whose answer cannot be read is shown as such, and read when it can be', async ({
  page,
}) => {
  const van = fleet.devices[0]
  if (van === undefined) throw new Error('there is no van')
  await openPage(page, site, '/devicesetup')
  van.setFault('unreadableSettings', true)
  await page.getByRole('button', { name: `Settings of ${VAN}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Remote Device Setting' })
  await expect(dialog.getByRole('alert')).toContainText('The device answered, but not readably')
  van.setFault('unreadableSettings', false)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  const driver = dialog.getByRole('form', { name: 'Driver', exact: true })
  await expect(driver.getByLabel('Driver text')).toHaveValue(van.parameters.text(DRIVER))

  // Set, and then not read back: it is unknown whether the device stored it.
  await driver.getByLabel('Driver text').fill('Chen')
  van.setFault('unreadableSettings', true)
  await driver.getByRole('button', { name: 'Save' }).click()
  await expect(driver.getByRole('status')).toHaveText(
    'Not known: The device answered, but not readably. Its bytes are in the device log.',
  )
  // The card that could not be read before has a notice of its own.
  await expect(page.getByText('error', { exact: true }).first()).toBeVisible()
  van.setFault('unreadableSettings', false)
})

test('[RDEV-002] [RDEV-087] [RDEV-089] a setting is read from the recorder and set in it; what the recorder refuses is shown', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const van = fleet.devices[0]
  if (van === undefined) throw new Error('there is no van')
  await openPage(page, site, '/devicesetup')
  await page.getByRole('button', { name: `Settings of ${VAN}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Remote Device Setting' })
  const plate = dialog.getByRole('form', { name: 'Plate/OSD text' })
  const driver = dialog.getByRole('form', { name: 'Driver', exact: true })
  const stored = van.parameters.text(DRIVER)

  await test.step('[RDEV-010] [RDEV-012] [RDEV-089] letters and digits of a plate are saved, and a success is shown', async () => {
    await plate.getByLabel('Plate text').fill('')
    await plate.getByLabel('Plate text').pressSequentially('KA-B 7_7!')
    await expect(plate.getByLabel('Plate text')).toHaveValue('KAB77')
    await plate.getByRole('button', { name: 'Save' }).click()
    await expect(plate.getByRole('status')).toHaveText('Set: the device keeps the new values')
    await expect(page.getByText('success', { exact: true })).toBeVisible()
    expect(van.parameters.text(PLATE)).toBe('KAB77')
  })

  await test.step('[RDEV-087] what the recorder refuses is shown as an error', async () => {
    van.setFault('refusedSettings', 'preosd_driver')
    await driver.getByLabel('Driver text').fill('Wang')
    await driver.getByRole('button', { name: 'Save' }).click()
    await expect(driver.getByRole('status')).toHaveText('Refused: The device refused: it failed. Try again.')
    await expect(page.getByText('error', { exact: true })).toBeVisible()
    expect(van.parameters.text(DRIVER)).toBe(stored)
  })

  // The refused value is still in the field, so closing needs a confirmation.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: `Settings of ${VAN}` }).click()
  await expect(plate.getByLabel('Plate text')).toHaveValue('KAB77')
  await expect(driver.getByLabel('Driver text')).toHaveValue(stored)
  expect(errors).toEqual([])
})

test('[DEVINFO-01] [DEVINFO-02] [DEVINFO-03] [DEVINFO-04] the list of devices shows what the recorder reported of itself', async ({
  page,
}) => {
  await until('the recorder has reported its attributes', async () => {
    const rows = (await call('/gkdevice/modelinfo')) as unknown as readonly { readonly firmware: string }[]
    return rows[0]?.firmware !== ''
  })
  await openPage(page, site, '/devicemodelinfo')
  await expect(page.getByRole('heading', { name: 'Disk Info' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['#', 'deviceid', 'model', 'f/w', 'mobile identification'])
  const row = page.getByRole('row').filter({ hasText: VAN })
  await expect(row.locator('td, th')).toHaveText(['1', VAN, 'FG-MDVR4', 'FG-SIM 1.0.0', `8986${VAN.padStart(16, '0')}`])
})
