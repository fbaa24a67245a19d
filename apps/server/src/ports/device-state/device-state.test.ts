// One suite for every implementation of the port, and what only the codecs of the bus have to keep.
import { createManualClock } from '@fleetglass/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { interruptedBus } from '../../../test/nats/interrupted-bus.ts'
import { twoNodes, whereNats } from '../../../test/nats/nats-buses.ts'
import { createInProcessBus } from '../../platform/bus/index.ts'
import { changeBatchCodec, deviceListCodec, identityCodec, storedReplyCodec } from './device-state-codecs.ts'
import {
  createBusDeviceState,
  createDirectDeviceState,
  type DeviceReport,
  type DeviceState,
  type IdentityReport,
} from './index.ts'

const fix = (timeS: number) => ({ timeS, latE6: 24_078_611, lngE6: -120_528_522, speedKmh: 45.6, headingDeg: 91 })
const full: DeviceReport = {
  fix: fix(1_790_000_000),
  accOn: true,
  voltageDecivolt: 126,
  voltagePercent: 80,
  signalPercent: null,
  satellites: 11,
  temperaturesDecidegree: [215, -50],
  health: 'Fault: GNSS',
  smart: [100, -1],
}
const identity: IdentityReport = {
  source: 'attributes',
  maker: 'K',
  model: '型',
  terminalId: 'T',
  iccid: '898',
  hardware: 'H',
  firmware: 'V1',
}

/** `settle` brings everything that was published to its subscribers. */
interface Implementation {
  readonly state: DeviceState
  readonly settle: () => Promise<void>
}

function overTheBus(bad: string[] = []) {
  const clock = createManualClock()
  const bus = createInProcessBus({ clock, onError: () => {} })
  const state = createBusDeviceState({ bus, clock, onBadBatch: (reason) => bad.push(reason) })
  return { clock, bus, state, settle: () => clock.advance(50) }
}

const implementations: Readonly<Record<string, () => Promise<Implementation>>> = {
  'called directly': async () => ({ state: createDirectDeviceState(), settle: async () => {} }),
  async 'over the bus'() {
    const { state, settle } = overTheBus()
    return { state, settle: async () => settle() }
  },
  ...whereNats(async () => {
    const clock = createManualClock()
    const nodes = await twoNodes(clock)
    const onBadBatch = (reason: string): void => expect.unreachable(reason)
    const from = createBusDeviceState({ bus: nodes.far, clock, onBadBatch })
    const to = createBusDeviceState({ bus: nodes.near, clock, onBadBatch })
    const settle = async (): Promise<void> => {
      clock.advance(50)
      await nodes.settle()
    }
    await settle()
    return { state: { publish: from.publish, subscribe: to.subscribe }, settle }
  }),
}

describe.each(Object.entries(implementations))('the device state port, %s', (_, start) => {
  it('brings every change to its subscribers, in order, each with what was said and nothing else', async () => {
    const { state, settle } = await start()
    const received: unknown[] = []
    const take =
      (kind: string) =>
      (deviceId: string, change: unknown): null => {
        received.push([kind, deviceId, change])
        return null
      }
    state.subscribe({ kind: 'connection' }, take('connection'))
    state.subscribe({ kind: 'report' }, take('report'))
    state.subscribe({ kind: 'recording' }, take('recording'))
    const published = [
      ['connection', 'van', { registered: true, online: true }],
      ['report', 'van', full],
      ['report', 'bus', { accOn: false }],
      ['report', 'van', { fix: null }],
      ['recording', 'van', { recording: true }],
      ['connection', 'van', { registered: true, online: false }],
    ] as const
    for (const [kind, deviceId, change] of published) expect(state.publish(deviceId, kind, change as never)).toBeNull()
    await settle()
    expect(received).toEqual(published)
  })

  it('brings one device only to a subscriber that wants one, and nothing to one that closed', async () => {
    const { state, settle } = await start()
    const received: string[] = []
    const take = (deviceId: string): null => {
      received.push(deviceId)
      return null
    }
    const subscription = state.subscribe({ kind: 'report', deviceId: 'van' }, take)
    void state.publish('bus', 'report', {})
    void state.publish('van', 'report', {})
    await settle()
    expect(received).toEqual(['van'])
    subscription.close()
    subscription.close()
    void state.publish('van', 'report', {})
    await settle()
    expect(received).toEqual(['van'])
  })

  it('ends the promise of an identity when its subscriber has stored it, not before', async () => {
    const { state, settle } = await start()
    const stored = Promise.withResolvers<void>()
    const received: unknown[] = []
    state.subscribe({ kind: 'identity' }, (deviceId, report) => {
      received.push([deviceId, report])
      return stored.promise
    })
    await settle()
    let isStored = false
    const published = state.publish('van', 'identity', identity)?.then(() => {
      isStored = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    await settle()
    expect(isStored).toBe(false)
    stored.resolve()
    await published
    expect(received).toEqual([['van', identity]])
  })

  it('ends the promise of a result of an upgrade when its subscriber has stored it', async () => {
    const { state, settle } = await start()
    const received: unknown[] = []
    state.subscribe({ kind: 'upgrade' }, async (deviceId, report) => {
      received.push([deviceId, report])
    })
    await settle()
    await state.publish('van', 'upgrade', { result: 'failed' })
    expect(received).toEqual([['van', { result: 'failed' }]])
  })

  it('rejects when an identity could not be stored, so that the device is not acknowledged', async () => {
    const { state, settle } = await start()
    state.subscribe({ kind: 'identity' }, () => Promise.reject(new Error('the disk is full')))
    await settle()
    await expect(state.publish('van', 'identity', identity)).rejects.toThrow('the disk is full')
  })

  it('ends at once where an identity says nothing new', async () => {
    const { state, settle } = await start()
    state.subscribe({ kind: 'identity' }, () => null)
    await settle()
    await state.publish('van', 'identity', identity)
  })
})

describe('device state over the bus', () => {
  it('leaves in batches: after 50 ms, or as soon as 1,000 changes wait', () => {
    const { bus, clock, state } = overTheBus()
    const batches: number[] = []
    bus.subscribe('device-state.changes.*', (bytes) => {
      const batch = changeBatchCodec.decode(bytes)
      batches.push(batch.ok ? batch.value.length : -1)
    })
    for (let n = 0; n < 1_003; n++) void state.publish('van', 'report', { accOn: true })
    expect(batches).toEqual([1_000])
    clock.advance(49)
    expect(batches).toEqual([1_000])
    clock.advance(1)
    expect(batches).toEqual([1_000, 3])
    expect(clock.pending).toBe(0)
  })

  it('splits a batch above the limit, and loses a single change above it with a reason', () => {
    const bad: string[] = []
    const { state, settle } = overTheBus(bad)
    const received: number[] = []
    state.subscribe({ kind: 'report' }, (_, { health = '' }) => {
      received.push(health.length)
      return null
    })
    const lengths = [400_000, 400_000, 400_000, 2_000_000, 7]
    for (const length of lengths) void state.publish('van', 'report', { health: 'x'.repeat(length) })
    settle()
    expect(received).toEqual([400_000, 400_000, 400_000, 7])
    expect(bad).toEqual([expect.stringMatching(/^device state batch: 2\d+ bytes, at most 1048576 are allowed$/)])
  })

  it('rejects an identity that no node stores', async () => {
    const { state } = overTheBus()
    await expect(state.publish('van', 'identity', identity)).rejects.toThrow('nobody answers')
  })

  it('sends what waits when it is closed, and receives nothing more', () => {
    const { bus, state } = overTheBus()
    let batches = 0
    bus.subscribe('device-state.changes.*', () => {
      batches += 1
    })
    void state.publish('van', 'report', {})
    state.close()
    state.close()
    expect(batches).toBe(1)
  })

  it('refuses bytes that are not its own with a reason, and goes on', () => {
    const bad: string[] = []
    const { bus, state, settle } = overTheBus(bad)
    let received = 0
    state.subscribe({ kind: 'report' }, () => {
      received += 1
      return null
    })
    bus.publish('device-state.changes.other', Uint8Array.of(9, 1, 2))
    void state.publish('van', 'report', {})
    settle()
    expect(received).toBe(1)
    expect(bad).toHaveLength(1)
  })

  it('publishes everything again where a node may have missed it, and ends the connections that ended meanwhile', () => {
    const clock = createManualClock()
    const bus = createInProcessBus({ clock, onError: () => {} })
    const onBadBatch = (reason: string): void => expect.unreachable(reason)
    // The second node has an outage of its own.
    const own = interruptedBus(bus)
    const from = createBusDeviceState({ bus, clock, onBadBatch })
    const to = createBusDeviceState({ bus: own.bus, clock, onBadBatch })
    const received: unknown[] = []
    for (const kind of ['connection', 'report', 'recording'] as const) {
      to.subscribe({ kind }, (deviceId, change) => {
        received.push([deviceId, change])
        return null
      })
    }
    const online = { registered: true, online: true }
    const connect = (id: string): void => void from.publish(id, 'connection', online)
    for (const id of ['van', 'bus']) connect(id)
    void from.publish('van', 'report', { accOn: true })
    clock.advance(50)
    received.length = 0
    own.change('interrupted')
    void from.publish('van', 'report', { satellites: 3 })
    void from.publish('van', 'recording', { recording: true })
    void from.publish('bus', 'connection', { registered: true, online: false })
    connect('truck')
    clock.advance(1_000)
    expect(received).toEqual([])
    own.change('restored')
    clock.advance(200)
    expect(received).toEqual([
      ['van', { ...online, again: true }],
      ['van', { accOn: true, satellites: 3 }],
      ['van', { recording: true }],
      ['truck', { ...online, again: true }],
      ['bus', { registered: true, online: false }],
    ])
    expect(clock.pending).toBe(0)
  })

  it('makes up for what it could not send, as soon as the bus takes messages', () => {
    const { bus, clock, state } = overTheBus()
    const received: string[] = []
    state.subscribe({ kind: 'connection' }, (deviceId) => {
      received.push(deviceId)
      return null
    })
    const publish = bus.publish.bind(bus)
    bus.publish = () => false
    void state.publish('van', 'connection', { registered: true, online: true })
    clock.advance(5_000)
    expect(received).toEqual([])
    bus.publish = publish
    clock.advance(1_200)
    expect(received).toEqual(['van'])
    expect(clock.pending).toBe(0)
  })

  it('a device that moved to another node stays online when the first one reports its end late', () => {
    const { bus, clock, state, settle } = overTheBus()
    const second = createBusDeviceState({ bus, clock, onBadBatch: (reason) => expect.unreachable(reason) })
    const received: boolean[] = []
    state.subscribe({ kind: 'connection' }, (_, { online }) => {
      received.push(online)
      return null
    })
    void state.publish('van', 'connection', { registered: true, online: true })
    void second.publish('van', 'connection', { registered: true, online: true })
    void state.publish('van', 'connection', { registered: true, online: false })
    settle()
    expect(received).toEqual([true, true])
  })

  it('never throws for bytes of another kind', () => {
    for (const codec of [changeBatchCodec, deviceListCodec, identityCodec, storedReplyCodec]) {
      fc.assert(
        fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(Buffer.from)), (tail) => {
          const decoded = codec.decode(Buffer.concat([Uint8Array.of(codec.version), tail]))
          if (!decoded.ok) expect(decoded.reason).toContain(codec.name)
          // A list of words is one of devices.
          else if (codec.name !== deviceListCodec.name) expect(decoded.value).toEqual([])
        }),
      )
    }
  })
})
