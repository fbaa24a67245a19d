// A vehicle that drops while a user watches it, and comes back.
import { expect, test } from '@playwright/test'
import { type Fleet, startFleet } from '../../apps/simulator/src/index.ts'
import { expectMovingPicture, openPage, pictureOf } from '../../tools/site/browser.ts'
import { Site, until } from '../../tools/site/site.ts'

let site: Site
let fleet: Fleet | null = null
const van = '13800138001'

const drive = () =>
  startFleet({
    host: '127.0.0.1',
    signallingPort: site.ports.signalling,
    firstTerminalId: van,
    channels: 2,
    intervalS: 1,
  })

test.beforeAll(async () => {
  site = await Site.start()
  fleet = await drive()
  const operator = await site.operator()
  await until('the van is registered', async () => {
    await operator.request('D01', { A: van, C: '2', F: '1' })
    return (await operator.devices()).some((row) => row.deviceId === van && row.online && row.registered)
  })
  operator.close()
})

test.afterAll(async () => {
  await fleet?.close()
  await site.close()
})

test('[C2] [LIVE-13] a vehicle that drops keeps its last pictures, grey, with their time and its last minute to play, and goes on live when it is back', async ({
  page,
}) => {
  // The buttons on a picture are read as well in the dark.
  await page.addInitScript(() => localStorage.setItem('themeName', 'darkly'))
  await openPage(page, site, `/liveview/${van}`)
  const tile = page.locator('.tile[data-channel="1"]')
  await expectMovingPicture(tile)
  // The last minute has something to play as soon as the recording has begun.
  const operator = await site.operator()
  await until('the van is recorded', async () => (await operator.devices()).some((row) => row.recording))
  operator.close()
  await fleet?.close()
  fleet = null
  await expect(page.getByRole('alert')).toContainText('Unknow device or device offline', { timeout: 60_000 })
  await expect(tile.getByText(/^Last picture \d\d:\d\d:\d\d$/)).toBeVisible()
  expect(await tile.locator('.tile-picture').evaluate((picture) => getComputedStyle(picture).filter)).toBe(
    'grayscale(1)',
  )
  const last = await pictureOf(tile)
  expect(last?.spread).toBeGreaterThan(5)
  await expect(page.locator('.tile')).toHaveCount(2)

  const play = tile.getByRole('button', { name: 'Play the last minute' })
  expect(await play.evaluate(contrastOf)).toBeGreaterThan(4.5)
  await play.click()
  await expect(tile).toHaveAttribute('data-state', 'playing', { timeout: 30_000 })
  await expect.poll(async () => (await pictureOf(tile))?.spread ?? 0).toBeGreaterThan(5)
  expect(
    await tile
      .locator('.tile-picture')
      .first()
      .evaluate((picture) => getComputedStyle(picture).filter),
  ).toBe('none')

  fleet = await drive()
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 60_000 })
  await expect(tile).toHaveAttribute('data-stream', /main|sub/, { timeout: 60_000 })
  await expectMovingPicture(tile)
})

/** How much brighter one of the text and its ground is than the other (WCAG 2). */
function contrastOf(element: Element): number {
  const { color, backgroundColor } = getComputedStyle(element)
  const brightness = (css: string): number => {
    const [red = 0, green = 0, blue = 0] = (css.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark = 0, light = 0] = [brightness(color), brightness(backgroundColor)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
