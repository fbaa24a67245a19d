// What an operator waits for: a real server, real simulated recorders and a real Chromium, each a process of its own.
import type { Browser, Page } from '@playwright/test'
import { signIn } from '../tools/site/browser.ts'
import { Site, until } from '../tools/site/site.ts'
import type { Bench, BenchRow } from './bench.ts'
import { requireBuiltConsole } from './console/built-console.ts'
import { pause, percentile } from './video/children.ts'
import {
  launchBrowser,
  openFigures,
  readFigures,
  startTileSite,
  TILES_A_PAGE,
  type TileFigures,
} from './video/tile-pages.ts'

const WARM_DEVICES = 3
const COLD_DEVICES = 50
const WARM_CLICKS = 50
/** The tile stores the delays of its latest 240 pictures: 16 s at 15 a second. */
const WATCHED_MS = 17_000
const DELAYS = [
  { tiles: 4, barMs: 60 },
  { tiles: 25, barMs: 120 },
] as const

export const bench: Bench = {
  name: 'video: what an operator waits for',
  async run(report) {
    requireBuiltConsole()
    await clicks(report)
    await delays(report)
  },
}

async function clicks(report: (row: BenchRow) => void): Promise<void> {
  const site = await Site.start()
  const browser = await launchBrowser()
  try {
    const { warm, cold } = await startDevices(site)
    const page = await openList(browser, site)
    const turns = Array.from({ length: WARM_CLICKS }, (_, turn) => warm[turn % warm.length] as string)
    report(rowOfClicks('stream running', 300, await clickTimes(page, turns)))
    // Each is requested in the middle of a group of pictures, and begins with a key frame as a recorder does.
    report(rowOfClicks('device has to be asked', 1000, await clickTimes(page, cold)))
  } finally {
    await browser.close()
    await site.close()
  }
}

function rowOfClicks(how: string, barMs: number, tookMs: readonly number[]): BenchRow {
  const value = percentile(tookMs, 0.95)
  const note = `median ${Math.round(percentile(tookMs, 0.5))} ms, longest ${Math.round(Math.max(...tookMs))} ms`
  const what = `click to first picture, ${how}, p95 of ${tookMs.length}`
  return { what, value, unit: 'ms', bar: `≤ ${barMs} ms`, holds: value <= barMs, note }
}

/** The worst tile counts. A page of the console has twelve tiles at most: twenty-five are on three. */
async function delays(report: (row: BenchRow) => void): Promise<void> {
  const most = Math.max(...DELAYS.map(({ tiles }) => tiles))
  const tileSite = await startTileSite(Math.ceil(most / TILES_A_PAGE))
  try {
    for (const { tiles, barMs } of DELAYS) {
      const pages = await tileSite.openTiles(tiles)
      for (const page of pages) await openFigures(page)
      await pause(WATCHED_MS)
      const all = (await Promise.all(pages.map(readFigures))).flat()
      const value = Math.max(...all.map(({ delayP95Ms }) => delayP95Ms))
      if (all.length !== tiles || !(value >= 0)) throw new Error('a tile shows no pictures with a send time')
      report({
        what: `picture delay from device to canvas, p95, ${tiles} tiles`,
        value,
        unit: 'ms, the worst tile',
        bar: `≤ ${barMs} ms`,
        holds: value <= barMs,
        note: noteOf(all, pages.length),
      })
      for (const page of pages) await page.context().close()
    }
  } finally {
    await tileSite.close()
  }
}

function noteOf(all: readonly TileFigures[], pages: number): string {
  const medianMs = percentile(
    all.map(({ delayMedianMs }) => delayMedianMs),
    0.5,
  )
  const slowest = Math.min(...all.map(({ framesPerS }) => framesPerS))
  const skipped = all.reduce((sum, tile) => sum + tile.skipped, 0)
  const kinds = [...new Set(all.map(({ size, way }) => `${size} ${way}`))].join(', ')
  return `median ${medianMs} ms, at least ${slowest} pictures/s, ${skipped} skipped, ${kinds}, on ${pages} page${pages > 1 ? 's' : ''}`
}

/** The cold ones are registered first and without recording, so that nothing requests their stream before the click. */
async function startDevices(site: Site): Promise<{ warm: string[]; cold: string[] }> {
  const ids = Array.from({ length: WARM_DEVICES + COLD_DEVICES }, (_, index) => String(13_800_138_001 + index))
  const cold = ids.slice(WARM_DEVICES)
  const operator = await site.operator()
  try {
    for (const id of cold) await operator.request('D01', { A: id, C: '1', F: '0' })
    await site.startVehicles(1, 1, ['--vehicles', String(ids.length)])
    await until('all vehicles are online and registered', async () => {
      const rows = await operator.devices()
      for (const row of rows.filter((device) => !device.registered)) {
        await operator.request('D01', { A: row.deviceId, C: '1', F: '1' })
      }
      return rows.filter((device) => device.online && device.registered).length >= ids.length
    })
  } finally {
    operator.close()
  }
  return { warm: ids.slice(0, WARM_DEVICES), cold }
}

async function openList(browser: Browser, site: Site): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
  await signIn(page, site)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Live view' }).click()
  return page
}

/** Clicks one device after the other in the list and measures in the page, from the click event to the drawn picture. */
async function clickTimes(page: Page, devices: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const device of devices) {
    const entry = page.locator(`.device-entry[href$="/${device}"]`)
    await entry.scrollIntoViewIfNeeded()
    const measured = page.evaluate(
      (id) =>
        new Promise<number>((resolve, reject) => {
          let clickedMs = 0
          addEventListener('click', (event) => (clickedMs = event.timeStamp), { once: true, capture: true })
          const look = () => {
            const shown = document.querySelector(`.device-live[aria-label="${id}"] .tile[data-state="playing"]`)
            if (clickedMs > 0 && shown !== null) finish(() => resolve(performance.now() - clickedMs))
          }
          const observer = new MutationObserver(look)
          const timer = setTimeout(() => finish(() => reject(new Error(`no picture of ${id} within 20 s`))), 20_000)
          const finish = (settle: () => void) => {
            observer.disconnect()
            clearTimeout(timer)
            settle()
          }
          observer.observe(document, { subtree: true, childList: true, attributeFilter: ['data-state'] })
        }),
      device,
    )
    await entry.click()
    times.push(await measured)
  }
  return times
}
