import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { DeviceCommands } from '../../ports/commands/index.ts'
import type {
  ChannelAddress,
  ChannelState,
  ChannelStatus,
  StreamAddress,
  Streams,
} from '../../ports/live-media/index.ts'
import { SwitchingSubscription } from '../../ports/live-media/index.ts'
import type { DeviceRegistry } from '../../services/directory/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import type { DeviceTraffic } from '../../services/traffic/index.ts'
import { ChannelHub } from './channel-hub.ts'
import { ChannelMap } from './channel-map.ts'
import { explain } from './failure-texts.ts'
import { RecentTraces } from './recent-traces.ts'

export interface StreamsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly registry: DeviceRegistry
  readonly fleet: Fleet
  readonly commands: DeviceCommands
  readonly traffic: Pick<DeviceTraffic, 'isUsedUp' | 'onChange'>
}

/** The two streams of a channel; one of them at least is there. */
interface Pair {
  main?: ChannelHub
  sub?: ChannelHub
}

/**
 * The hubs of all streams with readers. A hub exists from its first reader until its end was said to the device,
 * so their number is bounded by the channels of registered devices.
 */
export function createStreams(deps: StreamsDeps): Streams {
  const log = deps.log.child({ part: 'streams' })
  const { metrics, registry, fleet } = deps
  const pairs = new ChannelMap<Pair>()
  const cached = new RecentTraces()
  /** Readers that follow the device's own setting. */
  const following = new ChannelMap<Set<SwitchingSubscription>>()
  const dropped = metrics.counter('fleetglass_stream_frames_dropped_total', 'Frames nobody could use', ['reason'])
  const totals = countTotals(metrics, () => allHubs(pairs))

  const onlineChanges = fleet.onOnlineChange((deviceId, online) => {
    for (const hub of hubsOfDevice(deviceId)) hub.device(online ? 'online' : 'offline')
  })
  const registryChanges = registry.onChange(({ kind, device }) => {
    for (const hub of hubsOfDevice(device.deviceId)) hub.device(kind === 'removed' ? 'removed' : 'edited')
    for (const [channel, subscribers] of following.of(device.deviceId)) {
      for (const subscriber of subscribers) subscriber.prefer(setToMain({ deviceId: device.deviceId, channel }))
    }
  })

  // Also when a month ends or a limit is raised: channels that still have readers are requested again.
  const trafficChanges = deps.traffic.onChange(({ deviceId }) => {
    for (const hub of hubsOfDevice(deviceId)) hub.device('edited')
  })

  function hubsOfDevice(deviceId: string): ChannelHub[] {
    return pairs.of(deviceId).flatMap(([, pair]) => hubsOf(pair))
  }

  function setToMain({ deviceId, channel }: ChannelAddress): boolean {
    return registry.byId(deviceId)?.channels[channel - 1]?.stream === 'main'
  }

  function hubOf({ deviceId, channel, main }: StreamAddress): ChannelHub {
    const pair = pairs.get({ deviceId, channel }) ?? {}
    const known = hubIn(pair, main)
    if (known) return known
    const address = { deviceId, channel, main }
    const hub: ChannelHub = new ChannelHub(address, {
      clock: deps.clock,
      log,
      commands: deps.commands,
      registry,
      traffic: deps.traffic,
      onDropped: (reason) => dropped.inc({ reason }),
      sibling: () => hubIn(pair, !main),
      onState(state) {
        for (const listener of listeners) listener(address, state)
      },
      onIdle() {
        totals.forget(hub)
        cached.keep(address, hub.startupTrace)
        delete pair[main ? 'main' : 'sub']
        if (hubsOf(pair).length === 0) pairs.delete(address)
      },
    })
    pair[main ? 'main' : 'sub'] = hub
    pairs.set(address, pair)
    return hub
  }

  const listeners = new Set<(stream: StreamAddress, state: ChannelState) => void>()
  let closed = false
  return {
    subscribe(wanted, reader) {
      if (closed) throw new Error('the streams are closed')
      const { deviceId, channel, main } = wanted
      const subscriber = new SwitchingSubscription(
        {
          reader,
          hubOf: (isMain) => hubOf({ deviceId, channel, main: isMain }),
          plays: (isMain) => hubIn(pairs.get(wanted) ?? {}, isMain)?.state.kind === 'playing',
          // The recorder records what the device is set to, or waits for it.
          stays: main === undefined,
        },
        main ?? setToMain(wanted),
      )
      if (main !== undefined) return subscriber
      const subscribers = following.get(wanted) ?? new Set()
      following.set(wanted, subscribers.add(subscriber))
      return {
        prefer: (isMain) => subscriber.prefer(isMain),
        close() {
          subscribers.delete(subscriber)
          if (subscribers.size === 0) following.delete(wanted)
          subscriber.close()
        },
      }
    },
    publish(channel, source) {
      const publication = meant(hubsOf(pairs.get(channel)))?.publish(source) ?? null
      if (publication === null) {
        const detail = explain.anotherChannel(channel.channel)
        for (const hub of hubsOfDevice(channel.deviceId))
          if (hub.awaitsConnection) hub.diagnostic({ kind: 'other-channel', detail })
      }
      return publication
    },
    diagnostic(channel, diagnostic) {
      for (const hub of hubsOf(pairs.get(channel))) {
        if (hub.awaitsConnection || hub.state.kind === 'failed') hub.diagnostic(diagnostic)
      }
    },
    *awaited() {
      for (const hub of allHubs(pairs)) if (hub.awaitsConnection) yield { ...hub.address, askedAtMs: hub.askedAtMs }
    },
    startupTrace(wanted) {
      const address = { ...wanted, main: wanted.main ?? setToMain(wanted) }
      return hubIn(pairs.get(address) ?? {}, address.main)?.startupTrace ?? cached.get(address)
    },
    onState(listener) {
      listeners.add(listener)
      return { close: () => void listeners.delete(listener) }
    },
    *channels() {
      for (const hub of allHubs(pairs)) yield statusOf(hub)
    },
    get bytesIn() {
      return totals.bytes()
    },
    async close() {
      if (closed) return
      closed = true
      onlineChanges.close()
      registryChanges.close()
      trafficChanges.close()
      for (const hub of allHubs(pairs)) hub.close()
      pairs.clear()
    },
  }
}

function hubIn(pair: Pair, main: boolean): ChannelHub | undefined {
  return main ? pair.main : pair.sub
}

function hubsOf(pair: Pair | undefined): ChannelHub[] {
  return [pair?.main, pair?.sub].filter((hub) => hub !== undefined)
}

function* allHubs(pairs: ChannelMap<Pair>): Generator<ChannelHub> {
  for (const pair of pairs.values()) yield* hubsOf(pair)
}

/**
 * Whose connection it is: packets do not say whether they are of the main or the sub stream. That one whose connection is
 * awaited, one at a time; else one that failed for want of it; else the one that was asked for last.
 */
function meant(hubs: readonly ChannelHub[]): ChannelHub | undefined {
  const open = hubs.filter((hub) => hub.acceptsConnection)
  const lastAsked = (some: readonly ChannelHub[]) => some.toSorted((one, other) => other.askedAtMs - one.askedAtMs)[0]
  return (
    open.find((hub) => hub.awaitsConnection) ??
    lastAsked(open.filter((hub) => hub.state.kind === 'failed')) ??
    lastAsked(open)
  )
}

function statusOf(hub: ChannelHub): ChannelStatus {
  const { address, state, readers, bytesIn, framesIn } = hub
  return { ...address, state, readers, bytesIn, framesIn }
}

/** Sums are asked when they are read: nothing is counted twice on the way of a frame. */
function countTotals(
  metrics: Metrics,
  hubs: () => Iterable<ChannelHub>,
): { bytes(): number; forget(hub: ChannelHub): void } {
  let bytesBefore = 0
  let framesBefore = 0
  const sum = (value: (hub: ChannelHub) => number): number => {
    let total = 0
    for (const hub of hubs()) total += value(hub)
    return total
  }
  const measured = (name: string, help: string, read: () => number) =>
    metrics.measured(`fleetglass_${name}`, help, read)
  measured('streams_open', 'Streams of channels that somebody reads', () => sum(() => 1))
  measured('streams_playing', 'Streams whose picture arrives', () => sum((h) => (h.state.kind === 'playing' ? 1 : 0)))
  measured('stream_readers', 'Readers of all streams: viewers and the recorder', () => sum((hub) => hub.readers))
  measured('stream_kept_bytes', 'Bytes kept so that a new reader starts at once', () => sum((hub) => hub.cachedBytes))
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
