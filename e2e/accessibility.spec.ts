// Every page in four themes: no serious fault by axe, nothing wider than the screen, no console error.
import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'
import { moveTo, openPage, watchErrors } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

const themes = ['default', 'darkly', 'solar', 'sandstone'] as const
/** What can differ between themes: all other rules are about names and structure, which the last theme is tried with, when all is drawn. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** `DEVICE` stands for the vehicle. No page follows on itself: `moveTo` sees a page go, not its tabs. */
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
  '/devicefirmwareupdate?device=DEVICE',
  '/driversetting',
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
/** Of all tests but those of a phone and of the login page: it loads the console once, and each test moves it to its page. */
let page: Page
let errors: string[]

test.beforeAll(async ({ browser }) => {
  site = await Site.start({ site: { idle: { analogClock: true, digitalClock: true, items: [] }, copyright: true } })
  ;[device = ''] = await site.startVehicles(2, 2)
  page = await browser.newPage()
  errors = watchErrors(page)
  await openPage(page, site, '/usersetting')
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test.afterAll(async () => {
  await page?.close()
  await site?.close()
})

test('the login page has no serious fault of accessibility in any of four themes', async ({ browser }) => {
  const page = await browser.newPage()
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
  await page.close()
})

for (const path of pages) {
  test(`the page ${path} has no serious fault of accessibility in any of four themes`, async () => {
    await moveTo(page, path.replace('DEVICE', device))
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.locator('main .loading')).toHaveCount(0, { timeout: 60_000 })
    for (const theme of themes) {
      await chooseTheme(page, theme)
      await expectNoSeriousFault(page, theme)
    }
    expect(errors.splice(0)).toEqual([])
  })
}

for (const [name, open] of modals) {
  test(`${name} before a page has no serious fault of accessibility in any of four themes`, async () => {
    await moveTo(page, '/blockview')
    for (const theme of themes) {
      await chooseTheme(page, theme)
      await open(page)
      await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
      await expectNoSeriousFault(page, theme)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    expect(errors.splice(0)).toEqual([])
  })
}

/** Chooses a theme in the top bar, and waits until nothing still changes its colours. */
async function chooseTheme(page: Page, theme: string): Promise<void> {
  const bar = page.locator('.top-bar')
  // Clicked where they are, without a wait for two frames at rest: a map draws few in a second.
  await bar.getByRole('button', { name: /^Theme: / }).dispatchEvent('click')
  await bar.getByRole('menuitemradio', { name: theme, exact: true }).dispatchEvent('click')
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await expect(bar.getByRole('menuitemradio')).toHaveCount(0)
  await page.evaluate(async () => {
    const changes = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
    for (let all = changes(); all.length > 0; all = changes()) await Promise.allSettled(all.map((one) => one.finished))
  })
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
  const rules = theme === themes.at(-1) ? {} : { runOnly: COLOUR_RULES }
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
