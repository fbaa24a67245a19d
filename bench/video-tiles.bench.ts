// Twelve tiles for a long time: what the browser and the server hold must not grow, and nothing may be connected again.
// `--minutes N` sets the length; an hour is --minutes 60.
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Bench, BenchRow } from './bench.ts'
import { requireBuiltConsole } from './console/built-console.ts'
import { pause, percentile } from './video/children.ts'
import { startTileSite, TILES_A_PAGE } from './video/tile-pages.ts'

const MINUTES = Number(process.env.FLEETGLASS_BENCH_MINUTES ?? '2')
/** Ten of sixty minutes: until caches and pools are filled. */
const WARM_UP_MS = Math.min(10, MINUTES / 3) * 60_000
const WATCHED_MS = MINUTES * 60_000 - WARM_UP_MS
/** Looks at the beginning and at the end, of which the middle one counts. */
const LOOKS = 5
const LOOK_PERIOD_MS = 1_000
const BAR_PERCENT = 5

export const bench: Bench = { name: 'video: twelve tiles for a long time', run: watchLong }

async function watchLong(report: (row: BenchRow) => void): Promise<void> {
  requireBuiltConsole()
  const tileSite = await startTileSite(1)
  try {
    const [page] = await tileSite.openTiles(TILES_A_PAGE)
    if (page === undefined) throw new Error('no page was opened')
    await pause(WARM_UP_MS)
    const troubles = await watchTroubles(page)
    const before = await memory(page)
    await pause(WATCHED_MS)
    const after = await memory(page)
    const { reconnects, stops } = await troubles()
    const grown = Object.entries(before).map(([what, mb]) => {
      const now = after[what as keyof Memory]
      return { what, mb, now, percent: ((now - mb) / mb) * 100 }
    })
    const value = Math.max(...grown.map(({ percent }) => percent))
    report({
      what: `growth with ${TILES_A_PAGE} tiles, from minute ${(WARM_UP_MS / 60_000).toFixed(1)} to ${MINUTES}`,
      value,
      unit: '%, of what grew most',
      bar: `≤ ${BAR_PERCENT} %, no reconnect`,
      holds: value <= BAR_PERCENT && reconnects === 0 && stops === 0,
      note: `${grown.map(({ what, mb, now }) => `${what} ${mb.toFixed(1)} to ${now.toFixed(1)} MB`).join(', ')}; ${reconnects} connections were opened again, ${stops} times a tile stopped playing`,
    })
  } finally {
    await tileSite.close()
  }
}

interface Memory {
  /** After a collection. */
  readonly heap: number
  /** Of the process that draws the page, with its decoders. */
  readonly renderer: number
}

async function memory(page: Page): Promise<Memory> {
  const devtools = await page.context().newCDPSession(page)
  const looks: Memory[] = []
  for (let n = 0; n < LOOKS; n++) {
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    looks.push({ heap: usedSize / 2 ** 20, renderer: rendererMb() })
    await pause(LOOK_PERIOD_MS)
  }
  await devtools.detach()
  const middle = (of: keyof Memory): number =>
    percentile(
      looks.map((look) => look[of]),
      0.5,
    )
  return { heap: middle('heap'), renderer: middle('renderer') }
}

/** Resident memory of the largest renderer below this process: the one with the page. */
function rendererMb(): number {
  const sizes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isBelow(Number(name), process.pid))
    .filter((name) => readProc(name, 'cmdline').includes('--type=renderer'))
    .map((name) => Number(/VmRSS:\s+(\d+)/.exec(readProc(name, 'status'))?.[1] ?? 0) / 1024)
  return Math.max(...sizes)
}

function isBelow(pid: number, ancestor: number): boolean {
  const parent = Number(/^PPid:\s+(\d+)/m.exec(readProc(String(pid), 'status'))?.[1] ?? 0)
  return parent === ancestor || (parent > 1 && isBelow(parent, ancestor))
}

/** Empty for a process that has just ended. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Counts from now on; what is returned reads the count. */
async function watchTroubles(page: Page): Promise<() => Promise<{ reconnects: number; stops: number }>> {
  let reconnects = 0
  page.on('websocket', () => {
    reconnects += 1
  })
  const counted = await page.evaluateHandle(() => {
    const count = { stops: 0 }
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof Element && target.getAttribute('data-state') !== 'playing') count.stops += 1
      }
    })
    for (const tile of document.querySelectorAll('.tile')) observer.observe(tile, { attributeFilter: ['data-state'] })
    return count
  })
  return async () => ({ reconnects, stops: (await counted.jsonValue()).stops })
}
