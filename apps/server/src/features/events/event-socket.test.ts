import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { EventCode, type EventMessage } from '@fleetglass/contract/events'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { addGroup, addUsers, moveDevice } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { EventClient } from '../../../test/event-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createDirectEvents } from '../../ports/events/index.ts'
import type { Account } from '../../services/directory/index.ts'
import { MAX_UNREAD_BYTES } from './event-fan-out.ts'
import { createEventSockets } from './event-socket.ts'

describe('who is let in', () => {
  const clock = createManualClock()
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ clock })
  })
  afterAll(() => server.close())

  it.each([
    ['a wrong password', { user: ADMIN, password: sha256('another') }],
    ['an unknown user', { user: 'nobody', password: sha256(ADMIN_PASSWORD) }],
    ['a password that is no hash', { user: ADMIN, password: ADMIN_PASSWORD }],
    ['no user', { password: sha256(ADMIN_PASSWORD) }],
    ['no object', 'admin'],
  ])('[EVTS-05] %s is closed with 4401', async (_, login) => {
    const client = await EventClient.connect(server.ports.main)
    client.say(login)
    expect(await client.closed).toMatchObject({ code: 4401 })
  })

  it('[EVTS-05] who says nothing is closed with 4401 after 5 s, and not before', async () => {
    const silent = await EventClient.connect(server.ports.main)
    const known = await EventClient.login(server.ports.main)
    // It is known when its second message is an end.
    clock.advance(4_999)
    expect(silent.socket.readyState).toBe(silent.socket.OPEN)
    clock.advance(1)
    expect(await silent.closed).toMatchObject({ code: 4401, reason: 'no login in time' })
    known.close()
  })

  it('[EVTS-05] is on the main channel port, and on the web port for a proxy; more than a login is not asked', async () => {
    for (const port of [server.ports.main, server.ports.http]) {
      const client = await EventClient.login(port)
      client.say('and then?')
      expect(await client.closed).toMatchObject({ code: 1008 })
    }
    await expect(EventClient.connect(server.ports.streams)).rejects.toThrow('404')
  })
})

describe('who receives what', () => {
  const VAN = '13800138001'
  const BUS = '13800138002'
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-events-'))
  let server: TestServer
  const opened: { close(): unknown }[] = []
  beforeAll(async () => {
    const first = await startTestServer({ data })
    const link = await first.login()
    for (const id of [VAN, BUS]) await link.request('D01', { A: id, C: '4', F: '0' })
    await addGroup(first, { id: 2, name: 'buses' })
    await moveDevice(first, BUS, 2)
    await addUsers(
      first,
      { name: 'all', permission: 2 },
      { name: 'buses', permission: 2, groupId: 2 },
      { name: 'deaf', permission: 4, access: withoutFlags(fullAccess, ['F_event']) },
    )
    await link.close()
    await first.close()
    // Groups are read at the start.
    server = await startTestServer({ data })
  })
  afterAll(async () => {
    for (const one of opened) await one.close()
    await server.close()
    rmSync(data, { recursive: true })
  })

  it('[EVTS-07] each user receives events of visible devices only, and none without F_event', async () => {
    const names = [ADMIN, 'all', 'buses', 'deaf']
    const clients = new Map<string, EventClient>()
    for (const name of names) {
      const client = await EventClient.login(server.ports.main, name)
      opened.push(client)
      clients.set(name, client)
    }
    const received = (name: string) => clients.get(name)?.events.map(({ deviceid }) => deviceid) ?? []
    for (const id of [VAN, BUS]) {
      const device = await DeviceClient.tcp(server.ports.signalling, id)
      opened.push(device)
      await device.login()
      await until(`${id} was published`, () => received(ADMIN).includes(id))
    }
    const device = opened.at(-1) as DeviceClient
    device.send({ name: 'deviceText', body: { text: 'last' } })
    for (const name of [ADMIN, 'all', 'buses']) {
      await clients.get(name)?.next(EventCode.receivedMessage)
    }
    expect(new Set(received('all'))).toEqual(new Set([VAN, BUS]))
    expect(new Set(received('buses'))).toEqual(new Set([BUS]))
    expect(received('deaf')).toEqual([])
    expect(clients.get('deaf')?.socket.readyState).toBe(WebSocket.OPEN)
  })
})

describe('a socket that is open for long', () => {
  const event = {
    serial: 1,
    change: 'new',
    deviceKey: 1,
    deviceId: 'van',
    timeS: 1,
    code: 15,
    name: '',
    call: false,
    place: null,
    late: false,
  } as const
  const account = { id: 1, name: 'a', groupId: 1, permission: 0, access: fullAccess } as Account

  async function site() {
    const metrics = createMetrics()
    const storedEvents = createDirectEvents({
      onError(error) {
        throw error
      },
    })
    let current = true
    let changed = (): void => {}
    const sockets = createEventSockets({
      clock: systemClock,
      log: createLog('silent'),
      metrics,
      storedEvents,
      registry: { byId: () => ({ groups: [1] }) as never },
      eventPlans: { settingsFor: () => null },
      eventProfiles: { look: () => null },
      visibility: { audience: () => 'all', sees: () => true },
      authenticator: {
        verify: async () => account,
        ofApiToken: async () => null,
        ofCookie: async () => null,
        openReader: null,
        takesQueryCredentials: false,
        isCurrent: async () => current,
        refreshed: async () => (current ? account : null),
        onChange(_, listener) {
          changed = listener
          return { close() {} }
        },
      },
    })
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
    server.on('connection', (socket) =>
      sockets.route.accept(
        socket,
        { address: 'test' } as never,
        () => {},
        () => {},
      ),
    )
    await once(server, 'listening')
    const clients: EventClient[] = []
    return {
      storedEvents,
      metrics,
      server,
      change(stays: boolean) {
        current = stays
        changed()
      },
      async listen() {
        const client = await EventClient.connect((server.address() as AddressInfo).port)
        clients.push(client)
        client.say({ user: 'a', password: 'F'.repeat(64) })
        const before = client.events.length
        // It is authenticated once it receives events.
        await until('it receives', () => {
          storedEvents.publish([{ ...event, memo: 'begin' }])
          return client.events.length > before
        })
        return client
      },
      async close() {
        for (const client of clients) client.close()
        sockets.close()
        server.close()
        metrics.close()
      },
    }
  }

  it('loses events while it leaves too much unread, receives the newest afterwards, and does not affect other sockets', async () => {
    const { storedEvents, metrics, server, listen, close } = await site()
    const [slow, good] = [await listen(), await listen()]
    slow.socket.pause()
    const lost = async () => Number(/fleetglass_event_messages_dropped_total (\d+)/.exec(await metrics.text())?.[1])
    let sent = 0
    await until('something was lost', async () => {
      const events = Array.from({ length: 500 }, () => ({ ...event, memo: 'x'.repeat(900) }))
      storedEvents.publish(events)
      sent += events.length
      return (await lost()) > 0
    })
    const stored = Math.max(...[...server.clients].map((socket) => socket.bufferedAmount))
    // One write may go over the line, not more.
    expect(stored).toBeLessThan(MAX_UNREAD_BYTES + 65_000)
    await until('the other socket received everything', () => good.events.length >= sent)
    slow.socket.resume()
    const has = (memo: string) => (message: EventMessage) => message.memo === memo
    await until('it receives events again', () => {
      storedEvents.publish([{ ...event, memo: 'end' }])
      return slow.events.some(has('end'))
    })
    expect(slow.events.length).toBeLessThan(good.events.length)
    await close()
  })

  it('a burst for many comes in order, in a few writes a socket and not one for each event', async () => {
    const { storedEvents, server, listen, close } = await site()
    const clients = [await listen(), await listen(), await listen()]
    let writes = 0
    for (const socket of server.clients) {
      const { _socket: line } = socket as WebSocket & { readonly _socket: Duplex }
      const write = line.write.bind(line) as (bytes: Uint8Array) => boolean
      line.write = ((bytes: Uint8Array) => {
        writes += 1
        return write(bytes)
      }) as typeof line.write
    }
    const burst = Array.from({ length: 1000 }, (_, n) => ({ ...event, timeS: n + 2, memo: 'burst' }))
    storedEvents.publish(burst)
    const received = (client: EventClient) =>
      client.events.filter(({ memo }) => memo === 'burst').map(({ time }) => time)
    await until('all sockets received all events', () =>
      clients.every((client) => received(client).length === burst.length),
    )
    expect(writes).toBeLessThan(clients.length * 10)
    for (const client of clients) expect(received(client)).toEqual(burst.map(({ timeS }) => timeS))
    await close()
  })

  it('is closed when the account is not what it was, at once, and may come back', async () => {
    const { change, listen, close } = await site()
    const client = await listen()
    change(true)
    change(false)
    expect(await client.closed).toMatchObject({ code: 1013 })
    await close()
  })
})
