// One suite for every implementation of the port, and what only the implementation over the bus has to keep.
import { createManualClock } from '@fleetglass/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { twoNodes, whereNats } from '../../../test/nats/nats-buses.ts'
import { createInProcessBus } from '../../platform/bus/index.ts'
import { MAX_TALK_IN_FLIGHT_BYTES } from './bus-talk.ts'
import {
  createBusTalk,
  createDirectTalk,
  type DeviceSound,
  serveTalks,
  type TalkListener,
  type TalkPort,
  type TalkRequest,
  type TalkState,
} from './index.ts'
import { deviceSoundCodec } from './talk-codecs.ts'

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const request: TalkRequest = { deviceId: 'van', channel: 36, kind: 'broadcast', speaker: 'one' }
const received: DeviceSound = { codec: 8, g726Bits: 5, timestampMs: 1_790_000_000_000, payload: Uint8Array.of(1, 2, 3) }

/** A device that is driven by the test. */
class Source {
  readonly requests: TalkRequest[] = []
  readonly spoken: number[] = []
  closed = 0
  listener: TalkListener | null = null
  isBusy = false

  open(asked: TalkRequest, listener: TalkListener) {
    if (this.isBusy) return 'busy' as const
    this.requests.push(asked)
    this.listener = listener
    return {
      speak: (body: Uint8Array) => void this.spoken.push(body.length),
      close: () => {
        this.closed += 1
      },
    }
  }
}

class Listener implements TalkListener {
  readonly states: TalkState[] = []
  readonly frames: DeviceSound[] = []
  state(one: TalkState): void {
    this.states.push(one)
  }
  received(one: DeviceSound): void {
    this.frames.push(one)
  }
}

function overTheBus() {
  const clock = createManualClock()
  const bus = createInProcessBus({ clock, onError: () => {} })
  const source = new Source()
  const served = serveTalks({ bus, clock }, 'van', source)
  return { clock, bus, source, served, port: createBusTalk({ bus, clock }) }
}

interface Implementation {
  readonly port: TalkPort
  readonly source: Source
  /** What is on its way has arrived. */
  readonly settle: () => Promise<void>
}

const implementations: Readonly<Record<string, () => Promise<Implementation>>> = {
  async 'called directly'() {
    const source = new Source()
    return { source, port: createDirectTalk(source), settle }
  },
  'over the bus': async () => ({ ...overTheBus(), settle }),
  ...whereNats(async () => {
    const clock = createManualClock()
    const source = new Source()
    const nodes = await twoNodes(clock)
    serveTalks({ bus: nodes.far, clock }, 'van', source)
    await nodes.settle()
    return { source, port: createBusTalk({ bus: nodes.near, clock }), settle: nodes.settle }
  }),
}

describe.each(Object.entries(implementations))('the talk port, %s', (_, start) => {
  it('carries the request, states and sound of the device, and the operator the other way', async () => {
    const { port, source, settle } = await start()
    const listener = new Listener()
    const talk = port.open(request, listener)
    await settle()
    expect(source.requests).toEqual([request])
    const states: TalkState[] = [
      { kind: 'asking' },
      { kind: 'accepted' },
      { kind: 'open' },
      { kind: 'mute', codec: 19 },
      { kind: 'ended', reason: 'closed-by-device', detail: 'the device hung up' },
    ]
    for (const state of states.slice(0, 4)) source.listener?.state(state)
    source.listener?.received(received)
    talk.speak(new Uint8Array(160))
    await settle()
    for (const state of states.slice(4)) source.listener?.state(state)
    await settle()
    expect(listener.states).toEqual(states)
    expect(listener.frames).toEqual([received])
    expect(source.spoken).toEqual([160])
  })

  it('closes the talk with the device, also when it is still being opened', async () => {
    const { port, source, settle } = await start()
    port.open(request, new Listener()).close()
    await settle()
    const talk = port.open(request, new Listener())
    await settle()
    talk.close()
    talk.speak(new Uint8Array(160))
    await settle()
    expect(source.closed).toBe(source.requests.length)
  })

  it('says that somebody else speaks to the device after it was opened, and not to one who closed', async () => {
    const { port, source, settle } = await start()
    source.isBusy = true
    const [listener, gone] = [new Listener(), new Listener()]
    port.open(request, listener)
    port.open(request, gone).close()
    await settle()
    expect(listener.states).toEqual([{ kind: 'ended', reason: 'busy', detail: 'device busy' }])
    expect(gone.states).toEqual([])
  })
})

describe('a talk over the bus', () => {
  it('leaves out what the other node does not take in time', async () => {
    const { bus, source, port } = overTheBus()
    const listener = new Listener()
    port.open(request, listener)
    await settle()
    const publish = bus.publish.bind(bus)
    bus.publish = (subject, message) => subject.endsWith('.up') || publish(subject, message)
    const half = { ...received, payload: new Uint8Array(MAX_TALK_IN_FLIGHT_BYTES / 2 - 100) }
    for (let n = 0; n < 3; n++) source.listener?.received(half)
    expect(listener.frames).toHaveLength(2)
  })

  it('ends as offline where no node holds the device, or holds it no longer', async () => {
    const { clock, source, served, port } = overTheBus()
    const [absent, left] = [new Listener(), new Listener()]
    port.open({ ...request, deviceId: 'bus' }, absent)
    port.open(request, left)
    await settle()
    served.close()
    for (const { states } of [absent, left]) expect(states).toMatchObject([{ kind: 'ended', reason: 'offline' }])
    expect(source.closed).toBe(1)
    expect(clock.pending).toBe(0)
  })

  it('refuses what is no frame of sound with a reason, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.boolean(), (bytes, isOurs) => {
        const decoded = deviceSoundCodec.decode(isOurs ? Uint8Array.of(1, ...bytes) : bytes)
        if (!decoded.ok) expect(decoded.reason).toMatch(/^received frame: .+/)
        else expect(deviceSoundCodec.decode(deviceSoundCodec.encode(decoded.value))).toEqual(decoded)
      }),
    )
  })
})
