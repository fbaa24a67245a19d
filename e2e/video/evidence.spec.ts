// From a marked range to a file that proves itself: saved in playback, downloaded, verified in the browser and on the command line.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { recordVideo } from '../../apps/server/test/devices/recorded-video.ts'
import { chooseMinute, openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site, until } from '../../tools/site/site.ts'

const BUS = '13900000001'
/** Yesterday, at ten. */
const START_S = Math.floor(Date.now() / 86_400_000 - 1) * 86_400 + 10 * 3600
const folder = mkdtempSync(join(tmpdir(), 'fleetglass-evidence-'))

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  for (const minute of [-1, 0, 1]) {
    const startMs = (START_S + minute * 60) * 1000
    recordVideo(join(site.dataDir, 'media'), { deviceId: BUS, channel: 1, startMs })
  }
  const operator = await site.operator()
  await operator.request('D01', { A: BUS, C: '1', F: '0' })
  const day = { A: BUS, B: String(START_S - (START_S % 86_400)) }
  await until('what lies in the folder is known', async () =>
    new TextDecoder().decode((await operator.request('Q06', day)).payload).includes('1'),
  )
  operator.close()
})

test.afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

test('a marked range becomes a package that verifies; a changed byte is found, in the browser and on the command line', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await test.step('save what is marked in playback', async () => {
    await openPage(page, site, `/splayback/${BUS}`)
    await chooseMinute(page, START_S)
    await expect(page.locator('.tile[data-channel="1"]')).toHaveAttribute('data-state', 'playing')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const timeline = page.getByRole('slider', { name: 'Recorded minutes of the day' })
    await timeline.focus()
    await page.keyboard.press('[')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press(']')
    await page.getByRole('button', { name: 'Save as evidence' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as evidence' })
    await dialog.getByLabel('Reason').fill('Accident, file 7')
    await dialog.getByRole('button', { name: 'Save as evidence' }).click()
    await expect(page.getByText('The package is being made.')).toBeVisible()
  })

  const zip = join(folder, 'evidence.zip')
  await test.step('download it from the page of evidence', async () => {
    await page.goto(site.url('/evidence'))
    await expect(page.getByRole('gridcell', { name: 'Ready' })).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download the package/ }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(new RegExp(`^evidence-${BUS}-\\d{8}-\\d{6}Z\\.zip$`))
    await download.saveAs(zip)
  })

  await test.step('the chain of custody names the download', async () => {
    await page.getByRole('button', { name: /^Chain of custody/ }).click()
    await expect(page.getByRole('dialog').getByRole('row').filter({ hasText: 'downloaded it' })).toHaveCount(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  })

  await test.step('verify it, and a changed copy, in the browser', async () => {
    await page.getByRole('button', { name: 'Verify a package' }).click()
    const file = page.getByLabel('Package (ZIP)')
    await file.setInputFiles(zip)
    await expect(page.getByText('evidence.zip is valid.')).toBeVisible()
    await expect(page.getByText(/^Signed with the key of this site/)).toBeVisible()
    const changed = readFileSync(zip)
    changed[1000] = (changed[1000] as number) ^ 1
    writeFileSync(join(folder, 'changed.zip'), changed)
    await file.setInputFiles(join(folder, 'changed.zip'))
    await expect(page.getByText('changed.zip is not valid.')).toBeVisible()
    await expect(page.getByText('Changed: footage/ch1.mp4')).toBeVisible()
  })

  await test.step('verify it on the command line', () => {
    const main = join(import.meta.dirname, '../../apps/server/src/main.ts')
    const run = (name: string) =>
      execFileSync(process.execPath, [main, 'verify', join(folder, name)], { encoding: 'utf8' })
    expect(run('evidence.zip')).toContain('is valid')
    expect(() => run('changed.zip')).toThrow()
  })
  expect(errors).toEqual([])
})
