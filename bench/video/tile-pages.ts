// Pages of live tiles in a Chromium, each with its figures open: what the console itself knows of its pictures.
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Fleet } from '../../apps/simulator/src/index.ts'
import { startFleet } from '../../apps/simulator/src/index.ts'
import { signIn } from '../../tools/site/browser.ts'
import { Site, until } from '../../tools/site/site.ts'

/** A page with many tiles answers late on a machine that is busy. */
const PATIENCE_MS = 120_000
/** LIVE-15: tiles of one page. */
export const TILES_A_PAGE = 12

export interface TileSite {
  readonly site: Site
  readonly browser: Browser
  readonly deviceIds: readonly string[]
  /** Opens so many tiles on pages of their own, a device each, and waits until all play. */
  openTiles(count: number): Promise<Page[]>
  close(): Promise<void>
}

/** A server, recorders with twelve cameras each that are recorded, and a browser. */
export async function startTileSite(devices: number): Promise<TileSite> {
  const site = await Site.start({ site: { offeredChannels: TILES_A_PAGE } })
  const browser = await launchBrowser()
  let fleet: Fleet | null = null
  const close = async (): Promise<void> => {
    await browser.close()
    await fleet?.close()
    await site.close()
  }
  try {
    const where = { host: '127.0.0.1', signallingPort: site.ports.signalling }
    fleet = await startFleet({ ...where, vehicles: devices, channels: TILES_A_PAGE, intervalS: 1 })
    const deviceIds = fleet.devices.map(({ terminalId }) => terminalId)
    const operator = await site.operator()
    try {
      for (const id of deviceIds) await operator.request('D01', { A: id, C: String(TILES_A_PAGE), F: '1' })
      await until('the devices are online', async () => {
        const rows = await operator.devices()
        return deviceIds.every((id) => rows.some((row) => row.deviceId === id && row.online && row.registered))
      })
    } finally {
      operator.close()
    }
    return { site, browser, deviceIds, openTiles: (count) => openTiles({ site, browser, deviceIds }, count), close }
  } catch (error) {
    await close()
    throw error
  }
}

export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', ...args],
  })
}

/** Each page has a window of its own: what lies behind another one is hidden, and hidden tiles do not decode. */
async function openTiles(of: Pick<TileSite, 'site' | 'browser' | 'deviceIds'>, count: number): Promise<Page[]> {
  const pages: Page[] = []
  for (let left = count; left > 0; left -= TILES_A_PAGE) {
    const page = await of.browser.newPage({ viewport: { width: 1920, height: 1080 } })
    page.setDefaultTimeout(PATIENCE_MS)
    await signIn(page, of.site)
    await page.goto(of.site.url(`/liveview/${of.deviceIds[pages.length] ?? ''}`))
    await chooseTiles(page, Math.min(left, TILES_A_PAGE))
    pages.push(page)
  }
  return pages
}

/** Presses the buttons of channels until the first ones are open and no other. */
async function chooseTiles(page: Page, count: number): Promise<void> {
  await page
    .locator('.channel-toggle')
    .nth(TILES_A_PAGE - 1)
    .waitFor()
  // One after the other, as each changes what the next one finds; not by a pointer, which waits for a page that stands still.
  for (let at = 0; at < TILES_A_PAGE; at++) {
    await page
      .locator('.channel-toggle')
      .nth(at)
      .evaluate((button: HTMLElement, open) => {
        if ((button.ariaPressed === 'true') !== open) button.click()
      }, at < count)
  }
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('.tile[data-state="playing"]').length === wanted,
    count,
    { polling: 250 },
  )
}

/** What a tile reports about itself. */
export interface TileFigures {
  readonly delayMedianMs: number
  readonly delayP95Ms: number
  readonly framesPerS: number
  readonly skipped: number
  readonly size: string
  readonly way: string
}

export async function openFigures(page: Page): Promise<void> {
  const buttons = page.locator('.tile').getByRole('button', { name: 'Statistics' })
  await buttons.evaluateAll((all: HTMLElement[]) => {
    for (const button of all) button.click()
  })
}

/** Between the send time that the camera writes into its pictures and the moment each is drawn: of the latest 240 pictures. */
export function readFigures(page: Page): Promise<TileFigures[]> {
  return page.locator('.tile').evaluateAll((tiles) =>
    tiles.map((tile) => {
      const figure = (name: string) => tile.querySelector(`[data-figure="${name}"]`)
      const number = (name: string) => Number(figure(name)?.getAttribute('data-value') || Number.NaN)
      return {
        delayMedianMs: Number.parseFloat(figure('camera')?.textContent ?? ''),
        delayP95Ms: number('camera'),
        framesPerS: number('fps'),
        skipped: number('skipped'),
        size: figure('size')?.textContent ?? '',
        way: figure('way')?.textContent ?? '',
      }
    }),
  )
}
