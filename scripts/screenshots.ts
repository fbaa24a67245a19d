// Pictures of every screen and modal, from a real server with simulated vehicles: npm run build, then this script. Into
// test-results/screenshots; those of the README with --readme into docs/images. A word picks pictures by their name.
//   --all                  every size, light and dark, in every language, instead of the usual three looks
//   --sizes 1920,1280,390 --themes default,darkly --languages en,tw,ar   some of these
//   --vehicles N           how many drive (12)
//   --out FOLDER           where the pictures go
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { languages, type TranslatedLanguage } from '@fleetglass/texts/languages'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { PASSWORD, Site, USER } from '../tools/site/site.ts'
import { administrationScreens } from './screenshots/administration-screens.ts'
import { largeFleet } from './screenshots/large-fleet.ts'
import { readmePictures } from './screenshots/readme-pictures.ts'
import { addFilmedDevice } from './screenshots/recorded-device.ts'
import { reportScreens } from './screenshots/report-screens.ts'
import { type Screen, screens } from './screenshots/screens.ts'
import { standAloneScreens } from './screenshots/stand-alone-screens.ts'
import { translatedPage } from './screenshots/translated-page.ts'

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    readme: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    themes: { type: 'string' },
    languages: { type: 'string' },
    vehicles: { type: 'string', default: '12' },
    out: { type: 'string' },
  },
})
const root = join(import.meta.dirname, '..')
const contexts: Readonly<Record<string, BrowserContextOptions>> = {
  '1920': { viewport: { width: 1920, height: 1080 } },
  '1280': { viewport: { width: 1280, height: 720 } },
  '390': { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
}

interface Look {
  readonly name: string
  readonly theme: string
  readonly language: string
  readonly mobile: boolean
  readonly context: BrowserContextOptions
}

const folder = options.out ?? join(root, options.readme ? 'docs/images' : 'test-results/screenshots')
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
  if (options.readme)
    await withSite((site, devices) => readmePictures({ browser, site, device: devices[0] ?? '', folder }))
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
    await work(site, await site.startVehicles(Number(options.vehicles), 4))
  } finally {
    await site.close()
  }
}

async function takeAll(site: Site, devices: readonly string[]): Promise<void> {
  const device = devices[0] ?? ''
  for (const look of chosenLooks()) {
    const opened = await openPage(browser, look)
    const page = translatedPage(opened, languageOf(look.language))
    for (const screen of [
      ...screens(device),
      ...administrationScreens(),
      ...reportScreens(),
      ...standAloneScreens(site, device),
    ]) {
      if ((look.mobile ? screen.desktopOnly : screen.phoneOnly) || !isWanted(screen.name)) continue
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
    for (const look of chosenLooks().filter(({ mobile }) => !mobile)) {
      const page = await openPage(from, look)
      await signIn(page, fleet.url('/login'), fleet.password)
      await page.goto(fleet.url('/'))
      await page.locator('.map-box[data-painted]').waitFor()
      await page.waitForTimeout(4_000)
      await page.screenshot({ path: join(folder, `map-10000-${look.name}.png`) })
      process.stdout.write(`map-10000-${look.name}\n`)
      await page.context().close()
    }
  } finally {
    await fleet.close()
  }
}

async function openPage(from: Browser, { context, theme, language }: Look): Promise<Page> {
  const opened = await from.newContext({ ...context, locale: 'en-GB' })
  const page = await opened.newPage()
  await page.addInitScript(
    (chosen) => {
      for (const [key, value] of Object.entries(chosen)) localStorage.setItem(key, value)
    },
    { themeName: theme, language },
  )
  return page
}

/** Without options: 1920 light and dark, and a phone, in English. */
function chosenLooks(): readonly Look[] {
  if (!options.all && [options.sizes, options.themes, options.languages].every((option) => option === undefined)) {
    return [
      look('default', '1920', 'default', 'en'),
      look('darkly', '1920', 'darkly', 'en'),
      look('phone', '390', 'default', 'en'),
    ]
  }
  const sizes = listed(options.sizes, Object.keys(contexts))
  const themes = listed(options.themes, ['default', 'darkly'])
  return listed(
    options.languages,
    languages.map(({ config }) => config),
  ).flatMap((language) =>
    themes.flatMap((theme) => sizes.map((size) => look(`${size}-${theme}-${language}`, size, theme, language))),
  )
}

function look(name: string, size: string, theme: string, language: string): Look {
  const context = contexts[size]
  if (!context) throw new Error(`--sizes: ${size} is none of ${Object.keys(contexts).join(', ')}`)
  return { name, theme, language, mobile: context.isMobile === true, context }
}

function listed(option: string | undefined, every: readonly string[]): readonly string[] {
  return option === undefined ? every : option.split(',')
}

function languageOf(code: string): TranslatedLanguage {
  const found = languages.find(({ config }) => config === code)
  if (!found) throw new Error(`--languages: ${code} is no language of the console`)
  return found
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
