import { startDeviceServices } from './app/device-services.ts'
import { type Opened, startFeatures } from './app/features.ts'
import { startIngest } from './app/ingest.ts'
import { openListeners } from './app/listeners.ts'
import { startPlatform } from './app/platform.ts'
import { bindPorts } from './app/ports.ts'
import type { ServerEndpoint, ServerOptions, ServerPorts } from './app/server-options.ts'
import { startServices } from './app/services.ts'
import { createSharedPorts } from './app/shared-ports.ts'
import { startStoredState } from './app/stored-state.ts'
import type { WebListener } from './platform/http/index.ts'
import { createShutdown, type Shutdown } from './platform/shutdown/index.ts'
import type { Directory } from './services/directory/index.ts'

export type { ServerEndpoint, ServerOptions, ServerPorts } from './app/server-options.ts'

export interface RunningServer {
  /** The ports that are really bound. */
  readonly ports: ServerPorts
  /** Every call, message, stream and socket of the listeners that speak HTTP, as it was registered. */
  readonly endpoints: readonly ServerEndpoint[]
  /** Changes devices, groups, accounts and permissions at run time. */
  readonly directory: Directory
  /** Reads the files of the certificate again; connections that are open stay. */
  renewCertificate(): Promise<void>
  /** Ends everything in the reverse order of its start; the second call waits for the first. */
  close(): Promise<void>
}

/**
 * The composition root: builds every part with what it needs, layer by layer (`app/`); nothing else names them all. What
 * was started is pushed on `shutdown`, so that a start which fails half-way leaves nothing behind.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const shutdown = createShutdown(options.log)
  try {
    return await start(options, shutdown)
  } catch (error) {
    await shutdown.close()
    throw error
  }
}

/** Bottom to top; ended top to bottom. Each layer depends only on those before it. */
async function start(options: ServerOptions, shutdown: Shutdown): Promise<RunningServer> {
  const platform = await startPlatform(options, shutdown)
  const sharedPorts = createSharedPorts(platform, shutdown)
  const stored = await startStoredState(platform, sharedPorts, shutdown)
  const ingest = await startIngest(platform, sharedPorts, stored, shutdown)
  const devicePorts = bindPorts(platform, sharedPorts, ingest, stored)
  const deviceServices = await startDeviceServices(platform, sharedPorts, stored, ingest, devicePorts, shutdown)
  const services = await startServices(platform, stored, devicePorts, shutdown)
  const parts = { platform, sharedPorts, stored, ports: devicePorts, deviceServices, services }
  const ports = {
    http: 0,
    https: 0,
    main: 0,
    streams: 0,
    heartbeat: 0,
    signalling: 0,
    media: 0,
    files: 0,
    attachments: 0,
  }
  const opened: Opened = { ports, connectedDevices: () => [], listeners: () => [], endpoints: () => [] }
  const contributions = await startFeatures(parts, opened, shutdown)
  const listeners = await openListeners(parts, ingest, contributions, opened, shutdown)
  opened.endpoints = () => listeners.flatMap((listener) => listener.endpoints())
  platform.log.info({ ports }, 'ready')
  const renewCertificate = () => platform.certificate.renew()
  const { directory } = stored
  return {
    ports,
    endpoints: listeners.flatMap(endpointsOf),
    directory,
    renewCertificate,
    close: () => shutdown.close(),
  }
}

function endpointsOf({ name, endpoints }: WebListener): ServerEndpoint[] {
  return endpoints().map((endpoint) => ({ listener: name, ...endpoint }))
}
