import { createManualClock, until } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { registeredDevice } from '../../../test/devices/registered-device.ts'
import { freeTraffic } from '../../../test/free-traffic.ts'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import type { CommandResult, DeviceCommand } from '../../ports/commands/index.ts'
import type { PlaybackOrder, PlaybackState } from '../../ports/device-playback/index.ts'
import type { DeviceRegistry } from '../../services/directory/index.ts'
import { createFleet } from '../../services/live-state/index.ts'
import { createStreams } from '../streams/index.ts'
import { createPlaybacks } from './playbacks.ts'

const channel = { deviceId: 'van', channel: 1 }
const source = { close: () => {}, hold: () => {} }

/** The streams and playbacks of one device that answers when the test says so. */
function site() {
  const clock = createManualClock()
  const registered = registeredDevice({ video: 'record-enabled' })
  const registry = {
    all: () => [registered].values(),
    byId: (deviceId: string) => (deviceId === 'van' ? registered : undefined),
    onChange: () => ({ close: () => {} }),
  } as unknown as DeviceRegistry
  const fleet = createFleet({ clock, log: createLog('silent'), registry })
  fleet.connected('van', true)
  clock.advance(300)
  const asked: { readonly name: string; answer(): void }[] = []
  const commands = {
    send: (_: string, { name }: DeviceCommand) =>
      new Promise<CommandResult>((resolve) => {
        const done = { kind: 'answered', answer: { name: 'done', serial: 1 } } as const
        asked.push({ name, answer: () => resolve(done) })
      }),
  }
  const shared = {
    clock,
    log: createLog('silent'),
    metrics: createMetrics(),
    registry,
    fleet,
    commands,
    traffic: freeTraffic,
  }
  const streams = createStreams(shared)
  const playbacks = createPlaybacks({ ...shared, streams })
  const order = (over: Partial<PlaybackOrder> = {}): PlaybackOrder => {
    const fromMs = clock.nowMs() - 600_000
    return { ...channel, owner: 'one', fromMs, toMs: fromMs + 60_000, mainStream: false, speed: 1, ...over }
  }
  const reader = () => {
    const states: PlaybackState[] = []
    return { states, frame: () => {}, state: (state: PlaybackState) => void states.push(state) }
  }
  return { clock, fleet, streams, playbacks, asked, order, reader }
}

describe('playbacks', () => {
  it('one of a time that the wire cannot say fails, and leaves its channel free', () => {
    const { playbacks, order, reader } = site()
    const one = reader()
    playbacks.open(order({ fromMs: 0, toMs: 60_000 }), one)
    expect(one.states.map(({ kind }) => kind)).toEqual(['asking', 'failed'])
    expect(playbacks.open(order({ owner: 'other' }), reader())).not.toBeNull()
  })

  it('a line that comes is that of the live picture where this was asked for first, whenever the device agreed', async () => {
    const { clock, streams, playbacks, asked, order, reader } = site()
    streams.subscribe({ ...channel, main: false }, { frame: () => {}, state: () => {} })
    await until('live is asked for', () => asked.length === 1)
    expect(asked[0]?.name).toBe('startLive')
    clock.advance(100)
    playbacks.open(order(), reader())
    await until('the recording is asked for', () => asked.length === 2)
    clock.advance(100)
    asked[0]?.answer()
    await until('live is agreed on', () => [...streams.channels()][0]?.state.kind === 'accepted')
    expect(playbacks.publish(channel, source)).toBeNull()
    expect(streams.publish(channel, source)).not.toBeNull()
    expect(playbacks.publish(channel, source)).not.toBeNull()
  })

  it('[STRM-27] a device that goes offline before its first picture has failed by that, not by the picture that did not come', async () => {
    for (const online of [true, false]) {
      const { clock, fleet, playbacks, asked, order, reader } = site()
      const one = reader()
      playbacks.open(order(), one)
      await until('the recording is asked for', () => asked.length === 1)
      expect(playbacks.publish(channel, source)).not.toBeNull()
      if (!online) fleet.disconnected('van')
      clock.advance(15_000)
      expect(one.states.at(-1)).toMatchObject({ kind: 'failed', reason: online ? 'no-media' : 'offline' })
    }
  })
})
