// One suite for every implementation of the port, and what only the implementation over the bus has to keep.
import type { StartupTrace } from '@fleetglass/contract/streams'
import { createManualClock, until } from '@fleetglass/testkit'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { natsDeps, program, settleBuses, twoNodes, whereNats } from '../../../test/nats/nats-buses.ts'
import { sharedNatsPort } from '../../../test/nats/nats-server.ts'
import { StallingProxy } from '../../../test/nats/stalling-proxy.ts'
import { createInProcessBus, createNatsBus } from '../../platform/bus/index.ts'
import { MAX_LIVE_IN_FLIGHT_BYTES } from './bus-live-media.ts'
import {
  type ChannelState,
  createBusLiveMedia,
  createDirectLiveMedia,
  type LiveMedia,
  type LiveMediaSource,
  type MediaFrame,
  mediaFrameCodec,
  type StreamReader,
  serveLiveMedia,
  type WantedStream,
} from './index.ts'

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const frame = (over: Partial<MediaFrame> = {}): MediaFrame => ({
  kind: 'video',
  codec: 98,
  keyFrame: false,
  mainStream: true,
  timestampMs: 1_790_000_000_000,
  discontinuity: false,
  payload: Uint8Array.of(0, 0, 0, 1, 0x41),
  ...over,
})

const trace: StartupTrace = {
  type: 'ladder',
  deviceid: 'van',
  channel: 1,
  main: 1,
  attempt: 2,
  steps: [],
  waitsFor: null,
  failed: null,
  evidence: [],
}

/** A hub that is driven by the test. */
class Hub implements LiveMediaSource {
  readonly asked: WantedStream[] = []
  readonly preferred: boolean[] = []
  readonly readers = new Set<StreamReader>()
  /** Given to each reader before `subscribe` returns, as a hub gives its kept pictures. */
  stored: MediaFrame[] = []

  subscribe(channel: WantedStream, reader: StreamReader) {
    this.asked.push(channel)
    this.readers.add(reader)
    for (const one of this.stored) reader.frame(one)
    return {
      prefer: (main: boolean) => void this.preferred.push(main),
      close: () => void this.readers.delete(reader),
    }
  }

  startupTrace({ channel }: WantedStream): StartupTrace | null {
    return channel === 1 ? trace : null
  }

  frame(one: MediaFrame): void {
    for (const reader of this.readers) reader.frame(one)
  }

  state(state: ChannelState): void {
    for (const reader of this.readers) reader.state(state)
  }
}

class Reader implements StreamReader {
  readonly frames: MediaFrame[] = []
  readonly states: ChannelState[] = []
  readonly traces: StartupTrace[] = []
  frame(one: MediaFrame): void {
    this.frames.push(one)
  }
  state(state: ChannelState): void {
    this.states.push(state)
  }
  startupTrace(one: StartupTrace): void {
    this.traces.push(one)
  }
}

function overTheBus() {
  const clock = createManualClock()
  const bus = createInProcessBus({ clock, onError: () => {} })
  const hub = new Hub()
  const serve = () => serveLiveMedia({ bus, clock }, 'van', hub)
  return { clock, bus, hub, serve, served: serve(), liveMedia: createBusLiveMedia({ bus, clock }) }
}

interface Implementation {
  readonly liveMedia: LiveMedia
  readonly hub: Hub
  /** What is on its way has arrived. */
  readonly settle: () => Promise<void>
}

const implementations: Readonly<Record<string, () => Promise<Implementation>>> = {
  async 'called directly'() {
    const hub = new Hub()
    return { hub, liveMedia: createDirectLiveMedia(hub), settle }
  },
  'over the bus': async () => ({ ...overTheBus(), settle }),
  ...whereNats(async () => {
    const clock = createManualClock()
    const hub = new Hub()
    const nodes = await twoNodes(clock)
    serveLiveMedia({ bus: nodes.far, clock }, 'van', hub)
    await nodes.settle()
    return { hub, liveMedia: createBusLiveMedia({ bus: nodes.near, clock }), settle: nodes.settle }
  }),
}

describe.each(Object.entries(implementations))('the live media port, %s', (_, start) => {
  it('brings kept pictures first, then frames, states and traces in order', async () => {
    const { liveMedia, hub, settle } = await start()
    const reader = new Reader()
    hub.stored = [frame({ keyFrame: true, discontinuity: true }), frame()]
    liveMedia.subscribe({ deviceId: 'van', channel: 1 }, reader)
    await settle()
    const sent = [
      frame({ kind: 'audio', codec: 6, mainStream: false, payload: new Uint8Array(320) }),
      frame({ codec: 98, transcodedFrom: 99 }),
    ]
    for (const one of sent) hub.frame(one)
    await settle()
    expect(reader.frames).toEqual([...hub.stored, ...sent])
    const states: ChannelState[] = [
      { kind: 'connected', sinceMs: 5, peer: '10.0.0.1:7' },
      { kind: 'playing', sinceMs: 6, codec: 6, isSoundAlone: true },
      { kind: 'failed', sinceMs: 7, reason: 'no-media', detail: 'nothing came' },
    ]
    for (const state of states) hub.state(state)
    await settle()
    expect(reader.states).toEqual(states)
    for (const one of hub.readers) one.startupTrace?.(trace)
    await settle()
    expect(reader.traces).toEqual([trace])
  })

  it('asks for the stream that is wanted, changes it, and leaves the hub when it is closed', async () => {
    const { liveMedia, hub, settle } = await start()
    const subscription = liveMedia.subscribe({ deviceId: 'van', channel: 3, main: false }, new Reader())
    subscription.prefer(true)
    await settle()
    expect(hub.asked).toEqual([{ deviceId: 'van', channel: 3, main: false }])
    expect(hub.preferred).toEqual([true])
    expect(hub.readers.size).toBe(1)
    subscription.close()
    subscription.close()
    await settle()
    expect(hub.readers.size).toBe(0)
  })

  it('leaves the hub also when it is closed while it is being opened', async () => {
    const { liveMedia, hub, settle } = await start()
    liveMedia.subscribe({ deviceId: 'van', channel: 1 }, new Reader()).close()
    await settle()
    expect(hub.readers.size).toBe(0)
  })

  it('answers why there is no picture', async () => {
    const { liveMedia } = await start()
    expect(await liveMedia.trace({ deviceId: 'van', channel: 1 })).toEqual(trace)
    expect(await liveMedia.trace({ deviceId: 'van', channel: 2 })).toBeNull()
  })
})

it('called directly gives every reader the very frame that the hub has', () => {
  const hub = new Hub()
  const reader = new Reader()
  createDirectLiveMedia(hub).subscribe({ deviceId: 'van', channel: 1 }, reader)
  const sent = frame()
  hub.frame(sent)
  expect(reader.frames[0]).toBe(sent)
})

describe('live media over the bus', () => {
  it('skips to the next key frame when a reader falls behind, and marks it', async () => {
    const { bus, hub, liveMedia } = overTheBus()
    const reader = new Reader()
    liveMedia.subscribe({ deviceId: 'van', channel: 1 }, reader)
    await settle()
    // The reader's node acknowledges nothing for a while.
    const publish = bus.publish.bind(bus)
    const buffered: (() => unknown)[] = []
    bus.publish = (subject, message) => {
      if (!subject.endsWith('.up')) return publish(subject, message)
      buffered.push(() => publish(subject, message))
      return true
    }
    const large = new Uint8Array(MAX_LIVE_IN_FLIGHT_BYTES / 2 - 100)
    for (const keyFrame of [true, false, false]) hub.frame(frame({ keyFrame, payload: large }))
    expect(reader.frames.map(({ keyFrame }) => keyFrame)).toEqual([true, false])
    hub.frame(frame({ kind: 'audio', codec: 6, payload: new Uint8Array(10) }))
    hub.frame(frame({ keyFrame: true, payload: large }))
    expect(reader.frames).toHaveLength(2)
    bus.publish = publish
    for (const release of buffered.splice(0)) release()
    hub.frame(frame({ timestampMs: 1 }))
    hub.frame(frame({ timestampMs: 2, keyFrame: true }))
    hub.frame(frame({ timestampMs: 3 }))
    expect(reader.frames.slice(2).map(({ timestampMs, discontinuity }) => [timestampMs, discontinuity])).toEqual([
      [2, true],
      [3, false],
    ])
  })

  it('says once that the device is offline, and goes on when a node holds it again', async () => {
    const { clock, hub, served, serve, liveMedia } = overTheBus()
    const reader = new Reader()
    const subscription = liveMedia.subscribe({ deviceId: 'van', channel: 1 }, reader)
    await settle()
    served.close()
    for (let n = 0; n < 3; n++) {
      clock.advance(2_000)
      await settle()
    }
    expect(reader.states).toMatchObject([{ kind: 'failed', reason: 'offline', detail: 'the device is offline' }])
    expect(hub.readers.size).toBe(0)
    const again = serve()
    clock.advance(2_000)
    await settle()
    hub.state({ kind: 'idle' })
    expect(reader.states.at(-1)).toEqual({ kind: 'idle' })
    subscription.close()
    again.close()
    expect(clock.pending).toBe(0)
  })

  it('has no trace of a device that no node holds', async () => {
    const { liveMedia } = overTheBus()
    expect(await liveMedia.trace({ deviceId: 'bus', channel: 1 })).toBeNull()
  })
})

describe.skipIf(program === null)('live media over NATS', () => {
  it('skips to the next key frame for a node that stands still, and goes on from there', async () => {
    const clock = createManualClock()
    const port = await sharedNatsPort(program ?? '')
    const proxy = await StallingProxy.open(port)
    const deps = natsDeps(port, clock)
    const far = await createNatsBus(deps)
    const near = await createNatsBus({ ...deps, server: { ...deps.server, servers: [`127.0.0.1:${proxy.port}`] } })
    onTestFinished(async () => {
      await Promise.all([far.close(), near.close()])
      await proxy.close()
    })
    const [hub, reader] = [new Hub(), new Reader()]
    serveLiveMedia({ bus: far, clock }, 'van', hub)
    await settleBuses([far, near])
    createBusLiveMedia({ bus: near, clock }).subscribe({ deviceId: 'van', channel: 1 }, reader)
    await settleBuses([near, far])
    proxy.stall()
    const payload = new Uint8Array(500_000)
    for (let n = 0; n < 40; n++) hub.frame(frame({ timestampMs: n, keyFrame: n % 10 === 0, payload }))
    await far.flush()
    proxy.goOn()
    // Sixteen frames of half a megabyte are within the limit of a session.
    await until('what was sent has arrived', () => reader.frames.length === 16)
    await settleBuses([near, far])
    for (let n = 40; n < 52; n++) hub.frame(frame({ timestampMs: n, keyFrame: n % 10 === 0 }))
    await until('it goes on', () => reader.frames.length === 28)
    expect(reader.frames.map(({ timestampMs }) => timestampMs)).toEqual([
      ...Array.from({ length: 16 }, (_, n) => n),
      ...Array.from({ length: 12 }, (_, n) => 40 + n),
    ])
    expect(reader.frames.filter(({ discontinuity }) => discontinuity).map(({ timestampMs }) => timestampMs)).toEqual([
      40,
    ])
    expect([far, near].map((bus) => bus.health().interruptions)).toEqual([0, 0])
  })
})

describe('the codec of media frames', () => {
  it('brings every frame back, without its parsed parameter sets', () => {
    const anyFrame = fc.record({
      kind: fc.constantFrom('video' as const, 'audio' as const),
      codec: fc.nat(255),
      keyFrame: fc.boolean(),
      mainStream: fc.boolean(),
      timestampMs: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
      discontinuity: fc.boolean(),
      payload: fc.uint8Array({ maxLength: 100 }),
    })
    fc.assert(
      fc.property(anyFrame, fc.option(fc.nat(255), { nil: undefined }), (one, transcodedFrom) => {
        const sent = transcodedFrom === undefined ? one : { ...one, transcodedFrom }
        expect(mediaFrameCodec.decode(mediaFrameCodec.encode({ ...sent, config: null }))).toEqual({
          ok: true,
          value: sent,
        })
      }),
    )
  })

  it('refuses what is no frame with a reason, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.boolean(), (bytes, isOurs) => {
        const decoded = mediaFrameCodec.decode(isOurs ? Uint8Array.of(1, ...bytes) : bytes)
        if (!decoded.ok) expect(decoded.reason).toMatch(/^media frame: .+/)
        else expect(mediaFrameCodec.encode(decoded.value)[0]).toBe(1)
      }),
    )
    expect(() => mediaFrameCodec.encode(frame({ timestampMs: Number.NaN }))).toThrow(
      'media frame: the time NaN is none',
    )
    const tooLong = frame({ payload: new Uint8Array(mediaFrameCodec.maxBytes) })
    expect(() => mediaFrameCodec.encode(tooLong)).toThrow(/at most \d+ are allowed/)
  })
})
