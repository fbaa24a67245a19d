import type { Endpoint } from '../platform/access-policy/index.ts'
import type { Clock } from '../platform/clock/index.ts'
import type { ServerConfig } from '../platform/config/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { ThreadSource } from '../platform/worker/index.ts'
import type { HashCost } from '../services/authentication/index.ts'

export interface ServerOptions {
  readonly config: ServerConfig
  readonly log: Log
  readonly clock?: Clock
  /** Left out: each worker has a thread of its own. Tests, which start hundreds of servers, use threads again. */
  readonly threads?: ThreadSource
  /** How long the text of `/metrics` is reused; left out: a second. */
  readonly metricsReusedMs?: number
  /** What the hash of a password costs; tests that are about something else give a small one. No setting leads here. */
  readonly hashCost?: HashCost
  /**
   * Every port that has codecs goes over the bus, as between nodes; left out: by direct calls. For tests of that.
   */
  readonly portsOverBus?: boolean
  /** Folder of the built console. */
  readonly consoleFolder?: string
  /** Makes the index of recordings again from the media folder before anything listens. */
  readonly rebuildIndex?: boolean
  /** The claim of the mark in the bucket that this server takes over, or the address of a place without a mark. */
  readonly takeBucket?: string
  /** Called when a part that the server cannot work without has ended; the process should exit and be restarted. */
  readonly onFailure?: (error: Error) => void
  /** The server is to be closed and started again; left out: it cannot be. */
  readonly onRestart?: () => void
  /** Prints a message for the person who starts the server, once. */
  readonly announce?: (text: string) => void
}

export interface ServerEndpoint extends Endpoint {
  readonly listener: string
}

/** 0: not open. Of several the one that clients use. */
export interface ServerPorts {
  readonly http: number
  /** Only where there is a certificate. */
  readonly https: number
  readonly main: number
  readonly streams: number
  /** UDP, for reports of devices. */
  readonly heartbeat: number
  readonly signalling: number
  readonly media: number
  readonly files: number
  readonly attachments: number
}
