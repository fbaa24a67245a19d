import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { PASSWORD, type Site, USER } from '../../tools/site/site.ts'

interface Stage {
  readonly browser: Browser
  readonly site: Site
  readonly device: string
  readonly folder: string
}

/** The two pictures of the README. */
export async function readmePictures(stage: Stage): Promise<void> {
  await mapPicture(stage)
  await livePicture(stage)
}

/** The map with all vehicles, and the card of the northernmost one, which stands above the others. */
async function mapPicture({ browser, site, folder }: Stage): Promise<void> {
  const page = await signedIn(browser, site, 'default')
  await page.goto(site.url('/'))
  await page.locator('.map-box[data-painted]').waitFor()
  // Some reports of every vehicle, so that they are under way and leave a trail.
  await page.waitForTimeout(12_000)
  await page.locator('.map-entry-open', { hasText: await northernmost(page) }).click()
  await page.locator('.device-card').waitFor()
  await page.waitForTimeout(1_000)
  await page.screenshot({ path: join(folder, 'console.png') })
  await page.context().close()
}

async function northernmost(page: Page): Promise<string> {
  const places = await page.locator('.map-entry-text').evaluateAll((entries) =>
    entries.map((entry) => ({
      id: entry.querySelector('strong')?.textContent ?? '',
      lat: Number.parseFloat(entry.querySelector('.muted')?.textContent ?? ''),
    })),
  )
  return places.sort((a, b) => b.lat - a.lat)[0]?.id ?? ''
}

/** Four channels of one vehicle, live, in the dark. */
async function livePicture({ browser, site, device, folder }: Stage): Promise<void> {
  const page = await signedIn(browser, site, 'darkly')
  await page.goto(site.url(`/liveview/${device}`))
  await page.locator('.tile[data-state="playing"]').nth(3).waitFor({ timeout: 60_000 })
  // A machine that has just started everything falls behind for a moment, and a tile shows it.
  await page.waitForFunction(() => !document.body.textContent?.includes('Catching up'), null, { timeout: 90_000 })
  await page.screenshot({ path: join(folder, 'live.jpg'), type: 'jpeg', quality: 82 })
  await page.context().close()
}

async function signedIn(from: Browser, site: Site, theme: string): Promise<Page> {
  const context = await from.newContext({ viewport: { width: 1600, height: 1000 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript((name) => localStorage.setItem('themeName', name), theme)
  await page.goto(site.url('/login'))
  await page.getByLabel('User name').fill(USER)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  return page
}
