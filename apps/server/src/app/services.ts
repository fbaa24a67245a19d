import type { Shutdown } from '../platform/shutdown/index.ts'
import { createSession, createTokenStore } from '../services/authentication/index.ts'
import { createDevices, createRowWriter } from '../services/device-list/index.ts'
import { createTranscodedStreams } from '../services/transcoder/index.ts'
import { createStreamGate, createStreamSockets } from '../services/viewers/index.ts'
import type { Engines } from './engines.ts'
import type { Platform } from './platform.ts'

/** What several features and the listeners share, above what the engines already are. */
export async function startServices(platform: Platform, engines: Engines, shutdown: Shutdown) {
  const { options, config, site, clock, log, metrics, database } = platform
  const { directory, registry, fleet, liveMedia } = engines
  const { accounts, changes, visibility } = directory
  const session = createSession({
    accounts,
    changes,
    tokens: createTokenStore(database),
    clock,
    log,
    metrics,
    site,
    strict: site.strictPassword,
    openReadsOf: config.openReads ? registry.groups.rootId : null,
    queryCredentials: config.queryCredentials,
    hashCost: options.hashCost,
  })
  shutdown.add('session', () => session.close())
  const announce = (madeUp: string) => options.announce?.(`The first administrator is "admin", password: ${madeUp}`)
  await session.ensureAdministrator(config.adminPassword, announce)
  const gate = createStreamGate({ clock, log, authenticator: session, visibility })
  const { transcoders: limit, ffmpeg: program } = config
  const transcoded = createTranscodedStreams({ log, metrics, liveMedia, registry, program, limit })
  shutdown.own('transcoder', transcoded)
  const viewers = shutdown.own('viewers', createStreamSockets({ clock, log, metrics, gate }))
  const rowWriter = createRowWriter()
  const devices = createDevices({ registry, fleet, visibility, writer: rowWriter })
  return { session, gate, transcoded, viewers, rowWriter, devices }
}

export type Services = Awaited<ReturnType<typeof startServices>>
