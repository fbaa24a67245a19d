// A client that calls every endpoint of a server, with one user and password, and reports the results.
import { WebSocket } from 'ws'
import type { ServerEndpoint } from '../../src/app.ts'
import { ChannelClient } from '../channel-client.ts'
import type { TestServer } from '../harness.ts'
import { type Claim, turnedAway, type Verdict, type Way } from './rights-ways.ts'

export interface Answer {
  readonly verdict: Verdict
  /** Everything that was answered, to look for what should not be in it. */
  readonly text: string
}

export interface AskerOptions {
  /** Nobody: no user and no password at all. */
  readonly claim: Claim | null
  /** The client's address, as a proxy forwards it. */
  readonly address: string
  /** Moves the server's clock on by the time that a socket has for its login. */
  readonly letLoginsRunOut: () => void
}

export class Asker {
  readonly #server: TestServer
  readonly #claim: Claim | null
  readonly #headers: Record<string, string>
  /** One link for each listener that has the main channel, and what its login came to. */
  readonly #links = new Map<string, Promise<{ client: ChannelClient; login: Answer }>>()
  readonly #letLoginsRunOut: () => void
  #serial = 0

  constructor(server: TestServer, { claim, address, letLoginsRunOut }: AskerOptions) {
    this.#letLoginsRunOut = letLoginsRunOut
    this.#server = server
    this.#claim = claim
    this.#headers = { 'x-forwarded-for': address }
  }

  /** `about` is the device or group that is asked about. */
  ask(endpoint: ServerEndpoint, way: Way, about: string): Promise<Answer> {
    switch (endpoint.kind) {
      case 'message':
        return this.#askMessage(endpoint, way, about)
      case 'call':
        return this.#askCall(endpoint, way, about)
      case 'stream':
        return this.#askStream(endpoint, way, about)
      case 'socket':
        return this.#askSocket(endpoint, way)
    }
  }

  /** All that came on the links, also what came of its own accord. */
  async received(): Promise<string> {
    const links = await Promise.all(this.#links.values())
    return links.flatMap(({ client }) => client.received.map(textOf)).join('\n')
  }

  async close(): Promise<void> {
    for (const link of await Promise.all(this.#links.values())) await link.client.close()
    this.#links.clear()
  }

  async #askMessage(endpoint: ServerEndpoint, way: Way, about: string): Promise<Answer> {
    const { client, login } = await this.#link(endpoint)
    if (endpoint.access === 'credentials') return login
    return this.#request(client, endpoint.name, way, about)
  }

  #link(endpoint: ServerEndpoint): Promise<{ client: ChannelClient; login: Answer }> {
    const known = this.#links.get(endpoint.listener) ?? this.#openLink(endpoint)
    this.#links.set(endpoint.listener, known)
    return known
  }

  async #openLink(endpoint: ServerEndpoint) {
    const client = await ChannelClient.connect(this.#port(endpoint), '/', this.#headers)
    if (this.#claim === null) return { client, login: { verdict: 'not logged in', text: '' } as const }
    const ask = () => ({ U: this.#claim?.user, P: this.#claim?.passwordHash })
    return { client, login: await this.#request(client, 'Q02', { ask }, '') }
  }

  /** The replies that carry the serial of the request; those of earlier ones that are still on their way are passed over. */
  async #request(client: ChannelClient, code: string, way: Way, about: string): Promise<Answer> {
    const serial = String(++this.#serial)
    const payload = way.payload === undefined ? undefined : Buffer.from(way.payload)
    const asked = { X: serial, ...way.ask?.(about, this.#claim ?? nobody) } as Record<string, string>
    client.send(code, asked, payload)
    for (let text = ''; ; ) {
      const reply = await client.next()
      if (reply.fields.X !== serial) continue
      text += `${textOf(reply)}\n`
      const isLast = way.lastReply === undefined || Buffer.from(reply.payload ?? []).toString() === way.lastReply
      if (reply.fields.R !== '1') return { verdict: turnedAway[reply.fields.W ?? ''] ?? 'answered', text }
      if (isLast) return { verdict: 'answered', text }
    }
  }

  async #askCall(endpoint: ServerEndpoint, way: Way, about: string): Promise<Answer> {
    const [method = 'GET', path = '/'] = endpoint.name.split(' ')
    const asked = way.ask?.(about, this.#claim ?? nobody) ?? {}
    const place = path.replace('*', '').replace(':deviceid', encodeURIComponent(about))
    const url = new URL(place, `http://127.0.0.1:${this.#port(endpoint)}`)
    const headers = { ...this.#headers, ...this.#authorization() }
    const inQuery = method === 'GET'
    if (inQuery) for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, String(value))
    const body = inQuery ? {} : { body: JSON.stringify(asked) }
    const reply = await fetch(url, {
      method,
      headers: inQuery ? headers : { ...headers, 'content-type': 'application/json' },
      ...body,
    })
    const text = `${reply.status} ${await reply.text()}`
    if (reply.status === 401 || text.includes('"valid":false') || this.#isIncomplete(text))
      return { verdict: 'not logged in', text }
    return { verdict: reply.status === 403 ? 'permission denied' : 'answered', text }
  }

  /** How it says in the head who it is. */
  #authorization(): Record<string, string> {
    if (this.#claim === null) return {}
    const { user, passwordHash, isToken = false } = this.#claim
    if (isToken) return { authorization: `Bearer ${passwordHash}` }
    return { authorization: `Basic ${Buffer.from(`${user}:${passwordHash}`).toString('base64')}` }
  }

  async #askStream(endpoint: ServerEndpoint, way: Way, about: string): Promise<Answer> {
    const claim = this.#claim ?? nobody
    const query = new URLSearchParams(claim.isToken ? {} : { user: claim.user, password: claim.passwordHash })
    for (const [name, value] of Object.entries(way.ask?.(about, claim) ?? {})) query.set(name, String(value))
    const socket = this.#openSocket(endpoint, `${endpoint.name.split('?')[0]}?${query}`)
    const texts: string[] = []
    socket.on('error', (error) => texts.push(error.message))
    socket.on('message', (data) => texts.push(data.toString()))
    const code = await new Promise<number>((resolve) => {
      socket.once('close', resolve)
      // Of a stream that stays open, what comes first is the answer.
      socket.once('message', (data) => {
        if (!data.toString().includes('"error"')) resolve(OPEN)
      })
    })
    socket.terminate()
    const text = `${code} ${texts.join(' ')}`
    if (code === 4401 || this.#isIncomplete(text)) return { verdict: 'not logged in', text }
    return { verdict: code === 4403 ? 'permission denied' : 'answered', text }
  }

  /** A socket that answers nothing: an accepted client is not closed when the login time has run out. */
  async #askSocket(endpoint: ServerEndpoint, way: Way): Promise<Answer> {
    const socket = this.#openSocket(endpoint, endpoint.name)
    const texts: string[] = []
    socket.on('error', () => {})
    socket.on('message', (data) => texts.push(data.toString()))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await new Promise((resolve) => socket.once('open', resolve))
    const pinged = new Promise((resolve) => socket.once('ping', resolve))
    socket.send(way.firstText?.(this.#claim ?? nobody) ?? '')
    // The server pings a client that it accepted.
    await Promise.race([closed, pinged])
    this.#letLoginsRunOut()
    const code = await this.#roundTrip(socket, closed)
    socket.terminate()
    return { verdict: code === 4401 ? 'not logged in' : 'answered', text: `${code} ${texts.join(' ')}` }
  }

  /** 0 when the socket is still open; the pong stands behind all that was sent before. */
  #roundTrip(socket: WebSocket, closed: Promise<number>): Promise<number> {
    if (socket.readyState === socket.OPEN) socket.ping()
    return Promise.race([closed, new Promise<number>((resolve) => socket.once('pong', () => resolve(OPEN)))])
  }

  #openSocket(endpoint: ServerEndpoint, address: string): WebSocket {
    const bearer = this.#claim?.isToken === true ? this.#authorization() : {}
    const options = { headers: { ...this.#headers, ...bearer }, perMessageDeflate: false }
    return new WebSocket(`ws://127.0.0.1:${this.#port(endpoint)}${address}`, options)
  }

  /** A call without a password gets an error that names it. */
  #isIncomplete(text: string): boolean {
    return (this.#claim === null || this.#claim.isToken === true) && /user is missing|password: Invalid/.test(text)
  }

  #port({ listener }: ServerEndpoint): number {
    const { http, main, streams } = this.#server.ports
    return listener === 'web' ? http : listener === 'main' ? main : streams
  }
}

const OPEN = 0
const nobody: Claim = { user: '', passwordHash: '' }

function textOf({ fields, payload }: { fields: Readonly<Record<string, string>>; payload?: Uint8Array }): string {
  return `${JSON.stringify(fields)} ${Buffer.from(payload ?? []).toString()}`
}
