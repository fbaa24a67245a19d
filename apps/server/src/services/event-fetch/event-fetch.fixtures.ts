// A server with a simulated recorder and download plans, and what it fetched.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { downloadPlansPath } from '@fleetglass/contract/event-plans'
import { type Fleet, startFleet } from '@fleetglass/simulator'
import BetterSqlite3 from 'better-sqlite3'
import { sha256 } from '../../../test/channel-client.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { ServerConfig } from '../../platform/config/index.ts'

export const BUS = '13800138001'
/** JT/T 808, table 24: stolen, illegal ignition, collision warning; with the numbers of the catalogue. */
export const STOLEN = { bits: 2 ** 26, code: 768 }
export const IGNITION = { bits: 2 ** 27, code: 769 }

export interface MediaRow {
  readonly event_id: number
  readonly channel: number
  readonly kind: 'footage' | 'snapshot'
  readonly state: 'waiting' | 'fetching' | 'done' | 'failed'
  readonly percent: number
  readonly tries: number
  readonly start_s: number | null
  readonly end_s: number | null
  readonly path: string | null
  readonly bytes: number
  readonly reason: string
}

export interface EventRow {
  readonly id: number
  readonly code: number
  readonly change: string
  readonly time_s: number
  readonly tries: number
  readonly completed: number
  readonly footage_mask: number
  readonly snapshot_mask: number
  readonly hidden: number
  readonly updated_ms: number
}

/** A recorder records while its vehicle drives: on this way it never parks. */
export const LONG_WAY = [
  { lat: 24, lng: 120.5 },
  { lat: 24.5, lng: 120.5 },
]

/** What the database of a server has now. */
export function readRows<Row>(site: { readonly data: string }, sql: string, ...values: unknown[]): Row[] {
  const file = new BetterSqlite3(join(site.data, 'fleetglass.sqlite'), { readonly: true })
  try {
    return file.prepare(sql).all(...values) as Row[]
  } finally {
    file.close()
  }
}

export function mediaOf(site: { readonly data: string }, serial: number): MediaRow[] {
  return readRows<MediaRow>(site, 'select * from event_media where event_id = ? order by kind, channel', serial)
}

export function eventsOf(site: { readonly data: string }, code: number): EventRow[] {
  return readRows<EventRow>(site, "select * from events where code = ? and change = 'new' order by id", code)
}

export function hasFile(site: { readonly data: string }, { path }: MediaRow): boolean {
  return path !== null && existsSync(join(site.data, path))
}

export const plan = {
  updateMode: 'GLOBAL',
  deviceid: 'GLOBAL',
  appdevid: STOLEN.code,
  downloadtype: 1,
  downloadplan: 1,
  streamtype: 1,
  mediatype: 1,
  preoffset: 5,
  postoffset: 5,
}

export async function savePlan(
  site: Pick<TestServer, 'ports'>,
  change: object = {},
  password = ADMIN_PASSWORD,
): Promise<void> {
  const body = { username: ADMIN, password: sha256(password), eventDownloadPlan: { ...plan, ...change } }
  const answer = await callHttp(site, 'POST', downloadPlansPath, { body })
  if (!Array.isArray(answer.body)) throw new Error(`the plan was refused: ${answer.text}`)
}

export interface FetchSite {
  readonly server: TestServer
  readonly clock: Clock
  readonly fleet: Fleet
  readonly device: Fleet['devices'][number]
  /** By the clock of the server. */
  passes(seconds: number): Promise<void>
  /** An alarm comes and goes; resolves with its event. */
  alarm(alarm?: typeof STOLEN): Promise<EventRow>
  /** The plans that hold now have been applied to an event. */
  planned(event: EventRow): Promise<unknown>
  /** All media of an event are over; there are so many. */
  over(serial: number, count?: number): Promise<MediaRow[]>
  close(): Promise<void>
}

/** Server and recorder with one clock, which goes `speed` times as fast. */
export async function startFetchSite(
  options: { readonly speed?: number; readonly channels?: number; readonly config?: Partial<ServerConfig> } = {},
): Promise<FetchSite> {
  const { speed = 10, channels = 2, config } = options
  const clock = fastClock(speed, Date.now())
  const server = await startTestServer({ clock, ...(config !== undefined && { config }) })
  const link = await server.login()
  await link.request('D01', { A: BUS, C: String(channels) })
  await link.close()
  const there = { host: '127.0.0.1', signallingPort: server.ports.signalling, channels, intervalS: 2, path: LONG_WAY }
  const fleet = await startFleet({ ...there, clock, firstTerminalId: BUS })
  const [device] = fleet.devices
  if (device === undefined) throw new Error('there is no device')
  await until('it is online', () => device.state === 'online')
  const passes = async (seconds: number) => {
    const endMs = clock.nowMs() + seconds * 1000
    await until(`${seconds} s have passed`, () => clock.nowMs() >= endMs)
  }
  return {
    server,
    clock,
    fleet,
    device,
    passes,
    async alarm({ bits, code } = STOLEN) {
      const before = eventsOf(server, code).length
      device.setFault('alarmBits', bits)
      const event = await until('the event is stored', () => eventsOf(server, code)[before])
      device.setFault('alarmBits', 0)
      return event
    },
    planned: ({ id }) =>
      until('the plans are applied', () =>
        readRows(server, 'select serial from event_fetch_cursor where serial >= ?', id).at(0),
      ),
    over: (serial, count = 1) =>
      until('its media are over', () => {
        const media = mediaOf(server, serial)
        return media.length >= count && media.every(({ state }) => state === 'done' || state === 'failed') && media
      }),
    async close() {
      await fleet.close()
      await server.close()
    },
  }
}
