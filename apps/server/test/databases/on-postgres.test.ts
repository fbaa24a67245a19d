// The whole server on PostgreSQL: the same road, and what it says when its database goes away.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DeviceClient, positionMessage } from '../devices/device-client.ts'
import { startTestServer, until } from '../harness.ts'
import { type PostgresCluster, postgresBinaries, sharedPostgres, startPostgres } from './postgres-cluster.ts'

const binaries = postgresBinaries()
if (binaries === null) process.stderr.write('PostgreSQL is not installed: the server is not tested on it\n')

describe.skipIf(binaries === null)('the server on PostgreSQL', () => {
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await sharedPostgres(binaries ?? '')
  })
  afterAll(() => cluster.close())

  it('takes a device from new to a stored position, and knows it again after a restart', async () => {
    const database = await cluster.createDatabase()
    const server = await startTestServer({ config: { database } })
    const admin = await server.login()
    expect((await admin.request('D01', { A: '13812345678' })).fields.R).toBe('1')
    const device = await DeviceClient.tcp(server.ports.signalling, '13812345678')
    await device.login()
    const timeS = Math.floor(Date.now() / 1000)
    const stored = await partitionsOf(database)
    const week = Array.from({ length: 8 }, (_, n) => dayText(timeS + n * 86_400))
    expect(stored.days).toEqual(expect.arrayContaining(week))
    expect(await device.answerTo(device.send(positionMessage(timeS)))).toBe(0)
    await until('the row has the position', async () =>
      (await admin.request('Q05', { A: '13812345678' })).text.includes(`${timeS},24.0786,120.5285`),
    )
    expect((await partitionsOf(database)).ofPoints).toEqual([dayText(timeS)])
    await device.close()
    await admin.close()
    await server.close()

    const again = await startTestServer({ config: { database } })
    const client = await again.login()
    expect((await client.list('Q03')).rows.map(([deviceId]) => deviceId)).toEqual(['13812345678'])
    await client.close()
    await again.close()
  })

  it('answers 503 at /healthz while its database is gone, and stops in good order', async () => {
    const short = await startPostgres(binaries ?? '')
    const server = await startTestServer({ config: { database: await short.createDatabase() } })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    await short.close()
    const reply = await fetch(`${server.url}/healthz`)
    expect([reply.status, await reply.json()]).toEqual([503, expect.objectContaining({ status: 'failing' })])
    await server.close()
  })
})

const dayText = (timeS: number): string => new Date(timeS * 1000).toISOString().slice(0, 10).replaceAll('-', '')

/** The days of positions that have a partition, and those in which there are positions. */
async function partitionsOf(address: string) {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const names = async (statement: string) =>
    (await client.query<{ name: string }>(statement)).rows.map(({ name }) => name)
  const dayOf = (name: string): string => name.slice('track_points_'.length)
  const days = await names(`select relname as name from pg_class
    where relispartition and relkind = 'r' and relname ~ '^track_points_[0-9]{8}$' order by 1`)
  const ofPoints = await names('select distinct tableoid::regclass::text as name from track_points')
  await client.end()
  return { days: days.map(dayOf), ofPoints: ofPoints.map(dayOf) }
}
