import { hostname } from 'node:os'
import { readOptions } from '@fleetglass/contract/variants'
import { migrations } from '../../migrations/index.ts'
import { createAcmeCertificates } from '../platform/acme/index.ts'
import { auditPartitions, createAuditLog } from '../platform/audit/index.ts'
import { createMainChannel } from '../platform/channel/index.ts'
import { type Clock, systemClock } from '../platform/clock/index.ts'
import { type ServerConfig, withoutSecrets } from '../platform/config/index.ts'
import { openDatabase, takeDataFolder } from '../platform/database/index.ts'
import { createHostDisks } from '../platform/host-disks/index.ts'
import { createMail } from '../platform/mail/index.ts'
import { createMetrics } from '../platform/metrics/index.ts'
import { createPartitionsAhead, openTimePartitions } from '../platform/partitions/index.ts'
import { createRestart } from '../platform/restart/index.ts'
import { createScheduler } from '../platform/scheduler/index.ts'
import { createSettings } from '../platform/settings/index.ts'
import type { Shutdown } from '../platform/shutdown/index.ts'
import { createStorageWatch } from '../platform/storage/index.ts'
import { openCertificate } from '../platform/tls/index.ts'
import { ownThreads } from '../platform/worker/index.ts'
import { databaseKeepSettings, logKeepDays } from '../services/retention/index.ts'
import { trackPartitions } from '../services/tracks/index.ts'
import { version } from '../version.ts'
import { startBuses } from './bus.ts'
import type { ServerOptions } from './server-options.ts'

export async function startPlatform(options: ServerOptions, shutdown: Shutdown) {
  const { config, log, clock = systemClock, threads = ownThreads } = options
  const onFailure = options.onFailure ?? ((error: Error) => log.fatal({ err: error }, 'a part of the server ended'))
  log.info({ version, config: withoutSecrets(config) }, 'starting')
  const { options: site, unreadable } = readOptions(config.site)
  if (unreadable.length > 0) log.warn({ options: unreadable }, 'options of the site that cannot be read are left out')

  const metrics = shutdown.own('metrics', createMetrics())
  const folder = takeDataFolder(config.data)
  shutdown.add('data folder', () => folder.release())
  if (folder.exposure !== null) log.warn(folder.exposure)
  const holder = `process ${process.pid} on ${hostname()}, data folder ${folder.path}`
  const location = config.database === '' ? folder.databaseFile : config.database
  const opening = { location, migrations, clock, threads, onFailure, holder }
  const database = shutdown.own('database', await openDatabase(opening))
  metrics.measured('fleetglass_database_waiting', 'Queries that wait for the database', () => database.waiting)
  const { bus, portBus, busFault } = await startBuses({ config, clock, log, metrics, onFailure }, shutdown)
  const tables = [trackPartitions, auditPartitions].map((spec) => openTimePartitions(database, spec))
  const partitions = createPartitionsAhead({ clock, log, tables })
  await partitions.start()
  const scheduler = shutdown.own('scheduler', createScheduler({ clock, log, database }))
  const settings = shutdown.own('settings', await createSettings({ clock, log, database, bus, config }))
  const { tlsCert: certFile, tlsKey: keyFile } = config
  const certificate = await openCertificate({ clock, log, settings, certFile, keyFile })
  shutdown.add('certificate', async () => certificate.close())
  const acme = createAcmeCertificates({ clock, log, settings, directoryUrl: config.acmeDirectory })
  shutdown.add('certificate requests', async () => acme.close())
  const mail = shutdown.own('mail', createMail({ settings }))
  const keepSettings = settings.open(databaseKeepSettings)
  const keepDays = () => logKeepDays(keepSettings, config.auditDays)
  const audit = shutdown.own('audit log', createAuditLog({ clock, log, metrics, database, keepDays }))
  for (const job of [...audit.jobs, ...acme.jobs, ...partitions.jobs]) shutdown.own(job.name, scheduler.add(job))
  const restart = createRestart({ clock, log, command: config.rebootCommand, onRestart: options.onRestart })
  const { diskListCommand: listCommand, formatCommand } = config
  const hostDisks = createHostDisks({ log, listCommand, formatCommand })
  const channel = createMainChannel({ clock, log, metrics, audit })
  const paths = config.database === '' ? [folder.path, folder.databaseFile] : [folder.path]
  const storage = shutdown.own('storage', await createStorageWatch({ clock, log, database, paths }))
  return {
    options,
    config,
    site,
    clock,
    log,
    threads,
    metrics,
    certificate,
    acme,
    folder,
    database,
    storage,
    bus,
    portBus,
    busFault,
    scheduler,
    audit,
    settings,
    mail,
    restart,
    hostDisks,
    channel,
  }
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>

export function serverZoneHours({ timeZone }: ServerConfig, clock: Clock): number {
  return timeZone === 'machine' ? -new Date(clock.nowMs()).getTimezoneOffset() / 60 : timeZone
}
