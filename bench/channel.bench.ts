import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attack, type HostileLink, hostileAddress, hostileKinds } from '../apps/server/test/attacks/hostile-links.ts'
import { ChannelClient } from '../apps/server/test/channel-client.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../apps/server/test/recordings/server-child.ts'
import type { Bench, BenchRow } from './bench.ts'

const LINKS = 10_000
const WAVE = 500

/** The main channel under ten thousand hostile links: what they cost, and what those at work notice. */
export const bench: Bench = {
  name: 'main channel',
  async run(report) {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-'))
    const server = await startServerChild({ data, settings: { 'log-level': 'info' }, inspect: true })
    try {
      await underAttack(server, report)
    } finally {
      await server.kill()
      rmSync(data, { recursive: true, force: true })
    }
  },
}

async function underAttack(server: ServerChild, report: (row: BenchRow) => void): Promise<void> {
  const operator = await login(server)
  // As many before: what a second ten thousand leave behind is what would grow with every attack.
  for (let done = 0; done < LINKS; done += WAVE) await wave(server, done)
  await rest(server, operator)
  const before = server.rssMb()
  const delaysMs: number[] = []
  const loginsMs: number[] = []
  let peakMb = before
  let turnedAway = 0
  let asking = true
  const work = (async () => {
    while (asking) {
      const startMs = performance.now()
      await operator.request('Q01')
      delaysMs.push(performance.now() - startMs)
      peakMb = Math.max(peakMb, server.rssMb())
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const startMs = performance.now()
  for (let done = 0; done < LINKS; done += WAVE) {
    const links = await wave(server, done)
    turnedAway += WAVE - links.length
    const loginMs = performance.now()
    await (await login(server)).close()
    loginsMs.push(performance.now() - loginMs)
  }
  const seconds = (performance.now() - startMs) / 1000
  const buffered = await server.metric('fleetglass_channel_connections')
  asking = false
  await work
  await rest(server, operator)
  const after = server.rssMb()
  const open = await server.metric('fleetglass_channel_connections')
  const note = `${LINKS} links of ${hostileKinds.length} kinds from ${LINKS} addresses in ${seconds.toFixed(1)} s; ${turnedAway} got no WebSocket; ${buffered} open at the end of it`
  report({
    what: 'memory at the peak, above the rest before',
    value: peakMb - before,
    unit: 'MB',
    bar: '≤ 256 MB',
    holds: peakMb - before <= 256,
    note,
  })
  report({
    what: 'memory kept when they are gone',
    value: after - before,
    unit: 'MB',
    bar: '≤ 48 MB, and no link left',
    holds: after - before <= 48 && open === 1,
    note: `${open - 1} links left beside the operator's`,
  })
  report({
    what: 'answer on a link at work, p99',
    value: percentile(delaysMs, 0.99),
    unit: 'ms',
    bar: '≤ 250 ms',
    holds: percentile(delaysMs, 0.99) <= 250,
    note: `${delaysMs.length} questions, median ${percentile(delaysMs, 0.5).toFixed(1)} ms`,
  })
  report({
    what: 'a new login meanwhile, slowest',
    value: Math.max(...loginsMs),
    unit: 'ms',
    bar: '≤ 2 000 ms, none refused',
    holds: Math.max(...loginsMs) <= 2000,
    note: `${loginsMs.length} logins, median ${percentile(loginsMs, 0.5).toFixed(0)} ms`,
  })
}

/** Those that the server let have a WebSocket. */
async function wave(server: ServerChild, first: number): Promise<HostileLink[]> {
  const links = await Promise.allSettled(
    Array.from({ length: WAVE }, (_, n) => {
      const kind = hostileKinds[(first + n) % hostileKinds.length] ?? 'rubbish'
      return attack(kind, server.ports.main, hostileAddress(first + n))
    }),
  )
  return links.flatMap((link) => (link.status === 'fulfilled' ? [link.value] : []))
}

async function login(server: ServerChild): Promise<ChannelClient> {
  const client = await ChannelClient.connect(server.ports.main)
  const { fields } = await client.login('admin', CHILD_PASSWORD)
  if (fields.R !== '1') throw new Error(`the login was refused: ${fields.W}`)
  return client
}

/** Until the last unauthenticated link was closed and its memory collected. */
async function rest(server: ServerChild, operator: ChannelClient): Promise<void> {
  for (let second = 0; second < 45; second++) {
    if ((await server.metric('fleetglass_channel_connections')) <= 1) break
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await operator.request('Q01')
  }
  await server.collectGarbage()
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
