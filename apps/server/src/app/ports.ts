import type { Shutdown } from '../platform/shutdown/index.ts'
import { createBusCommands, createDirectCommands } from '../ports/commands/index.ts'
import type { DeviceHost } from '../ports/device-host.ts'
import {
  createBusDevicePlaybacks,
  createDirectDevicePlaybacks,
  type DevicePlaybacks,
  type Playbacks,
  serveDevicePlaybacks,
} from '../ports/device-playback/index.ts'
import { createBusDeviceState, createDirectDeviceState } from '../ports/device-state/index.ts'
import { createBusEvents, createDirectEvents } from '../ports/events/index.ts'
import {
  createBusLiveMedia,
  createDirectLiveMedia,
  type LiveMedia,
  type LiveMediaSource,
  serveLiveMedia,
} from '../ports/live-media/index.ts'
import {
  type Covers,
  createBusCovers,
  createBusRecordings,
  type RunningRecordings,
  serveCovers,
  serveRecordings,
} from '../ports/recordings/index.ts'
import { createBusTalk, createDirectTalk, serveTalks, type TalkPort, type Voices } from '../ports/talk/index.ts'
import type { DeviceRegistry } from '../services/directory/index.ts'
import type { Platform } from './platform.ts'

type PlaybackSource = Pick<Playbacks, 'open'>
type TalkSource = Pick<Voices, 'open'>

/** How features and services reach the nodes that hold the devices: by a direct call in one process, else over the bus. */
export function createPorts({ options, bus, clock, log }: Platform, shutdown: Shutdown, registry: DeviceRegistry) {
  const deviceHosts: DeviceHost[] = []
  const fileHosts: DeviceHost[] = []
  const onEventError = (error: unknown): void => log.error({ err: error }, 'a subscriber of stored events failed')
  if (options.portsOverBus !== true) {
    const { commands, host: commandHost } = createDirectCommands()
    const deviceState = createDirectDeviceState()
    const storedEvents = createDirectEvents({ onError: onEventError })
    const liveMediaOf = (source: LiveMediaSource): LiveMedia => createDirectLiveMedia(source)
    const playbacksOf = (source: PlaybackSource): DevicePlaybacks => createDirectDevicePlaybacks(source)
    const talkOf = (source: TalkSource): TalkPort => createDirectTalk(source)
    const recordingsOf = (source: RunningRecordings): RunningRecordings => source
    const coversOf = (source: Covers): Covers => source
    return {
      commands,
      commandHost,
      deviceHosts,
      deviceState,
      storedEvents,
      liveMediaOf,
      playbacksOf,
      talkOf,
      fileHosts,
      recordingsOf,
      coversOf,
    }
  }
  const { commands, host: commandHost } = createBusCommands({ bus })
  const onBadBatch = (reason: string): void => log.error({ reason }, 'a batch of device state was lost')
  const deviceState = createBusDeviceState({ bus, clock, onBadBatch })
  shutdown.add('device state', async () => deviceState.close())
  const onLost = (reason: string): void => log.error({ reason }, 'stored events were not reported to other servers')
  const storedEvents = createBusEvents({ bus, onError: onEventError, onLost })
  shutdown.add('stored events', async () => storedEvents.close())
  const liveMediaOf = (source: LiveMediaSource): LiveMedia => {
    deviceHosts.push({ serve: (deviceId) => serveLiveMedia({ bus, clock }, deviceId, source) })
    return createBusLiveMedia({ bus, clock })
  }
  const playbacksOf = (source: PlaybackSource): DevicePlaybacks => {
    deviceHosts.push({ serve: (deviceId) => serveDevicePlaybacks({ bus, clock }, deviceId, source) })
    return createBusDevicePlaybacks({ bus, clock })
  }
  const talkOf = (source: TalkSource): TalkPort => {
    deviceHosts.push({ serve: (deviceId) => serveTalks({ bus, clock }, deviceId, source) })
    return createBusTalk({ bus, clock })
  }
  const recordingsOf = (source: RunningRecordings): RunningRecordings => {
    fileHosts.push({ serve: (deviceId) => serveRecordings({ bus }, deviceId, source) })
    return createBusRecordings({ bus, deviceIds: () => idsOf(registry) })
  }
  const coversOf = (source: Covers): Covers => {
    deviceHosts.push({ serve: (deviceId) => serveCovers({ bus, clock }, deviceId, source) })
    return createBusCovers({ bus, clock })
  }
  return {
    commands,
    commandHost,
    deviceHosts,
    deviceState,
    storedEvents,
    liveMediaOf,
    playbacksOf,
    talkOf,
    fileHosts,
    recordingsOf,
    coversOf,
  }
}

function* idsOf(registry: DeviceRegistry): Generator<string> {
  for (const { deviceId } of registry.all()) yield deviceId
}
