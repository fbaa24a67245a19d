// One suite for every implementation of the port, and what only the implementation over the bus has to keep.
import { createManualClock } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { twoNodes, whereNats } from '../../../test/nats/nats-buses.ts'
import { createInProcessBus } from '../../platform/bus/index.ts'
import type { MediaFrame } from '../live-media/index.ts'
import { MAX_PLAYBACK_IN_FLIGHT_BYTES } from './bus-device-playbacks.ts'
import {
  createBusDevicePlaybacks,
  createDirectDevicePlaybacks,
  type DevicePlaybacks,
  type PlaybackOrder,
  type PlaybackReader,
  type PlaybackState,
  serveDevicePlaybacks,
} from './index.ts'

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const order: PlaybackOrder = {
  deviceId: 'van',
  channel: 2,
  owner: 'one',
  fromMs: 1_790_000_000_000,
  toMs: 1_790_000_060_500,
  mainStream: true,
  speed: 1,
}

const frame = (timestampMs: number, bytes = 4, keyFrame = false): MediaFrame => ({
  kind: 'video',
  codec: 98,
  keyFrame,
  mainStream: true,
  timestampMs,
  discontinuity: false,
  payload: new Uint8Array(bytes),
})

/** A device that is driven by the test. */
class Source {
  readonly orders: PlaybackOrder[] = []
  readonly log: string[] = []
  reader: PlaybackReader | null = null
  isBusy = false

  open(wanted: PlaybackOrder, reader: PlaybackReader) {
    this.orders.push(wanted)
    if (this.isBusy) return null
    this.reader = reader
    reader.state({ kind: 'asking' })
    return {
      speed: (speed: number) => void this.log.push(`speed ${speed}`),
      seek: (timeMs: number) => void this.log.push(`seek ${timeMs}`),
      hold: (held: boolean) => void this.log.push(held ? 'hold' : 'go on'),
      close: () => void this.log.push('close'),
    }
  }
}

class Reader implements PlaybackReader {
  readonly frames: MediaFrame[] = []
  readonly states: PlaybackState[] = []
  frame(one: MediaFrame): void {
    this.frames.push(one)
  }
  state(one: PlaybackState): void {
    this.states.push(one)
  }
}

function overTheBus() {
  const clock = createManualClock()
  const bus = createInProcessBus({ clock, onError: () => {} })
  const source = new Source()
  const served = serveDevicePlaybacks({ bus, clock }, 'van', source)
  return { clock, bus, source, served, playbacks: createBusDevicePlaybacks({ bus, clock }) }
}

interface Implementation {
  readonly playbacks: DevicePlaybacks
  readonly source: Source
  /** What is on its way has arrived. */
  readonly settle: () => Promise<void>
}

const implementations: Readonly<Record<string, () => Promise<Implementation>>> = {
  async 'called directly'() {
    const source = new Source()
    return { source, playbacks: createDirectDevicePlaybacks(source), settle }
  },
  'over the bus': async () => ({ ...overTheBus(), settle }),
  ...whereNats(async () => {
    const clock = createManualClock()
    const source = new Source()
    const nodes = await twoNodes(clock)
    serveDevicePlaybacks({ bus: nodes.far, clock }, 'van', source)
    await nodes.settle()
    return { source, playbacks: createBusDevicePlaybacks({ bus: nodes.near, clock }), settle: nodes.settle }
  }),
}

describe.each(Object.entries(implementations))('the device playback port, %s', (_, start) => {
  it('brings the order to the device, and frames and states to the reader, in order', async () => {
    const { playbacks, source, settle } = await start()
    const reader = new Reader()
    playbacks.open(order, reader)
    await settle()
    expect(source.orders).toEqual([order])
    source.reader?.state({ kind: 'playing' })
    for (const timestampMs of [1, 2, 3]) source.reader?.frame(frame(timestampMs))
    source.reader?.state({ kind: 'ended' })
    await settle()
    expect(reader.frames).toEqual([1, 2, 3].map((timestampMs) => frame(timestampMs)))
    expect(reader.states.map(({ kind }) => kind)).toEqual(['asking', 'playing', 'ended'])
  })

  it('brings speed, seek and hold to the device, and closes it', async () => {
    const { playbacks, source, settle } = await start()
    const playback = playbacks.open(order, new Reader())
    playback.speed(4)
    playback.seek(5)
    await settle()
    playback.hold(true)
    playback.hold(false)
    playback.close()
    await settle()
    expect(source.log).toEqual(['speed 4', 'seek 5', 'hold', 'go on', 'close'])
  })

  it('says that the channel is busy after it was opened, and not to one who closed', async () => {
    const { playbacks, source, settle } = await start()
    source.isBusy = true
    const [reader, gone] = [new Reader(), new Reader()]
    playbacks.open(order, reader)
    playbacks.open(order, gone).close()
    await settle()
    const detail = 'busy: channel 2 of the device is being played back for another user'
    expect(reader.states).toEqual([{ kind: 'failed', reason: 'busy', detail }])
    expect(gone.states).toEqual([])
  })
})

describe('a playback over the bus', () => {
  it('holds the device up while the reader is behind, loses nothing, and ends after the last frame', async () => {
    const { bus, source, playbacks } = overTheBus()
    const reader = new Reader()
    playbacks.open(order, reader)
    await settle()
    const publish = bus.publish.bind(bus)
    const held: (() => unknown)[] = []
    bus.publish = (subject, message) => {
      if (!subject.endsWith('.up')) return publish(subject, message)
      held.push(() => publish(subject, message))
      return true
    }
    const half = MAX_PLAYBACK_IN_FLIGHT_BYTES / 2 - 100
    for (const timestampMs of [1, 2, 3]) source.reader?.frame(frame(timestampMs, half))
    source.reader?.frame(frame(4))
    source.reader?.state({ kind: 'ended' })
    expect(reader.frames.map(({ timestampMs }) => timestampMs)).toEqual([1, 2])
    expect(source.log).toContain('hold')
    expect(reader.states.map(({ kind }) => kind)).toEqual(['asking'])
    bus.publish = publish
    for (const release of held.splice(0)) release()
    expect(reader.frames.map(({ timestampMs }) => timestampMs)).toEqual([1, 2, 3, 4])
    expect(source.log.at(-1)).not.toBe('hold')
    expect(reader.states.map(({ kind }) => kind)).toEqual(['asking', 'ended'])
  })

  it('fails as offline where no node holds the device, or holds it no longer', async () => {
    const { clock, source, served, playbacks } = overTheBus()
    const [absent, left] = [new Reader(), new Reader()]
    playbacks.open({ ...order, deviceId: 'bus' }, absent)
    playbacks.open(order, left)
    await settle()
    expect(absent.states).toMatchObject([{ kind: 'failed', reason: 'offline' }])
    served.close()
    expect(source.log).toEqual(['close'])
    expect(left.states.at(-1)).toMatchObject({ kind: 'failed', reason: 'offline' })
    expect(clock.pending).toBe(0)
  })
})
