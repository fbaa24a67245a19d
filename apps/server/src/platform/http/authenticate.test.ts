import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sha256 } from '../../../test/channel-client.ts'
import type { Caller, Credentials } from '../access-policy/index.ts'
import { systemClock } from '../clock/index.ts'
import { createLog } from '../log/index.ts'
import { createMetrics } from '../metrics/index.ts'
import { createWebListener, endpoint, type WebListener } from './index.ts'

const HASH = sha256('secret')
const OTHER = sha256('another')
const account = (name: string): Caller => ({ id: 1, name, permission: 2, access: '001', groupId: 1 })
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
const cookie = (text: string) => ({ cookie: text })

let listener: WebListener
/** What the site allows, and what was asked of it. */
let site: { openReader: Caller | null; takesQueryCredentials: boolean; verified: Credentials[]; addresses: string[] }

beforeEach(async () => {
  site = { openReader: null, takesQueryCredentials: false, verified: [], addresses: [] }
  const log = createLog('silent')
  listener = await createWebListener({
    name: 'test',
    clock: systemClock,
    log,
    metrics: createMetrics(),
    connectionsPerAddress: 512,
  })
  const authenticator = {
    async verify(credentials: Credentials, address: string) {
      site.verified.push(credentials)
      site.addresses.push(address)
      return credentials.passwordHash === HASH ? account(credentials.user) : null
    },
    ofApiToken: async () => null,
    ofCookie: async (token: string) => (token === 'A1' ? account('of the cookie') : null),
    get openReader() {
      return site.openReader
    },
    get takesQueryCredentials() {
      return site.takesQueryCredentials
    },
  }
  const handle = ({ account: { name } }: { account: Caller }) => ({ name })
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const)
    endpoint({ method, path: '/x', access: 'login', audit: 'Read x', body: z.unknown(), handle }).mount(
      listener.fastify,
      authenticator,
    )
})
afterEach(() => listener.close())

interface Asked {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  readonly query?: Readonly<Record<string, string>>
}

/** The account of a call; `null` when the call has no valid login. */
async function answeredAs({ method = 'GET', headers = {}, body, query = {} }: Asked): Promise<string | null> {
  const reply = await listener.fastify.inject({
    method,
    url: '/x',
    headers: { ...headers },
    query: { ...query },
    ...(body && { payload: body }),
  })
  if (reply.statusCode === 401) return null
  expect(reply.statusCode).toBe(200)
  return method === 'HEAD' ? 'somebody' : (reply.json() as { name: string }).name
}

describe('who calls', () => {
  it('[API1-01] is the user of the body, whose hash is checked with the address of the caller', async () => {
    const body = { username: 'lin', password: HASH }
    for (const method of ['POST', 'PUT', 'DELETE'] as const) expect(await answeredAs({ method, body })).toBe('lin')
    expect(site.verified[0]).toEqual({ user: 'lin', passwordHash: HASH })
    expect(site.addresses[0]).toBe('127.0.0.1')
    for (const wrong of [{ username: 'lin' }, { password: HASH }, { username: 7, password: HASH }])
      expect(await answeredAs({ method: 'POST', body: wrong })).toBe(null)
    expect(await answeredAs({ method: 'POST', body: { ...body, password: OTHER } })).toBe(null)
  })

  it('is never asked of the password check with what is no hash', async () => {
    for (const password of ['secret', HASH.slice(1), `${HASH}0`, '']) {
      expect(await answeredAs({ method: 'POST', body: { username: 'lin', password } })).toBe(null)
      expect(await answeredAs({ headers: basic(`lin:${password}`) })).toBe(null)
    }
    expect(site.verified).toEqual([])
  })

  it('[API0-05] is the user of Authorization: Basic, whose name may hold colons', async () => {
    expect(await answeredAs({ headers: basic(`lin:${HASH}`) })).toBe('lin')
    expect(await answeredAs({ headers: basic(`a:b:${HASH}`) })).toBe('a:b')
    const { authorization } = basic(`林:${HASH}`)
    expect(await answeredAs({ headers: { authorization: authorization.replace('Basic', 'basic') } })).toBe('林')
    expect(await answeredAs({ method: 'POST', headers: basic(`lin:${HASH}`), body: {} })).toBe('lin')
    for (const authorization of ['Basic ???', `Bearer ${HASH}`, `xBasic ${HASH}`, basic(HASH).authorization, 'Basic '])
      expect(await answeredAs({ headers: { authorization } }), authorization).toBe(null)
  })

  it('[API0-05] is the user of the session cookie in a GET and a HEAD, whatever cookies stand beside it', async () => {
    const sent = ['fleetglass_session=A1', 'theme=dark; fleetglass_session=A1; x=y', 'a=b;fleetglass_session= A1 ']
    for (const text of sent) expect(await answeredAs({ headers: cookie(text) }), text).toBe('of the cookie')
    expect(await answeredAs({ method: 'HEAD', headers: cookie(sent[0] ?? '') })).toBe('somebody')
    for (const text of ['fleetglass_session=B2', 'fleetglass_session=', 'fleetglass_session', 'session=A1', 'A1'])
      expect(await answeredAs({ headers: cookie(text) }), text).toBe(null)
  })

  it('that changes something is nobody by its cookie, nor by reads that are open', async () => {
    site.openReader = account('open reader')
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect(await answeredAs({ method, headers: cookie('fleetglass_session=A1'), body: {} }), method).toBe(null)
  })

  it('is the open reader where the site has one, and sends no cookie', async () => {
    expect(await answeredAs({})).toBe(null)
    site.openReader = account('open reader')
    expect(await answeredAs({})).toBe('open reader')
    expect(await answeredAs({ headers: cookie('fleetglass_session=A1') })).toBe('of the cookie')
    expect(await answeredAs({ headers: cookie('fleetglass_session=stale') })).toBe(null)
  })

  it('[API1-45] is the user of the address only where the site allows it, and in a GET alone', async () => {
    const query = { username: 'lin', password: HASH }
    expect(await answeredAs({ query })).toBe(null)
    site.takesQueryCredentials = true
    expect(await answeredAs({ query })).toBe('lin')
    expect(await answeredAs({ method: 'POST', query, body: {} })).toBe(null)
    expect(await answeredAs({ query: { ...query, password: OTHER } })).toBe(null)
  })

  it('with wrong credentials is nobody, whatever else is right', async () => {
    site.takesQueryCredentials = true
    site.openReader = account('open reader')
    const query = { username: 'lin', password: HASH }
    const right = { ...basic(`lin:${HASH}`), ...cookie('fleetglass_session=A1') }
    expect(await answeredAs({ headers: { ...right, ...basic(`lin:${OTHER}`) }, query })).toBe(null)
    expect(await answeredAs({ method: 'POST', headers: right, body: { username: 'lin', password: OTHER } })).toBe(null)
    expect(await answeredAs({ query: { ...query, password: OTHER }, headers: cookie('fleetglass_session=A1') })).toBe(
      null,
    )
    for (const authorization of ['Basic', 'basic ', 'Basic ???', `Basic xx${HASH}?`, `?${basic('').authorization}`]) {
      const headers = { ...cookie('fleetglass_session=A1'), authorization }
      const isBasic = !authorization.startsWith('?')
      expect(await answeredAs({ headers }), authorization).toBe(isBasic ? null : 'of the cookie')
      expect(await answeredAs({ headers: { authorization } }), authorization).toBe(isBasic ? null : 'open reader')
      expect(await answeredAs({ headers: { authorization }, query }), authorization).toBe(isBasic ? null : 'lin')
    }
    expect(await answeredAs({ headers: basic(`eve:${HASH}`), query })).toBe('eve')
    const body = { username: 'max', password: HASH }
    expect(await answeredAs({ method: 'POST', headers: right, body })).toBe('max')
  })
})
