// One suite for every implementation of the port, and what only the implementation over the bus has to keep.
import { createManualClock } from '@fleetglass/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInProcessBus } from '../../platform/bus/index.ts'
import { MAX_TALK_IN_FLIGHT_BYTES } from './bus-talk.ts'
import {
  createBusTalk,
  createDirectTalk,
  type HeardFrame,
  serveTalks,
  type TalkPort,
  type VoiceListener,
  type VoiceRequest,
  type VoiceState,
} from './index.ts'
import { heardFrameCodec } from './talk-codecs.ts'

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const request: VoiceRequest = { deviceId: 'van', channel: 36, kind: 'broadcast', speaker: 'one' }
const heard: HeardFrame = { codec: 8, g726Bits: 5, timestampMs: 1_790_000_000_000, payload: Uint8Array.of(1, 2, 3) }

/** A device that is driven by the test. */
class Source {
  readonly requests: VoiceRequest[] = []
  readonly spoken: number[] = []
  closed = 0
  listener: VoiceListener | null = null
  isBusy = false

  open(asked: VoiceRequest, listener: VoiceListener) {
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

class Listener implements VoiceListener {
  readonly states: VoiceState[] = []
  readonly frames: HeardFrame[] = []
  state(one: VoiceState): void {
    this.states.push(one)
  }
  heard(one: HeardFrame): void {
    this.frames.push(one)
  }
}

function overTheBus() {
  const clock = createManualClock()
  const bus = createInProcessBus({ clock, onError: () => {} })
  const source = new Source()
  const served = serveTalks({ bus, clock }, 'van', source)
  return { clock, bus, source, served, talk: createBusTalk({ bus, clock }) }
}

const implementations: Readonly<Record<string, () => { readonly talk: TalkPort; readonly source: Source }>> = {
  'called directly': () => {
    const source = new Source()
    return { source, talk: createDirectTalk(source) }
  },
  'over the bus': overTheBus,
}

describe.each(Object.entries(implementations))('the talk port, %s', (_, start) => {
  it('carries the request, states and sound of the device, and the operator the other way', async () => {
    const { talk, source } = start()
    const listener = new Listener()
    const voice = talk.open(request, listener)
    await settle()
    expect(source.requests).toEqual([request])
    const states: VoiceState[] = [
      { kind: 'asking' },
      { kind: 'accepted' },
      { kind: 'open' },
      { kind: 'mute', codec: 19 },
      { kind: 'ended', reason: 'closed-by-device', detail: 'the device hung up' },
    ]
    for (const state of states.slice(0, 4)) source.listener?.state(state)
    source.listener?.heard(heard)
    voice.speak(new Uint8Array(160))
    for (const state of states.slice(4)) source.listener?.state(state)
    expect(listener.states).toEqual(states)
    expect(listener.frames).toEqual([heard])
    expect(source.spoken).toEqual([160])
  })

  it('closes the talk with the device, also when it is still being opened', async () => {
    const { talk, source } = start()
    talk.open(request, new Listener()).close()
    await settle()
    const voice = talk.open(request, new Listener())
    await settle()
    voice.close()
    voice.speak(new Uint8Array(160))
    expect(source.closed).toBe(source.requests.length)
  })

  it('says that somebody else speaks to the device after it was opened, and not to one who closed', async () => {
    const { talk, source } = start()
    source.isBusy = true
    const [listener, gone] = [new Listener(), new Listener()]
    talk.open(request, listener)
    talk.open(request, gone).close()
    await settle()
    expect(listener.states).toEqual([{ kind: 'ended', reason: 'busy', detail: 'device busy' }])
    expect(gone.states).toEqual([])
  })
})

describe('a talk over the bus', () => {
  it('leaves out what the other node does not take in time', async () => {
    const { bus, source, talk } = overTheBus()
    const listener = new Listener()
    talk.open(request, listener)
    await settle()
    const publish = bus.publish.bind(bus)
    bus.publish = (subject, message) => {
      if (!subject.endsWith('.up')) publish(subject, message)
    }
    const half = { ...heard, payload: new Uint8Array(MAX_TALK_IN_FLIGHT_BYTES / 2 - 100) }
    for (let n = 0; n < 3; n++) source.listener?.heard(half)
    expect(listener.frames).toHaveLength(2)
  })

  it('ends as offline where no node holds the device, or holds it no longer', async () => {
    const { clock, source, served, talk } = overTheBus()
    const [absent, left] = [new Listener(), new Listener()]
    talk.open({ ...request, deviceId: 'bus' }, absent)
    talk.open(request, left)
    await settle()
    served.close()
    for (const { states } of [absent, left]) expect(states).toMatchObject([{ kind: 'ended', reason: 'offline' }])
    expect(source.closed).toBe(1)
    expect(clock.pending).toBe(0)
  })

  it('refuses what is no frame of sound with a reason, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.boolean(), (bytes, isOurs) => {
        const decoded = heardFrameCodec.decode(isOurs ? Uint8Array.of(1, ...bytes) : bytes)
        if (!decoded.ok) expect(decoded.reason).toMatch(/^heard frame: .+/)
        else expect(heardFrameCodec.decode(heardFrameCodec.encode(decoded.value))).toEqual(decoded)
      }),
    )
  })
})
