// What the console costs an operator of a large fleet: a real server, real devices, a real Chromium.
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { DeviceClient, positionMessage } from '../apps/server/test/devices/device-client.ts'
import { CHILD_PASSWORD } from '../apps/server/test/recordings/server-child.ts'
import { type MeasuredServer, startServerWith } from '../tools/site/server-process.ts'
import type { Bench, BenchRow } from './bench.ts'
import { requireBuiltConsole } from './console/built-console.ts'
import { watchMainThread } from './console/main-thread.ts'
import { positionRate, startMovingDevices } from './console/moving-devices.ts'

const DEVICES = 10_000
const MOVING = 3_000
const FIRST_TERMINAL = 13_900_000_001
const LOGINS = 8
const WATCHED_S = 60
const WORDS = ['139000', '139000012', 'nobody', '1390000999']
const FIXES = 20

/** First list, poll, filter and age of a position on screen: 10,000 devices of which 3,000 report every 10 s. */
export const bench: Bench = {
  name: 'console',
  async run(report) {
    requireBuiltConsole()
    const server = await startServerWith({ devices: DEVICES, firstTerminal: FIRST_TERMINAL })
    // The first device is left to the bench itself.
    const fleet = await startMovingDevices(server, MOVING, FIRST_TERMINAL + DEVICES - MOVING)
    const browser = await launch()
    try {
      await positionRate(server, MOVING, 10)
      await firstList(browser, server, report)
      const page = await openDashboard(browser, server)
      await polls(page, 'and every change pushed before it', report)
      await polls(await openDashboard(browser, server, true), 'and nothing pushed before it', report)
      await filter(page, report)
      await ages(page, server, report)
    } finally {
      await browser.close()
      fleet.stop()
      await server.close()
    }
  },
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
}

async function newPage(browser: Browser, withoutPushes = false): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript(watchMainThread, withoutPushes)
  return page
}

async function fillLogin(page: Page, { ports }: MeasuredServer, path: string): Promise<void> {
  await page.goto(`http://127.0.0.1:${ports.http}${path}`)
  await page.getByLabel('User name', { exact: false }).fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(CHILD_PASSWORD)
}

/** From the click on the login button to all devices counted and the first rows painted. */
async function firstList(browser: Browser, server: MeasuredServer, report: (row: BenchRow) => void): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < LOGINS; n++) {
    const page = await newPage(browser)
    await fillLogin(page, server, '/blockview')
    const shown = page.evaluate(
      (devices) =>
        new Promise<number>((resolve, reject) => {
          let clickedMs = 0
          addEventListener('click', (event) => (clickedMs = event.timeStamp), { once: true, capture: true })
          const timer = setTimeout(() => reject(new Error('no list within 30 s')), 30_000)
          const look = (): void => {
            const all = document.querySelector('.filter-button.mode-all')?.textContent ?? ''
            const isThere = all.includes(String(devices)) && document.querySelectorAll('tbody tr').length > 0
            if (clickedMs === 0 || !isThere) return
            observer.disconnect()
            clearTimeout(timer)
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedMs)))
          }
          const observer = new MutationObserver(look)
          observer.observe(document, { subtree: true, childList: true, characterData: true })
        }),
      DEVICES,
    )
    await page.getByRole('button', { name: 'Log in' }).click()
    times.push(await shown)
    await page.context().close()
  }
  const value = Math.max(...times)
  report({
    what: `login to first full list on screen, ${DEVICES} devices`,
    value,
    unit: 'ms, the longest',
    bar: '≤ 1500 ms',
    holds: value <= 1500,
    note: spread(times, 'logins, the page fetched before and nothing cached'),
  })
}

async function openDashboard(browser: Browser, server: MeasuredServer, withoutPushes = false): Promise<Page> {
  const page = await newPage(browser, withoutPushes)
  await fillLogin(page, server, '/blockview')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.locator('tbody tr').first().waitFor()
  return page
}

/** Each message of a poll, from its arrival until nothing it caused is left to run; its own drawing comes on top. */
async function polls(page: Page, how: string, report: (row: BenchRow) => void): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.evaluate(() => window.mainThread.clear())
  const before = await taskSeconds(cdp)
  await page.waitForTimeout(WATCHED_S * 1000)
  const share = ((await taskSeconds(cdp)) - before) / WATCHED_S
  const { polls: costs, pushes, longestTaskMs } = await page.evaluate(() => window.mainThread.read())
  if (costs.length < 4) throw new Error(`only ${costs.length} polls in ${WATCHED_S} s`)
  const value = p95(costs)
  report({
    what: `a poll of ${DEVICES} devices, ${MOVING} of them changed, ${how}: main thread`,
    value,
    unit: 'ms p95',
    bar: '≤ 30 ms',
    holds: value <= 30,
    note: [
      spread(costs, 'polls'),
      ...(pushes.length > 0 ? [spread(pushes, 'messages of pushed rows')] : []),
      `longest task ${Math.round(longestTaskMs)} ms`,
      `main thread busy ${(share * 100).toFixed(1)} % with everything`,
    ].join('; '),
  })
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

/** A key into the shell's search: from the event to the next picture, as the browser's event timing measures it (8 ms steps). */
async function filter(page: Page, report: (row: BenchRow) => void): Promise<void> {
  const search = page.getByLabel('Find a device', { exact: true })
  await search.click()
  await page.evaluate(() => window.mainThread.clear())
  for (const word of WORDS) {
    await search.pressSequentially(word, { delay: 120 })
    for (const _ of word) await page.keyboard.press('Backspace', { delay: 30 })
  }
  await page.waitForTimeout(1000)
  const { keysMs } = await page.evaluate(() => window.mainThread.read())
  const value = p95(keysMs)
  report({
    what: `a key into the filter of ${DEVICES} devices to the next picture`,
    value,
    unit: 'ms p95',
    bar: '≤ 50 ms',
    holds: value <= 50,
    note: spread(keysMs, 'keys'),
  })
}

/** A device sends a position with another speed; how old it is when the cell of the dashboard shows it. */
async function ages(page: Page, { ports }: MeasuredServer, report: (row: BenchRow) => void): Promise<void> {
  const id = String(FIRST_TERMINAL)
  const device = await DeviceClient.tcp(ports.signalling, id)
  await device.login()
  const times: number[] = []
  for (let n = 0; n < FIXES; n++) {
    const speedKmh = 20 + n * 3
    const shown = page.evaluate(
      ([deviceId = '', text = '']) =>
        new Promise<number>((resolve, reject) => {
          const cellsOfDevice = (): string[] => {
            const row = [...document.querySelectorAll('tbody tr')].find((one) => one.textContent?.includes(deviceId))
            return [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent?.trim() ?? '')
          }
          const look = (): void => {
            if (!cellsOfDevice().some((cell) => cell.startsWith(text))) return
            observer.disconnect()
            clearTimeout(timer)
            resolve(performance.timeOrigin + performance.now())
          }
          const observer = new MutationObserver(look)
          const timer = setTimeout(() => {
            observer.disconnect()
            reject(new Error(`no "${text}" within 20 s; the row reads ${cellsOfDevice().join(' | ')}`))
          }, 20_000)
          observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        }),
      [id, `${speedKmh} `],
    )
    const position = positionMessage(Math.floor(Date.now() / 1000))
    device.send({ ...position, body: { ...position.body, speedDkmh: speedKmh * 10 } })
    const sentMs = performance.timeOrigin + performance.now()
    times.push((await shown) - sentMs)
    // Not in step with anything else, and a device time of its own for each.
    await page.waitForTimeout(1000 + ((n * 137) % 700))
  }
  await device.close()
  const value = Math.max(...times)
  report({
    what: 'age of a position when the screen shows it',
    value,
    unit: 'ms, the oldest',
    bar: '≤ 1000 ms',
    holds: value <= 1000,
    note: spread(times, 'positions'),
  })
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN
}

function spread(values: readonly number[], what: string): string {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  return `${values.length} ${what}, median ${middle.toFixed(1)} ms, longest ${(sorted.at(-1) ?? Number.NaN).toFixed(1)} ms`
}
