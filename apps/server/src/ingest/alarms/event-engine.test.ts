import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message } from '@fleetglass/jt808'
import { createManualClock, until } from '@fleetglass/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { positionMessage } from '../../../test/devices/device-client.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { type Database, openDatabase } from '../../platform/database/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import type { DeviceEvent } from '../../services/events/event.types.ts'
import { MAX_WAITING } from '../../services/events/event-log.ts'
import { createEventWriter } from '../../services/events/event-writer.ts'
import type { LiveDevice } from '../../services/live-state/index.ts'
import { createEventEngine } from './event-engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'fleetglass-event-engine-'))
let database: Database
beforeAll(async () => {
  const location = join(folder, 'events.sqlite')
  const onFailure = (error: Error): void => {
    throw error
  }
  database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const ended: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

/** An engine; nothing goes to the disk before its clock is moved on. */
function setUp() {
  const clock = createManualClock()
  const failed: string[] = []
  const fail = (error: unknown) => void failed.push(String(error))
  const metrics = createMetrics()
  let seen: (devices: readonly LiveDevice[]) => void = () => {}
  const device = (key: number) => ({ key, deviceId: String(key), eventRetentionDays: 0 }) as never
  const reported: DeviceEvent[] = []
  const stored = (events: readonly DeviceEvent[]) => void reported.push(...events)
  const writer = createEventWriter({ clock, metrics, database, isHidden: () => false, stored, failed: fail })
  const engine = createEventEngine({
    clock,
    metrics,
    writer,
    registry: { byId: (id: string) => device(Number(id)), all: () => [], onChange: () => ({ close() {} }) } as never,
    fleet: {
      get: () => undefined,
      onChange(listener: typeof seen) {
        seen = listener
        return { close() {} }
      },
    } as never,
  })
  ended.push(async () => {
    engine.close()
    await writer.close()
    metrics.close()
  })
  const nowS = () => Math.floor(clock.nowMs() / 1000)
  return {
    engine,
    clock,
    failed,
    reported,
    device,
    nowS,
    position(key: number, alarmBits: number, items: readonly { id: number; value: Uint8Array }[] = [], timeS = nowS()) {
      const { body } = positionMessage(timeS)
      return engine.position(
        device(key),
        { ...body, alarmBits, items: [...items] },
        { timeS, place: null, isStored: false },
      )
    },
    message: (key: number, message: Message) => engine.message(device(key), message),
    online: (key: number, online: boolean) =>
      seen([{ deviceId: String(key), online, registered: true } as unknown as LiveDevice]),
    suppressed: async (reason: string) =>
      Number(new RegExp(`held_total{reason="${reason}"} (\\d+)`).exec(await metrics.text())?.[1] ?? 0),
  }
}

describe('what is acknowledged', () => {
  it('a position or message that is sent again waits for the events of its first copy', async () => {
    const { position, message, clock, nowS } = setUp()
    const sentS = nowS()
    const first = position(1, 1)
    expect(first).not.toBeNull()
    expect(position(1, 1)).toBe(first)
    const report = message(2, { name: 'eventReport', body: { eventId: 3 } })
    expect(message(2, { name: 'eventReport', body: { eventId: 3 } })).toBe(report)
    // Also where it would say nothing of now any more.
    clock.setWallClock(clock.nowMs() + 300_000)
    void position(1, 1)
    expect(position(1, 1, [], sentS)).toBe(first)
    expect(position(3, 0)).toBeNull()
    clock.advance(50)
    await Promise.all([first, report])
    await Promise.resolve()
    expect(position(1, 1)).toBeNull()
  })
})

describe('while the log is full', () => {
  const HARSH_BRAKING = { id: 0x70, value: harshItem() }

  function full() {
    const site = setUp()
    for (let key = 1000; ; key++) {
      const taken = site.position(key, 0x7fff_ffff)
      taken?.catch(() => {})
      if (key > 1000 + MAX_WAITING / 20) return site
    }
  }

  it('what only happened is counted and not acknowledged, however often it comes, until it is taken', async () => {
    const { position, message, suppressed, clock, reported, failed } = full()
    const before = await suppressed('full')
    for (let n = 1; n <= 40; n++) {
      await expect(position(1, 0, [HARSH_BRAKING])).rejects.toThrow('takes no more')
      await expect(message(2, { name: 'deviceText', body: { text: 'help' } })).rejects.toThrow('takes no more')
    }
    expect((await suppressed('full')) - before).toBe(80)
    clock.advance(50)
    await until('all are on disk', () => reported.length === MAX_WAITING)
    const both = [position(1, 0, [HARSH_BRAKING]), message(2, { name: 'deviceText', body: { text: 'help' } })]
    clock.advance(50)
    await Promise.all(both.map((answer) => Promise.resolve(answer)))
    expect(reported.slice(MAX_WAITING).map(({ deviceId }) => deviceId)).toEqual(['1', '2'])
    expect(failed).toEqual([])
  })

  it('reports arrivals and departures when there is room again, and does not lose changes', async () => {
    const { engine, device, online, clock, reported, failed, suppressed } = full()
    engine.seenAt(device(1), '10.0.0.1')
    const before = await suppressed('full')
    engine.seenAt(device(1), '10.0.0.2')
    online(1, true)
    online(1, true)
    expect((await suppressed('full')) - before).toBe(3)
    clock.advance(50)
    await until('all are on disk', () => reported.length === MAX_WAITING)
    engine.seenAt(device(1), '10.0.0.2')
    online(1, true)
    clock.advance(50)
    await until('both are notified', () => reported.length === MAX_WAITING + 2)
    expect(reported.slice(MAX_WAITING).map(({ code }) => code)).toEqual([1, 0])
    expect(failed).toEqual([])
  })
})

/** T/JSATL 12-2017, item 0x70: a sudden braking that only happens. */
function harshItem(): Uint8Array {
  const value = new Uint8Array(47)
  value[5] = 2
  return value
}
