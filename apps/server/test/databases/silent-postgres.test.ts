// PostgreSQL behind a connection that went silent: packets are dropped and nothing is reset.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@fleetglass/testkit'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

describe.skipIf(binaries === null)('PostgreSQL behind a silent connection', () => {
  let cluster: PostgresCluster
  let proxy: SilentProxy
  let direct: pg.Client
  let data: string
  let server: ServerChild
  let device: DeviceClient
  const acknowledged = new Set<number>()
  let timeS: number

  beforeAll(async () => {
    cluster = await sharedPostgres(binaries ?? '')
  })
  afterAll(() => cluster.close())

  beforeEach(async () => {
    const address = await cluster.createDatabase()
    const behind = new URL(address)
    proxy = await SilentProxy.open(Number(behind.port))
    behind.port = String(proxy.port)
    data = mkdtempSync(join(tmpdir(), 'fleetglass-silent-'))
    server = await startServerChild({ data, environment: { FLEETGLASS_DATABASE: behind.href } })
    const admin = await ChannelClient.connect(server.ports.main)
    await admin.login('admin', CHILD_PASSWORD)
    expect((await admin.request('D01', { A: BUS })).fields.R).toBe('1')
    await admin.close()
    device = await DeviceClient.tcp(server.ports.signalling, BUS)
    await device.login()
    direct = new pg.Client({ connectionString: address })
    await direct.connect()
    acknowledged.clear()
    timeS = Math.floor(Date.now() / 1000) - 86_400
  })

  afterEach(async () => {
    await device.close()
    await server.kill()
    await direct.end()
    await proxy.close()
    rmSync(data, { recursive: true, force: true })
  })

  /** Sends a position, each other one with an alarm, and notes it when it is acknowledged. */
  function send(): Promise<void> {
    timeS += 1
    const sent = timeS
    const message = positionMessage(sent)
    const alarmBits = sent % 2 === 0 ? SOS : 0
    const answer = device.answerTo(device.send({ ...message, body: { ...message.body, alarmBits } }))
    return answer.then(
      (result) => {
        if (result === 0) acknowledged.add(sent)
      },
      () => undefined,
    )
  }

  /** Until a position that was sent after the call is acknowledged. */
  async function acknowledgedAgain(): Promise<void> {
    const fromS = timeS
    await until(
      'positions are acknowledged again',
      async () => {
        void send()
        await new Promise((resolve) => setTimeout(resolve, 100))
        return [...acknowledged].some((sentS) => sentS > fromS)
      },
      BACK_MS,
    )
  }

  const health = async () => {
    const reply = await fetch(`http://127.0.0.1:${server.ports.http}/healthz`)

    return { ...((await reply.json()) as { database: string }), status: reply.status }
  }

  async function expectWhole(): Promise<void> {
    const points = await direct.query<{ time_s: string }>('select time_s from track_points')
    const stored = new Set(points.rows.map((row) => Number(row.time_s)))
    expect([...acknowledged].filter((sentS) => !stored.has(sentS))).toEqual([])
    const twice = await direct.query(
      'select time_s, code, change from events group by device_key, time_s, code, change having count(*) > 1',
    )
    expect(twice.rows).toEqual([])
    const events = await direct.query<{ count: string }>('select count(*) from events')
    expect(Number(events.rows[0]?.count)).toBeGreaterThan(1)
  }

  it.each<Silence>(['both', 'answers'])(
    '[H1] fresh connections take the place of those that went silent (%s): all that was acknowledged is stored, and nothing twice',
    async (how) => {
      await acknowledgedAgain()
      proxy.silence(how)
      await acknowledgedAgain()
      await until('health is good', async () => (await health()).status === 200, BACK_MS)
      await expectWhole()
    },
    120_000,
  )

  it('[H1] is unhealthy while no connection answers, says so in its log, and goes on by itself', async () => {
    await acknowledgedAgain()
    proxy.silence('both')
    proxy.silenceNew('both')
    void send()
    const failing = await until(
      'health is failing',
      async () => {
        const found = await health()
        return found.status === 503 ? found : null
      },
      BACK_MS,
    )
    expect(failing.database).toBe('The server cannot store anything now: the database does not answer')
    await until('the log says so', () => server.log().includes('the database does not answer'), BACK_MS)
    const before = acknowledged.size
    void send()
    proxy.silenceNew('none')
    await acknowledgedAgain()
    expect(acknowledged.size).toBeGreaterThan(before)
    await until('health is good', async () => (await health()).status === 200, BACK_MS)
    await expectWhole()
  }, 180_000)
})
