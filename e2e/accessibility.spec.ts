// Every page in four themes: no serious fault by axe, nothing wider than the screen, no console error.
import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'
import { openPage, watchErrors } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

const themes = ['default', 'darkly', 'solar', 'sandstone'] as const
/** What can differ between themes: all other rules are about names and structure, which the first theme is tried with. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** `DEVICE` stands for the vehicle. */
const pages = [
  '/',
  '/blockview',
  '/liveview',
  '/splayback',
  '/fence',
  '/routeplanning',
  '/idle',
  '/setting',
  '/usersetting',
  '/groupsetting',
  '/groupsummary',
  '/permission',
  '/i18neditor',
  '/regdevices',
  '/driversetting',
  '/devicefirmwareupdate?device=DEVICE',
  '/devicefirmwareupdate?tab=plans',
  '/facerecognitionsetting',
  '/mileage',
  '/todayevents',
  '/talklog',
  '/uslog',
  '/accesslog',
  '/queryeventex',
  '/autoupload',
  '/devicenetflow',
  '/evidence',
  '/deviceusage',
  '/performanceinfo',
  '/diskinfo',
  '/fleethealth',
  '/fleetoverview',
  '/eventreportsetting',
  '/eventdownloadplansetting',
  '/pusheventplansetting',
  '/realtimeeventplansetting',
  '/reportfilelist',
  '/liveview/DEVICE',
  '/splayback/DEVICE',
] as const

/** What the shell opens before a page. */
const modals: readonly (readonly [name: string, open: (page: Page) => Promise<void>])[] = [
  [
    'the stream status',
    async (page) => {
      await page.getByRole('button', { name: 'Stream status of the server' }).click()
      await expect(page.getByText('Received from devices')).toBeVisible()
    },
  ],
  [
    'the list of keys',
    async (page) => {
      await page.getByRole('button', { name: /^Account of/ }).click()
      await page.getByRole('button', { name: 'Keyboard' }).click()
    },
  ],
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

test('the login page has no serious fault of accessibility in any of four themes', async ({ page }) => {
  const errors = watchErrors(page)
  await page.goto(site.url('/login'))
  for (const theme of themes) {
    await page.evaluate((name) => localStorage.setItem('themeName', name), theme)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    await expectNoSeriousFault(page, theme)
  }
  expect(errors).toEqual([])
})

for (const path of pages) {
  test(`the page ${path} has no serious fault of accessibility in any of four themes`, async ({ page }) => {
    const errors = watchErrors(page)
    await openPage(page, site, path.replace('DEVICE', device))
    await expect(page.getByRole('contentinfo')).toBeVisible()
    for (const theme of themes) {
      await chooseTheme(page, theme)
      await expectNoSeriousFault(page, theme)
    }
    expect(errors).toEqual([])
  })
}

for (const [name, open] of modals) {
  test(`${name} before a page has no serious fault of accessibility in any of four themes`, async ({ page }) => {
    const errors = watchErrors(page)
    await openPage(page, site, '/blockview')
    for (const theme of themes) {
      await chooseTheme(page, theme)
      await open(page)
      await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
      await expectNoSeriousFault(page, theme)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    expect(errors).toEqual([])
  })
}

/** Chooses a theme in the top bar, and waits until nothing still changes its colours. */
async function chooseTheme(page: Page, theme: string): Promise<void> {
  await page.getByRole('button', { name: /^Theme: / }).click()
  await page.getByRole('menuitemradio', { name: theme, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await expect(page.getByRole('menuitemradio')).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().filter((one) => one instanceof CSSTransition).length))
    .toBe(0)
}

test('[SHELL-017] [CONST1-18] on a phone no page is wider than the screen', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await openPage(page, site, '/blockview')
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

async function expectNoSeriousFault(page: Page, theme: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Only the faults leave the page: whole results hold each element by each rule, which takes seconds to hand over.
  const rules = theme === themes[0] ? {} : { runOnly: COLOUR_RULES }
  const faults = await page.evaluate(async (options) => {
    const { violations } = await window.axe.run({ resultTypes: ['violations'], ...options })
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      targets: nodes.map(({ target }) => target.join(' ')),
    }))
  }, rules)
  const serious = faults.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const described = serious.map(({ id, targets }) => `${id}: ${targets.join(', ')}`)
  expect(described, `${page.url()} in ${theme}`).toEqual([])
}

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}
