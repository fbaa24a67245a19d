import type { ListenerState } from '@fleetglass/contract/server-settings'
import type { Contribution } from '../features/define-feature.ts'
import type { Offers } from '../features/offers.ts'
import type { Endpoint } from '../platform/access-policy/index.ts'
import type { Shutdown } from '../platform/shutdown/index.ts'
import type { ConnectedDevice } from '../ports/device-state/index.ts'
import type { DeviceServices } from './device-services.ts'
import { featureList } from './feature-list.ts'
import type { Platform } from './platform.ts'
import type { Ports } from './ports.ts'
import type { ServerPorts } from './server-options.ts'
import type { Services } from './services.ts'
import type { SharedPorts } from './shared-ports.ts'
import type { StoredState } from './stored-state.ts'

/** What is known when the listeners are open, and read by features later than that. */
export interface Opened {
  readonly ports: { -readonly [Name in keyof ServerPorts]: ServerPorts[Name] }
  connectedDevices(): Iterable<ConnectedDevice>
  /** How the listeners stand whose ports are in the server settings. */
  listeners(): readonly ListenerState[]
  /** What can be called. */
  endpoints(): Iterable<Endpoint>
}

/** What the server consists of when its features start. */
export interface Parts {
  readonly platform: Platform
  readonly sharedPorts: SharedPorts
  readonly stored: StoredState
  readonly ports: Ports
  readonly deviceServices: DeviceServices
  readonly services: Services
}

/** Starts the features in the order of the list. They end in the reverse order, each after its jobs and before what it was offered. */
export async function startFeatures(
  parts: Parts,
  opened: Opened,
  shutdown: Shutdown,
): Promise<readonly Contribution[]> {
  const { scheduler } = parts.platform
  const offers = offersOf(parts, opened)
  const contributions: Contribution[] = []
  for (const feature of featureList) {
    const contribution = await feature.start(offers)
    shutdown.add(feature.name, () => contribution.close?.())
    for (const job of contribution.jobs ?? []) shutdown.own(job.name, scheduler.add(job))
    contributions.push(contribution)
  }
  return contributions
}

function offersOf({ platform, sharedPorts, stored, ports, deviceServices, services }: Parts, opened: Opened): Offers {
  return {
    ...platform,
    ...stored,
    ...ports,
    ...deviceServices,
    ...services,
    commands: sharedPorts.commands,
    deviceState: sharedPorts.deviceState,
    storedEvents: sharedPorts.storedEvents,
    dataFolder: platform.folder,
    ports: opened.ports,
    authenticator: services.session,
    connectedDevices: () => opened.connectedDevices(),
    listeners: () => opened.listeners(),
    endpoints: () => opened.endpoints(),
  }
}
