// A face from a picture to a recorder and back: added with a photo, set to a slot, read from there, changed and deleted.
import { expect, type Page, test } from '@playwright/test'
import { picture } from '../../apps/server/test/picture.ts'
import { type Fleet, startFleet } from '../../apps/simulator/src/index.ts'
import { openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site, until } from '../../tools/site/site.ts'

const VAN = '13800138001'

let site: Site
let fleet: Fleet

test.beforeAll(async () => {
  site = await Site.start()
  fleet = await startFleet({ host: '127.0.0.1', signallingPort: site.ports.signalling, firstTerminalId: VAN })
  const operator = await site.operator()
  await operator.request('D01', { A: VAN, C: '1', F: '0' })
  await until('the van is online', async () =>
    (await operator.devices()).some((row) => row.deviceId === VAN && row.online && row.registered),
  )
  operator.close()
})

test.afterAll(async () => {
  await fleet.close()
  await site.close()
})

/** Types into a field of the only face, and leaves it. */
async function fill(page: Page, label: RegExp, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label })
  await field.fill(text)
  await field.press('Enter')
  await expect(field).toHaveValue(text)
}

const slot = (number: number) => fleet.devices[0]?.faces.answer({ name: 'read', slot: number })

test('[FACE-08] [FACE-21] [FACE-22] [FACE-23] a face goes from a picture into a slot of a recorder, is read back, changed and deleted', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, `/facerecognitionsetting?device=${VAN}`)

  await test.step('it is added, and gets its texts and a photo', async () => {
    await expect(page.getByText('No faces in the library')).toBeVisible()
    await page.getByRole('button', { name: 'Add face' }).click()
    await fill(page, /^Identify of/, 'A-1')
    await fill(page, /^Name of/, 'Lin')
    const photo = { name: 'lin.png', mimeType: 'image/png', buffer: picture('png', '400x300') }
    await page.getByLabel('Add a photo to Lin').setInputFiles(photo)
    const shown = page.getByRole('button', { name: 'Delete Photo 1 of Lin' }).locator('img')
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)
  })

  await test.step('it is selected and set to the recorder', async () => {
    await page.getByRole('checkbox').last().check()
    await page.getByRole('button', { name: /^Set to / }).click()
    await expect(page.getByText('set OK')).toBeVisible()
    expect(slot(1)).toMatchObject({ idcard: 'A-1', person: 'Lin', photo: { bytes: expect.any(Number) } })
  })

  await test.step('it is read back with its photo', async () => {
    await page.getByRole('tab', { name: 'Edit' }).click()
    await page.getByRole('button', { name: /^Slot 1\b/ }).click()
    await expect(page.getByLabel('Identify')).toHaveValue('A-1')
    const photo = page.getByRole('img', { name: 'Photo 1 of Lin' })
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)
  })

  await test.step('its name is changed on the recorder', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Wang')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await expect.poll(() => slot(1)).toMatchObject({ person: 'Wang' })
  })

  await test.step('the slot is deleted, then the face with its photo', async () => {
    await page.getByRole('button', { name: 'Delete Slot 1', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('button', { name: /^Slot 1\b/ })).toContainText('empty')
    expect(slot(1)).toMatchObject({ name: 'failed' })
    await page.getByRole('tab', { name: 'Add' }).click()
    await page.getByRole('button', { name: 'Delete Lin' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No faces in the library')).toBeVisible()
  })
  expect(errors).toEqual([])
})
