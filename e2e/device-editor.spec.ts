// The stored record of a device, as only a browser can test it: from the fields of the editor to the server and back, on one
// site.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type Fleet, startFleet } from '../apps/simulator/src/index.ts'
import { openPage, watchErrors } from '../tools/site/browser.ts'
import type { Operator } from '../tools/site/operator.ts'
import { Site, until } from '../tools/site/site.ts'

const [FIRST, SECOND] = ['13800138001', '13800138002']

let site: Site
let fleet: Fleet
let operator: Operator

test.beforeAll(async () => {
  site = await Site.start({ site: { extraMemo: true, p2p: true } })
  operator = await site.operator()
  for (const id of ['van', 'bus', 'taxi']) await operator.request('D01', { A: id, C: '2', F: '0' })
  const there = { host: '127.0.0.1', signallingPort: site.ports.signalling, firstTerminalId: FIRST }
  fleet = await startFleet({ ...there, vehicles: 2, channels: 1 })
  for (const id of [FIRST, SECOND]) await operator.request('D01', { A: id, C: '1', F: '0' })
})

test.afterAll(async () => {
  operator.close()
  await fleet.close()
  await site.close()
})

/** The record of a device as the server has it. */
async function recordOf(id: string): Promise<Record<string, unknown>> {
  return JSON.parse(new TextDecoder().decode((await operator.request('D03', { A: id })).payload))
}

test('[SDEV-02] [SDEV-06] [REC-18] [SHELL-007] what is saved in the editor of a row, and for many rows, is in the list and with the server', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/regdevices')
  await page.getByRole('button', { name: 'Edit van' }).click()
  const editor = page.getByRole('dialog', { name: 'van Editor' })
  await editor.getByLabel('Device Memo').fill('blue van')
  await editor.getByLabel('Recording', { exact: true }).selectOption({ label: 'Selected channels' })
  await editor.getByLabel('Record channel 2').uncheck()
  await editor.getByRole('button', { name: 'Save' }).click()
  // The list behind it reloads by itself.
  const row = page.locator('[aria-label="Recording settings of the devices"] tr').filter({ hasText: 'van' })
  await expect(row.first()).toContainText('blue van')
  await page.keyboard.press('Escape')
  await expect(editor).toHaveCount(0)

  await page.getByLabel('Select all that are shown').check()
  await page.getByRole('button', { name: 'Record days…' }).click()
  await page.getByLabel('Record days', { exact: true }).fill('30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.locator('[aria-label="Recording settings of the devices"] tbody tr').filter({ hasText: '30 days' }),
  ).toHaveCount(5)
  expect(await recordOf('van')).toMatchObject({ vehicleid: 'blue van', recenable: 2, recplan: '10', recdays: 30 })
  expect(errors).toEqual([])
})

test.describe('on the page of all registered devices', () => {
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    await openPage(page, site, '/regdevices')
    await page.getByRole('button', { name: 'Edit van' }).waitFor()
  })
  test.afterAll(() => page.close())

  const editorOf = (id: string) => page.getByRole('dialog', { name: `${id} Editor` })
  const field = (label: string) => page.getByLabel(label, { exact: true })
  /** How many rows of the two devices, which the tests of many devices choose, have a text. */
  const rowsWith = (text: string) => page.getByRole('row', { name: /\b(van|bus)\b/ }).filter({ hasText: text })
  async function openFor(dialog: string): Promise<void> {
    for (const id of ['van', 'bus']) await page.getByLabel(`Select ${id}`, { exact: true }).check()
    await page.getByRole('button', { name: dialog }).click()
  }
  const saveButton = () => page.getByRole('button', { name: 'Save', exact: true })
  async function open(id: string): Promise<void> {
    await page.getByRole('button', { name: `Edit ${id}`, exact: true }).click()
    await editorOf(id).locator('form').waitFor()
  }
  async function close(id: string): Promise<void> {
    // A question in front of it takes the key until it is gone.
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await editorOf(id).press('Escape')
    await expect(editorOf(id)).toHaveCount(0)
  }
  /** Saves, and closes the editor when the server has these values. */
  async function saved(id: string, record: Readonly<Record<string, unknown>>): Promise<void> {
    await saveButton().click()
    await expect.poll(() => recordOf(id)).toMatchObject(record)
    // The server has it before the page knows; until then a change is not saved, and closing asks.
    await expect(editorOf(id).locator('.editor-foot .muted')).toBeEmpty()
    await expect(saveButton()).toBeDisabled()
    await close(id)
  }

  test('[REC-01] [REC-09] [REC-10] [REC-14] /regdevices sets the record days of the chosen devices at once, none below 0', async () => {
    await expect(page.getByRole('button', { name: 'Record days…' })).toBeDisabled()
    await openFor('Record days…')
    await field('Record days').fill('-1')
    await expect(saveButton()).toBeDisabled()
    await field('Record days').fill('12')
    await saveButton().click()
    await expect(rowsWith('12 days')).toHaveCount(2)
    for (const id of ['van', 'bus']) expect(await recordOf(id)).toMatchObject({ recdays: 12 })
    expect(await recordOf('taxi')).not.toMatchObject({ recdays: 12 })
  })

  test('[REC-11] [REC-16] 0 record days are the days of the server', async () => {
    await openFor('Record days…')
    await field('Record days').fill('0')
    await saveButton().click()
    await expect(rowsWith('Default (7 days)')).toHaveCount(2)
    expect(await recordOf('bus')).toMatchObject({ recdays: 0 })
  })

  test('[REC-07] [REC-08] [REC-12] [REC-13] a limit is entered in MB and stored in KB with its flag; 0 is unlimited', async () => {
    for (const [typed, kb, shown] of [
      ['500', 512_000, '500 MB'],
      ['0', 0, 'Unlimited'],
    ] as const) {
      await openFor('Net-flow limit…')
      if (!(await page.getByLabel(/^Limit the traffic/).isChecked()))
        await page.getByLabel(/^Limit the traffic/).check()
      await field('Limit (MB)').fill(typed)
      await saveButton().click()
      await expect(rowsWith(shown)).toHaveCount(2)
      for (const id of ['van', 'bus']) expect(await recordOf(id)).toMatchObject({ netlimit: 1, maxnetflow: kb })
    }
  })

  test('[SDEV-18] [SDEV-19] [SDEV-20] [SDEV-48] texts take 31 characters and no more', async () => {
    await open('bus')
    const text = (letter: string) => letter.repeat(31)
    for (const [label, letter] of [
      ['External ID', 'x'],
      ['Driver', 'd'],
      ['Device Memo', 'm'],
    ] as const) {
      await field(label).fill(text(letter))
      await field(label).press('End')
      await field(label).press('z')
      await expect(field(label)).toHaveValue(text(letter))
    }
    await saved('bus', { extid: text('x'), driver: text('d'), vehicleid: text('m') })
  })

  test('[SDEV-16] [SDEV-21] [SDEV-49] [SDEV-54] the place on the map, the icon, the zone and the talk channel are saved', async () => {
    await open('bus')
    for (const wrong of ['95,0', '0,181', 'here']) {
      await field('Map location').fill(wrong)
      await expect(saveButton()).toBeDisabled()
    }
    await field('Map location').fill('24.08,120.54')
    await field('Map location').fill('1'.repeat(64))
    await expect(field('Map location')).toHaveValue('24.08,120.54')
    await field('Icon').selectOption({ label: 'Train' })
    await field('Auto Set TZ').check()
    await field('Talk channel').selectOption('2')
    await saved('bus', { maplocation: '24.08,120.54', icon: 6, gpstzenable: 1, talkch: 2 })
  })

  test('[SDEV-22] [SDEV-23] [SDEV-24] [SDEV-39] each channel has its boxes, that of the plan where channels are selected', async () => {
    await open('bus')
    await expect(field('Record channel 1')).toHaveCount(0)
    await field('Recording').selectOption({ label: 'Selected channels' })
    await field('Record channel 2').uncheck()
    await field('Main stream of channel 1').uncheck()
    await field('Channel 2 is on').uncheck()
    await saved('bus', { streamtype: '01', chmask: '10', recplan: '10', recenable: 2 })
  })

  test('[SDEV-30] [SDEV-31] [SDEV-32] [SDEV-33] channels have names of 12 characters without a comma, and an order', async () => {
    await open('bus')
    await field('Name of channel 1').fill('Road')
    for (const wrong of ['thirteen char', 'a,b']) {
      await field('Name of channel 1').fill(wrong)
      await expect(field('Name of channel 1')).toHaveValue('Road')
    }
    await field('Name of channel 2').fill('twelve chars')
    await page.getByRole('button', { name: 'Channel 2 one place up' }).click()
    await saved('bus', { chnames: 'Road,twelve chars', chsort: '2,1' })
  })

  test('[SDEV-26] [SDEV-29] [REC-05] [REC-06] each choice of recording and of sound is saved as its number', async () => {
    for (const [recenable, recording, recaudio, sound] of [
      [-1, 'None', -1, 'Off'],
      [0, 'Live view only', 0, 'One microphone, not recorded'],
      [1, 'All channels', 1, 'One microphone, recorded'],
      [2, 'Selected channels', 2, 'All microphones, not recorded'],
      [0, 'Live view only', 3, 'All microphones, recorded'],
    ] as const) {
      await open('bus')
      await field('Recording').selectOption({ label: recording })
      await field('Sound').selectOption({ label: sound })
      await saved('bus', { recenable, recaudio })
    }
  })

  test('[SDEV-27] [SDEV-28] [SDEV-38] [SDEV-42] storage days are there while the server records, 7 where the default is unchecked', async () => {
    await open('van')
    const byDefault = field('Default of “Storage days”')
    await field('Recording').selectOption({ label: 'Live view only' })
    await expect(byDefault).toHaveCount(0)
    await field('Recording').selectOption({ label: 'All channels' })
    await expect(byDefault).toBeChecked()
    await byDefault.uncheck()
    await expect(field('Storage days')).toHaveValue('7')
    for (const wrong of ['0', '30000', '']) {
      await field('Storage days').fill(wrong)
      await expect(saveButton()).toBeDisabled()
    }
    await field('Storage days').fill('29999')
    await saved('van', { recenable: 1, recdays: 29_999 })
  })

  test('[SDEV-25] [SDEV-37] [SDEV-43] [SDEV-46] events are stored for 365 days where the default is unchecked, and video losses have their seconds', async () => {
    await open('van')
    await field('Default of “Storage days”').check()
    await field('Default of “Event reserve days”').uncheck()
    await expect(field('Event reserve days')).toHaveValue('365')
    await field('Seconds between video losses').fill('45')
    await saved('van', { recdays: 0, eventdays: 365, videolossinterval: 45 })
  })

  test('[SDEV-34] [SDEV-35] [SDEV-36] [SDEV-47] the limit is entered in MB a month and stored in KB beside its flag', async () => {
    await open('van')
    await field('Limit (MB/Month)').fill('7')
    await field('Limit the traffic').uncheck()
    await saved('van', { maxnetflow: 7168, netlimit: 0 })
    await open('van')
    await expect(field('Limit (MB/Month)')).toHaveValue('7')
    await close('van')
  })

  test('[SDEV-17] [SDEV-40] [SDEV-41] another number of channels puts the talk channel to 1 and the order to 1..n', async () => {
    await operator.request('D04', { A: 'bus' }, '{"talkch":2,"chsort":"2,1"}')
    await open('bus')
    await expect(field('Talk channel')).toHaveValue('2')
    const offered = await field('Number of channels').locator('option').allInnerTexts()
    expect(offered).toEqual(['1', '2', '3', '4', '8', '12', '16', '20', '36', '64'])
    await field('Number of channels').selectOption('4')
    await expect(field('Talk channel')).toHaveValue('1')
    await expect(page.locator('.editor-table tbody th')).toHaveText(['1', '2', '3', '4'])
    await saved('bus', { channel: 4, talkch: 1, chsort: '1,2,3,4' })
  })

  test('[SDEV-01] [SDEV-07] the editor of a device sends what differs from what was loaded, and keeps what another user has saved since', async () => {
    await open('taxi')
    await operator.request('D04', { A: 'taxi' }, '{"plate":"OTHER","driver":"Lin"}')
    await field('Device Memo').fill('mine')
    await saved('taxi', { vehicleid: 'mine', plate: 'OTHER', driver: 'Lin' })
  })

  test('[SDEV-08] [SDEV-09] [SDEV-52] local records are deleted from the server when the id was typed', async () => {
    const file = join(site.dataDir, 'media/taxi/20260901/1/1000.mp4')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'x')
    await open('taxi')
    await page.getByRole('button', { name: 'Delete all local records' }).click()
    const question = page.getByRole('dialog', { name: 'Delete all local records of taxi?' })
    const confirm = question.getByRole('button', { name: 'Delete all local records' })
    for (const wrong of ['', 'Taxi', 'taxi ']) {
      await question.getByLabel('Device ID').fill(wrong)
      await expect(confirm).toBeDisabled()
      await question.getByLabel('Device ID').press('Enter')
    }
    expect(existsSync(file)).toBe(true)
    await question.getByLabel('Device ID').fill('taxi')
    await confirm.click()
    await expect(page.getByText('All local records of taxi were deleted')).toBeVisible()
    expect(existsSync(file)).toBe(false)
    await close('taxi')
  })

  test('[SDEV-10] [SDEV-11] [SDEV-12] [SDEV-53] a recorder formats its card, reboots and forgets its settings, each when the question is answered', async () => {
    await until('both are online', async () => (await operator.devices()).filter(({ online }) => online).length === 2)
    for (const [id, name, title, done] of [
      [FIRST, 'Format SD', `Format the SD of ${FIRST}?`, `The SD of ${FIRST} was formatted`],
      [FIRST, 'Reboot', `Reboot ${FIRST}?`, `${FIRST} is restarting`],
      [SECOND, 'Restore defaults', `Restore the defaults of ${SECOND}?`, `${SECOND} is back to its defaults`],
    ] as const) {
      await open(id)
      for (const answer of ['Cancel', name]) {
        await page.getByRole('button', { name, exact: true }).click()
        const question = page.getByRole('dialog', { name: title })
        await question.getByRole('button', { name: answer, exact: true }).click()
        await expect(question).toHaveCount(0)
        await expect(page.getByText(done)).toHaveCount(answer === 'Cancel' ? 0 : 1)
      }
      await close(id)
    }
  })

  test('[SDEV-13] a device is removed from the server when the question is answered', async () => {
    await open('taxi')
    for (const answer of ['Cancel', 'Remove']) {
      await page.getByRole('button', { name: 'Remove the device' }).click()
      const question = page.getByRole('dialog', { name: /taxi\?$/ })
      await question.getByRole('button', { name: answer, exact: true }).click()
      await expect(question).toHaveCount(0)
      if (answer === 'Cancel') expect(await recordOf('taxi')).toMatchObject({ deviceid: 'taxi' })
    }
    await until('it is removed', () =>
      operator.request('D03', { A: 'taxi' }).then(
        () => false,
        () => true,
      ),
    )
  })
})
