import type { Shutdown } from '../platform/shutdown/index.ts'
import { createBusCommands, createDirectCommands } from '../ports/commands/index.ts'
import { createBusDeviceState, createDirectDeviceState } from '../ports/device-state/index.ts'
import type { Platform } from './platform.ts'

/** How features and services reach the nodes that hold the devices: by a direct call in one process, else over the bus. */
export function createPorts({ options, bus, clock, log }: Platform, shutdown: Shutdown) {
  if (options.portsOverBus !== true) {
    const { commands, host: commandHost } = createDirectCommands()
    return { commands, commandHost, deviceState: createDirectDeviceState() }
  }
  const { commands, host: commandHost } = createBusCommands({ bus })
  const onBadBatch = (reason: string): void => log.error({ reason }, 'a batch of device state was lost')
  const deviceState = createBusDeviceState({ bus, clock, onBadBatch })
  shutdown.add('device state', async () => deviceState.close())
  return { commands, commandHost, deviceState }
}
