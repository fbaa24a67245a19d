import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message } from '@fleetglass/jt808'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { positionMessage } from '../../../test/device-client.ts'
import { createInProcessBus } from '../../platform/bus/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { type Database, openDatabase } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import type { LiveDevice } from '../fleet/index.ts'
import { createEventEngine } from './event-engine.ts'
import type { DeviceEvent } from './event-engine.types.ts'
import { onStoredEvent } from './event-subject.ts'

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
  const bus = createInProcessBus({ clock: systemClock, onError: fail })
  const metrics = createMetrics()
  let seen: (devices: readonly LiveDevice[]) => void = () => {}
  const device = (key: number) => ({ key, deviceId: String(key), eventdays: 0 }) as never
  const engine = createEventEngine({
    ...{ clock, log: createLog('silent'), metrics, bus, database, defaultDays: 365, failed: fail },
    registry: { byId: (id: string) => device(Number(id)), all: () => [], onChange: () => ({ close() {} }) } as never,
    fleet: {
      get: () => undefined,
      onChange(listener: typeof seen) {
        seen = listener
        return { close() {} }
      },
    } as never,
  })
  const told: DeviceEvent[] = []
  onStoredEvent(bus, (event) => told.push(event))
  ended.push(async () => {
    await engine.close()
    await bus.close()
    metrics.close()
  })
  const nowS = () => Math.floor(clock.nowMs() / 1000)
  return {
    ...{ engine, clock, failed, told, device, nowS },
    position(key: number, alarmBits: number, items: readonly { id: number; value: Uint8Array }[] = [], timeS = nowS()) {
      const { body } = positionMessage(timeS)
      return engine.position(device(key), { ...body, alarmBits, items: [...items] }, timeS, null)
    },
    message: (key: number, message: Message) => engine.message(device(key), message),
    online: (key: number, online: boolean) =>
      seen([{ deviceId: String(key), online, registered: true } as unknown as LiveDevice]),
    held: async (reason: string) =>
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
