// What a real server reports about itself, and its streams.
import { createManualClock, until } from '@fleetglass/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUsers } from '../../../../server/test/accounts.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../../server/test/harness.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { createChannel } from '../channel/index.ts'
import { createFleet, startFleetSync } from '../fleet/index.ts'
import { knownServer } from './server-info.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ config: { maxLicence: 321, timeZone: 5.5 } })
  await addUsers(server, { name: 'mei', permission: 2 })
})
afterAll(() => server.close())

async function infoAfterLogin(user = ADMIN) {
  const clock = createManualClock()
  const log = (): void => undefined
  const channel = createChannel({ clock, log, openSocket: (url) => new WebSocket(url) })
  const fleet = createFleet(memoryStore())
  const sync = startFleetSync({ channel, fleet, clock, log })
  const target = { host: '127.0.0.1', port: server.ports.main, streamPort: null, secure: false }
  channel.login(target, { user, passwordHash: sha256Hex(ADMIN_PASSWORD) })
  await until('the server has told of itself', () => fleet.state.getState().server !== null)
  const [info, link] = [fleet.state.getState().server, channel.state.getState()]
  sync.close()
  channel.logout()
  if (info === null) throw new Error('no server info')
  expect(info.streamPort).toBe(server.ports.streams)
  return knownServer(info, link)
}

it('[ENT-048] [ENT-049] [ENT-050] [ENT-051] version, its major number, licence and end are there after a login', async () => {
  const known = await infoAfterLogin()
  expect(known).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), maxLicence: 321, expiresS: null })
  expect(known.mainVersion).toBe(Number(known.version.split('.')[0]))
})

it('[ENT-052] [ENT-053] [ENT-054] [ENT-055] address, zone in hours and as text, and user are there after a login', async () => {
  expect(await infoAfterLogin()).toMatchObject({
    serverAddress: '127.0.0.1',
    timeZoneHours: 5.5,
    timeZoneText: 'UTC+05:30',
    userName: ADMIN,
  })
  expect((await infoAfterLogin('mei')).userName).toBe('mei')
})

it('[ENT-049] [ENT-051] the main version is the first number of the version; an end of the licence is unix seconds', () => {
  const info = { maxLicence: 1, expiresS: 1_798_675_200, timeZoneHours: 8, streamPort: null }
  const main = (version: string) => knownServer({ ...info, version }, { kind: 'idle' }).mainVersion
  expect([main('12.4.2'), main('7'), main('next')]).toEqual([12, 7, null])
  expect(knownServer({ ...info, version: '' }, { kind: 'idle' }).expiresS).toBe(1_798_675_200)
})
