// The directory of a large site: 10 000 devices in 2 000 groups, with accounts in 300 of them, in a real database. What a change costs, and
// how long after it a user's visible devices are known.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../apps/server/migrations/index.ts'
import {
  type Account,
  createDirectoryChanges,
  createRegistry,
  createVisibility,
  type Database,
  openDatabase,
  type Registry,
  systemClock,
  type Visibility,
} from '../apps/server/test/directory-alone.ts'
import type { Bench, BenchRow } from './bench.ts'

const DEVICES = 10_000
const GROUPS = 2_000
const REGIONS = 10
const DEPOTS = 200
/** Groups that have accounts: the set of each is cached and updated. */
const ACCOUNT_GROUPS = 300
const CHANGES = 200
const BAR_MS = 5
const ROOT = 1

/** How long one change took, in ms. */
interface Cost {
  /** From the call to the stored and published change. */
  readonly wholeMs: number
  /** From its publication to the end of every subscriber. */
  readonly publishedMs: number
  /** From its publication to the visible devices of the slowest of the accounts. */
  readonly visibleMs: number
}

interface Site {
  readonly registry: Registry
  readonly visibility: Visibility
  /** Runs one change, then reads the visible devices of each account. */
  measure(change: () => Promise<unknown>, accounts: readonly Account[]): Promise<Cost>
}

export const bench: Bench = {
  name: 'Directory: 10 000 devices in 2 000 groups',
  async run(report) {
    const folder = mkdtempSync(join(tmpdir(), 'fleetglass-bench-directory-'))
    const onFailure = (error: Error): void => {
      throw error
    }
    const location = join(folder, 'fleet.sqlite')
    const database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
    try {
      await fill(database)
      const site = await open(database)
      for (const row of [...(await movedDevices(site)), ...(await movedGroups(site))]) report(row)
      report(firstQuestion(site))
    } finally {
      await database.close()
      rmSync(folder, { recursive: true })
    }
  },
}

async function movedDevices(site: Site): Promise<BenchRow[]> {
  const costs: Cost[] = []
  for (let n = 0; n < CHANGES; n++) {
    const device = `d${(n * 37) % DEVICES}`
    const target = depotOf((n * 13) % DEPOTS)
    const from = site.registry.byId(device)?.groups[0] ?? ROOT
    const accounts = [ROOT, target, from].map(accountOf)
    costs.push(await site.measure(() => site.registry.setGroups(device, [target]), [...accounts, administrator]))
  }
  return [
    visibleRow('visible devices of a user after a device was moved, p95', costs),
    {
      what: 'a moved device, with every kept set updated, p95',
      value: p95(costs.map(({ publishedMs }) => publishedMs)),
      unit: 'ms',
      bar: '< 1 ms',
      holds: p95(costs.map(({ publishedMs }) => publishedMs)) < 1,
      note: `until it is on disk, median ${median(costs.map(({ wholeMs }) => wholeMs)).toFixed(2)} ms`,
    },
  ]
}

/** A depot and what is below it goes to another region: about 50 devices; a whole region below another one: about 1 000. */
async function movedGroups(site: Site): Promise<BenchRow[]> {
  const depots: Cost[] = []
  const regions: Cost[] = []
  const everywhere = [ROOT, regionOf(0), regionOf(1), regionOf(2)].map(accountOf)
  for (let n = 0; n < CHANGES; n++) {
    const change = () => site.registry.changeGroup(depotOf(n % DEPOTS), { parentId: regionOf((n + 1) % REGIONS) })
    depots.push(await site.measure(change, everywhere))
  }
  for (let n = 0; n < CHANGES / 4; n++) {
    const parent = n % 2 === 0 ? regionOf(1) : ROOT
    regions.push(await site.measure(() => site.registry.changeGroup(regionOf(0), { parentId: parent }), everywhere))
  }
  return [
    visibleRow('visible devices of a user after a depot was moved, p95', depots),
    visibleRow('visible devices of a user after a region was moved, p95', regions),
  ]
}

/** A user of a group whose set is not cached yet. */
function firstQuestion({ visibility }: Site): BenchRow {
  const times = Array.from({ length: CHANGES }, (_, n) => {
    const account = accountOf(GROUPS - n)
    const startMs = performance.now()
    visibility.devices(account)
    return performance.now() - startMs
  })
  const value = p95(times)
  return {
    what: 'visible devices of the first user of a group, p95',
    value,
    unit: 'ms',
    bar: `< ${BAR_MS} ms`,
    holds: value < BAR_MS,
  }
}

function visibleRow(what: string, costs: readonly Cost[]): BenchRow {
  const times = costs.map(({ visibleMs }) => visibleMs)
  const value = p95(times)
  const note = `median ${median(times).toFixed(3)} ms, longest ${Math.max(...times).toFixed(2)} ms`
  return { what, value, unit: 'ms', bar: `< ${BAR_MS} ms`, holds: value < BAR_MS, note }
}

async function open(database: Database): Promise<Site> {
  const changes = createDirectoryChanges()
  let publishedAt = 0
  // Before the visibility subscribes, so that its work is counted.
  changes.subscribe('index', () => {
    publishedAt = performance.now()
  })
  const registry = await createRegistry({ database, clock: systemClock, maxDevices: DEVICES, changes })
  const visibility = createVisibility({ registry, changes })
  let doneAt = 0
  changes.subscribe('state', () => {
    doneAt = performance.now()
  })
  for (let n = 0; n < ACCOUNT_GROUPS; n++) visibility.devices(accountOf(n + 1))
  const measure: Site['measure'] = async (change, accounts) => {
    const startMs = performance.now()
    await change()
    const wholeMs = performance.now() - startMs
    const publishedMs = doneAt - publishedAt
    let slowestMs = 0
    for (const account of accounts) {
      const askedMs = performance.now()
      visibility.devices(account)
      slowestMs = Math.max(slowestMs, performance.now() - askedMs)
    }
    return { wholeMs, publishedMs, visibleMs: publishedMs + slowestMs }
  }
  return { registry, visibility, measure }
}

/** Group 1 is the root; then regions, then depots, then groups below depots. Every tenth device is in two groups. */
async function fill(database: Database): Promise<void> {
  const db = database.tables<{ groups: object; devices: object; device_channels: object; device_groups: object }>()
  const groups = Array.from({ length: GROUPS - 1 }, (_, n) => ({ parent_id: parentOf(n + 2), name: `group ${n + 2}` }))
  const devices = Array.from({ length: DEVICES }, (_, n) => rowOf(n))
  const places = devices.flatMap((_, n) => {
    const first = { device_key: n + 1, position: 0, group_id: 2 + ((n * 7) % (GROUPS - 1)) }
    return n % 10 === 0 ? [first, { ...first, position: 1, group_id: 2 + ((n * 7 + 500) % (GROUPS - 1)) }] : [first]
  })
  for (const part of parts(groups)) await db.insertInto('groups').values(part).execute()
  for (const part of parts(devices)) await db.insertInto('devices').values(part).execute()
  const channels = devices.flatMap((_, n) => channelsOf(n + 1))
  for (const part of parts(channels)) await db.insertInto('device_channels').values(part).execute()
  for (const part of parts(places)) await db.insertInto('device_groups').values(part).execute()
}

function parentOf(id: number): number {
  if (id < regionOf(REGIONS)) return ROOT
  if (id < depotOf(DEPOTS)) return regionOf(id % REGIONS)
  return depotOf(id % DEPOTS)
}

function regionOf(n: number): number {
  return 2 + n
}

function depotOf(n: number): number {
  return 2 + REGIONS + n
}

function rowOf(n: number): object {
  const texts = ['driver', 'memo', 'plate', 'external_id', 'map_location']
  return {
    ...Object.fromEntries(texts.map((name) => [name, ''])),
    device_id: `d${n}`,
    video: 'record-enabled',
    retention_days: 0,
    utc_offset_minutes: 480,
    icon: 0,
    talk_channel: 1,
  }
}

function channelsOf(deviceKey: number): object[] {
  return [1, 2, 3, 4].map((number) => ({ device_key: deviceKey, number, enabled: 1, record: 1, stream: 'main' }))
}

function* parts<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += 500) yield rows.slice(at, at + 500)
}

const administrator: Account = { id: 1, name: 'admin', access: '', groupId: ROOT, permission: 0 }

function accountOf(groupId: number): Account {
  return { id: 2, name: `user of ${groupId}`, access: '', groupId, permission: 2 }
}

function p95(times: readonly number[]): number {
  return sorted(times)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

function median(times: readonly number[]): number {
  return sorted(times)[times.length >> 1] ?? Number.NaN
}

function sorted(times: readonly number[]): number[] {
  return [...times].sort((a, b) => a - b)
}
