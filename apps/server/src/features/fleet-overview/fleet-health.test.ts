import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventCode } from '@fleetglass/contract/events'
import { type FleetHealth, fleetHealthPath, fleetHealthSchema } from '@fleetglass/contract/fleet-overview'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { openDatabase } from '../../platform/database/index.ts'
import { hashOfPassword, slowHash } from '../../services/authentication/password.ts'
import { createAccountStore } from '../../services/directory/index.ts'
import { createRecordingStore } from '../../services/recordings/recording.store.ts'

/** Tuesday, 15 September 2026, 12:00 UTC. */
const NOON_S = Date.UTC(2026, 8, 15, 12) / 1000
const DAY_S = 86_400
const SINCE_S = NOON_S - 6.5 * DAY_S
const [STEADY, BLIND, BROKEN, EARLY, AWAY, NEVER] = Array.from({ length: 6 }, (_, n) => `1380000000${n + 1}`) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const all = [STEADY, BLIND, BROKEN, EARLY, AWAY, NEVER]

const loss = (bits: number) => ({ id: 0x15, value: Uint8Array.of(0, 0, 0, bits) })
const storage = (bits: number) => ({ id: 0x17, value: Uint8Array.of(0, bits) })
const signal = (value: number) => ({ id: 0x30, value: Uint8Array.of(value) })

onBothDatabases('fleet health', (databases, kind) => {
  let server: TestServer
  let data: string
  // Timers run; the time of day is that of the test.
  let wallS = NOON_S
  const clock = { ...systemClock, nowMs: () => wallS * 1000 }
  const open: DeviceClient[] = []
  let restart: () => Promise<void>

  /** Sends a position with the clock of the device ahead by some seconds. */
  async function says(id: string, items: readonly { id: number; value: Uint8Array }[], aheadS = 0) {
    const device = await DeviceClient.tcp(server.ports.signalling, id)
    open.push(device)
    await device.login()
    const { name, body } = positionMessage(wallS + aheadS)
    expect(await device.answerTo(device.send({ name, body: { ...body, items: [...items] } }))).toBe(0)
    return device
  }
  const closeAll = async (): Promise<void> => {
    for (const device of open.splice(0)) await device.close()
  }

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'fleetglass-health-'))
    const location = kind === 'sqlite' ? join(data, 'fleetglass.sqlite') : await databases.location()
    const database = kind === 'sqlite' ? {} : { database: location }
    const start = () => startTestServer({ clock, data, config: { ...database, timeZone: 0 } })
    restart = async () => {
      await server.close()
      server = await start()
    }
    server = await start()
    const link = await server.login()
    for (const id of all) await link.request('D01', { A: id, C: '4' })
    await link.close()
    // Four days ago one was there for the last time, the others are now.
    wallS = NOON_S - 4 * DAY_S
    await says(AWAY, [])
    await closeAll()
    await until('it is offline', async () => (await row(AWAY))?.online === false)
    wallS = NOON_S
    const onFailure = (error: Error): void => {
      throw error
    }
    const opened = await openDatabase({ location, migrations, clock: systemClock, onFailure })
    const db = opened.tables<Record<'groups' | 'device_groups' | 'devices' | 'events', Record<string, unknown>>>()
    const keyOf = async (id: string) =>
      Number(
        (await db.selectFrom('devices').select('key').where('device_id', '=', id).executeTakeFirstOrThrow())['key'],
      )
    await db.insertInto('groups').values({ parent_id: 1, name: 'Theirs' }).execute()
    const group = await db.selectFrom('groups').select('id').where('name', '=', 'Theirs').executeTakeFirstOrThrow()
    await db
      .updateTable('device_groups')
      .set({ group_id: group['id'] })
      .where('device_key', '=', await keyOf(BLIND))
      .execute()
    const passwordHash = await slowHash(hashOfPassword(ADMIN_PASSWORD))
    const user = { permission: 3, mapLocation: '', passwordHash, expiresS: null, external: null }
    await createAccountStore(opened).add({ ...user, name: 'installer', groupId: Number(group['id']) })
    const startMs = (SINCE_S + 3_600) * 1000
    const file = { deviceKey: await keyOf(STEADY), channel: 1, bytes: 1, firstKeyFrameOffset: 0, path: 'a/1.mp4' }
    await createRecordingStore(opened).add([{ ...file, startMs, endMs: startMs + 90 * 60_000 }])
    // The disk of the server is full, which is no fault of a device.
    const full = { code: EventCode.diskError, change: 'new', memo: 'the server does not record', by_server: 1 }
    const event = { device_key: await keyOf(STEADY), time_s: NOON_S - 3_600, updated_ms: 1, name: '', call: 0, late: 0 }
    await db
      .insertInto('events')
      .values({ ...event, ...full })
      .execute()
    await opened.close()
    await restart()
    await says(STEADY, [loss(0), storage(0), signal(25)])
    await says(BLIND, [loss(0b10), storage(0)])
    await says(BROKEN, [loss(0), storage(1)])
    await says(EARLY, [loss(0)], 14 * 60)
  })
  afterAll(async () => {
    await closeAll()
    await server.close()
    rmSync(data, { recursive: true })
  })

  const call = async (body: object = {}, username = 'admin') =>
    (
      await callHttp(server, 'POST', fleetHealthPath, {
        body: { username, password: sha256(ADMIN_PASSWORD), since: SINCE_S, ...body },
      })
    ).body
  const ask = async (body: object = {}, username = 'admin'): Promise<FleetHealth> =>
    fleetHealthSchema.parse(await call(body, username))
  const row = async (id: string) => (await ask()).rows.find(({ deviceid }) => deviceid === id)
  const ids = ({ rows }: FleetHealth) => rows.map(({ deviceid }) => deviceid)

  it('lists what needs work first, with the reason of each device', async () => {
    const health = await ask()
    expect(health.rows.map(({ deviceid, reasons }) => [deviceid, reasons])).toEqual([
      [NEVER, ['offline']],
      [AWAY, ['offline']],
      [BROKEN, ['disk']],
      [BLIND, ['camera']],
      [EARLY, ['clock']],
      [STEADY, []],
    ])
    expect(health).toMatchObject({
      devices: 6,
      needing: 5,
      found: 6,
      now: NOON_S,
      reasons: { offline: 2, disk: 1, camera: 1, clock: 1 },
    })
    const of = (id: string) => health.rows.find(({ deviceid }) => deviceid === id)
    expect(of(NEVER)).toMatchObject({ contact: null, online: false, clock: null })
    expect(of(AWAY)).toMatchObject({ contact: NOON_S - 4 * DAY_S, online: false })
    expect(of(BROKEN)).toMatchObject({ faultyCards: [1], contact: NOON_S, online: true })
    expect(of(BLIND)).toMatchObject({ cameras: 4, lost: [2], clock: 0 })
    expect(of(EARLY)).toMatchObject({ clock: 14 * 60 })
    expect(of(STEADY)).toMatchObject({ signal: 81, lost: [], faultyCards: [], model: 'T1' })
  })

  it('has the recorded minutes of each hour since the first day, up to now', async () => {
    const recorded = (await row(STEADY))?.recorded ?? []
    expect(recorded).toHaveLength(6.5 * 24)
    expect(recorded.slice(0, 4)).toEqual([0, 60, 30, 0])
    expect((await row(BLIND))?.recorded.every((minutes) => minutes === 0)).toBe(true)
  })

  it('sorts, searches, filters by reason and group, and gives pages', async () => {
    expect(ids(await ask({ order: 'name' }))).toEqual(all)
    expect(ids(await ask({ order: 'clock' }))[0]).toBe(EARLY)
    expect(ids(await ask({ order: 'signal' }))[0]).toBe(STEADY)
    expect(ids(await ask({ order: 'contact', limit: 2 }))).toEqual([NEVER, AWAY])
    expect(ids(await ask({ order: 'name', offset: 4, limit: 100 }))).toEqual([AWAY, NEVER])
    expect(ids(await ask({ order: 'name', offset: 400, limit: 4 }))).toEqual([AWAY, NEVER])
    expect(ids(await ask({ order: 'name', offset: 400, limit: 3 }))).toHaveLength(3)
    expect(ids(await ask({ search: BROKEN.slice(-3) }))).toEqual([BROKEN])
    const offline = await ask({ reason: 'offline' })
    expect([offline.found, offline.devices, ids(offline)]).toEqual([2, 6, [NEVER, AWAY]])
    expect(ids(await ask({ group: '999999' }))).toEqual([])
    expect(await call({ limit: 101 })).toMatchObject({ hasError: true })
    expect(await call({ since: SINCE_S + 1 })).toMatchObject({ hasError: true })
  })

  it('has only the devices that the caller sees, in the rows and in the numbers', async () => {
    const theirs = await ask({}, 'installer')
    expect(ids(theirs)).toEqual([BLIND])
    expect(theirs).toMatchObject({ devices: 1, needing: 1, reasons: { offline: 0, camera: 1 } })
    expect(ids(await ask({ search: STEADY }, 'installer'))).toEqual([])
  })

  it('a picture that is back, and a card and a clock that are right again, need no work any more', async () => {
    // A condition that comes back is a new one after half a minute.
    wallS += 60
    await says(BLIND, [loss(0)])
    await says(BROKEN, [storage(0)])
    await says(EARLY, [])
    expect((await ask()).reasons).toEqual({ offline: 2, disk: 0, camera: 0, clock: 0 })
    wallS += 60
    await says(BLIND, [loss(0b1)])
    await says(EARLY, [], 14 * 60)
    expect((await ask()).reasons).toEqual({ offline: 2, disk: 0, camera: 1, clock: 1 })
  })

  it('after a restart, before devices report again, conditions and clocks are those that are stored', async () => {
    wallS += 60
    await says(BROKEN, [storage(2)])
    await closeAll()
    await restart()
    const health = await ask()
    const of = (id: string) => health.rows.find(({ deviceid }) => deviceid === id)
    expect(of(BROKEN)).toMatchObject({ reasons: ['disk'], faultyCards: [2], cards: [-2, -2] })
    expect(of(BLIND)).toMatchObject({ reasons: ['camera'], lost: [1] })
    expect(of(EARLY)).toMatchObject({ reasons: ['clock'], clock: 14 * 60 })
    expect(of(STEADY)).toMatchObject({ reasons: [] })
  })
})
