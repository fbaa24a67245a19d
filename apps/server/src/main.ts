// fleetglass serve | reset-password | verify | migrate | version: reads the configuration, starts the server, obeys signals. Whatever keeps it from starting
// is one sentence that says what to do, and exit code 1.
import type { RunningServer, ServerOptions } from './app.ts'
import { useCompileCache } from './compile-cache.ts'
import { describeSettings, loadConfig, type ServerConfig } from './platform/config/index.ts'
import { createLog, type Log } from './platform/log/index.ts'
import { readServeOptions } from './serve-options.ts'
import { explainStartFailure } from './start-failure.ts'
import { version } from './version.ts'

const NODE_NEEDED = 24
// A part that does not end by then is left behind: the system drops its locks and sockets with the process.
const STOP_LIMIT_MS = 5000

const HELP = `Usage: fleetglass serve [OPTIONS]

Runs the recorder server. Settings come from these defaults, then from a JSON file (--config FILE), then from the
environment, then from options; the later one wins. Every port can be 0 for any free one.

  --config FILE    FLEETGLASS_CONFIG
  --rebuild-index  makes the index of recordings again from the media folder and the bucket, then starts
  --take-bucket X  takes the place in the bucket from another site; X stands in the log (docs/media-store.md)

${describeSettings()}
`

const [command, ...args] = process.argv.slice(2)
if (command === 'version' || command === '--version') process.stdout.write(`fleetglass ${version}\n`)
else if (command === 'serve' && (args.includes('--help') || args.includes('-h'))) process.stdout.write(HELP)
else if (command === 'serve') await serve(args)
else if (command === 'reset-password') await reset(args)
else if (command === 'verify') await verify(args)
else if (command === 'migrate') await migrate(args)
else {
  process.stdout.write(
    'Usage: fleetglass serve [OPTIONS] | reset-password USER [OPTIONS] | verify FILE.zip | migrate OPTIONS | version\n\nRun "fleetglass serve --help" for the options.\n',
  )
  process.exitCode = command === undefined || command === '--help' ? 0 : 2
}

async function serve(options: readonly string[]): Promise<void> {
  const major = Number(process.versions.node.split('.')[0])
  if (major < NODE_NEEDED) {
    fail([
      `Fleetglass needs Node ${NODE_NEEDED} or newer and this is ${process.version}: start it with ./bin/fleetglass serve.`,
    ])
    return
  }
  const loaded = loadConfig(readServeOptions(options).settings, process.env)
  if (!loaded.ok) {
    fail([...loaded.faults, 'Nothing was started. Run "fleetglass serve --help" for the settings.'])
    return
  }
  for (const warning of loaded.warnings) process.stderr.write(`${warning}\n`)
  await run(loaded.config, options)
}

// A command imports what only it needs: the modules of a server take seconds on a small machine.
async function reset(options: readonly string[]): Promise<void> {
  process.umask(0o077)
  useCompileCache()
  const { RESET_HELP, resetPassword } = await import('./reset-password.ts')
  if (options.includes('--help') || options.includes('-h')) {
    process.stdout.write(RESET_HELP)
    return
  }
  try {
    process.stdout.write(`${await resetPassword(options, process.env)}\n`)
  } catch (error) {
    const sentence = explainStartFailure(error)
    if (sentence === null) throw error
    fail([sentence])
  }
}

async function verify(args: readonly string[]): Promise<void> {
  const { VERIFY_HELP, verifyFile } = await import('./verify.ts')
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(VERIFY_HELP)
    return
  }
  try {
    const { isValid, text } = await verifyFile(args)
    process.stdout.write(`${text}\n`)
    process.exitCode = isValid ? 0 : 1
  } catch (error) {
    const sentence = explainStartFailure(error)
    if (sentence === null) throw error
    process.stderr.write(`${sentence}\n`)
    process.exitCode = 2
  }
}

async function migrate(options: readonly string[]): Promise<void> {
  process.umask(0o077)
  useCompileCache()
  const { MIGRATE_HELP, migrateData } = await import('./move.ts')
  if (options.includes('--help') || options.includes('-h')) {
    process.stdout.write(MIGRATE_HELP)
    return
  }
  const stopping = new AbortController()
  const stopped = 'Stopped. The same command goes on where it was.'
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort(new Error(stopped)))
  const isTerminal = process.stderr.isTTY === true
  const progress = { isTerminal, write: (text: string) => void process.stderr.write(text) }
  const output = { print: (text: string) => void process.stdout.write(text), progress }
  try {
    process.exitCode = (await migrateData(options, process.env, output, stopping.signal)) ? 0 : 2
  } catch (error) {
    if (isTerminal) process.stderr.write('\n')
    const sentence = stopping.signal.aborted ? stopped : explainStartFailure(error)
    if (sentence === null) throw error
    fail([sentence])
  }
}

/** What a restart within the process does not repeat. */
type StartOnce = Pick<ServerOptions, 'rebuildIndex' | 'takeBucket'>

async function run(config: ServerConfig, options: readonly string[]): Promise<void> {
  // Positions, accounts and recordings are nobody else's on this machine.
  process.umask(0o077)
  const log = createLog(config.logLevel)
  const stop = stopper(log)
  try {
    useCompileCache()
    const { startServer } = await import('./app.ts')
    let server: RunningServer
    let used = config
    // What does not fit is reported at the next start by a person; the server goes on with what it has.
    const restart = async (): Promise<void> => {
      await withinStopLimit(log, server.close())
      const loaded = loadConfig(readServeOptions(options).settings, process.env)
      try {
        if (loaded.ok) {
          server = await start(loaded.config)
          used = loaded.config
          return
        }
        log.error({ faults: loaded.faults }, 'the new configuration cannot be used; the one before stays')
      } catch (error) {
        log.error({ err: error }, 'the server does not start with the new configuration; the one before stays')
      }
      server = await start(used)
    }
    const start = (present: ServerConfig, once: StartOnce = {}): Promise<RunningServer> =>
      startServer({
        ...once,
        config: present,
        log,
        onFailure(error) {
          log.fatal({ err: error }, 'a part of the server ended; the server ends with it and is to be started again')
          stop.now(1)
        },
        onRestart: () =>
          void restart().catch((error: unknown) => {
            log.fatal({ err: error }, 'the server could not be started again')
            stop.now(1)
          }),
        announce: (text) => process.stdout.write(`${text}\n`),
      })
    const { rebuildIndex, takeBucket } = readServeOptions(options)
    server = await start(config, { rebuildIndex, ...(takeBucket !== undefined && { takeBucket }) })
    stop.when(() => server.close())
    process.on('SIGHUP', () => void server.renewCertificate())
  } catch (error) {
    const sentence = explainStartFailure(error)
    if (sentence === null) throw error
    fail([sentence])
    // Whatever was started before the failure has been closed; nothing else may keep the process.
    process.exit(1)
  }
}

/** A part that does not end would leave a server that neither runs nor exits: the process ends, and is started again from outside. */
async function withinStopLimit(log: Log, closed: Promise<void>): Promise<void> {
  const limit = setTimeout(() => {
    log.fatal('not everything ended in time for a restart; the server is to be started again')
    process.exit(1)
  }, STOP_LIMIT_MS)
  await closed.finally(() => clearTimeout(limit))
}

/** Ends the process in good order at SIGTERM and SIGINT, also while the server still starts. */
function stopper(log: Log) {
  let close: (() => Promise<void>) | null = null
  let stopping = false
  const now = (code: number): void => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      log.error('not everything ended in time')
      process.exit(code)
    }, STOP_LIMIT_MS - 500).unref()
    void (close?.() ?? Promise.resolve()).then(() => process.exit(code))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log.info({ signal }, 'stopping')
      now(0)
    })
  }
  return {
    now,
    when(closeServer: () => Promise<void>): void {
      close = closeServer
    },
  }
}

function fail(sentences: readonly string[]): void {
  process.stderr.write(`${sentences.join('\n')}\n`)
  process.exitCode = 1
}
