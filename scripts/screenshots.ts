// Pictures of every screen and modal, from a real server with simulated vehicles: npm run build, then this script. Into
// test-results/screenshots; those of the README with --readme into docs/images. A word picks pictures by their name.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { PASSWORD, Site, USER } from '../tools/site/site.ts'
import { largeFleet } from './screenshots/large-fleet.ts'
import { readmePictures } from './screenshots/readme-pictures.ts'
import { addFilmedDevice } from './screenshots/recorded-device.ts'
import { type Screen, screens } from './screenshots/screens.ts'
import { standAloneScreens } from './screenshots/stand-alone-screens.ts'

const VEHICLES = 12
const root = join(import.meta.dirname, '..')
const desktop = { viewport: { width: 1920, height: 1080 } }
const looks: readonly { readonly name: string; readonly theme: string; readonly context: BrowserContextOptions }[] = [
  { name: 'default', theme: 'default', context: desktop },
  { name: 'darkly', theme: 'darkly', context: desktop },
  {
    name: 'phone',
    theme: 'default',
    context: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  },
]

const readme = process.argv.includes('--readme')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const folder = join(root, readme ? 'docs/images' : 'test-results/screenshots')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    // A talk has a microphone that beeps.
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ],
})
try {
  if (readme) await withSite((site, devices) => readmePictures({ browser, site, device: devices[0] ?? '', folder }))
  else {
    await withSite(takeAll)
    if (isWanted('map-10000')) await takeLargeMap(browser)
  }
} finally {
  await browser.close()
}

async function withSite(work: (site: Site, devices: readonly string[]) => Promise<void>): Promise<void> {
  const site = await Site.start({
    site: {
      broadcast: true,
      copyright: true,
      idle: {
        analogClock: true,
        digitalClock: true,
        items: [{ text: 'Fleetglass', link: 'https://fleetglass.test/', left: 40, top: 82, width: 20 }],
      },
    },
  })
  try {
    await addFilmedDevice(site)
    await work(site, await site.startVehicles(VEHICLES, 4))
  } finally {
    await site.close()
  }
}

async function takeAll(site: Site, devices: readonly string[]): Promise<void> {
  for (const look of looks) {
    const mobile = look.name === 'phone'
    const page = await openPage(browser, look.context, look.theme)
    const device = devices[0] ?? ''
    for (const screen of [...screens(device), ...standAloneScreens(site, device)]) {
      if ((mobile ? screen.desktopOnly : screen.phoneOnly) || !isWanted(screen.name)) continue
      if (screen.signedIn !== false) await signIn(page, site.url('/login'), PASSWORD)
      await take(page, site, screen, `${screen.name}-${look.name}`)
    }
    await page.context().close()
  }
}

async function take(page: Page, site: Site, screen: Screen, name: string): Promise<void> {
  await page.goto(site.url(screen.path))
  await screen.ready(page)
  // Pictures of cameras and map tiles fade in.
  await page.waitForTimeout(600)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  process.stdout.write(`${name}\n`)
}

/** Ten thousand vehicles, seen from far. */
async function takeLargeMap(from: Browser): Promise<void> {
  const fleet = await largeFleet(10_000)
  try {
    for (const { name, theme, context } of looks.filter((look) => look.name !== 'phone')) {
      const page = await openPage(from, context, theme)
      await signIn(page, fleet.url('/login'), fleet.password)
      await page.goto(fleet.url('/'))
      await page.locator('.map-box[data-painted]').waitFor()
      await page.waitForTimeout(4_000)
      await page.screenshot({ path: join(folder, `map-10000-${name}.png`) })
      process.stdout.write(`map-10000-${name}\n`)
      await page.context().close()
    }
  } finally {
    await fleet.close()
  }
}

async function openPage(from: Browser, options: BrowserContextOptions, theme: string): Promise<Page> {
  const context = await from.newContext({ ...options, locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript((name) => localStorage.setItem('themeName', name), theme)
  return page
}

/** Signs in when no user is logged in: the password is saved, so that once is enough for a browser. */
async function signIn(page: Page, url: string, password: string): Promise<void> {
  if (await page.evaluate(() => localStorage.getItem('AutoLogin') === 'true').catch(() => false)) return
  await page.goto(url)
  await page.getByLabel('User name').fill(USER)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((word) => name.includes(word))
}
