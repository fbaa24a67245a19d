import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { Fleet } from '../fleet/index.ts'
import type { DeviceRegistry } from '../registry/index.ts'
import { ChannelHub } from './channel-hub.ts'
import { ChannelMap } from './channel-map.ts'
import { onOnlineChange } from './online-changes.ts'
import type { ChannelAddress, ChannelStatus, LiveCommands, Streams } from './streams.types.ts'

export interface StreamsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly registry: DeviceRegistry
  readonly fleet: Fleet
  readonly commands: LiveCommands
}

/**
 * The hubs of all channels that somebody reads. A hub exists from its first reader until its end was said to the device,
 * so their number is bounded by the channels of registered devices.
 */
export function createStreams(deps: StreamsDeps): Streams {
  const log = deps.log.child({ part: 'streams' })
  const { metrics, registry, fleet } = deps
  const hubs = new ChannelMap<ChannelHub>()
  const dropped = metrics.counter('fleetglass_stream_frames_dropped_total', 'Frames nobody could use', ['reason'])
  const totals = countTotals(metrics, hubs)

  const onlineChanges = onOnlineChange(fleet, (deviceId, online) => {
    for (const [, hub] of hubs.of(deviceId)) hub.device(online ? 'online' : 'offline')
  })
  const registryChanges = registry.onChange(({ kind, device }) => {
    for (const [, hub] of hubs.of(device.deviceId)) hub.device(kind === 'removed' ? 'removed' : 'edited')
  })

  function hubOf(address: ChannelAddress): ChannelHub {
    const known = hubs.get(address)
    if (known) return known
    const hub: ChannelHub = new ChannelHub(
      { deviceId: address.deviceId, channel: address.channel },
      {
        clock: deps.clock,
        log,
        commands: deps.commands,
        registry,
        onDropped: (reason) => dropped.inc({ reason }),
        onIdle: () => {
          totals.forget(hub)
          hubs.delete(address)
        },
      },
    )
    hubs.set(address, hub)
    return hub
  }

  let closed = false
  return {
    subscribe(channel, reader) {
      if (closed) throw new Error('the streams are closed')
      return hubOf(channel).subscribe(reader)
    },
    publish: (channel, source) => hubs.get(channel)?.publish(source) ?? null,
    *channels() {
      for (const hub of hubs.values()) yield statusOf(hub)
    },
    get bytesIn() {
      return totals.bytes()
    },
    async close() {
      if (closed) return
      closed = true
      onlineChanges.close()
      registryChanges.close()
      for (const hub of hubs.values()) hub.close()
      hubs.clear()
    },
  }
}

function statusOf(hub: ChannelHub): ChannelStatus {
  const { address, state, readers, bytesIn, framesIn } = hub
  return { ...address, state, readers, bytesIn, framesIn }
}

/** Sums are asked when they are read: nothing is counted twice on the way of a frame. */
function countTotals(
  metrics: Metrics,
  hubs: ChannelMap<ChannelHub>,
): { bytes(): number; forget(hub: ChannelHub): void } {
  let bytesBefore = 0
  let framesBefore = 0
  const sum = (value: (hub: ChannelHub) => number): number => {
    let total = 0
    for (const hub of hubs.values()) total += value(hub)
    return total
  }
  const measured = (name: string, help: string, read: () => number) =>
    metrics.measured(`fleetglass_${name}`, help, read)
  measured('streams_open', 'Channels that somebody reads', () => hubs.size)
  measured('streams_playing', 'Channels whose picture arrives', () => sum((h) => (h.state.kind === 'playing' ? 1 : 0)))
  measured('stream_readers', 'Readers of all channels: viewers and the recorder', () => sum((hub) => hub.readers))
  measured('stream_kept_bytes', 'Bytes kept so that a new reader starts at once', () => sum((hub) => hub.keptBytes))
  const bytes = (): number => bytesBefore + sum((hub) => hub.bytesIn)
  measured('stream_bytes', 'Media bytes since the start', bytes)
  measured('stream_frames', 'Media frames since the start', () => framesBefore + sum((hub) => hub.framesIn))
  return {
    bytes,
    forget(hub) {
      bytesBefore += hub.bytesIn
      framesBefore += hub.framesIn
    },
  }
}
