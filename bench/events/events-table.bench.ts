// The table of the event query with 10,000 stored events: a real server, a real Chromium that draws by the processor, and the table
// scrolled from its first row on. The peer is a bare HTML table with the same texts, all rows of which are in the page from the start.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../../apps/server/test/recordings/server-child.ts'
import type { Bench, BenchRow } from '../bench.ts'
import { requireBuiltConsole } from '../console/built-console.ts'
import { type ScrolledFrames, scrolledFrames } from './scrolled-frames.ts'
import { DAY_S, DAYS, START_S, storeEvents } from './stored-events.ts'

const EVENTS = 10_000
const PX_PER_S = 8_000
const SECONDS = 10
/** The browser alone, with nothing to compute, is the most that this machine can draw. */
const BAR_RATIO = 0.67
const BLANK_BAR_PERCENT = 1
/** A moment of the machine is no finding: of so many turns of each table, taken by turns, the one with the most pictures counts. */
const TURNS = 3

export const bench: Bench = {
  name: `Events: the table of ${EVENTS}, scrolled at ${PX_PER_S} px/s`,
  async run(report) {
    requireBuiltConsole()
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-events-table-'))
    await storeEvents(join(data, 'fleetglass.sqlite'), EVENTS)
    const server = await startServerChild({ data, settings: { 'max-licence': 20_000 } })
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
    try {
      const table = await openTable(browser, server)
      const peer = await openPeer(browser, await textsOf(table))
      const [own, bare]: [ScrolledFrames[], ScrolledFrames[]] = [[], []]
      for (let turn = 0; turn < TURNS; turn++) {
        own.push(await turnOf(table, 'div:has(> table[role="grid"])'))
        bare.push(await turnOf(peer, '#box'))
      }
      for (const row of rowsOf(best(own), best(bare))) report(row)
    } finally {
      await browser.close()
      await server.stop()
      rmSync(data, { recursive: true })
    }
  },
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'en-GB' })
  return context.newPage()
}

/** The query of all events, the latest first, with its first rows. */
async function openTable(browser: Browser, { ports }: ServerChild): Promise<Page> {
  const page = await newPage(browser)
  await page.goto(`http://127.0.0.1:${ports.http}/queryeventex?from=${START_S}&to=${START_S + DAYS * DAY_S}`)
  await page.getByLabel('User name', { exact: false }).fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(CHILD_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.locator('tr[data-row="0"] th, tr[data-row="0"] td:nth-child(2)').first().waitFor()
  return page
}

async function textsOf(table: Page): Promise<readonly string[]> {
  return table.locator('tr[data-row="0"] > *').allInnerTexts()
}

async function openPeer(browser: Browser, texts: readonly string[]): Promise<Page> {
  const page = await newPage(browser)
  const cells = texts.map((text) => `<td>${text.replaceAll('<', '&lt;')}</td>`).join('')
  const rows = Array.from({ length: EVENTS }, (_, at) => `<tr data-row="${at}">${cells}</tr>`).join('')
  await page.setContent(
    `<style>#box { height: 900px; overflow: auto } table { width: 100%; table-layout: fixed } td { height: 48px; white-space: nowrap; overflow: hidden }</style>
     <div id="box"><table>${rows}</table></div>`,
  )
  return page
}

async function turnOf(page: Page, box: string): Promise<ScrolledFrames> {
  await page.bringToFront()
  const frames = await scrolledFrames(page, { box, pxPerS: PX_PER_S, seconds: SECONDS })
  await page.locator(box).evaluate((element) => element.scrollTo({ top: 0 }))
  await page.waitForTimeout(1_000)
  return frames
}

function best(turns: readonly ScrolledFrames[]): ScrolledFrames {
  const [first] = [...turns].sort((one, other) => picturesPerS(other) - picturesPerS(one))
  if (first === undefined) throw new Error('no turn was measured')
  return first
}

function rowsOf(own: ScrolledFrames, bare: ScrolledFrames): readonly BenchRow[] {
  const [value, peer] = [picturesPerS(own), picturesPerS(bare)]
  const blankShare = Math.round((own.blank / own.gapsMs.length) * 1000) / 10
  return [
    {
      what: `table of ${EVENTS} events, ${PX_PER_S} px/s`,
      value,
      unit: 'pictures/s',
      bar: `≥ ${BAR_RATIO} of the peer`,
      holds: value >= BAR_RATIO * peer,
      peer: { what: 'bare HTML table, every row in the page', value: peer, ratio: value / peer },
      note: `${timesOf(own)}, ${own.waiting} pictures with a row that waits; peer: ${timesOf(bare)}; load ${loadavg()[0]?.toFixed(1)}`,
    },
    {
      what: `table of ${EVENTS} events, ${PX_PER_S} px/s: pictures without a row in their middle`,
      value: blankShare,
      unit: '%',
      bar: `≤ ${BLANK_BAR_PERCENT} %`,
      holds: blankShare <= BLANK_BAR_PERCENT,
    },
  ]
}

function picturesPerS({ gapsMs }: ScrolledFrames): number {
  const tookMs = gapsMs.reduce((sum, ms) => sum + ms, 0)
  return Math.round((gapsMs.length / tookMs) * 10_000) / 10
}

function timesOf({ gapsMs }: ScrolledFrames): string {
  return `median ${quantile(gapsMs, 0.5)} ms a picture, p95 ${quantile(gapsMs, 0.95)}, longest ${Math.round(Math.max(...gapsMs))}`
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return Math.round((sorted[Math.floor(sorted.length * part)] ?? Number.NaN) * 10) / 10
}
