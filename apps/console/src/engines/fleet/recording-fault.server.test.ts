// Whether the server records, as a real server says it to the console of an ordinary user.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createManualClock, until } from '@fleetglass/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUsers } from '../../../../server/test/accounts.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../../server/test/harness.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { createChannel } from '../channel/index.ts'
import { createFleet, startFleetSync } from './index.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await addUsers(server, { name: 'guard', permission: 3 })
})
afterAll(() => server.close())

it('[M5] the console of an ordinary user learns that recordings cannot be written, and when they can be again', async () => {
  const clock = createManualClock()
  const log = (): void => undefined
  const channel = createChannel({ clock, log, openSocket: (url) => new WebSocket(url) })
  const fleet = createFleet(memoryStore())
  const sync = startFleetSync({ channel, fleet, clock, log })
  const target = { host: '127.0.0.1', port: server.ports.main, streamPort: null, secure: false }
  const fault = () => fleet.state.getState().recordingFault
  channel.login(target, { user: 'guard', passwordHash: sha256Hex(ADMIN_PASSWORD) })
  await until('the list is there', () => fleet.state.getState().loaded)
  expect(fault()).toBeNull()
  // Permissions do not stop the root user; a file where the folder was stops everyone.
  const media = join(server.data, 'media')
  renameSync(media, `${media}.away`)
  writeFileSync(media, '')
  await until('the fault is known', () => fault() === 'failing')
  rmSync(media)
  renameSync(`${media}.away`, media)
  await until('the fault is over', () => fault() === null)
  sync.close()
  channel.logout()
})
