import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { DeviceCommands } from '../../ports/commands/index.ts'
import type { TalkAddress, TalkSessions } from '../../ports/talk/index.ts'
import type { DeviceRegistry } from '../../services/directory/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import { DeviceTalk } from './device-talk.ts'

export interface TalkSessionsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly fleet: Fleet
  readonly registry: DeviceRegistry
  readonly commands: DeviceCommands
}

/** The talk sessions of this node: at most one for each device. */
export function createTalkSessions(deps: TalkSessionsDeps): TalkSessions {
  const { clock, commands, fleet, registry, metrics } = deps
  const log = deps.log.child({ part: 'talk' })
  const calls = new Map<string, DeviceTalk>()
  metrics.measured('fleetglass_talk_sessions', 'Devices to which an operator speaks', () => calls.size)

  const fleetChanges = fleet.onChange((changed) => {
    if (calls.size === 0) return
    for (const { deviceId, online } of changed) {
      if (!online) calls.get(deviceId)?.fail('offline', 'the device went offline')
    }
  })
  const registryChanges = registry.onChange(({ kind, device }) => {
    if (kind === 'removed') calls.get(device.deviceId)?.fail('offline', 'the device was removed')
  })

  function waiting({ deviceId, channel }: TalkAddress, guessed: boolean): DeviceTalk | null {
    const call = calls.get(deviceId)
    if (call === undefined || call.request.channel !== channel) return null
    return call.awaitsConnection || (call.hasGuess && !guessed) ? call : null
  }

  return {
    open(request, listener) {
      const { deviceId } = request
      if (calls.has(deviceId)) return 'busy'
      const onEnded = (): void => {
        if (calls.get(deviceId) === call) calls.delete(deviceId)
      }
      const isFollowed = (): boolean => calls.has(deviceId) && calls.get(deviceId) !== call
      const call: DeviceTalk = new DeviceTalk(request, listener, { clock, log, commands, onEnded, isFollowed })
      calls.set(deviceId, call)
      call.begin()
      return call
    },
    take: (address, source) => waiting(address, source.guessed)?.take(source) ?? null,
    awaitedChannel(deviceId) {
      const call = calls.get(deviceId)
      return call?.awaitsConnection || call?.hasGuess ? call.request.channel : null
    },
    *awaited() {
      for (const { awaitsConnection, request, askedMs } of calls.values())
        if (awaitsConnection) yield { ...request, askedMs }
    },
    async close() {
      fleetChanges.close()
      registryChanges.close()
      for (const call of [...calls.values()]) call.close()
    },
  }
}
