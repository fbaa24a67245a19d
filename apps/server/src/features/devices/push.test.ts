import {
  decodePushPart,
  decodeRow,
  PUSH_ROWS_MAX,
  type PushPart,
  type PushState,
  type RecordingFault,
} from '@fleetglass/contract/devices'
import { createManualClock } from '@fleetglass/testkit'
import type { VcpMessage } from '@fleetglass/vcp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelClient } from '../../../test/channel-client.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { registeredDevice } from '../../../test/devices/registered-device.ts'
import { failedMessage } from '../../../test/failures.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createRowWriter } from '../../services/device-list/device-rows.ts'
import type { Account, RegistryChange } from '../../services/directory/index.ts'
import { createFleet } from '../../services/live-state/index.ts'
import { createRowPush, GONE_MAX, type RowReceiver, SLOW_CONNECTION_BYTES } from './row-push.ts'

const textOf = ({ payload }: VcpMessage): string => Buffer.from(payload ?? []).toString()

describe('Q14 on a link', () => {
  let server: TestServer
  let admin: ChannelClient
  beforeEach(async () => {
    server = await startTestServer()
    admin = await server.login()
  })
  afterEach(async () => {
    await admin.close()
    await server.close()
  })
  const nextPart = async (): Promise<{ x: string | undefined; part: PushPart | null }> => {
    const message = await admin.next()
    return { x: message.fields.X, part: decodePushPart(message, textOf(message)) }
  }

  it('[VCP-023] [VCP-026] changed rows come as replies to one request, with its X, until it is ended', async () => {
    await admin.request('D01', { A: '13812345678' })
    admin.send('Q14', { X: '70', F: '1' })
    expect(await nextPart()).toEqual({
      x: '70',
      part: {
        kind: 'rows',
        rows: [],
        version: 2,
        recordingFault: null,
        ports: { main: server.ports.main, streams: server.ports.streams },
        eventProfiles: 0,
      },
    })

    const device = await DeviceClient.tcp(server.ports.signalling, '13812345678')
    await device.login()
    const timeS = Math.floor(Date.now() / 1000)
    device.send(positionMessage(timeS))
    for (;;) {
      const { x, part } = await nextPart()
      expect(x).toBe('70')
      const rows = part?.kind === 'rows' ? part.rows : []
      const read = decodeRow(rows.find((row) => row.startsWith('13812345678')) ?? '')
      if (read.ok && read.value.gps !== null) break
    }

    // Another request takes the place of the first, whose last reply says so.
    admin.send('Q14', { X: '71', F: '1' })
    let ended = await nextPart()
    while (ended.part?.kind !== 'end') ended = await nextPart()
    expect(ended.x).toBe('70')
    expect((await nextPart()).x).toBe('71')
    admin.send('Q14', { X: '72', F: '0' })
    ended = await nextPart()
    while (ended.part?.kind !== 'end') ended = await nextPart()
    expect(ended.x).toBe('71')
    expect((await nextPart()).x).toBe('72')
    expect((await admin.request('Q14', { F: 'x' })).fields).toMatchObject(failedMessage('invalid-follow'))
    await device.close()
  })
})

describe('rounds of pushed rows', () => {
  const clock = createManualClock()
  const group = (n: number, permission = 1): Account => ({ id: n, name: `u${n}`, groupId: n, permission, access: '' })
  /** Device `n` of group `n`. */
  const registered = new Map(
    [1, 2, 3].map((n) => [`d${n}`, registeredDevice({ deviceId: `d${n}`, groups: [n], key: n })]),
  ) as never
  const ports = { main: 24_680, streams: 8900 }
  const eventProfiles = { revision: 4 }
  function start(recordingFault: () => RecordingFault | null = () => null) {
    const listeners = new Set<(change: RegistryChange) => void>()
    const registry = {
      byId: (id: string) => (registered as Map<string, never>).get(id),
      byKey: () => undefined,
      all: () => (registered as Map<string, never>).values(),
      size: 3,
      version: 7,
      onChange(listener: (change: RegistryChange) => void) {
        listeners.add(listener)
        return { close: () => void listeners.delete(listener) }
      },
    }
    const fleet = createFleet({ clock, log: createLog('silent'), registry })
    const visibility = {
      sees: ({ permission, groupId }: Account, { key }: { readonly key: number }) =>
        permission === 0 || groupId === key,
      seesUnregistered: ({ permission }: Account) => permission === 0,
      audience: ({ permission, groupId }: Account) => (permission === 0 ? 'all' : String(groupId)),
    }
    const deps = {
      clock,
      metrics: createMetrics(),
      registry,
      fleet,
      visibility,
      writer: createRowWriter(),
      recordingFault,
      ports: () => ports,
      eventProfiles: () => eventProfiles.revision,
    }
    return { fleet, push: createRowPush(deps) }
  }
  /** A link that notes what it was sent. */
  function link(account: Account) {
    const sent: (string[] | null)[] = []
    const state = { unread: 0, bytes: [] as (Uint8Array | null)[] }
    const receiver: RowReceiver = {
      account,
      unreadBytes: () => state.unread,
      send(rows) {
        state.bytes.push(rows)
        sent.push(
          rows &&
            Buffer.from(rows)
              .toString()
              .split('\n')
              .map((row) => row.split('\t')[0] ?? ''),
        )
      },
    }
    return { sent, state, receiver }
  }

  it('[M5] a change of what is recorded is sent within 500 ms, to all, and once', async () => {
    let fault: RecordingFault | null = null
    const { fleet, push } = start(() => fault)
    const states: PushState[] = []
    const { receiver } = link(group(3))
    push.follow({ ...receiver, send: (_rows, state) => void states.push(state) }, null)
    clock.advance(500)
    expect(states).toEqual([])
    fault = 'full'
    clock.advance(500)
    expect(states).toEqual([{ version: 7, recordingFault: 'full', ports, eventProfiles: 4 }])
    clock.advance(500)
    expect(states).toHaveLength(1)
    fault = null
    clock.advance(500)
    expect(states.at(-1)).toEqual({ version: 7, recordingFault: null, ports, eventProfiles: 4 })
    await push.close()
    await fleet.close()
  })

  it('[PROF-13] a change of the event profiles is sent within 500 ms, and once', async () => {
    const { fleet, push } = start()
    const states: PushState[] = []
    const { receiver } = link(group(3))
    push.follow({ ...receiver, send: (_rows, state) => void states.push(state) }, null)
    eventProfiles.revision = 5
    clock.advance(500)
    expect(states.map((state) => state.eventProfiles)).toEqual([5])
    clock.advance(500)
    expect(states).toHaveLength(1)
    eventProfiles.revision = 4
    await push.close()
    await fleet.close()
  })

  it('at most one message in 500 ms, each device once in it, and only what the account sees', async () => {
    const { fleet, push } = start()
    const one = link(group(1))
    const two = link(group(2))
    const all = link(group(1, 0))
    for (const { receiver } of [one, two, all]) push.follow(receiver, null)
    for (let n = 0; n < 20; n++) {
      for (const id of ['d1', 'd2']) fleet.connected(id, true)
      clock.advance(100)
    }
    expect(one.sent).toEqual([['d1'], ['d1'], ['d1'], ['d1']])
    expect(two.sent).toEqual([['d2'], ['d2'], ['d2'], ['d2']])
    expect(all.sent.map((rows) => [...(rows ?? [])].sort())).toEqual(Array(4).fill(['d1', 'd2']))
    await push.close()
    await fleet.close()
  })

  it('links that see the same share the bytes of a message', async () => {
    const { fleet, push } = start()
    const [a, b] = [link(group(1, 0)), link(group(2, 0))]
    for (const { receiver } of [a, b]) push.follow(receiver, null)
    fleet.connected('d1', true)
    clock.advance(1000)
    expect(a.state.bytes).toHaveLength(1)
    expect(a.state.bytes[0]).toBe(b.state.bytes[0])
    await push.close()
    await fleet.close()
  })

  it('a slow link gets nothing until it has read, and then each changed row once', async () => {
    const { fleet, push } = start()
    const slow = link(group(1, 0))
    push.follow(slow.receiver, null)
    slow.state.unread = SLOW_CONNECTION_BYTES + 1
    for (let n = 0; n < 100; n++) {
      fleet.connected(`d${(n % 3) + 1}`, true)
      fleet.connected(`stranger`, false)
      clock.advance(250)
    }
    fleet.disconnected('stranger')
    clock.advance(1000)
    expect(slow.sent).toEqual([])
    slow.state.unread = 0
    clock.advance(500)
    expect(slow.sent.map((rows) => [...(rows ?? [])].sort())).toEqual([['d1', 'd2', 'd3', 'stranger']])
    // The one that is gone says so: neither registered nor online.
    const rows = Buffer.from(slow.state.bytes[0] ?? [])
      .toString()
      .split('\n')
    const gone = decodeRow(rows.find((row) => row.startsWith('stranger')) ?? '')
    expect(gone.ok && [gone.value.online, gone.value.registered]).toEqual([false, false])
    await push.close()
    await fleet.close()
  })

  it('rows of unknown devices that left are bounded, however many connect while a link does not read', async () => {
    const { fleet, push } = start()
    const slow = link(group(1, 0))
    push.follow(slow.receiver, null)
    slow.state.unread = SLOW_CONNECTION_BYTES + 1
    const name = (n: number): string => `s${n}`
    for (let n = 0; n < GONE_MAX + 500; n++) {
      fleet.connected(name(n), false)
      if (n % 1000 === 999) clock.advance(500)
      fleet.disconnected(name(n))
    }
    clock.advance(1000)
    slow.state.unread = 0
    clock.advance(5_000)
    const received = slow.sent.flatMap((rows) => rows ?? [])
    expect(new Set(received).size).toBe(received.length)
    expect(received).toHaveLength(GONE_MAX)
    expect(received).not.toContain(name(0))
    expect(slow.sent.every((rows) => (rows ?? []).length <= PUSH_ROWS_MAX)).toBe(true)
    await push.close()
    await fleet.close()
  })

  it('a link starts with the changes since its last list, and receives a sign of life when nothing changes', async () => {
    const { fleet, push } = start()
    fleet.connected('d1', true)
    clock.advance(1000)
    const revision = fleet.revision
    fleet.connected('d2', true)
    const late = link(group(1, 0))
    const subscription = push.follow(late.receiver, revision)
    clock.advance(500)
    expect(late.sent).toEqual([['d2']])
    clock.advance(12_000)
    expect(late.sent.slice(1)).toEqual([null, null, null, null])
    subscription.close()
    fleet.connected('d3', true)
    clock.advance(60_000)
    expect(late.sent).toHaveLength(5)
    await push.close()
    await fleet.close()
  })
})
