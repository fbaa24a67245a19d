import { createManualClock } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import type { DeviceEvent, NumberedEvent } from './event.types.ts'
import { EventLog, MAX_WAITING } from './event-log.ts'

const event = (timeS: number): DeviceEvent => ({
  change: 'new',
  deviceKey: 1,
  deviceId: 'van',
  timeS,
  code: 15,
  name: '',
  memo: '',
  call: false,
  place: null,
  late: false,
})

const numbered = (events: readonly DeviceEvent[]): NumberedEvent[] =>
  events.map((one) => ({ ...one, serial: one.timeS }))

/** A log on a disk that takes what it is given, or not. */
function setUp() {
  const clock = createManualClock()
  const disk: number[] = []
  const received: number[] = []
  let faults = 0
  let refuses = false
  const log = new EventLog({
    clock,
    store: {
      async add(events) {
        if (refuses) throw new Error('no room')
        disk.push(...events.map(({ timeS }) => timeS))
        return numbered(events)
      },
    },
    stored: (events) => received.push(...events.map(({ timeS }) => timeS)),
    failed: () => faults++,
  })
  const settle = async (ms: number) => {
    clock.advance(ms)
    for (let n = 0; n < 50; n++) await Promise.resolve()
  }
  return { log, disk, received, clock, settle, reject: (yes: boolean) => (refuses = yes), faults: () => faults }
}

describe('events on their way to the disk', () => {
  it('are published, and their messages answered, when they are stored and in order', async () => {
    const { log, disk, received, settle } = setUp()
    let answered = 0
    for (let n = 0; n < 1200; n++) void log.append([event(n)]).then(() => answered++)
    expect(answered).toBe(0)
    await settle(50)
    expect([answered, log.waiting]).toEqual([1200, 0])
    expect(disk).toEqual(Array.from({ length: 1200 }, (_, n) => n))
    expect(received).toEqual(disk)
    await log.close()
  })

  it('one that comes while others are being written is written once', async () => {
    const clock = createManualClock()
    const writes: { events: number[]; done: () => void }[] = []
    const add = (events: readonly DeviceEvent[]) =>
      new Promise<readonly NumberedEvent[]>((done) =>
        writes.push({ events: events.map(({ timeS }) => timeS), done: () => done(numbered(events)) }),
      )
    const log = new EventLog({ clock, store: { add }, stored: () => {}, failed: () => {} })
    const turn = async () => {
      for (let n = 0; n < 50; n++) await Promise.resolve()
    }
    void log.append([event(1)])
    clock.advance(50)
    void log.append([event(2)])
    clock.advance(50)
    await turn()
    expect(writes.map(({ events }) => events)).toEqual([[1]])
    writes[0]?.done()
    await turn()
    expect(writes.map(({ events }) => events)).toEqual([[1], [2]])
    writes[1]?.done()
    await log.close()
  })

  it('wait while the disk refuses, and go when it takes them', async () => {
    const { log, disk, settle, reject, faults } = setUp()
    reject(true)
    const stored = log.append([event(1)])
    await settle(50)
    await settle(1000)
    expect([faults(), disk.length, log.waiting]).toEqual([2, 0, 1])
    reject(false)
    await settle(1000)
    await stored
    expect(disk).toEqual([1])
    await log.close()
  })

  it('are not taken beyond the bound, nor after the end', async () => {
    const { log, reject } = setUp()
    reject(true)
    const waiting = Array.from({ length: MAX_WAITING }, (_, n) => log.append([event(n)]))
    const results = Promise.allSettled(waiting)
    expect(log.isFull).toBe(true)
    await expect(log.append([event(0)])).rejects.toThrow('takes no more')
    await log.close()
    await log.close()
    expect((await results).every(({ status }) => status === 'rejected')).toBe(true)
    await expect(log.append([event(0)])).rejects.toThrow('takes no more')
  })
})
