// Every way into the server that is registered, asked by every kind of user: who is answered, and who is refused.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AccessFlag,
  accessFlags,
  can,
  fullAccess,
  grants,
  mayCall,
  type Rights,
  withoutFlags,
} from '@fleetglass/contract/access'
import { madeTokenSchema, ownTokensPath, tokenScopes } from '@fleetglass/contract/account'
import { EVENT_LOGIN_WITHIN_MS } from '@fleetglass/contract/events'
import { decodeLoggedIn } from '@fleetglass/contract/session'
import { resolveOptions, rightsOnSite } from '@fleetglass/contract/variants'
import { createManualClock, type ManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ServerEndpoint } from '../../src/app.ts'
import { tokenScopesOf } from '../../src/platform/audit/index.ts'
import { addGroup, addUsers, moveDevice, setAccess } from '../accounts.ts'
import { sha256 } from '../channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../harness.ts'
import { callHttp } from '../http-client.ts'
import { type Answer, Asker } from './rights-asker.ts'
import { wanted } from './rights-wanted.ts'
import { type Verdict, type Way, ways } from './rights-ways.ts'

// Some hundreds of questions in a test: seconds, and on a busy machine a minute.
vi.setConfig({ testTimeout: 120_000 })

const DEVICE = 'VEHICLE-OF-NORTH'
const MISSING_DEVICE = 'VEHICLE-OF-NOBODY'
const [NORTH, SOUTH] = [2, 3]
const password = sha256(ADMIN_PASSWORD)

const data = mkdtempSync(join(tmpdir(), 'fleetglass-rights-'))
const clock: ManualClock = createManualClock()
let server: TestServer

beforeAll(async () => {
  const first = await startTestServer({ data })
  const admin = await first.login()
  await admin.request('D01', { A: DEVICE, C: '4', F: '2' })
  await admin.close()
  await first.close()
  await addGroup({ data }, { id: NORTH, name: 'North' })
  await addGroup({ data }, { id: SOUTH, name: 'South' })
  await moveDevice({ data }, DEVICE, NORTH)
  const expiresS = Math.floor(clock.nowMs() / 1000) - 1
  await addUsers(
    { data },
    { name: 'expired', permission: 1, access: fullAccess, expiresS },
    ...[0, 1, 2, 3].map((permission) => ({ name: `level ${permission}`, permission, access: fullAccess })),
    { name: 'copied', permission: 9, access: fullAccess },
    { name: 'north', permission: 1, groupId: NORTH },
    { name: 'south', permission: 1, groupId: SOUTH },
  )
  const config = {
    openMetrics: false,
    trustedProxies: ['127.0.0.1'],
    site: { variant: 'strict', p2p: true, broadcast: true },
  }
  server = await startTestServer({ data, clock, config })
})
afterAll(async () => {
  await server.close()
  rmSync(data, { recursive: true, force: true })
})

type Login = 'none' | 'wrong' | 'expired' | Rights

let addresses = 0
/** Each from an address of its own, so that a wrong password delays no other user. */
const askerOf = (user: string | null, passwordHash = password, asked = server): Asker => {
  const address = `10.0.${addresses >> 8}.${addresses++ & 255}`
  const letLoginsRunOut = () => clock.advance(EVENT_LOGIN_WITHIN_MS)
  return new Asker(asked, { claim: user === null ? null : { user, passwordHash }, address, letLoginsRunOut })
}

function expected({ kind, access }: ServerEndpoint, way: Way, login: Login): Verdict {
  if (access === 'anyone') return 'answered'
  // No user and no password is a token.
  if (access === 'token') return 'not logged in'
  if (login === 'none' || login === 'wrong') return 'not logged in'
  if (login === 'expired') return way.afterExpiry ? 'answered' : 'not logged in'
  if (access === 'credentials' || kind === 'socket') return 'answered'
  const may = kind === 'message' ? can : mayCall
  return may(login, access) ? 'answered' : 'permission denied'
}

/** What was answered otherwise than it should have been, a line each. */
async function faultsOf(
  asker: Asker,
  login: Login | ((endpoint: ServerEndpoint) => Verdict),
  endpoints: readonly ServerEndpoint[],
): Promise<string[]> {
  const faults: string[] = []
  for (const endpoint of known(endpoints)) {
    const way = wayOf(endpoint)
    const should = typeof login === 'function' ? login(endpoint) : expected(endpoint, way, login)
    const { verdict, text } = await asker.ask(endpoint, way, way.about === 'group' ? String(NORTH) : DEVICE)
    if (verdict !== should)
      faults.push(`${endpoint.listener} ${endpoint.name}: ${verdict} instead of ${should} (${text.slice(0, 120)})`)
  }
  await asker.close()
  return faults
}

/** An endpoint that `ways` does not know fails the first test, and only that. */
const wayOf = ({ name }: ServerEndpoint): Way => ways[name] ?? {}
const known = (endpoints: readonly ServerEndpoint[]): ServerEndpoint[] => endpoints.filter(({ name }) => name in ways)

/** One of each, wherever it is served: what is asked is the same function. */
const oncePerName = (): ServerEndpoint[] => [
  ...new Map(server.endpoints.map((endpoint) => [endpoint.name, endpoint])).values(),
]

describe('every way into the server', () => {
  it('[RIGHT-076] is in the table of how it is asked, and nothing else is', () => {
    const registered = new Set(server.endpoints.map(({ name }) => name))
    expect({ untold: [...registered].filter((name) => !(name in ways)) }).toEqual({ untold: [] })
    expect({ gone: Object.keys(ways).filter((name) => !registered.has(name)) }).toEqual({ gone: [] })
  })

  it('[RIGHT-076] [STRM-39] [LOPB-04] [REPB-04] asks for the right that it is to ask for, wherever it is served', () => {
    for (const { name, access } of server.endpoints) expect({ [name]: access }).toEqual({ [name]: wanted[name] })
  })

  it('[RIGHT-076] answers no caller without a login, except where access is open to anyone', async () => {
    expect(await faultsOf(askerOf(null), 'none', server.endpoints)).toEqual([])
  })

  it.each([
    ['[RIGHT-076] answers no wrong password', ADMIN, sha256('a guess'), 'wrong'],
    ['[RIGHT-076] answers no unknown user', 'unknown', password, 'wrong'],
    ['[RIGHT-076] answers no account that has expired', 'expired', password, 'expired'],
  ] as const)('%s', async (_title, user, passwordHash, login) => {
    const messages = oncePerName().filter(({ kind }) => kind === 'message')
    const others = oncePerName().filter(({ kind }) => kind !== 'message')
    // Each from a new address, so that it is the password that is refused, and not the many attempts.
    const asked = [messages, ...others.map((endpoint) => [endpoint])]
    const faults: string[] = []
    // After a hundred failed logins of one account its later ones are held back, until the failures are forgotten.
    for (let next = 0; next < asked.length; next += 50) {
      const batch = asked.slice(next, next + 50)
      const found = await Promise.all(batch.map((endpoints) => faultsOf(askerOf(user, passwordHash), login, endpoints)))
      faults.push(...found.flat())
      clock.advance(15 * 60_000)
    }
    expect(faults).toEqual([])
  })

  it.each([0, 1, 2, 3])(
    '[RIGHT-044] [RIGHT-076] [RIGHT1-15] [RIGHT2-38] answers permission %d what is for it',
    async (permission) => {
      const rights = { permission, access: fullAccess }
      expect(await faultsOf(askerOf(`level ${permission}`), rights, server.endpoints)).toEqual([])
    },
  )

  it.each(tokenScopes)(
    '[RIGHT-076] answers an API token of scope %s what is for it, wherever it is served',
    async (scope) => {
      const body = { username: 'level 0', password, name: scope, scope, days: 7 }
      const made = await callHttp(server, 'POST', ownTokensPath, { body })
      const { token } = madeTokenSchema.parse(made.body)
      const address = `10.1.0.${addresses++ & 255}`
      const letLoginsRunOut = () => clock.advance(EVENT_LOGIN_WITHIN_MS)
      const claim = { user: 'level 0', passwordHash: token, isToken: true }
      const asker = new Asker(server, { claim, address, letLoginsRunOut })
      const should = (endpoint: ServerEndpoint): Verdict => {
        if (tokenScopesOf(endpoint).includes(scope)) return 'answered'
        return endpoint.access === 'credentials' || endpoint.access === 'token' ? 'not logged in' : 'permission denied'
      }
      expect(await faultsOf(asker, should, server.endpoints)).toEqual([])
    },
  )

  it('[RIGHT-047] [RIGHT2-07] answers a permission group above 3 what it answers 3', async () => {
    expect(await faultsOf(askerOf('copied'), { permission: 9, access: fullAccess }, server.endpoints)).toEqual([])
  })
})

describe('each flag', () => {
  const flagsOf = ({ access }: ServerEndpoint): readonly AccessFlag[] =>
    typeof access === 'object' && 'anyOf' in access ? access.anyOf : []
  /** The flags that anything asks for, and the endpoints that ask for one: the others must not depend on any. */
  const asked = (): AccessFlag[] => [...new Set(server.endpoints.flatMap(flagsOf))]
  const asking = (): ServerEndpoint[] => oncePerName().filter((endpoint) => flagsOf(endpoint).length > 0)
  const without = (...flags: AccessFlag[]): string => withoutFlags(fullAccess, [...flags, 'F_api_full'])
  const only = (...flags: AccessFlag[]): string =>
    withoutFlags(
      fullAccess,
      accessFlags.filter((flag) => !flags.includes(flag)),
    )
  /** Asks as a user of permission 1 whose group has these flags now. */
  async function faultsWith(access: string, endpoints: readonly ServerEndpoint[]): Promise<string[]> {
    await setAccess({ data }, 1, access)
    // What was verified before is forgotten by then.
    clock.advance(61_000)
    return faultsOf(askerOf('level 1'), { permission: 1, access }, endpoints)
  }

  it('[RIGHT-076] [STRM-39] [RIGHT2-08] taken away takes what asks for it, and nothing more', async () => {
    for (const flag of asked()) expect(await faultsWith(without(flag), asking()), flag).toEqual([])
  })

  it('[RIGHT-076] [STRM-39] alone gives what asks for it, and nothing more', async () => {
    for (const flag of asked()) expect(await faultsWith(only(flag, 'F_lmdvrs'), asking()), flag).toEqual([])
  })

  it('[RIGHT-043] of an item gives nothing without its parent', async () => {
    expect(await faultsWith(without('F_lmdvrs'), asking())).toEqual([])
  })

  it('[RIGHT-076] without any, what asks for none is answered', async () => {
    expect(await faultsWith('', oncePerName())).toEqual([])
  })

  it('[RIGHT-076] that nothing asks for changes nothing', async () => {
    expect(await faultsWith(only(...asked(), 'F_lmdvrs'), asking())).toEqual([])
  })

  it('[RIGHT-017] for full API access gives every call and stream that asks for flags', async () => {
    expect(await faultsWith(only('F_api_full'), asking())).toEqual([])
    await setAccess({ data }, 1, fullAccess)
    clock.advance(61_000)
  })
})

it('[RIGHT-079] [RIGHT-086] what the site has switched off is granted to no account, not even with full API access', async () => {
  const site = { disablePlayback: true, disablePtz: true }
  const switched = await startTestServer({ clock, config: { trustedProxies: ['127.0.0.1'], site } })
  const endpoints = switched.endpoints.filter(({ name }) => ['D12', 'Q06', '/ws.cgi?type=lopb'].includes(name))
  // Recorded video is also for who may see the track it belongs to (RIGHT-081).
  const access = withoutFlags(fullAccess, ['P_gppb', 'F_api_full'])
  await addUsers(switched, { name: 'no track', permission: 9, access })
  for (const [user, given] of [
    [ADMIN, { permission: 0, access: fullAccess }] as const,
    ['no track', { permission: 9, access }] as const,
  ]) {
    const rights = rightsOnSite(given, resolveOptions(site))
    const denied = endpoints.filter((endpoint) => expected(endpoint, wayOf(endpoint), rights) === 'permission denied')
    const names = new Set(denied.map(({ name }) => name))
    expect([...names].sort()).toEqual(user === ADMIN ? ['D12'] : ['/ws.cgi?type=lopb', 'D12', 'Q06'])
    expect(await faultsOf(askerOf(user, password, switched), rights, endpoints), user).toEqual([])
  }
  await switched.close()
})

it('[RIGHT-081] four flags of the site take their page rights from everybody, and leave the one of the GPS playback', async () => {
  const site = { disableTree: true, disableLive: true, disablePlayback: true, disableRemotePlayback: true }
  const switched = await startTestServer({ clock, config: { site } })
  await addUsers(switched, { name: 'everything', permission: 1, access: fullAccess })
  for (const user of [ADMIN, 'everything']) {
    const link = await switched.connect()
    const received = decodeLoggedIn({ code: 'Q02', fields: (await link.login(user, ADMIN_PASSWORD)).fields })
    const lost = accessFlags.filter((flag) => !grants(received?.access ?? '', flag))
    expect(lost, user).toEqual(accessFlags.filter((flag) => ['P_tree', 'P_live', 'P_lopb', 'P_repb'].includes(flag)))
    await link.close()
  }
  await switched.close()
})

it('[RIGHT-010] [RIGHT-083] without F_gps no track, trip or mileage is answered, with the page right of the GPS playback neither', async () => {
  const names = ['Q13', 'POST /api/gps', 'GET /api/gps/export', 'POST /api/trips', 'POST /gkmileage/summary']
  const endpoints = server.endpoints.filter(({ name }) => names.includes(name))
  const access = withoutFlags(fullAccess, ['F_gps', 'F_api_full'])
  await addUsers(server, { name: 'no gps', permission: 10, access })
  const denied = endpoints.filter(
    (endpoint) => expected(endpoint, wayOf(endpoint), { permission: 10, access }) === 'permission denied',
  )
  expect(new Set(denied.map(({ name }) => name))).toEqual(new Set(names))
  expect(await faultsOf(askerOf('no gps', password, server), { permission: 10, access }, endpoints)).toEqual([])
})

describe('a device or group of others', () => {
  const missingOf = (way: Way): string => (way.about === 'group' ? 'nowhere' : MISSING_DEVICE)
  const realOf = (way: Way): string => (way.about === 'group' ? String(NORTH) : DEVICE)
  const plain = ({ text }: Answer): string =>
    text
      .replaceAll(/"X":"\d+",?/g, '')
      .replaceAll(DEVICE, 'it')
      .replaceAll(MISSING_DEVICE, 'it')

  it('[RIGHT-076] [API1-63] is answered as one that does not exist, and is there for its own users', async () => {
    const [insider, outsider] = [askerOf('north'), askerOf('south')]
    for (const endpoint of known(oncePerName())) {
      const way = wayOf(endpoint)
      if (way.about === undefined) continue
      const real = await outsider.ask(endpoint, way, realOf(way))
      const missing = await outsider.ask(endpoint, way, missingOf(way))
      expect(plain(real), endpoint.name).toBe(plain(missing))
      expect(plain(await insider.ask(endpoint, way, realOf(way))), endpoint.name).not.toBe(plain(real))
    }
    await Promise.all([insider.close(), outsider.close()])
  })

  it('[RIGHT-076] [RIGHT2-32] is in nothing that the other accounts receive', async () => {
    const outsider = askerOf('south')
    const received: string[] = []
    for (const endpoint of known(server.endpoints)) {
      const way = wayOf(endpoint)
      received.push((await outsider.ask(endpoint, way, missingOf(way))).text)
    }
    received.push(await outsider.received())
    expect(received.filter((text) => text.includes(DEVICE) || text.includes('North'))).toEqual([])
    await outsider.close()
  })
})
