import type { Shutdown } from '../platform/shutdown/index.ts'
import {
  createApiTokenStore,
  createSecondFactorStore,
  createSession,
  createTokenStore,
} from '../services/authentication/index.ts'
import { createDevices, createRowWriter } from '../services/device-list/index.ts'
import { databaseKeepSettings, logKeepDays } from '../services/retention/index.ts'
import { createStreamLog } from '../services/stream-log/index.ts'
import { createTranscodedStreams } from '../services/transcoder/index.ts'
import { createStreamGate, createStreamSockets } from '../services/viewers/index.ts'
import type { Platform } from './platform.ts'
import type { Ports } from './ports.ts'
import type { StoredState } from './stored-state.ts'

/** What several features and the listeners share: sessions, viewers of streams, rows of devices. */
export async function startServices(
  platform: Platform,
  { directory, registry, fleet }: StoredState,
  { liveMedia }: Ports,
  shutdown: Shutdown,
) {
  const { options, config, site, clock, log, metrics, database } = platform
  const { accounts, changes, visibility } = directory
  const session = createSession({
    accounts,
    changes,
    tokens: createTokenStore(database),
    apiTokens: createApiTokenStore(database),
    secondFactors: createSecondFactorStore(database),
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
  const keepSettings = platform.settings.open(databaseKeepSettings)
  const keepDays = () => logKeepDays(keepSettings, config.auditDays)
  const streamLog = shutdown.own('stream log', await createStreamLog({ clock, log, metrics, database, keepDays }))
  const viewers = shutdown.own('viewers', createStreamSockets({ clock, log, metrics, gate, streamLog }))
  const rowWriter = createRowWriter()
  const devices = createDevices({ registry, fleet, visibility, writer: rowWriter })
  return { session, gate, transcoded, streamLog, viewers, rowWriter, devices }
}

export type Services = Awaited<ReturnType<typeof startServices>>
