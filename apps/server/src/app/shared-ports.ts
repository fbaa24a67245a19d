import type { Shutdown } from '../platform/shutdown/index.ts'
import { createBusCommands, createDirectCommands } from '../ports/commands/index.ts'
import type { DeviceHost } from '../ports/device-host.ts'
import { createBusDeviceState, createDirectDeviceState } from '../ports/device-state/index.ts'
import { createBusEvents, createDirectEvents } from '../ports/events/index.ts'
import type { Platform } from './platform.ts'

/**
 * How features and services reach the nodes that hold the devices: by a direct call in one process, else over the bus. These
 * ports connect two sides that start later; `bindPorts` adds those whose other side is ingest.
 */
export function createSharedPorts(platform: Platform, shutdown: Shutdown) {
  const { portBus: bus, clock, log } = platform
  /** Serve a device while it is connected. */
  const deviceHosts: DeviceHost[] = []
  /** Serve a device while it has files that are not closed. */
  const fileHosts: DeviceHost[] = []
  const onError = (error: unknown): void => log.error({ err: error }, 'a subscriber of stored events failed')
  if (!isOverBus(platform)) {
    const { commands, host: commandHost } = createDirectCommands()
    const deviceState = createDirectDeviceState()
    return { commands, commandHost, deviceState, storedEvents: createDirectEvents({ onError }), deviceHosts, fileHosts }
  }
  const { commands, host: commandHost } = createBusCommands({ bus })
  const onBadBatch = (reason: string): void => log.error({ reason }, 'a batch of device state was lost')
  const deviceState = createBusDeviceState({ bus, clock, onBadBatch })
  shutdown.add('device state', async () => deviceState.close())
  const onLost = (reason: string): void => log.error({ reason }, 'stored events were not reported to other servers')
  const storedEvents = createBusEvents({ bus, onError, onLost })
  shutdown.add('stored events', async () => storedEvents.close())
  return { commands, commandHost, deviceState, storedEvents, deviceHosts, fileHosts }
}

/** Between nodes, or to try that within one. */
export function isOverBus({ options, config }: Pick<Platform, 'options' | 'config'>): boolean {
  return options.portsOverBus === true || config.bus !== ''
}

export type SharedPorts = ReturnType<typeof createSharedPorts>
