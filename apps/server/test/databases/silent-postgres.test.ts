// PostgreSQL behind a connection that went silent: packets are dropped and nothing is reset.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@fleetglass/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChannelClient } from '../channel-client.ts'
import { DeviceClient, positionMessage } from '../devices/device-client.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../recordings/server-child.ts'
import { type PostgresCluster, postgresBinaries, sharedPostgres } from './postgres-cluster.ts'
import { type Silence, SilentProxy } from './silent-proxy.ts'

const binaries = postgresBinaries()
if (binaries === null) process.stderr.write('PostgreSQL is not installed: silent connections are not tested\n')

const BUS = '13812345678'
/** What an operator may wait for: half a minute covers a machine that is busy with other tests. */
const BACK_MS = 30_000
const SOS = 1

/** A server whose connections to its database can go silent, and a device that sends positions to it. */
class SilentSite {
  readonly proxy: SilentProxy
  readonly server: ServerChild
  readonly #device: DeviceClient
  readonly #direct: pg.Client
  readonly #data: string
  readonly #acknowledged = new Set<number>()
  #timeS = Math.floor(Date.now() / 1000) - 86_400

  private constructor(proxy: SilentProxy, server: ServerChild, device: DeviceClient, direct: pg.Client, data: string) {
    this.proxy = proxy
    this.server = server
    this.#device = device
    this.#direct = direct
    this.#data = data
  }

  static async open(cluster: PostgresCluster): Promise<SilentSite> {
    const address = await cluster.createDatabase()
    const behind = new URL(address)
    const proxy = await SilentProxy.open(Number(behind.port))
    behind.port = String(proxy.port)
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-silent-'))
    const server = await startServerChild({ data, environment: { FLEETGLASS_DATABASE: behind.href } })
    const admin = await ChannelClient.connect(server.ports.main)
    await admin.login('admin', CHILD_PASSWORD)
    expect((await admin.request('D01', { A: BUS })).fields.R).toBe('1')
    await admin.close()
    const device = await DeviceClient.tcp(server.ports.signalling, BUS)
    await device.login()
    const direct = new pg.Client({ connectionString: address })
    await direct.connect()
    return new SilentSite(proxy, server, device, direct, data)
  }

  async close(): Promise<void> {
    await this.#device.close()
    await this.server.kill()
    await this.#direct.end()
    await this.proxy.close()
    rmSync(this.#data, { recursive: true, force: true })
  }

  get acknowledged(): number {
    return this.#acknowledged.size
  }

  /** Sends a position, each other one with an alarm, and notes it when it is acknowledged. */
  send(): Promise<void> {
    this.#timeS += 1
    const sent = this.#timeS
    const message = positionMessage(sent)
    const alarmBits = sent % 2 === 0 ? SOS : 0
    const answer = this.#device.answerTo(this.#device.send({ ...message, body: { ...message.body, alarmBits } }))
    return answer.then(
      (result) => {
        if (result === 0) this.#acknowledged.add(sent)
      },
      () => undefined,
    )
  }

  /** Until a position that was sent after the call is acknowledged. */
  async acknowledgedAgain(): Promise<void> {
    const fromS = this.#timeS
    await until(
      'positions are acknowledged again',
      async () => {
        void this.send()
        await new Promise((resolve) => setTimeout(resolve, 100))
        return [...this.#acknowledged].some((sentS) => sentS > fromS)
      },
      BACK_MS,
    )
  }

  async health(): Promise<{ readonly database: string; readonly status: number }> {
    const reply = await fetch(`http://127.0.0.1:${this.server.ports.http}/healthz`)
    return { ...((await reply.json()) as { database: string }), status: reply.status }
  }

  async untilHealthy(): Promise<void> {
    await until('health is good', async () => (await this.health()).status === 200, BACK_MS)
  }

  /** All that was acknowledged is stored, and nothing twice. */
  async expectWhole(): Promise<void> {
    const points = await this.#direct.query<{ time_s: string }>('select time_s from track_points')
    const stored = new Set(points.rows.map((row) => Number(row.time_s)))
    expect([...this.#acknowledged].filter((sentS) => !stored.has(sentS))).toEqual([])
    const twice = await this.#direct.query(
      'select time_s, code, change from events group by device_key, time_s, code, change having count(*) > 1',
    )
    expect(twice.rows).toEqual([])
    const events = await this.#direct.query<{ count: string }>('select count(*) from events')
    expect(Number(events.rows[0]?.count)).toBeGreaterThan(1)
  }
}

// Most of their time the tests wait for limits of the server to pass. Each has a server and a database of its own: they wait together.
describe.skipIf(binaries === null)('PostgreSQL behind a silent connection', () => {
  let cluster: PostgresCluster
  const sites: SilentSite[] = []

  beforeAll(async () => {
    cluster = await sharedPostgres(binaries ?? '')
  })
  afterAll(async () => {
    for (const site of sites) await site.close()
    await cluster.close()
  })

  async function open(): Promise<SilentSite> {
    const site = await SilentSite.open(cluster)
    sites.push(site)
    return site
  }

  it.concurrent.each<Silence>(['both', 'answers'])(
    '[H1] fresh connections take the place of those that went silent (%s): all that was acknowledged is stored, and nothing twice',
    async (how) => {
      const site = await open()
      await site.acknowledgedAgain()
      site.proxy.silence(how)
      await site.acknowledgedAgain()
      await site.untilHealthy()
      await site.expectWhole()
    },
    120_000,
  )

  it.concurrent('[H1] is unhealthy while no connection answers, says so in its log, and goes on by itself', async () => {
    const site = await open()
    await site.acknowledgedAgain()
    site.proxy.silence('both')
    site.proxy.silenceNew('both')
    void site.send()
    const failing = await until(
      'health is failing',
      async () => {
        const found = await site.health()
        return found.status === 503 ? found : null
      },
      BACK_MS,
    )
    expect(failing.database).toBe('The server cannot store anything now: the database does not answer')
    await until('the log says so', () => site.server.log().includes('the database does not answer'), BACK_MS)
    const before = site.acknowledged
    void site.send()
    site.proxy.silenceNew('none')
    await site.acknowledgedAgain()
    expect(site.acknowledged).toBeGreaterThan(before)
    await site.untilHealthy()
    await site.expectWhole()
  }, 180_000)
})
