// An ACME authority (RFC 8555) for tests: it checks signatures, nonces and http-01, and signs what it is asked for.
import { createHash, createPublicKey, type JsonWebKey, randomUUID, verify, webcrypto } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  cryptoProvider,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

const DAY_MS = 86_400_000
const SIGNING = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

export interface AcmePeer {
  readonly directoryUrl: string
  /** Mail addresses of the accounts that were made. */
  readonly contacts: string[]
  /** Domains of each order. */
  readonly orders: string[][]
  /** Of certificates that are signed from now on. */
  validDays: number
  close(): Promise<void>
}

interface Jws {
  readonly protected: string
  readonly payload: string
  readonly signature: string
}

interface AcmeOrder {
  readonly domains: string[]
  readonly tokens: string[]
  readonly valid: boolean[]
  certificate: string
}

/** `challengePort`: where the web server of every domain is. */
export async function startAcmePeer(options: { challengePort(): number; nowMs(): number }): Promise<AcmePeer> {
  const peer = new Authority(options)
  await peer.listen()
  return peer
}

class Authority implements AcmePeer {
  readonly contacts: string[] = []
  readonly orders: string[][] = []
  validDays = 90
  readonly #options: { challengePort(): number; nowMs(): number }
  readonly #server = createServer((request, reply) => void this.#answer(request, reply))
  readonly #nonces = new Set<string>()
  readonly #accounts = new Map<string, JsonWebKey>()
  readonly #placed: AcmeOrder[] = []

  constructor(options: { challengePort(): number; nowMs(): number }) {
    this.#options = options
  }

  get directoryUrl(): string {
    return this.#url('/directory')
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const nonce = randomUUID()
    this.#nonces.add(nonce)
    reply.setHeader('replay-nonce', nonce)
    const path = request.url ?? ''
    try {
      if (path === '/directory') this.#send(reply, 200, this.#directory())
      else if (path === '/nonce') reply.writeHead(200).end()
      else await this.#called(path, await jwsOf(request), reply)
    } catch (error) {
      const problem = { type: 'urn:ietf:params:acme:error:malformed', detail: (error as Error).message }
      this.#send(reply, 400, problem, 'application/problem+json')
    }
  }

  #directory() {
    const [newNonce, newAccount, newOrder] = ['/nonce', '/account', '/order'].map((path) => this.#url(path))
    return { newNonce, newAccount, newOrder, meta: {} }
  }

  #send(reply: ServerResponse, status: number, body: object, type = 'application/json'): void {
    reply.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
  }

  async #called(path: string, jws: Jws, reply: ServerResponse): Promise<void> {
    const { key, payload } = this.#checked(path, jws)
    const [, kind = '', at = '0', part = '0'] = path.split('/')
    if (kind === 'account') {
      const id = this.#url(`/account/${this.#accounts.size}`)
      this.#accounts.set(id, key)
      this.contacts.push(...((payload['contact'] as string[] | undefined) ?? []))
      reply.setHeader('location', id)
      this.#send(reply, 201, { status: 'valid' })
      return
    }
    if (kind === 'order' && path === '/order') {
      const domains = (payload['identifiers'] as { value: string }[]).map(({ value }) => value)
      this.orders.push(domains)
      this.#placed.push({
        domains,
        tokens: domains.map(() => randomUUID()),
        valid: domains.map(() => false),
        certificate: '',
      })
      reply.setHeader('location', this.#url(`/order/${this.#placed.length - 1}`))
      this.#send(reply, 201, this.#orderOf(this.#placed.length - 1))
      return
    }
    const order = this.#placed[Number(at)]
    if (order === undefined) throw new Error('there is no such order')
    if (kind === 'authz') this.#send(reply, 200, this.#authorizationOf(order, at, Number(part)))
    else if (kind === 'challenge') {
      order.valid[Number(part)] = await this.#isAnswered(order.tokens[Number(part)] ?? '', key)
      if (order.valid[Number(part)] !== true) throw new Error('the challenge was not answered')
      this.#send(reply, 200, this.#challengeOf(order, at, Number(part)))
    } else if (kind === 'finalize') {
      if (order.valid.includes(false)) throw new Error('the order is not ready')
      order.certificate = await this.#sign(String(payload['csr']), order.domains)
      this.#send(reply, 200, this.#orderOf(Number(at)))
    } else if (kind === 'order') this.#send(reply, 200, this.#orderOf(Number(at)))
    else reply.writeHead(200, { 'content-type': 'application/pem-certificate-chain' }).end(order.certificate)
  }

  /** Throws for a signature, an address or a nonce that is not right. */
  #checked(path: string, jws: Jws) {
    const head = decoded(jws.protected) as { jwk?: JsonWebKey; kid?: string; nonce: string; url: string }
    if (!this.#nonces.delete(head.nonce)) throw new Error('the nonce was used or never given')
    if (head.url !== this.#url(path)) throw new Error('the address is not that of the call')
    const key = head.jwk ?? this.#accounts.get(head.kid ?? '')
    if (key === undefined) throw new Error('there is no such account')
    const signed = Buffer.from(`${jws.protected}.${jws.payload}`)
    const publicKey = createPublicKey({ key, format: 'jwk' })
    const signature = Buffer.from(jws.signature, 'base64url')
    if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature))
      throw new Error('the signature is wrong')
    return { key, payload: jws.payload === '' ? {} : decoded(jws.payload) }
  }

  #orderOf(at: number) {
    const order = this.#placed[at] as AcmeOrder
    const isReady = !order.valid.includes(false)
    const done = order.certificate === '' ? {} : { certificate: this.#url(`/certificate/${at}`) }
    return {
      status: order.certificate !== '' ? 'valid' : isReady ? 'ready' : 'pending',
      identifiers: order.domains.map((value) => ({ type: 'dns', value })),
      authorizations: order.domains.map((_, part) => this.#url(`/authz/${at}/${part}`)),
      finalize: this.#url(`/finalize/${at}`),
      ...done,
    }
  }

  #authorizationOf(order: AcmeOrder, at: string, part: number) {
    const status = order.valid[part] === true ? 'valid' : 'pending'
    const identifier = { type: 'dns', value: order.domains[part] }
    return { status, identifier, challenges: [this.#challengeOf(order, at, part)] }
  }

  #challengeOf(order: AcmeOrder, at: string, part: number) {
    const status = order.valid[part] === true ? 'valid' : 'pending'
    return { type: 'http-01', status, token: order.tokens[part], url: this.#url(`/challenge/${at}/${part}`) }
  }

  async #isAnswered(token: string, { crv, kty, x, y }: JsonWebKey): Promise<boolean> {
    const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
    const url = `http://127.0.0.1:${this.#options.challengePort()}/.well-known/acme-challenge/${token}`
    return (await (await fetch(url)).text()) === `${token}.${thumbprint}`
  }

  async #sign(csr: string, domains: readonly string[]): Promise<string> {
    cryptoProvider.set(globalThis.crypto)
    const request = new Pkcs10CertificateRequest(Buffer.from(csr, 'base64url'))
    const keys = await webcrypto.subtle.generateKey(SIGNING, false, ['sign', 'verify'])
    const nowMs = this.#options.nowMs()
    const certificate = await X509CertificateGenerator.create({
      subject: `CN=${domains[0]}`,
      issuer: 'CN=authority of a test',
      notBefore: new Date(nowMs - DAY_MS),
      notAfter: new Date(nowMs + this.validDays * DAY_MS),
      signingAlgorithm: SIGNING,
      publicKey: request.publicKey,
      signingKey: keys.privateKey,
      extensions: [new SubjectAlternativeNameExtension(domains.map((value) => ({ type: 'dns', value })))],
    })
    return `${certificate.toString('pem')}\n`
  }
}

async function jwsOf(request: IncomingMessage): Promise<Jws> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString()) as Jws
}

function decoded(text: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Readonly<Record<string, unknown>>
}
