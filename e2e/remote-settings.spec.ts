// The settings that a recorder keeps itself: from the page to the recorder and back, and what becomes of a refused one.
import { expect, test } from '@playwright/test'
import { type Fleet, startFleet } from '../apps/simulator/src/index.ts'
import { signIn, watchErrors } from './browser.ts'
import { Site, until } from './site.ts'

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

test('[RDEV-002] a setting is read from the recorder and set in it; what the recorder refuses is shown', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const van = fleet.devices[0]
  if (van === undefined) throw new Error('there is no van')
  await signIn(page, site)
  await page.goto(site.url('/devicesetup'))
  await page.getByRole('button', { name: `Settings of ${VAN}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Remote Device Setting' })
  const plate = dialog.getByRole('form', { name: 'Plate/OSD text' })
  const driver = dialog.getByRole('form', { name: 'Driver', exact: true })
  const kept = van.parameters.text(DRIVER)

  await test.step('[RDEV-010] [RDEV-012] [RDEV-089] letters and digits of a plate are saved, and a success is shown', async () => {
    await plate.getByLabel('Plate text').fill('')
    await plate.getByLabel('Plate text').pressSequentially('KA-B 77!')
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
    await expect(driver.getByRole('status')).toHaveText('Refused: the device refused: it failed')
    await expect(page.getByText('error', { exact: true })).toBeVisible()
    expect(van.parameters.text(DRIVER)).toBe(kept)
  })

  // What was refused is still typed there: closing asks.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: `Settings of ${VAN}` }).click()
  await expect(plate.getByLabel('Plate text')).toHaveValue('KAB77')
  await expect(driver.getByLabel('Driver text')).toHaveValue(kept)
  expect(errors).toEqual([])
})
