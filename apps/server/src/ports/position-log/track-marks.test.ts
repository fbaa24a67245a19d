// One suite for every implementation of the port, and what only the bus has to keep.
import { createManualClock } from '@fleetglass/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { twoNodes, whereNats } from '../../../test/nats/nats-buses.ts'
import { createInProcessBus } from '../../platform/bus/index.ts'
import { deviceSubject } from '../device-subject.ts'
import { createBusTrackMarks, createDirectTrackMarks, serveTrackMarks, type TrackMarks } from './index.ts'
import { marksReplyCodec } from './track-marks-codec.ts'

const KEYS = new Map([
  ['van', 7],
  ['a.bus', 8],
])
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A log whose group is being written until `write` is called. */
function logInMemory() {
  const freed: number[] = []
  let group = Promise.withResolvers<void>()
  return {
    freed,
    async freeMarks(deviceKeys: Iterable<number>) {
      freed.push(...deviceKeys)
      await group.promise
    },
    write: () => group.resolve(),
    fail: (reason: string) => group.reject(new Error(reason)),
    begin() {
      group = Promise.withResolvers<void>()
    },
  }
}

interface Implementation {
  readonly marks: TrackMarks
  readonly log: ReturnType<typeof logInMemory>
  readonly settle: () => Promise<void>
}

function overTheBus() {
  const clock = createManualClock()
  const bus = createInProcessBus({ clock, onError: (error) => expect.unreachable(String(error)) })
  const log = logInMemory()
  const source = createDirectTrackMarks(log, (id) => KEYS.get(id))
  const served = new Map([...KEYS.keys()].map((deviceId) => [deviceId, serveTrackMarks({ bus }, deviceId, source)]))
  return { clock, bus, log, served, marks: createBusTrackMarks({ bus }) }
}

const implementations: Readonly<Record<string, () => Promise<Implementation>>> = {
  async 'called directly'() {
    const log = logInMemory()
    return { log, marks: createDirectTrackMarks(log, (id) => KEYS.get(id)), settle }
  },
  'over the bus': async () => ({ ...overTheBus(), settle }),
  ...whereNats(async () => {
    const nodes = await twoNodes()
    const log = logInMemory()
    const source = createDirectTrackMarks(log, (id) => KEYS.get(id))
    for (const deviceId of KEYS.keys()) serveTrackMarks({ bus: nodes.far }, deviceId, source)
    await nodes.settle()
    return { log, marks: createBusTrackMarks({ bus: nodes.near }), settle: nodes.settle }
  }),
}

describe.each(Object.entries(implementations))('the port of track marks, %s', (_, start) => {
  it('frees the marks of each device, and resolves when what was marked before is on disk', async () => {
    const { marks, log, settle } = await start()
    let isFreed = false
    const done = marks.free(['van', 'a.bus']).then(() => {
      isFreed = true
    })
    await settle()
    expect([log.freed.toSorted(), isFreed]).toEqual([[7, 8], false])
    log.write()
    await done
  })

  it('has nothing to free of a device that is not there', async () => {
    const { marks, log } = await start()
    log.write()
    await marks.free(['gone'])
    expect(log.freed).toEqual([])
  })

  it('rejects with the reason when the group could not be written', async () => {
    const { marks, log, settle } = await start()
    const done = marks.free(['van'])
    await settle()
    log.fail('the disk is full')
    await expect(done).rejects.toThrow('the disk is full')
  })
})

describe('track marks over the bus', () => {
  it('a device that has gone is served until its last points are on disk, and its marks are forgotten', async () => {
    const { marks, log, served, bus } = overTheBus()
    served.get('van')?.close()
    expect(log.freed).toEqual([7])
    const done = marks.free(['van'])
    expect(log.freed).toEqual([7, 7])
    log.write()
    await done
    await settle()
    const request = bus.request(deviceSubject('van', 'marks'), new Uint8Array(), 1_000)
    await expect(request).rejects.toThrow('nobody answers')
    await marks.free(['van'])
    expect(log.freed).toEqual([7, 7])
  })

  it('a node that does not answer fails the round', async () => {
    const { marks, clock } = overTheBus()
    const done = marks.free(['van'])
    clock.advance(30_000)
    await expect(done).rejects.toThrow('no answer')
  })

  it('the codec never throws for bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        marksReplyCodec.decode(bytes)
        marksReplyCodec.decode(Buffer.concat([Uint8Array.of(1), bytes]))
      }),
    )
  })
})
