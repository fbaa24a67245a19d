// Every page in four themes: no serious fault by axe, nothing wider than the screen, no console error.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { signIn, watchErrors } from './browser.ts'
import { Site } from './site.ts'

const themes = ['default', 'darkly', 'solar', 'sandstone'] as const
const pages = ['/', '/blockview', '/liveview', '/splayback', '/fence', '/routeplanning', '/idle'] as const

/** What the shell opens before a page. */
const modals: readonly ((page: Page) => Promise<void>)[] = [
  async (page) => {
    await page.getByRole('button', { name: 'Stream status of the server' }).click()
    await expect(page.getByText('Received from devices')).toBeVisible()
  },
  async (page) => {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('button', { name: 'Keyboard' }).click()
  },
]

let site: Site
let device: string

test.beforeAll(async () => {
  site = await Site.start({ site: { idle: { analogClock: true, digitalClock: true, items: [] }, copyright: true } })
  ;[device = ''] = await site.startVehicles(2, 2)
})

test.afterAll(async () => {
  await site.close()
})

for (const theme of themes) {
  test(`no page has a serious fault of accessibility in the theme ${theme}`, async ({ page }) => {
    const errors = watchErrors(page)
    await page.addInitScript((name) => localStorage.setItem('themeName', name), theme)
    await page.goto(site.url('/login'))
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    await expectNoSeriousFault(page)
    await signIn(page, site)
    for (const path of [...pages, `/liveview/${device}`, `/splayback/${device}`]) {
      await page.goto(site.url(path))
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await expectNoSeriousFault(page)
    }
    for (const open of modals) {
      await page.goto(site.url('/blockview'))
      await open(page)
      await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
      await expectNoSeriousFault(page)
    }
    expect(errors).toEqual([])
  })
}

test('SHELL-017 on a phone no page is wider than the screen', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await signIn(page, site)
  for (const path of [
    '/blockview',
    '/liveview',
    '/fence',
    '/routeplanning',
    `/liveview/${device}`,
    `/splayback/${device}`,
  ]) {
    await page.goto(site.url(path))
    await expect(page.getByRole('contentinfo')).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, path).toBeLessThanOrEqual(390)
  }
  const playback = page.locator('.playback-main')
  await expect(playback.locator('.play-controls')).toBeVisible()
  const beyond = await playback.evaluate((main) => {
    const edge = main.getBoundingClientRect().right + 0.5
    const parts = [...main.querySelectorAll(':scope > *, .play-controls > *, .timeline-track')]
    return parts.filter((part) => part.getBoundingClientRect().right > edge).map(({ className }) => className)
  })
  expect(beyond).toEqual([])
  await page.goto(site.url('/blockview'))
  const row = page.locator('.phone-device').first()
  await row.getByRole('button').click()
  await expect(row.getByRole('link')).toHaveCount(3)
  const [rowPx, ...waysPx] = await row.evaluate((box) =>
    [box.parentElement, ...box.querySelectorAll('a')].map((one) => one?.getBoundingClientRect().bottom ?? 0),
  )
  for (const bottomPx of waysPx) expect(bottomPx).toBeLessThanOrEqual(rowPx ?? 0)
  for (const [path, name] of [
    ['/regdevices', /^Edit /],
    ['/driversetting', /^Save /],
  ] as const) {
    await page.goto(site.url(path))
    await expect(page.getByRole('button', { name }).first()).toBeInViewport({ ratio: 1 })
  }
  await context.close()
})

async function expectNoSeriousFault(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(told, page.url()).toEqual([])
}
