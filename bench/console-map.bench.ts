// The map with a large fleet: a real server, real devices that report, a real Chromium that draws by the processor.
import { loadavg } from 'node:os'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { CHILD_PASSWORD } from '../apps/server/test/recordings/server-child.ts'
import { LOAD_CORE, type MeasuredServer, pinned, startServerWith } from '../tools/site/server-process.ts'
import type { Bench, BenchRow } from './bench.ts'
import { requireBuiltConsole } from './console/built-console.ts'
import { watchFrames } from './map/frames.ts'
import { openPeer } from './map/peer-page.ts'

const DEVICES = 10_000
const FIRST_TERMINAL = 13_900_000_001
/** Each vehicle reports every ten seconds. */
const CHANGES_PER_S = 1_000
const TURNS = 4
/** The peer takes its time for each. */
const PEER_TURNS = 2
/** A busy machine takes longer for its turns: what was seen until then is the result. */
const MOST_MOVING_MS = 40_000
const TEN_MINUTES_S = 600
/** How long the heap is watched; the growth of a shorter time is also scaled to ten minutes. */
const heapS = Number(process.env.FLEETGLASS_BENCH_HEAP_S ?? '120')

export const bench: Bench = {
  name: 'console-map',
  async run(report) {
    requireBuiltConsole()
    const server = await startServerWith({ devices: DEVICES, firstTerminal: FIRST_TERMINAL })
    const first = String(FIRST_TERMINAL)
    const fleet = pinned(LOAD_CORE, [
      'bench/console/moving-fleet.ts',
      String(server.ports.signalling),
      String(DEVICES),
      first,
    ])
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    })
    try {
      await reported(server)
      const peer = await peerFrames(browser)
      const page = await openMap(browser, server)
      await settle(page)
      report(frameRow('pan and zoom, vehicles in groups', await movedFrames(page, TURNS), peer))
      await page.getByRole('button', { name: 'Group vehicles', exact: false }).click()
      await settle(page)
      report(frameRow('pan and zoom, each vehicle drawn', await movedFrames(page, TURNS), peer))
      await page.getByRole('button', { name: 'Group vehicles', exact: false }).click()
      report(await heapRow(page))
    } finally {
      await browser.close()
      fleet.kill('SIGTERM')
      await server.close()
    }
  },
}

async function reported(server: MeasuredServer): Promise<void> {
  const endMs = performance.now() + 300_000
  while ((await server.metric('fleetglass_positions_total')) < DEVICES) {
    if (performance.now() > endMs) throw new Error(`not all of ${DEVICES} vehicles reported within five minutes`)
    await new Promise((wake) => setTimeout(wake, 250))
  }
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'en-GB' })
  const page = await context.newPage()
  // A page that is slow is measured, not given up.
  page.setDefaultTimeout(120_000)
  await page.addInitScript(watchFrames)
  return page
}

async function openMap(browser: Browser, { ports }: MeasuredServer): Promise<Page> {
  const page = await newPage(browser)
  // Ten thousand vehicles raise events all the time; the notices are not what is measured.
  await page.addInitScript(() => localStorage.setItem('eventNotify', 'false'))
  await page.goto(`http://127.0.0.1:${ports.http}/`)
  await page.getByLabel('User name', { exact: false }).fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(CHILD_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.locator('.map-box[data-painted]').waitFor()
  return page
}

/** The list is there, the first view was found, and what it needs of the ground has come. */
async function settle(page: Page): Promise<void> {
  await page.locator('.map-entry').first().waitFor()
  await page.waitForTimeout(5_000)
}

async function peerFrames(browser: Browser): Promise<number[]> {
  const page = await newPage(browser)
  await page.goto('about:blank')
  await page.evaluate(watchFrames)
  await openPeer(page, { vehicles: DEVICES, changesPerS: CHANGES_PER_S })
  await page.waitForTimeout(2_000)
  const frames = await movedFrames(page, PEER_TURNS)
  await page.context().close()
  return frames
}

/** Drags there and back and turns the wheel in and out, as a hand does, and answers the frames of it. */
async function movedFrames(page: Page, turns: number): Promise<number[]> {
  await page.evaluate(() => window.mapFrames.start())
  const endMs = performance.now() + MOST_MOVING_MS
  for (let turn = 0; turn < turns && performance.now() < endMs; turn++) {
    await page.mouse.move(1100, 600)
    await page.mouse.down()
    for (const way of [1, -1]) {
      for (let step = 0; step < 30 && performance.now() < endMs; step++) {
        await page.mouse.move(1100 + way * step * 8, 600 + way * step * 3)
        await page.waitForTimeout(12)
      }
    }
    await page.mouse.up()
    const direction = turn % 2 === 0 ? -1 : 1
    for (let notch = 0; notch < 8 && performance.now() < endMs; notch++) {
      await page.mouse.wheel(0, direction * 120)
      await page.waitForTimeout(80)
    }
  }
  return page.evaluate(() => window.mapFrames.stop())
}

function frameRow(how: string, frames: readonly number[], peer: readonly number[]): BenchRow {
  const [value, peerValue] = [p95(frames), p95(peer)]
  return {
    what: `map of ${DEVICES} vehicles, ${CHANGES_PER_S} changes/s: ${how}`,
    value,
    unit: 'ms a frame, p95',
    bar: '≤ 33 ms',
    holds: value <= 33.5,
    peer: {
      what: 'Leaflet 1.9.4, a marker with a divIcon each, no ground',
      value: peerValue,
      ratio: value / peerValue,
    },
    note: `median ${median(frames).toFixed(1)} ms, longest ${Math.max(...frames).toFixed(0)} ms, ${frames.length} frames; peer: median ${median(peer).toFixed(1)} ms; load ${loadavg()[0]?.toFixed(1)}`,
  }
}

/** The heap after a collection, at the beginning and at the end, while the fleet moves and the map stands. */
async function heapRow(page: Page): Promise<BenchRow> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.waitForTimeout(20_000)
  const before = await heapMib(cdp)
  await page.waitForTimeout(heapS * 1000)
  const growth = (await heapMib(cdp)) - before
  const scaled = (growth / heapS) * TEN_MINUTES_S
  return {
    what: `heap growth of the map page, ${DEVICES} vehicles`,
    value: scaled,
    unit: 'MiB in ten minutes',
    bar: '< 50 MiB',
    holds: scaled < 50,
    note: `${growth.toFixed(1)} MiB in ${heapS} s from ${before.toFixed(0)} MiB${heapS < TEN_MINUTES_S ? ', scaled' : ''}`,
  }
}

async function heapMib(cdp: CDPSession): Promise<number> {
  for (let turn = 0; turn < 3; turn++) await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1024 / 1024
}

function p95(values: readonly number[]): number {
  return at(values, 0.95)
}

function median(values: readonly number[]): number {
  return at(values, 0.5)
}

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
