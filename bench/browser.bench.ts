// What an operator waits for: a real server, real simulated recorders and a real Chromium, each a process of its own.
import { type Browser, chromium, type Page } from '@playwright/test'
import { signIn } from '../e2e/browser.ts'
import { Site, until } from '../e2e/site.ts'
import type { Bench } from './bench.ts'
import { requireBuiltConsole } from './console/built-console.ts'

const WARM_DEVICES = 3
const COLD_DEVICES = 50
const WARM_CLICKS = 50
/** The tile keeps the delays of its latest 240 pictures: 16 s at 15 a second. */
const WATCHED_MS = 20_000

export const bench: Bench = {
  name: 'browser',
  async run(report) {
    requireBuiltConsole()
    const site = await Site.start()
    const browser = await launch()
    try {
      const { warm, cold } = await startDevices(site)
      const page = await openList(browser, site)

      const warmMs = await clickTimes(
        page,
        Array.from({ length: WARM_CLICKS }, (_, turn) => warm[turn % warm.length]!),
      )
      report({
        what: 'click to first picture, stream running',
        value: p95(warmMs),
        unit: 'ms p95',
        bar: '≤ 300 ms',
        holds: p95(warmMs) <= 300,
        note: spread(warmMs),
      })

      const coldMs = await clickTimes(page, cold)
      report({
        what: 'click to first picture, device has to be asked',
        value: p95(coldMs),
        unit: 'ms p95',
        bar: '≤ 1 s',
        holds: p95(coldMs) <= 1000,
        note: spread(coldMs),
      })

      const delay = await cameraDelay(page, warm[0]!)
      report({
        what: 'device send to canvas, one tile',
        value: delay.p95Ms,
        unit: 'ms p95',
        bar: '≤ 150 ms',
        holds: delay.p95Ms <= 150,
        note: delay.text,
      })
    } finally {
      await browser.close()
      await site.close()
    }
  },
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
}

/** The cold ones are registered first and without recording, so that nothing asks them for a stream before the click. */
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

/** Between the send time that the camera writes into its pictures and the moment each is drawn. */
async function cameraDelay(page: Page, device: string): Promise<{ p95Ms: number; text: string }> {
  await page.locator(`.device-entry[href$="/${device}"]`).click()
  const tile = page.locator(`.device-live[aria-label="${device}"] .tile`)
  await tile.getByRole('button', { name: 'Figures' }).click()
  await page.waitForTimeout(WATCHED_MS)
  const figure = tile.locator('[data-figure="camera"]')
  const p95Ms = Number(await figure.getAttribute('data-value'))
  if (!(p95Ms >= 0)) throw new Error('the pictures carry no send time')
  return { p95Ms, text: `${await figure.textContent()}, ${await tile.locator('[data-figure="way"]').textContent()}` }
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN
}

function spread(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  return `${values.length} clicks, median ${Math.round(middle)} ms, longest ${Math.round(sorted.at(-1) ?? Number.NaN)} ms`
}
