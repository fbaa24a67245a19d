import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { DeviceCommands } from '../../ports/commands/index.ts'
import type { Playbacks } from '../../ports/device-playback/index.ts'
import type { ChannelAddress, Streams } from '../../ports/live-media/index.ts'
import type { DeviceRegistry } from '../../services/directory/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import type { DeviceTraffic } from '../../services/traffic/index.ts'
import { ChannelMap } from '../streams/index.ts'
import { DevicePlayback } from './device-playback.ts'

export interface PlaybacksDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly registry: DeviceRegistry
  readonly fleet: Fleet
  readonly commands: DeviceCommands
  readonly traffic: Pick<DeviceTraffic, 'isUsedUp' | 'onChange'>
  /** Who else waits for a line of a channel. */
  readonly streams: Streams
}

/** At most one playback a channel of a registered device: their number is bounded by the channels there are. */
export function createPlaybacks(deps: PlaybacksDeps): Playbacks {
  const { clock, commands, fleet, metrics, registry, streams } = deps
  const log = deps.log.child({ part: 'playbacks' })
  const running = new ChannelMap<DevicePlayback>()
  let bytesIn = 0
  let closed = false
  metrics.measured('fleetglass_device_playbacks', 'Playbacks from devices under way', () => running.size)
  metrics.measured('fleetglass_device_playback_bytes', 'Media bytes of playbacks since the start', () => bytesIn)

  const endAll = (deviceId: string, end: (playback: DevicePlayback) => void): void => {
    for (const [, playback] of running.of(deviceId)) end(playback)
  }
  const onlineChanges = fleet.onOnlineChange((deviceId, online) => {
    if (!online) endAll(deviceId, (playback) => playback.wentOffline())
  })
  const registryChanges = registry.onChange(({ kind, device }) => {
    if (kind === 'removed') endAll(device.deviceId, (playback) => playback.removed())
  })
  const isUsedUp = (deviceId: string): boolean => {
    const device = registry.byId(deviceId)
    return device !== undefined && deps.traffic.isUsedUp(device)
  }
  const trafficChanges = deps.traffic.onChange(({ deviceId }) => {
    if (isUsedUp(deviceId)) endAll(deviceId, (playback) => playback.usedUp())
  })

  return {
    open(order, reader) {
      if (closed) throw new Error('the playbacks are closed')
      const before = running.get(order)
      if (before && before.order.owner !== order.owner && before.order.yieldsToOthers !== true) return null
      before?.replace()
      const playback: DevicePlayback = new DevicePlayback(order, reader, {
        clock,
        log,
        commands,
        isOnline: () => fleet.get(order.deviceId)?.online === true,
        onOver: () => {
          if (running.get(order) === playback) running.delete(order)
        },
        onBytes: (bytes) => {
          bytesIn += bytes
        },
      })
      running.set(order, playback)
      if (isUsedUp(order.deviceId)) playback.usedUp()
      else playback.begin()
      return playback
    },
    publish(channel, source) {
      const playback = running.get(channel)
      if (!playback?.awaitsConnection || liveComesFirst(streams, channel, playback.askedMs)) return null
      return playback.publish(source)
    },
    get bytesIn() {
      return bytesIn
    },
    async close() {
      if (closed) return
      closed = true
      onlineChanges.close()
      registryChanges.close()
      trafficChanges.close()
      for (const playback of [...running.values()]) playback.close()
    },
  }
}

/**
 * A media line says number and channel and nothing else. Where live video of the channel was asked for earlier and its line
 * has not come, that one is meant: devices connect in the order they are asked.
 */
function liveComesFirst(streams: Streams, { deviceId, channel }: ChannelAddress, askedMs: number): boolean {
  for (const line of streams.awaited()) {
    if (line.deviceId === deviceId && line.channel === channel && line.askedAtMs < askedMs) return true
  }
  return false
}
