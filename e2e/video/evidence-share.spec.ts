// From a package to somebody without an account: a link is made, opened in a browser that knows no login, plays, and ends when it is revoked.
import { join } from 'node:path'
import { type EvidencePackage, evidencePath } from '@fleetglass/contract/evidence'
import { expect, type Page, test } from '@playwright/test'
import { recordVideo } from '../../apps/server/test/devices/recorded-video.ts'
import { openPage, watchErrors } from '../../tools/site/browser.ts'
import { hashPassword } from '../../tools/site/operator.ts'
import { PASSWORD, Site, USER, until } from '../../tools/site/site.ts'

const BUS = '13900000001'
/** Yesterday, at ten. */
const START_S = Math.floor(Date.now() / 86_400_000 - 1) * 86_400 + 10 * 3600
const LINK_PASSWORD = 'sent by telephone'

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  for (const channel of [1, 2]) {
    recordVideo(join(site.dataDir, 'media'), { deviceId: BUS, channel, startMs: START_S * 1000 })
  }
  const operator = await site.operator()
  await operator.request('D01', { A: BUS, C: '2', F: '0' })
  const day = { A: BUS, B: String(START_S - (START_S % 86_400)) }
  await until('what lies in the folder is known', async () =>
    new TextDecoder().decode((await operator.request('Q06', day)).payload).includes('1'),
  )
  operator.close()
  const credentials = { username: USER, password: hashPassword(PASSWORD) }
  const wish = { deviceid: BUS, channels: [1, 2], start: START_S, end: START_S + 60, reason: 'Accident, file 7' }
  const reply = await fetch(site.url(evidencePath), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...credentials, ...wish }),
  })
  expect(((await reply.json()) as EvidencePackage).state).toBe('waiting')
})

test.afterAll(() => site.close())

async function share(page: Page): Promise<string> {
  await expect(page.getByRole('gridcell', { name: 'Ready' })).toBeVisible()
  await page.getByRole('button', { name: /^Share the package/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await dialog.getByLabel('Receiver').fill('Insurer')
  await dialog.getByLabel('Password', { exact: true }).fill(LINK_PASSWORD)
  await dialog.getByRole('button', { name: 'Make link' }).click()
  return await dialog.getByLabel('Link', { exact: true }).inputValue()
}

test('a share link plays in a browser without a login, asks for its password, and ends when it is revoked', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/evidence')
  const link = await share(page)
  const fresh = await browser.newContext()
  const visitor = await fresh.newPage()
  const requests: string[] = []
  visitor.on('request', (request) => requests.push(request.url()))

  await test.step('the link asks for its password, and plays each channel', async () => {
    await visitor.goto(link)
    await visitor.getByLabel('Password of the link').fill('a wrong one')
    await visitor.getByRole('button', { name: 'Open' }).click()
    await expect(visitor.getByText('The password of the link is wrong.')).toBeVisible()
    await visitor.getByLabel('Password of the link').fill(LINK_PASSWORD)
    await visitor.getByRole('button', { name: 'Open' }).click()
    await expect(visitor.getByText('Accident, file 7')).toBeVisible()
    for (const channel of [1, 2]) {
      const video = visitor.getByLabel(`Channel ${channel}`)
      await video.evaluate((element: HTMLVideoElement) => {
        element.muted = true
        return element.play()
      })
      await expect
        .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), { timeout: 20_000 })
        .toBeGreaterThan(0.5)
      // The whole of the recording can be reached.
      await video.evaluate((element: HTMLVideoElement) => (element.currentTime = 40))
      await expect
        .poll(() => video.evaluate((element: HTMLVideoElement) => element.seeking || element.currentTime < 39))
        .toBe(false)
    }
    const token = new URL(link).hash.slice(1)
    expect(requests.filter((address) => address.includes(token))).toEqual([])
  })

  await test.step('the package is valid, and can be downloaded', async () => {
    await visitor.getByRole('button', { name: 'Verify package' }).click()
    await expect(visitor.getByText(/is valid\. None of its/)).toBeVisible()
    await expect(visitor.getByText(/^Saved by admin at .* UTC\+08:00\. Reason: Accident, file 7$/)).toBeVisible()
    await expect(visitor.getByText(/^Signed with the key of this site/)).toBeVisible()
    const downloading = visitor.waitForEvent('download')
    await visitor.getByRole('link', { name: /^Download package/ }).click()
    expect((await downloading).suggestedFilename()).toMatch(new RegExp(`^evidence-${BUS}-`))
  })

  await test.step('revoked, it ends in the open page, and opens nothing any more', async () => {
    await page.getByRole('button', { name: /^Revoke the link/ }).click()
    await expect(page.getByText('Link revoked')).toBeVisible()
    const ended = visitor.getByText('This link does not open anything.', { exact: false })
    await expect(ended).toBeVisible({ timeout: 30_000 })
    await visitor.reload()
    await expect(ended).toBeVisible()
    await expect(visitor.locator('video')).toHaveCount(0)
    await fresh.close()
  })

  await test.step('the chain of custody names each step of it', async () => {
    await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: /^Chain of custody/ }).click()
    const rows = page.getByRole('dialog').getByRole('row').filter({ hasText: 'Insurer' })
    for (const words of ['shared it', 'opened it', 'watched channel', 'downloaded it', 'revoked the link']) {
      await expect(rows.filter({ hasText: words }).first()).toBeVisible()
    }
    await expect(rows.filter({ hasText: 'watched channel' })).toHaveCount(2)
  })
  expect(errors).toEqual([])
})
