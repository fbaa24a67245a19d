import type { Contribution } from '../features/define-feature.ts'
import type { Offers } from '../features/offers.ts'
import type { Shutdown } from '../platform/shutdown/index.ts'
import type { DeviceLine } from '../ports/device-state/index.ts'
import type { Engines } from './engines.ts'
import { featureList } from './feature-list.ts'
import { type Platform, serverZoneHours } from './platform.ts'
import type { ServerPorts } from './server-options.ts'
import type { Services } from './services.ts'

/** What is known when the listeners are open, and read by features later than that. */
export interface Opened {
  readonly ports: { -readonly [Name in keyof ServerPorts]: ServerPorts[Name] }
  deviceLines(): Iterable<DeviceLine>
}

/** Starts the features in the order of the list. They end in the reverse order, each after its jobs and before what it was offered. */
export async function startFeatures(
  platform: Platform,
  engines: Engines,
  services: Services,
  opened: Opened,
  shutdown: Shutdown,
): Promise<readonly Contribution[]> {
  const offers = offersOf(platform, engines, services, opened)
  const contributions: Contribution[] = []
  for (const feature of featureList) {
    const contribution = await feature.start(offers)
    shutdown.add(feature.name, () => contribution.close?.())
    for (const job of contribution.jobs ?? []) shutdown.own(job.name, platform.scheduler.add(job))
    contributions.push(contribution)
  }
  return contributions
}

function offersOf(platform: Platform, engines: Engines, services: Services, opened: Opened): Offers {
  const { config, clock } = platform
  return {
    ...platform,
    ...engines,
    ...services,
    dataFolder: platform.folder,
    ports: opened.ports,
    utcOffsetS: () => serverZoneHours(config, clock) * 3600,
    authenticator: services.session,
    visibility: engines.directory.visibility,
    deviceCodes: engines.authentication,
    deviceLines: () => opened.deviceLines(),
    recordingDisk: engines.recorder.disk,
  }
}
