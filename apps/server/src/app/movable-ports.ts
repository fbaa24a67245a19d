// Belongs here: which ports the server should have, by settings and configuration. Does not: opening one (platform/listeners).
import type { ListenerName } from '@fleetglass/contract/server-settings'
import type { Gateway } from '../ingest/gateway/index.ts'
import type { WebListener } from '../platform/http/index.ts'
import {
  createListenerTable,
  type ListenerTable,
  MovableListener,
  protocolSettings,
} from '../platform/listeners/index.ts'
import type { Opened } from './features.ts'
import type { Platform } from './platform.ts'

interface Movable {
  readonly web: WebListener
  readonly main: WebListener
  readonly streams: WebListener
  readonly gateway: Pick<Gateway, 'listenDatagrams'>
}

type Ports = Opened['ports']

/**
 * Opens the listeners whose ports are in the server settings, and moves them when those change. A saved port wins over the
 * configuration; where it cannot be opened at the start, that of the configuration is opened, so that the server starts.
 */
export async function openMovable(platform: Platform, parts: Movable, ports: Ports): Promise<ListenerTable> {
  const { clock, log, config, certificate, settings } = platform
  const { host } = config
  const section = settings.open(protocolSettings)
  const at =
    (web: WebListener, onlyTls = false) =>
    (port: number) =>
      web.listen({ host, port, onlyTls })
  // In the order in which they open: the web port last.
  const listeners = {
    appcommand: new MovableListener({ name: 'appcommand', bind: at(parts.main) }),
    streamings: new MovableListener({ name: 'streamings', bind: at(parts.streams) }),
    heartbeat: new MovableListener({
      name: 'heartbeat',
      transport: 'udp',
      bind: (port) => parts.gateway.listenDatagrams(port),
    }),
    https: new MovableListener({ name: 'https', bind: at(parts.web, true) }),
    http: new MovableListener({ name: 'http', bind: at(parts.web) }),
  } satisfies Readonly<Record<ListenerName, MovableListener>>
  const names = Object.keys(listeners) as ListenerName[]

  const saved = (name: ListenerName): readonly number[] | null => {
    if (!section.savedFields.includes(name)) return null
    return [section.value[name]].flat().filter((port) => port !== 0)
  }
  const configured: Readonly<Record<ListenerName, number>> = {
    appcommand: config.main,
    streamings: config.streams,
    heartbeat: config.heartbeat,
    https: config.https,
    http: config.http,
  }
  const isHttpsRunning = (): boolean => certificate.pair !== null && listeners.https.ports.length > 0
  const wanted = (name: ListenerName): readonly number[] => {
    if (name === 'https' && certificate.pair === null) return []
    const given = saved(name)
    // Nobody is to be locked out: http is off only while https answers.
    const isNeeded = name === 'http' && given?.length === 0 && !isHttpsRunning()
    if (given !== null && !isNeeded) return given
    const { [name]: listener } = listeners
    if (configured[name] !== 0) return [configured[name]]
    return listener.ports.length > 0 ? listener.ports.slice(0, 1) : [0]
  }
  const publish = (): void => {
    const first = (name: ListenerName): number => listeners[name].ports[0] ?? 0
    ports.main = first('appcommand')
    ports.streams = first('streamings')
    ports.heartbeat = first('heartbeat')
    ports.https = first('https')
    ports.http = first('http')
  }

  const rows = names.map((name) => ({ listener: listeners[name], wanted: () => wanted(name) }))
  const table = createListenerTable({
    clock,
    log,
    rows,
    moved() {
      publish()
      log.info({ ports }, 'the ports of the server have changed')
    },
  })
  await start()
  publish()
  section.subscribe(() => void table.apply())
  certificate.onRenewed(() => void table.apply())
  return table

  async function start(): Promise<void> {
    for (const name of names) {
      if (saved(name) === null && wanted(name).length > 0) await listeners[name].open(wanted(name))
    }
    await table.apply()
    for (const name of names) {
      const { failures, ports: open } = listeners[name]
      if (failures.length > 0 && open.length === 0) await openInstead(name)
    }
  }

  /** The configured port may belong to another listener by now. Without a web port the settings could not be corrected: it gets any free one. */
  async function openInstead(name: ListenerName): Promise<void> {
    try {
      await listeners[name].open([configured[name]])
    } catch (error) {
      log.error(
        { err: error, listener: name, port: configured[name] },
        'Cannot open the port of the configuration either',
      )
      if (name === 'http') await listeners.http.open([0])
    }
  }
}

/** SET-027: the port that clients without TLS are sent to. `null`: https is not required, or is not open. */
export function httpsOnlyPort({ settings, certificate }: Platform, { https }: Ports): number | null {
  const { sslonly } = settings.open(protocolSettings).value
  return sslonly && https !== 0 && certificate.pair !== null ? https : null
}
