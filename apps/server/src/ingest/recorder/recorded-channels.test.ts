import { createManualClock, leastWorkMs, type ManualClock, until } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deviceChannels, registeredDevice } from '../../../test/devices/registered-device.ts'
import { freeTraffic } from '../../../test/free-traffic.ts'
import { createLog } from '../../platform/log/index.ts'
import { MediaFolder } from '../../platform/media-store/media-folder.ts'
import { createMetrics, type Metrics } from '../../platform/metrics/index.ts'
import type { Streams } from '../../ports/live-media/index.ts'
import type { DeviceRegistry, RegisteredDevice, RegistryChange } from '../../services/directory/index.ts'
import { createFleet } from '../../services/live-state/index.ts'
import { createStreams } from '../streams/index.ts'
import { ChannelRecorder } from './channel-recorder.ts'
import { RecordedChannels } from './recorded-channels.ts'
import { WriteBudget } from './write-budget.ts'

const DEVICES = 5_000
const CHANNELS = 4
const NOTICE_MS = 250

const fix = (timeS: number) => ({ timeS, latE6: 1, lngE6: 2, speedKmh: 3, headingDeg: 4 })

function registryOf(devices: Map<string, RegisteredDevice>) {
  const listeners = new Set<(change: RegistryChange) => void>()
  const registry = {
    all: () => devices.values(),
    byId: (id: string) => devices.get(id),
    byKey: (key: number) => [...devices.values()].find((device) => device.key === key),
    onChange(listener: (change: RegistryChange) => void) {
      listeners.add(listener)
      return { close: () => void listeners.delete(listener) }
    },
  } as unknown as DeviceRegistry
  const notify = (change: RegistryChange): void => {
    for (const listener of listeners) listener(change)
  }
  return { registry, notify }
}

describe('which channels are recorded', () => {
  let clock: ManualClock
  let metrics: Metrics
  let devices: Map<string, RegisteredDevice>
  let streams: Streams
  let fleet: ReturnType<typeof createFleet>
  let channels: RecordedChannels
  let notify: (change: RegistryChange) => void
  let files: [string, boolean][]

  beforeEach(() => {
    files = []
    clock = createManualClock()
    metrics = createMetrics()
    const names = Array.from({ length: DEVICES }, (_, n) => `v${n}`)
    devices = new Map(
      names.map((deviceId, key) => [
        deviceId,
        registeredDevice({ key, deviceId, channels: deviceChannels('1'.repeat(CHANNELS)), video: 'record-enabled' }),
      ]),
    )
    const made = registryOf(devices)
    notify = made.notify
    const { registry } = made
    const log = createLog('silent')
    fleet = createFleet({ clock, log, registry })
    const commands = { send: async () => ({ kind: 'answered', answer: { name: 'done', serial: 0 } }) as const }
    streams = createStreams({ clock, log, metrics, registry, fleet, commands, traffic: freeTraffic })
    const budget = new WriteBudget()
    const nothing = { onDropped: () => {}, onWriteFailed: () => {}, onClosed: async () => {} }
    channels = new RecordedChannels({
      onFiles: (deviceId, hasFiles) => void files.push([deviceId, hasFiles]),
      registry,
      fleet,
      deviceState: { publish: () => null },
      streams,
      make: ({ deviceId, key }, channel, onRecording) =>
        new ChannelRecorder({
          clock,
          budget,
          folder: new MediaFolder('nowhere'),
          next: () => ({ slot: '', writtenBytes: 0 }),
          deviceId,
          deviceKey: key,
          channel,
          onRecording,
          ...nothing,
        }),
    })
    channels.start()
  })

  afterEach(async () => {
    await channels.close()
    await streams.close()
    await fleet.close()
    metrics.close()
  })

  const open = () => [...streams.channels()].filter(({ readers }) => readers > 0).length

  it(`a notice that ${DEVICES} devices with ${CHANNELS} recorded channels each have moved looks at no channel`, () => {
    for (const deviceId of devices.keys()) fleet.connected(deviceId, true)
    clock.advance(NOTICE_MS)
    expect(open()).toBe(DEVICES * CHANNELS)
    let timeS = 0
    const notice = (): void => {
      timeS += 1
      for (const deviceId of devices.keys()) fleet.report(deviceId, { fix: fix(timeS) })
      clock.advance(NOTICE_MS)
    }
    const withRecorders = leastWorkMs(notice, 20)
    const stopped = channels.close()
    const without = leastWorkMs(notice, 20)
    expect(withRecorders).toBeLessThan(3 * without)
    return stopped
  }, 60_000)

  it('follows the connection and the settings of each device, and no other', () => {
    fleet.connected('v1', true)
    fleet.connected('v2', true)
    clock.advance(NOTICE_MS)
    expect(open()).toBe(2 * CHANNELS)
    // What was begun goes on while the device is offline.
    fleet.disconnected('v1')
    clock.advance(NOTICE_MS)
    expect(open()).toBe(2 * CHANNELS)
    const some = {
      ...(devices.get('v2') as RegisteredDevice),
      video: 'record-planned',
      channels: deviceChannels('1111', '0100'),
    } as const
    devices.set('v2', some)
    notify({ kind: 'edited', device: some })
    expect(open()).toBe(CHANNELS + 1)
    devices.delete('v2')
    notify({ kind: 'removed', device: some })
    expect(open()).toBe(CHANNELS)
  })

  it('says of which devices there may be files that are not closed, once each', async () => {
    fleet.connected('v1', true)
    clock.advance(NOTICE_MS)
    expect(files).toEqual([['v1', true]])
    const without = { ...(devices.get('v1') as RegisteredDevice), video: 'live-only' } as const
    devices.set('v1', without)
    const gapFill = channels.fillGap(without, 1)
    notify({ kind: 'edited', device: without })
    await until('the channels are closed', () => open() === 0)
    expect(files).toEqual([['v1', true]])
    if (gapFill) await channels.endGapFill(gapFill)
    await until('the last one is closed', () => files.length === 2)
    expect(files[1]).toEqual(['v1', false])
  })
})
