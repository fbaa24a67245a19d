// fleetglass migrate: moves the data of a SQLite data folder into PostgreSQL, and its recordings into a bucket. The source stays as it is.
import { readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { migrations } from '../migrations/index.ts'
import { auditPartitions } from './platform/audit/index.ts'
import { systemClock } from './platform/clock/index.ts'
import { loadConfig, type ServerConfig } from './platform/config/index.ts'
import {
  createMoveRecord,
  openDatabase,
  openSqliteSource,
  type SqliteSource,
  type VisitedFolder,
  visitDataFolder,
} from './platform/database/index.ts'
import { StartError } from './platform/errors/index.ts'
import { createHostDisks } from './platform/host-disks/index.ts'
import { createLog } from './platform/log/index.ts'
import { type BucketConnection, bucketConnection, openBucket } from './platform/media-store/index.ts'
import {
  createMoveTarget,
  isComplete,
  MoveProgress,
  moveReport,
  openSourceSlots,
  prepareTarget,
  runMove,
  SourceFiles,
} from './services/move/index.ts'
import { trackPartitions } from './services/tracks/index.ts'

export const MIGRATE_HELP = `Usage: fleetglass migrate --from FOLDER [--to postgres://…] [--media s3://…] [--verify]

Moves the data of a server on SQLite to PostgreSQL, its recordings to a bucket, or both. Stop the server first. Nothing in FOLDER is changed or
deleted. After an interruption the same command goes on. At the end all rows and files are compared; exit code 0: all are there; 1: it did not
run, or was interrupted; 2: something is missing or different, and is listed.

  --from FOLDER        the data folder of the server
  --to postgres://…    an empty database. If the address has a password, set FLEETGLASS_DATABASE or use --config instead of --to
  --media s3://…       the bucket, as mediaStore of the server; with s3Endpoint (--s3-endpoint), s3Region and s3PathStyle of the server
  --verify             only compares
  --config FILE        settings of the server

Keys of the bucket: FLEETGLASS_S3_ACCESS_KEY and FLEETGLASS_S3_SECRET_KEY, or the file of --config. See docs/move.md.
`

export interface MoveOutput {
  /** For the result. */
  print(text: string): void
  /** For what happens meanwhile. */
  readonly progress: { readonly isTerminal: boolean; write(text: string): void }
}

const KILLED =
  'The server on this folder did not stop cleanly: its index may lack recordings of its last minutes. To move those too, stop this command, start and stop the server once, and move into an empty database.\n'

interface MoveOptions {
  readonly config: ServerConfig
  readonly isVerifying: boolean
}

/** Resolves with whether all is there. Throws `StartError` with the sentence that says why it did not run. */
export async function migrateData(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  output: MoveOutput,
  signal: AbortSignal,
): Promise<boolean> {
  const { config, isVerifying } = readOptions(args, environment, output)
  const bucket = bucketConnection(config)
  const folder = visitDataFolder(config.data)
  try {
    const source = openSqliteSource(folder.databaseFile, migrations)
    try {
      if (source.wasKilled) output.progress.write(KILLED)
      if (bucket !== null) await checkBucket(bucket)
      return await move({ config, isVerifying, bucket, folder, source, output, signal }).catch(explainLost)
    } finally {
      source.close()
    }
  } finally {
    folder.release()
  }
}

/** The options of this command under the names that they have as settings of the server. */
const settingOf: Readonly<Record<string, string>> = {
  '--from': '--data',
  '--to': '--database',
  '--media': '--media-store',
}
const ALLOWED = ['--from', '--to', '--media', '--config', '--s3-endpoint', '--s3-region', '--s3-path-style']

function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  output: MoveOutput,
): MoveOptions {
  const given = args.filter((arg) => arg !== '--verify')
  const asSettings: string[] = []
  for (let at = 0; at < given.length; at++) {
    const [name = '', ...rest] = (given[at] ?? '').split('=')
    if (!ALLOWED.includes(name))
      throw new StartError(`${name}: there is no such option. Run "fleetglass migrate --help".`)
    const value = rest.length > 0 ? rest.join('=') : given[++at]
    if (value === undefined || value.startsWith('--')) throw new StartError(`${name}: the value is missing`)
    if (name === '--to') checkTarget(value, output)
    asSettings.push(settingOf[name] ?? name, value)
  }
  const loaded = loadConfig(asSettings, environment)
  if (!loaded.ok) {
    // Faults name the option as it was given.
    const named = loaded.faults.map((fault) => {
      const option = Object.keys(settingOf).find((name) => fault.startsWith(`${settingOf[name]}:`))
      return option === undefined ? fault : `${option}${fault.slice((settingOf[option] ?? '').length)}`
    })
    throw new StartError(named.join('\n'))
  }
  const { config } = loaded
  if (!asSettings.includes('--data')) throw new StartError('Say which data folder: fleetglass migrate --from FOLDER.')
  if (config.database === '' && config.mediaStore === '') {
    throw new StartError('Say where to: --to postgres://… for the rows, --media s3://… for the recordings, or both.')
  }
  return { config, isVerifying: args.includes('--verify') }
}

function checkTarget(value: string, output: MoveOutput): void {
  if (!/^postgres(ql)?:\/\/./.test(value)) {
    throw new StartError(
      '--to takes a postgres:// address. To move a data folder to another folder or machine, stop its server and copy the folder.',
    )
  }
  if (URL.parse(value)?.password !== '') {
    output.progress.write(
      '--to: every user of this machine can read the password in the list of processes. Put the address into the variable FLEETGLASS_DATABASE, or into the file of --config, and leave --to out.\n',
    )
  }
}

/** Before anything else is done: a wrong key is not to be found after an hour of rows. */
async function checkBucket(connection: BucketConnection): Promise<void> {
  const bucket = await openBucket(connection)
  try {
    await bucket.check()
  } catch (error) {
    throw new StartError(`${(error as Error).message}.`)
  } finally {
    bucket.close()
  }
}

async function move(deps: {
  readonly config: ServerConfig
  readonly isVerifying: boolean
  readonly bucket: BucketConnection | null
  readonly folder: VisitedFolder
  readonly source: SqliteSource
  readonly output: MoveOutput
  readonly signal: AbortSignal
}): Promise<boolean> {
  const { config, isVerifying, bucket, folder, source, output } = deps
  const clock = systemClock
  const log = createLog('silent')
  const lost = new AbortController()
  const signal = AbortSignal.any([deps.signal, lost.signal])
  const onFailure = ({ message }: Error): void => lost.abort(new StartError(`The move ended: ${message}.`))
  const database = config.database === '' ? null : await openTarget(deps, onFailure)
  const { diskListCommand: listCommand } = config
  let slots: Awaited<ReturnType<typeof openSourceSlots>> | null = null
  try {
    slots = await openSourceSlots({
      clock,
      log,
      source,
      disks: createHostDisks({ log, listCommand, formatCommand: [] }),
    })
    const result = await runMove({
      clock,
      log,
      source,
      files: new SourceFiles(folder.mediaFolder, slots),
      target: database && {
        database,
        rows: createMoveTarget(
          database,
          createMoveRecord(database, () => clock.nowMs()),
        ),
      },
      bucket,
      partitionedTables: [trackPartitions, auditPartitions],
      progress: new MoveProgress(clock, output.progress),
      isVerifying,
      signal,
    })
    output.print(`${moveReport(result)}\n`)
    if (database !== null) output.print(stayingFiles(folder, bucket !== null))
    return isComplete(result)
  } finally {
    await slots?.close()
    await database?.close()
  }
}

function explainLost(error: unknown): never {
  if (!isConnectionLost(error)) throw error
  throw new StartError(
    `The connection to PostgreSQL was lost (${(error as Error).message}). When it runs, run the same command again: it goes on where it was.`,
  )
}

/** By its code, or, where the client library gives none, by what it says. */
function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string }
  if (error instanceof StartError) return false
  if (typeof code === 'string')
    return /^(ECONN[A-Z]+|ETIMEDOUT|EPIPE|ENOTFOUND|EHOSTUNREACH|57P0[123]|08...)$/.test(code)
  return /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered/.test(message ?? '')
}

async function openTarget(
  {
    config,
    folder,
    source,
    isVerifying,
  }: MoveOptions & { readonly folder: VisitedFolder; readonly source: SqliteSource },
  onFailure: (error: Error) => void,
) {
  return await openDatabase({
    location: config.database,
    migrations,
    clock: systemClock,
    onFailure,
    holder: `fleetglass migrate, process ${process.pid} on ${hostname()}, from ${folder.path}`,
    prepare: (database) =>
      prepareTarget(
        createMoveTarget(
          database,
          createMoveRecord(database, () => systemClock.nowMs()),
        ),
        {
          source,
          folder: folder.path,
          isVerifying,
        },
      ),
  })
}

/** What rows name by a path below the data folder, and no bucket has. */
function stayingFiles({ path }: VisitedFolder, hasBucket: boolean): string {
  const ofDatabase = /^(fleetglass\.sqlite(-wal|-shm)?|lock\.sqlite.*)$/
  const names = readdirSync(path).filter((name) => !ofDatabase.test(name) && !(hasBucket && name === 'media'))
  if (names.length === 0) return ''
  return `A server on the new database needs these of ${path} in its data folder: ${names.sort().join(', ')}.\n`
}
