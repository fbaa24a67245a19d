// Everything that stays open, opened as one user with long contents, and how each of it ends.
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { until } from '@fleetglass/testkit'
import { WebSocket } from 'ws'
import type { ServerEndpoint } from '../../src/app.ts'
import type { TestServer } from '../harness.ts'
import type { Claim } from './rights-ways.ts'

/** One stream, socket, link or download. */
export interface Opened {
  readonly name: string
  /** How it ended: a close code, the status of a refusal, `cut`; `goes on` when it was not ended. */
  outcome(): Promise<string>
  close(): void
}

/** A stream or socket that has answered once: it is open when this resolves. */
export async function openSocket(
  server: TestServer,
  { name, listener }: Pick<ServerEndpoint, 'name' | 'listener'>,
  query: Readonly<Record<string, unknown>>,
  first: { readonly says?: string | Uint8Array; readonly answers: boolean },
): Promise<Opened> {
  const { http, main, streams } = server.ports
  const port = listener === 'web' ? http : listener === 'main' ? main : streams
  const asked = queryOf(query)
  const socket = new WebSocket(`ws://127.0.0.1:${port}${name.split('?')[0]}?${asked}`, { perMessageDeflate: false })
  let code = 0
  socket.on('error', () => {})
  socket.once('close', (closeCode) => (code = closeCode))
  let texts = 0
  socket.on('message', () => (texts += 1))
  await until(`${name} is open`, () => socket.readyState === socket.OPEN)
  if (first.says !== undefined) socket.send(first.says, { binary: false })
  if (first.answers) await until(`${name} has answered`, () => texts > 0)
  await pong(socket)
  if (code !== 0) throw new Error(`${name} was closed at once with ${code}`)
  return {
    name,
    async outcome() {
      await Promise.race([pong(socket), closed(socket)])
      return code === 0 ? 'goes on' : String(code)
    },
    close: () => socket.terminate(),
  }
}

function pong(socket: WebSocket): Promise<void> {
  if (socket.readyState === socket.OPEN) socket.ping()
  return new Promise((resolve) => socket.once('pong', () => resolve()))
}

function closed(socket: WebSocket): Promise<void> {
  return socket.readyState === socket.CLOSED
    ? Promise.resolve()
    : new Promise((resolve) => socket.once('close', () => resolve()))
}

/** A download of which the beginning has arrived; the rest is read when `outcome` is called. */
export async function openDownload(
  server: TestServer,
  name: string,
  path: string,
  options: { readonly headers?: Record<string, string>; readonly body?: unknown } = {},
): Promise<Opened> {
  const { sent, reply } = begin(server, name, path, options)
  const answer = await reply
  // Paused: only what `read` takes makes place for more.
  answer.on('readable', () => undefined)
  answer.on('error', () => undefined)
  let isOver = false
  answer.once('close', () => (isOver = true))
  await until(`${name} has begun`, () => (answer.read() as Buffer | null) !== null)
  if (answer.statusCode !== 200) throw new Error(`${name} was answered with ${answer.statusCode}`)
  return {
    name,
    async outcome() {
      answer.removeAllListeners('readable')
      answer.resume()
      await until(`${name} is over`, () => isOver)
      return answer.complete ? 'goes on' : 'cut'
    },
    close: () => sent.destroy(),
  }
}

/** A call whose answer waits for something that does not come. */
export function openCall(server: TestServer, name: string, path: string): Opened {
  const { sent, reply } = begin(server, name, path, {})
  let status: string | null = null
  reply.then(
    ({ statusCode }) => (status = String(statusCode)),
    () => (status = 'cut'),
  )
  return {
    name,
    async outcome() {
      await until(`${name} is answered`, () => status !== null, 1_000).catch(() => undefined)
      return status ?? 'goes on'
    },
    close: () => sent.destroy(),
  }
}

function begin(
  server: TestServer,
  name: string,
  path: string,
  { headers = {}, body }: { readonly headers?: Record<string, string>; readonly body?: unknown },
): { readonly sent: ClientRequest; readonly reply: Promise<IncomingMessage> } {
  const method = name.split(' ')[0] ?? 'GET'
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const target = { host: '127.0.0.1', port: server.ports.http, method, path, agent: false }
  const sent = request({ ...target, headers: { ...headers, ...type } })
  const reply = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).on('error', reject)
  })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  return { sent, reply }
}

export function queryOf(fields: Readonly<Record<string, unknown>>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(fields)) query.set(key, String(value))
  return query
}

export function basic({ user, passwordHash }: Claim): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${passwordHash}`).toString('base64')}` }
}
