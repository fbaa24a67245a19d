// Belongs here: the connection to the NATS server and how it is doing. Does not: what is sent over it (nats-bus).
import { readFileSync } from 'node:fs'
import {
  type Authenticator,
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  type NatsConnection,
  type Status,
} from '@nats-io/transport-node'

import { StartError } from '../../errors/index.ts'

export interface NatsServer {
  /** Host and port, of one server or of several of a cluster. */
  readonly servers: readonly string[]
  readonly isTls: boolean
  /** PEM file of the authority that signed the certificate; '' for those that the machine trusts. */
  readonly caFile: string
  readonly user: string
  readonly password: string
  readonly token: string
  /** File with the JWT and the key of a user; read again for each connection. */
  readonly credentialsFile: string
  /** Shown in the list of connections of the NATS server. */
  readonly name: string
}

const CONNECT_MS = 5_000
const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5_000
/** A server that is silent for two of these is left. */
const PING_MS = 10_000
const AWAY = /\b(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)\b/

/** There is no connection: the message names the address and the reason. */
export class NatsUnusable extends StartError {}

/** Nobody answers now: another try may succeed without a change here. */
export class NatsNotReached extends NatsUnusable {}

/** Connects, or throws `NatsUnusable`; after that it reconnects for ever, with growing pauses. */
export async function connectNats(server: NatsServer): Promise<NatsConnection> {
  let attempt = 0
  const options: ConnectionOptions = {
    servers: [...server.servers],
    name: server.name,
    timeout: CONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    // A password that is wrong today may be right after the server was configured.
    ignoreAuthErrorAbort: true,
    reconnectDelayHandler: () => waitMs(attempt),
    ...(server.isTls ? { tls: server.caFile === '' ? {} : { caFile: server.caFile } } : {}),
    ...credentialsOf(server),
  }
  try {
    const connection = await connect(options)
    void countAttempts(connection, (count) => {
      attempt = count
    })
    return connection
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new (isAway(error) ? NatsNotReached : NatsUnusable)(
      `No connection to NATS at ${server.servers.join(', ')}: ${reason}. Check --bus and its credentials, and that the server runs.`,
    )
  }
}

/** Nobody listens, or the way there is cut. What is wrong with a certificate or a user is no reason to wait. */
function isAway(error: unknown): boolean {
  const { name, message, cause } = error as Error
  const code = (cause as { code?: unknown } | undefined)?.code
  return name === 'TimeoutError' || message === 'connection refused' || AWAY.test(`${code} ${message}`)
}

function credentialsOf(server: NatsServer): Partial<ConnectionOptions> {
  const { credentialsFile, token, user, password } = server
  if (credentialsFile !== '') return { authenticator: byFile(credentialsFile) }
  if (token !== '') return { token }
  return user === '' ? {} : { user, pass: password }
}

/** The file is read for each connection; while it cannot be, what was read last is used: the library gives up where this throws. */
function byFile(path: string): Authenticator {
  let last = readCredentials(path)
  return (nonce) => {
    try {
      last = readCredentials(path)
    } catch {
      // Being replaced: the server refuses what is too old, and this is called again.
    }
    return credsAuthenticator(last)(nonce)
  }
}

function readCredentials(path: string): Uint8Array {
  try {
    const content = readFileSync(path)
    // Throws where it holds none.
    credsAuthenticator(content)('')
    return content
  } catch {
    throw new NatsUnusable(`The file of the bus credentials cannot be read, or holds none: ${path}`)
  }
}

/** Doubled each time, and up to a quarter more, so that the nodes of a site do not come back in the same moment. */
function waitMs(attempt: number): number {
  const usual = Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, attempt - 1), LONGEST_WAIT_MS)
  return Math.round(usual * (1 + Math.random() / 4))
}

async function countAttempts(connection: NatsConnection, count: (attempts: number) => void): Promise<void> {
  let attempts = 0
  for await (const { type } of connection.status() as AsyncIterable<Status>) {
    if (type === 'reconnecting') attempts += 1
    if (type === 'reconnect') attempts = 0
    count(attempts)
  }
}
