// Firmware on its page: uploaded, sent to one recorder, planned for those that come online, and rolled out to several in waves.
import { expect, type Page, test } from '@playwright/test'
import { type Fleet, startFleet } from '../../apps/simulator/src/index.ts'
import { openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site, until } from '../../tools/site/site.ts'

const FIRST = 13_800_138_001
const VEHICLES = 5
const OLD = 'FG-SIM 1.0.0'
const NEW = 'FG-SIM 1.1.0'
const FILE = 'fg-sim-1.1.bin'

let site: Site
let fleet: Fleet
const idOf = (n: number): string => String(FIRST + n)

test.beforeAll(async () => {
  site = await Site.start()
  fleet = await startFleet({
    host: '127.0.0.1',
    signallingPort: site.ports.signalling,
    vehicles: VEHICLES,
    firstTerminalId: idOf(0),
    positionsOnly: true,
  })
  const operator = await site.operator()
  for (let n = 0; n < VEHICLES; n++) await operator.request('D01', { A: idOf(n), C: '1', F: '0' })
  await until('all are online', async () => {
    const rows = await operator.devices()
    return rows.filter(({ online, registered }) => online && registered).length === VEHICLES
  })
  operator.close()
})

test.afterAll(async () => {
  await fleet.close()
  await site.close()
})

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const fact = (page: Page, term: string) => page.locator('dt', { hasText: term }).locator('xpath=following-sibling::dd')

/** The answer to the question that the page asks. */
async function confirm(page: Page, title: string, name: string, answer: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toContainText(name)
  await dialog.getByRole('button', { name: answer, exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('[SHELL-009] [FW-10] [FW-18] firmware is uploaded and sent to one recorder, whose progress and new version are seen', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/devicefirmwareupdate?tab=store')
  await test.step('a file is uploaded to the store', async () => {
    const buffer = Buffer.concat([Buffer.from(`FLEETGLASS-FIRMWARE ${NEW}\n`), Buffer.alloc(2_000_000, 7)])
    await page.getByLabel('Firmware file').setInputFiles({ name: FILE, mimeType: 'application/octet-stream', buffer })
    await page.getByRole('button', { name: 'Upload Firmware to Store' }).click()
    await expect(page.getByLabel(`File Name of ${FILE}`)).toBeVisible()
  })

  await test.step('[FW-03] [FW-04] the recorders are listed with their versions', async () => {
    await tab(page, 'Firmware Update')
    const entry = page.getByRole('navigation', { name: 'Devices' }).getByRole('link', { name: idOf(0) })
    await expect(entry).toContainText(OLD)
    const operator = await site.operator()
    await operator.request('D01', { A: 'parked', C: '1', F: '0' })
    const parked = page.getByRole('link', { name: 'parked' })
    await expect(parked).toHaveAttribute('aria-disabled', 'true')
    await operator.request('D02', { A: 'parked' })
    await expect(parked).toBeHidden()
    operator.close()
    await entry.click()
    await expect(page.getByRole('heading', { name: idOf(0) })).toBeVisible()
    await expect(fact(page, 'Status')).toHaveText('Ready')
  })

  await test.step('[FW-06] [FW-15] [FW-17] the update runs from its first percent to 100', async () => {
    fleet.devices[0]?.setFault('firmwareBytesPerS', 100_000)
    await page.getByLabel('From the store').selectOption({ label: FILE })
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(fact(page, 'Status')).toHaveText('Downloading')
    const bar = page.getByLabel('Progress of the update')
    const percent = () => bar.evaluate((element: HTMLProgressElement) => element.value)
    const under = await percent()
    expect(under).toBeGreaterThanOrEqual(1)
    expect(under).toBeLessThan(100)
    await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeDisabled()
    fleet.devices[0]?.setFault('firmwareBytesPerS', 0)
    await expect(fact(page, 'Version')).toHaveText(NEW, { timeout: 90_000 })
    await expect(fact(page, 'Latest update')).toContainText('Updated')
    await expect(fact(page, 'Status')).toHaveText('Ready')
    expect(await percent()).toBe(100)
    expect(fleet.devices[0]?.firmware.version).toBe(NEW)
  })
  expect(errors).toEqual([])
})

test('[FW-33] [FW-34] [FW-37] [FW-43] a plan is added, edited where it stands, and deleted', async ({ page }) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/devicefirmwareupdate?tab=plans')
  const memo = page.getByLabel('Memo of OTHER-SIM 2.1')
  await test.step('it is added', async () => {
    await expect(page.getByText('No plans')).toBeVisible()
    await page.getByLabel('Target Firmware').fill('OTHER-SIM 2.0')
    await page.getByLabel('Url').fill('http://127.0.0.1/other.bin')
    await page.getByRole('button', { name: 'Add Plan' }).click()
    await expect(page.getByLabel('Url of OTHER-SIM 2.0')).toHaveValue('http://127.0.0.1/other.bin')
  })
  await test.step('its target and memo are edited, and there after a reload', async () => {
    const target = page.getByLabel('Target Firmware of OTHER-SIM 2.0')
    await target.fill(' ')
    await target.press('Enter')
    await expect(page.getByText('cannot be empty')).toBeVisible()
    await target.fill('OTHER-SIM 2.1')
    await target.press('Enter')
    await memo.fill('summer')
    await memo.press('Enter')
    await page.reload()
    await expect(memo).toHaveValue('summer')
  })
  await test.step('it is deleted', async () => {
    await page.getByRole('button', { name: 'Delete OTHER-SIM 2.1' }).click()
    await confirm(page, 'Delete this plan?', 'OTHER-SIM 2.1', 'Delete')
    await expect(page.getByText('No plans')).toBeVisible()
  })
  expect(errors).toEqual([])
})

test('a rollout pauses at its limit of failures, goes on when it is resumed, and shows what became of each recorder', async ({
  page,
}) => {
  const errors = watchErrors(page)
  fleet.devices[1]?.setFault('firmwareFault', 'check')
  await openPage(page, site, '/devicefirmwareupdate?tab=rollouts')
  await test.step('it is started for a group, with one recorder in the first wave', async () => {
    await page.getByRole('button', { name: 'New rollout' }).click()
    const form = page.getByRole('dialog', { name: 'New rollout' })
    await form.getByLabel('Target Firmware').fill(NEW)
    await form.getByLabel('From the store').selectOption({ label: FILE })
    await form.getByRole('group', { name: 'Groups' }).getByRole('checkbox').first().check()
    await expect(form.getByText(`Devices: ${VEHICLES}. With the target version already: 1.`)).toBeVisible()
    await form.getByLabel('Devices in the first wave').fill('1')
    await form.getByLabel('Pause at failures in %').fill('50')
    await form.getByRole('button', { name: 'Start rollout' }).click()
    await expect(form).toBeHidden()
  })

  await test.step('it pauses after the first failure', async () => {
    await page.getByRole('link', { name: `Open ${NEW}` }).click()
    await expect(page.getByText('Paused: too many failures')).toBeVisible({ timeout: 90_000 })
    const failed = page.getByRole('row').filter({ hasText: idOf(1) })
    await expect(failed).toContainText('The device could not download, check or install the file')
    await expect(page.getByRole('row').filter({ hasText: 'Waiting' })).toHaveCount(VEHICLES - 2)
  })

  await test.step('it is resumed, and ends', async () => {
    await page.getByRole('button', { name: 'Resume' }).click()
    await confirm(page, 'Resume this rollout?', NEW, 'Resume')
    await expect(page.getByText('Finished')).toBeVisible({ timeout: 120_000 })
    const skipped = page.getByRole('row').filter({ hasText: idOf(0) })
    await expect(skipped).toContainText('It had the target version already')
    await expect(page.getByRole('row').filter({ hasText: 'Updated' })).toHaveCount(VEHICLES - 2)
    expect(fleet.devices.map(({ firmware }) => firmware.version)).toEqual([NEW, OLD, NEW, NEW, NEW])
  })

  await test.step('it is deleted', async () => {
    await page.getByRole('button', { name: 'Delete' }).click()
    await confirm(page, 'Delete this rollout?', NEW, 'Delete')
    await expect(page.getByText('No rollouts')).toBeVisible()
  })
  expect(errors).toEqual([])
})
