// One suite for every implementation of the port, and what only the codec of the bus has to keep.
import { createManualClock } from '@fleetglass/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { twoNodes, whereNats } from '../../../test/nats/nats-buses.ts'
import { createInProcessBus } from '../../platform/bus/index.ts'
import type { NumberedEvent } from '../../services/events/index.ts'
import { eventBatchCodec } from './event-codec.ts'
import { createBusEvents, createDirectEvents, type StoredEvents } from './index.ts'

const event = (timeS: number, deviceId = 'van', memo = ''): NumberedEvent => ({
  serial: timeS,
  change: 'new',
  deviceKey: 1,
  deviceId,
  timeS,
  code: 51,
  name: 'Dépôt',
  memo,
  call: false,
  place: { latE6: -24_078_611, lngE6: 120_528_522, speedKmh: 33.4 },
  late: true,
})

interface Implementation {
  readonly events: StoredEvents
  readonly errors: readonly unknown[]
  /** What was published has reached its subscribers. */
  readonly settle: () => Promise<void>
}

const atOnce = async (): Promise<void> => undefined

function overTheBus(lost: string[] = []) {
  const errors: unknown[] = []
  const onError = (error: unknown): void => void errors.push(error)
  const bus = createInProcessBus({ clock: createManualClock(), onError })
  const start = () => createBusEvents({ bus, onError, onLost: (reason) => lost.push(reason) })
  return { bus, errors, start, events: start() }
}

const implementations: Readonly<Record<string, () => Promise<Implementation>>> = {
  async 'called directly'() {
    const errors: unknown[] = []
    return { errors, events: createDirectEvents({ onError: (error) => errors.push(error) }), settle: atOnce }
  },
  'over the bus': async () => ({ ...overTheBus(), settle: atOnce }),
  ...whereNats(async () => {
    const errors: unknown[] = []
    const { near, far, settle } = await twoNodes()
    const [from, to] = [far, near].map((bus) =>
      createBusEvents({ bus, onError: (error) => errors.push(error), onLost: (reason) => expect.unreachable(reason) }),
    )
    await settle()
    if (from === undefined || to === undefined) throw new Error('two nodes are needed')
    return { errors, settle, events: { publish: from.publish, subscribe: to.subscribe } }
  }),
}

describe.each(Object.entries(implementations))('the port of stored events, %s', (_, start) => {
  it('brings every event to its subscribers as it was stored, in order', async () => {
    const { events, settle } = await start()
    const received: [NumberedEvent[], NumberedEvent[]] = [[], []]
    for (const list of received) events.subscribe({}, (one) => list.push(one))
    const first = [event(1), { ...event(2), place: null, call: true, change: 'cover' as const, late: false }]
    events.publish(first)
    events.publish([event(3, 'a.bus')])
    await settle()
    expect(received[0]).toEqual([...first, event(3, 'a.bus')])
    expect(received[1]).toEqual(received[0])
  })

  it('brings one device only to a subscriber that wants one, and nothing to one that closed', async () => {
    const { events, settle } = await start()
    const received: number[] = []
    const subscription = events.subscribe({ deviceId: 'van' }, ({ timeS }) => received.push(timeS))
    events.publish([event(1, 'bus'), event(2)])
    await settle()
    subscription.close()
    subscription.close()
    events.publish([event(3)])
    await settle()
    expect(received).toEqual([2])
  })

  it('goes on with the others when a subscriber fails, and with the next event', async () => {
    const { events, errors, settle } = await start()
    const received: number[] = []
    events.subscribe({}, ({ timeS }) => {
      if (timeS === 1) throw new Error('cannot take it')
      received.push(timeS)
    })
    events.subscribe({}, ({ timeS }) => received.push(timeS))
    events.publish([event(1), event(2)])
    await settle()
    expect(received.toSorted()).toEqual([1, 2, 2])
    expect(errors).toHaveLength(1)
  })

  it('lets a subscriber leave while it receives', async () => {
    const { events, settle } = await start()
    const received: number[] = []
    const subscription = events.subscribe({}, () => subscription.close())
    events.subscribe({}, ({ timeS }) => received.push(timeS))
    events.publish([event(1)])
    await settle()
    expect(received).toEqual([1])
  })
})

describe('stored events over the bus', () => {
  it('reach every node, also when a batch is longer than a message takes', () => {
    const { events, start } = overTheBus()
    const received: number[] = []
    start().subscribe({}, ({ timeS }) => received.push(timeS))
    const burst = Array.from({ length: 2_500 }, (_, n) => event(n, 'van', 'x'.repeat(900)))
    events.publish(burst)
    expect(received).toEqual(burst.map(({ timeS }) => timeS))
  })

  it('a single event above the limit is lost with the reason, and its neighbours arrive', () => {
    const lost: string[] = []
    const { events } = overTheBus(lost)
    const received: number[] = []
    events.subscribe({}, ({ timeS }) => received.push(timeS))
    events.publish([event(1), event(2, 'van', 'x'.repeat(1_100_000)), event(3)])
    expect(received).toEqual([1, 3])
    expect(lost).toEqual([expect.stringContaining('at most 1048576 are allowed')])
  })

  it('a message of another version or without its schema is refused with a sentence', () => {
    const lost: string[] = []
    const { bus, events } = overTheBus(lost)
    events.subscribe({}, () => expect.unreachable())
    bus.publish('events.stored', Uint8Array.of(3, 0x5b, 0x5d))
    bus.publish('events.stored', Buffer.from('\u0002[{"deviceId":"van"}]'))
    expect(lost).toHaveLength(2)
    expect(lost[0]).toContain('version 3 came, version 2 is read')
  })

  it('a closed node receives nothing more', () => {
    const { events, start } = overTheBus()
    const other = start()
    other.subscribe({}, () => expect.unreachable())
    other.close()
    events.publish([event(1)])
  })

  it('never throws for bytes, and reads back what it wrote', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        eventBatchCodec.decode(bytes)
        eventBatchCodec.decode(Buffer.concat([Uint8Array.of(1), bytes]))
      }),
    )
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.integer(), (name, memo, timeS) => {
        const events = [{ ...event(timeS), name, memo }]
        const decoded = eventBatchCodec.decode(eventBatchCodec.encode(events))
        expect(decoded).toMatchObject({ ok: true, value: events })
      }),
    )
  })
})
