// Ports that an administrator moves while a console is open, with a real server.
import { createManualClock, until } from '@fleetglass/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUsers } from '../../../../server/test/accounts.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../../server/test/harness.ts'
import { callHttp } from '../../../../server/test/http-client.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { reconnectDelayMs } from '../channel/channel.ts'
import { type ChannelState, createChannel } from '../channel/index.ts'
import { createFleet, startFleetSync } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addUsers(server, { name: 'guard', permission: 3 })
})
afterAll(() => server.close())

it('a console opens streams at a moved port before its next poll, and a lost link comes back at the moved main channel', async () => {
  // It stands still: what comes is pushed, and not found by a poll.
  const clock = createManualClock()
  const log = (): void => undefined
  const sockets: WebSocket[] = []
  const openSocket = (url: string): WebSocket => {
    const socket = new WebSocket(url)
    sockets.push(socket)
    return socket
  }
  const channel = createChannel({ clock, log, openSocket })
  const fleet = createFleet(memoryStore())
  const sync = startFleetSync({ channel, fleet, clock, log })
  const before = { ...server.ports }
  const target = { host: '127.0.0.1', port: before.main, streamPort: null, secure: false }
  channel.login(target, { user: 'guard', passwordHash: sha256Hex(ADMIN_PASSWORD) })
  const state = () => fleet.state.getState()
  await until('the list is there', () => state().loaded && state().server?.streamPort === before.streams)
  // They change places.
  const body = {
    username: ADMIN,
    password: sha256Hex(ADMIN_PASSWORD),
    appcommand: before.streams,
    streamings: [before.main],
  }
  expect((await callHttp(server, 'PUT', '/gkserver/protocol', { body })).body).toMatchObject({ hasError: false })
  await until('streams open at the new port', () => state().server?.streamPort === before.main)
  const link = () => channel.state.getState()
  const portOf = (now: ChannelState) => ('target' in now ? now.target.port : 0)
  await until('the console knows the main channel', () => portOf(link()) === before.streams)
  expect([link().kind, sockets.length]).toEqual(['online', 1])
  channel.giveUp('lost')
  clock.advance(reconnectDelayMs)
  await until('it is logged in again', () => link().kind === 'online')
  expect(sockets.map(({ url }) => new URL(url).port)).toEqual([String(before.main), String(before.streams)])
  sync.close()
  channel.logout()
})
