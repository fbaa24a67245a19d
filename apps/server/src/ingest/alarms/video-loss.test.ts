import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventCode } from '@fleetglass/contract/events'
import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { positionMessage } from '../../../test/devices/device-client.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { openDatabase } from '../../platform/database/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createEventWriter, type DeviceEvent } from '../../services/events/index.ts'
import { createEventEngine } from './event-engine.ts'

const LOSS_BITS = 0x15

it('[SDEV-25] a picture that is lost again within videolossinterval is not reported again, nor its end; 0 reports each', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-video-loss-'))
  const location = join(folder, 'events.sqlite')
  const database = await openDatabase({ location, migrations, clock: systemClock, onFailure: () => undefined })
  const clock = createManualClock()
  const metrics = createMetrics()
  const reported: DeviceEvent[] = []
  const writer = createEventWriter({
    clock,
    metrics,
    database,
    isHidden: () => false,
    stored: (events) => void reported.push(...events),
    failed: () => undefined,
  })
  const engine = createEventEngine({
    clock,
    metrics,
    writer,
    registry: { byId: () => undefined, all: () => [], onChange: () => ({ close() {} }) } as never,
    fleet: { get: () => undefined, onChange: () => ({ close() {} }) } as never,
  })
  /** The picture of channel 1 is lost and comes back, each for a minute, which no flapping of an input is. */
  const losesTwice = async (key: number, videoLossIntervalS: number): Promise<void> => {
    const device = { key, deviceId: String(key), eventRetentionDays: 0, videoLossIntervalS } as never
    for (const bits of [1, 0, 1, 0]) {
      const timeS = Math.floor(clock.nowMs() / 1000)
      const { body } = positionMessage(timeS)
      const items = [{ id: LOSS_BITS, value: Uint8Array.of(0, 0, 0, bits) }]
      const stored = engine.position(device, { ...body, alarmBits: 0, items }, { timeS, place: null, isStored: false })
      clock.advance(50)
      await stored
      clock.advance(59_950)
    }
  }
  await losesTwice(1, 0)
  await losesTwice(2, 300)
  await losesTwice(3, 100)
  engine.close()
  await writer.close()
  const losses = (key: number) =>
    reported
      .filter(({ deviceKey, code }) => deviceKey === key && code === EventCode.videoLoss)
      .map(({ change }) => change)
  expect(losses(1)).toEqual(['new', 'cover', 'new', 'cover'])
  expect(losses(2)).toEqual(['new', 'cover'])
  // It began two minutes after the first one.
  expect(losses(3)).toEqual(['new', 'cover', 'new', 'cover'])
  metrics.close()
  await database.close()
  rmSync(folder, { recursive: true })
})
