// Everything that stays open, opened by a user who then loses the device, the right or the login.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AccessFlag,
  accessFlags,
  fullAccess,
  mayCall,
  parentFlag,
  type Rights,
  withoutFlags,
} from '@fleetglass/contract/access'
import { EventClose } from '@fleetglass/contract/events'
import { type EvidencePackage, evidencePath } from '@fleetglass/contract/evidence'
import { MONITOR_PATH } from '@fleetglass/contract/monitors'
import { type AccessChange, permissionPath } from '@fleetglass/contract/permissions'
import { talkAudioPath } from '@fleetglass/contract/talk'
import { createManualClock } from '@fleetglass/testkit'
import { encodeVcp } from '@fleetglass/vcp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ServerEndpoint } from '../../src/app.ts'
import { addGroup, addUsers, moveDevice, setAccess } from '../accounts.ts'
import { addLongContents, addLongTalk, type LongContents } from '../attacks/long-contents.ts'
import { sha256 } from '../channel-client.ts'
import { DeviceClient, positionMessage } from '../devices/device-client.ts'
import { EventClient } from '../event-client.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../harness.ts'
import { callHttp } from '../http-client.ts'
import { basic, type Opened, openCall, openDownload, openSocket, queryOf } from './open-access.ts'
import { type Claim, ways } from './rights-ways.ts'

// Some dozens of megabytes are written and read.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const DEVICE = '13800138000'
const [NORTH, SOUTH, INNER] = [2, 3, 4]
const passwordHash = sha256(ADMIN_PASSWORD)
const data = mkdtempSync(join(tmpdir(), 'fleetglass-open-'))
const clock = createManualClock()
/** The day before today, of the server's clock. */
const START_MS = Math.floor(clock.nowMs() / 86_400_000) * 86_400_000 - 86_400_000
const talks = new Map<string, number>()
const opened: Opened[] = []
let server: TestServer
let device: DeviceClient
let contents: LongContents
let evidenceId: string

/** Users of the group above the device's; each of them loses something once. */
const users = [
  ...['moved', 'group moved', 'removed device', 'right lost', 'regrouped', 'removed', 'new password', 'logs out'].map(
    (name) => ({ name, permission: 1, access: fullAccess, groupId: NORTH }),
  ),
  { name: 'flags lost', permission: 2, access: fullAccess, groupId: NORTH },
  { name: 'chief', permission: 0, access: fullAccess, groupId: 1 },
]

beforeAll(async () => {
  const first = await startTestServer({ data })
  await addDevice(first)
  await first.close()
  await addGroup({ data }, { id: NORTH, name: 'North' })
  await addGroup({ data }, { id: SOUTH, name: 'South' })
  await addGroup({ data }, { id: INNER, parentId: NORTH, name: 'Inner' })
  await moveDevice({ data }, DEVICE, INNER)
  await addUsers({ data }, ...users)
  contents = addLongContents(data, DEVICE, START_MS)
  for (const { name } of users) talks.set(name, addLongTalk(data, name, DEVICE, START_MS))
  const site = { broadcast: true }
  server = await startTestServer({ data, clock, config: { site } })
  device = await online()
  await until('the recording can be downloaded', async () => {
    clock.advance(100)
    const { text } = await callHttp(server, 'GET', exportPath(claimOf('chief'), 'lopbmp4ask'))
    return text === 'READY'
  })
  evidenceId = await makeEvidence()
})

afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

afterAll(async () => {
  await device.close()
  await server.close()
  rmSync(data, { recursive: true, force: true })
})

async function addDevice(at: TestServer): Promise<void> {
  const admin = await at.login()
  await admin.request('D01', { A: DEVICE, C: '4', F: '0' })
  await admin.close()
}

async function makeEvidence(): Promise<string> {
  const range = { start: contents.startS, end: contents.startS + contents.videoSeconds }
  const wanted = { deviceid: DEVICE, channels: [1], ...range, reason: 'open for long' }
  const body = { username: 'chief', password: passwordHash, ...wanted }
  const asked = (await callHttp(server, 'POST', evidencePath, { body })).body as unknown as EvidencePackage
  await until('the package is made', async () => {
    const { text } = await callHttp(server, 'GET', evidencePath, { headers: basic(claimOf('chief')) })
    return (JSON.parse(text) as EvidencePackage[])[0]?.state === 'ready'
  })
  return asked.id
}

/** A recorder that answers nothing: what waits for it stays open. */
async function online(): Promise<DeviceClient> {
  const client = await DeviceClient.tcp(server.ports.signalling, DEVICE)
  await client.login()
  await until('it is online', async () =>
    (await callHttp(server, 'GET', '/metrics')).text.includes('fleetglass_devices_connected 1'),
  )
  return client
}

const claimOf = (user: string): Claim => ({ user, passwordHash })
const query = (fields: Readonly<Record<string, unknown>>): string => queryOf(fields).toString()

function exportPath({ user, passwordHash: password }: Claim, type: string): string {
  const range = { spbtime: contents.startS, duration: contents.videoSeconds }
  return `/web.cgi?${query({ type, deviceid: DEVICE, ch: 1, user, password, ...range })}`
}

/** How each call that stays open is opened, so that it has not ended when its access is taken away. */
const calls: Readonly<Record<string, (claim: Claim) => Opened | Promise<Opened>>> = {
  'GET /pic.cgi': ({ user, passwordHash: password }) =>
    openCall(server, 'GET /pic.cgi', `/pic.cgi?${query({ type: 'live', deviceid: DEVICE, ch: 1, user, password })}`),
  'GET /web.cgi': (claim) => openDownload(server, 'GET /web.cgi', exportPath(claim, 'lopbmp4get')),
  'GET /gmslog.cgi': ({ user, passwordHash: password }) => {
    const asked = { type: 'syslog', deviceid: DEVICE, t: contents.startS, user, password }
    return openDownload(server, 'GET /gmslog.cgi', `/gmslog.cgi?${query(asked)}`)
  },
  'GET /api/footage/file': ({ user, passwordHash: password }) => {
    const asked = { id: contents.footageId, ch: 1, user, password }
    return openDownload(server, 'GET /api/footage/file', `/api/footage/file?${query(asked)}`)
  },
  'GET /api/evidence/file': ({ user, passwordHash: password }) => {
    const asked = { id: evidenceId, user, password }
    return openDownload(server, 'GET /api/evidence/file', `/api/evidence/file?${query(asked)}`)
  },
  'GET /gklog/talkaudio/:name': ({ user, passwordHash: password }) => {
    const path = talkAudioPath({ begintime: START_MS / 1000, serialno: talks.get(user) ?? 0 }, 'merge')
    return openDownload(server, 'GET /gklog/talkaudio/:name', `${path}?${query({ user, password })}`)
  },
  'GET /api/gps/export': (claim) => trackFile(basic(claim)),
  'POST /api/gps': ({ user, passwordHash: password }) => {
    const range = { deviceid: DEVICE, start: contents.startS, end: contents.startS + contents.trackSeconds }
    const body = { username: user, password, ...range }
    return openDownload(server, 'POST /api/gps', '/api/gps', { body })
  },
}

function trackFile(headers: Record<string, string>): Promise<Opened> {
  const range = { start: contents.startS, end: contents.startS + contents.trackSeconds }
  const asked = query({ deviceid: DEVICE, format: 'gpx', ...range })
  return openDownload(server, 'GET /api/gps/export', `/api/gps/export?${asked}`, { headers })
}

/** A stream that waits for the recorder, or plays what the server recorded. */
function stream(endpoint: ServerEndpoint, { user, passwordHash: password }: Claim): Promise<Opened> {
  const asked = { ...ways[endpoint.name]?.ask?.(DEVICE, { user, passwordHash: password }), user, password }
  const time = 'spbtime' in asked ? { spbtime: contents.startS } : {}
  const isSilent = endpoint.name === '/ws.cgi?deviceid=broadcast' || endpoint.name === '/ws.cgi?type=gps'
  return openSocket(server, endpoint, { ...asked, ...time }, { answers: !isSilent })
}

/** What the user may open of all that the server offers, by its registration; the rest is not looked at. */
const openable = (rights: Rights): readonly ServerEndpoint[] => {
  const once = [...new Map(server.endpoints.map((endpoint) => [endpoint.name, endpoint])).values()]
  return once.filter(({ kind, name, access }) => (kind === 'stream' || name in calls) && isAllowed(rights, access))
}
const isAllowed = (rights: Rights, access: ServerEndpoint['access']): boolean =>
  typeof access !== 'string' ? mayCall(rights, access) : access === 'login' && mayCall(rights, access)

async function openAll(user: string): Promise<readonly ServerEndpoint[]> {
  const { permission, access } = users.find(({ name }) => name === user) ?? { permission: 3, access: '' }
  const endpoints = openable({ permission, access })
  await openEach(endpoints, user)
  return endpoints
}

async function openEach(endpoints: readonly ServerEndpoint[], user: string): Promise<void> {
  const claim = claimOf(user)
  for (const endpoint of endpoints) {
    opened.push(
      endpoint.kind === 'stream' ? await stream(endpoint, claim) : await (calls[endpoint.name] ?? fail)(claim),
    )
  }
}
const flagsOf = (access: ServerEndpoint['access']): readonly AccessFlag[] =>
  typeof access === 'object' && 'anyOf' in access ? access.anyOf : []

/** As the permission matrix of another administrator saves it; `rows` left out: every flag. */
async function savePermission(change: AccessChange, rows?: readonly number[]): Promise<void> {
  const body = { username: 'chief', password: passwordHash, permissions: [change], ...(rows && { rows }) }
  expect((await callHttp(server, 'PUT', permissionPath, { body })).status).toBe(200)
}
const fail = (): never => {
  throw new Error('no such call')
}

/** How what is open ended, where it is not as it should be. */
async function faults(endpoints: readonly ServerEndpoint[], expected: (endpoint: ServerEndpoint) => number | null) {
  const found: Record<string, string> = {}
  for (const [at, endpoint] of endpoints.entries()) {
    const code = expected(endpoint)
    const should = code === null ? 'goes on' : shown(endpoint, code)
    const outcome = await opened[at]?.outcome()
    if (outcome !== should) found[`${endpoint.listener} ${endpoint.name}`] = `${outcome} instead of ${should}`
  }
  return found
}

/** A download that has begun is cut: its status has gone. A call that waits is answered with the status of the code. */
function shown({ kind, name }: ServerEndpoint, code: number): string {
  if (kind === 'stream') return String(code)
  return name === 'GET /pic.cgi' ? String(code - 4000) : 'cut'
}

const isOfDevice = ({ name }: ServerEndpoint): boolean =>
  !['/ws.cgi?deviceid=broadcast', '/ws.cgi?deviceid=*', 'GET /gklog/talkaudio/:name'].includes(name)

describe('what stays open, when its access is taken away', () => {
  it('[M1] is in the table of how it is opened, whatever the server offers', () => {
    const streams = server.endpoints.filter(({ kind }) => kind === 'stream').map(({ name }) => name)
    expect(streams.filter((name) => !(name in ways))).toEqual([])
    const registered = new Set(server.endpoints.map(({ name }) => name))
    expect(Object.keys(calls).filter((name) => !registered.has(name))).toEqual([])
  })

  it('[M1] ends with 4404 when its device is moved to a group of others', async () => {
    const endpoints = await openAll('moved')
    await server.directory.registry.setGroups(DEVICE, [SOUTH])
    expect(await faults(endpoints, (endpoint) => (isOfDevice(endpoint) ? 4404 : null))).toEqual({})
    await server.directory.registry.setGroups(DEVICE, [INNER])
  })

  it("[M1] ends with 4404 when its device's group is moved below a group of others", async () => {
    const endpoints = await openAll('group moved')
    await server.directory.registry.changeGroup(INNER, { parentId: SOUTH })
    expect(await faults(endpoints, (endpoint) => (isOfDevice(endpoint) ? 4404 : null))).toEqual({})
    await server.directory.registry.changeGroup(INNER, { parentId: NORTH })
  })

  it('[M1] ends with 4404 when its user is moved to another group', async () => {
    const endpoints = await openAll('regrouped')
    await server.directory.accounts.edit('regrouped', { groupId: SOUTH })
    expect(await faults(endpoints, (endpoint) => (isOfDevice(endpoint) ? 4404 : null))).toEqual({})
  })

  it('[M1] ends with 4403 when its user loses the right', async () => {
    const endpoints = await openAll('right lost')
    await setAccess({ data }, 9, '')
    await server.directory.accounts.edit('right lost', { permission: 9 })
    const rights = { permission: 9, access: '' }
    expect(await faults(endpoints, ({ access }) => (isAllowed(rights, access) ? null : 4403))).toEqual({})
  })

  it('[M1] [PERM-024] ends with 4403 when its permission group loses the flags in the permission matrix, and goes on where none is needed', async () => {
    const endpoints = await openAll('flags lost')
    await savePermission({ id: 2, access: '' })
    const rights = { permission: 2, access: '' }
    const expected = ({ access }: ServerEndpoint) => (isAllowed(rights, access) ? null : 4403)
    expect(new Set(endpoints.map(expected))).toEqual(new Set([null, 4403]))
    expect(await faults(endpoints, expected)).toEqual({})
  })

  it('[M1] [PERM-024] each flag alone opens what asks for it, which ends with 4403 when that row of the matrix is saved without it', async () => {
    const asking = openable({ permission: 2, access: fullAccess }).filter(({ access }) => flagsOf(access).length > 0)
    for (const flag of new Set(asking.flatMap(({ access }) => flagsOf(access)))) {
      const access = withoutFlags(
        fullAccess,
        accessFlags.filter((other) => other !== flag && other !== parentFlag(flag)),
      )
      await savePermission({ id: 2, access })
      const endpoints = asking.filter((endpoint) => flagsOf(endpoint.access).includes(flag))
      await openEach(endpoints, 'flags lost')
      await savePermission({ id: 2, access: withoutFlags(access, [flag]), was: access }, [accessFlags.indexOf(flag)])
      expect({ [flag]: await faults(endpoints, () => 4403) }).toEqual({ [flag]: {} })
      for (const one of opened.splice(0)) one.close()
    }
  })

  it('[M1] ends with 4401 when its user is removed', async () => {
    const endpoints = await openAll('removed')
    await server.directory.accounts.remove('removed')
    expect(await faults(endpoints, () => 4401)).toEqual({})
  })

  it('[M1] ends with 4401 when its user has another password', async () => {
    const endpoints = await openAll('new password')
    const body = { username: 'new password', password: passwordHash, newpass: sha256('Another 1 of these') }
    expect((await callHttp(server, 'PUT', '/gkserver/passwd', { body })).body).toMatchObject({ hasError: false })
    expect(await faults(endpoints, () => 4401)).toEqual({})
  })

  it('[M1] ends with the session cookie it came with, and no other session', async () => {
    const logIn = async () => {
      const body = { username: 'logs out', password: passwordHash }
      const { headers } = await callHttp(server, 'POST', '/gkserver/session', { body })
      return { cookie: String(headers['set-cookie']).split(';')[0] ?? '' }
    }
    const [ends, stays] = [await logIn(), await logIn()]
    const [ended, other] = [await trackFile(ends), await trackFile(stays)]
    opened.push(ended, other)
    await callHttp(server, 'DELETE', '/gkserver/session', { headers: ends })
    expect([await ended.outcome(), await other.outcome()]).toEqual(['cut', 'goes on'])
  })

  it('[M1] a stream of the whole site ends with 4403 when its user is no administrator any more', async () => {
    const endpoints = await openAll('chief')
    await server.directory.accounts.edit('chief', { permission: 1 })
    const rights = { permission: 1, access: fullAccess }
    expect(await faults(endpoints, ({ access }) => (isAllowed(rights, access) ? null : 4403))).toEqual({})
    await server.directory.accounts.edit('chief', { permission: 0 })
  })

  it('[M1] events and pushed rows of the device stop, and links are closed when the user is removed', async () => {
    await addUsers({ data }, { name: 'listener', permission: 1, access: fullAccess, groupId: NORTH })
    const [main, monitor] = await Promise.all(
      ['/', MONITOR_PATH].map(async (name) => {
        const login = encodeVcp({ code: name === '/' ? 'Q02' : 'DB1', fields: { U: 'listener', P: passwordHash } })
        return openSocket(server, { name, listener: 'main' }, {}, { says: login, answers: true })
      }),
    )
    opened.push(...[main, monitor].filter((one) => one !== undefined))
    const [mine, all] = await Promise.all(
      ['listener', 'chief'].map(async (user) => {
        const link = await server.connect()
        await link.login(user, ADMIN_PASSWORD)
        await link.request('Q14', { F: '1' })
        return { link, events: await EventClient.login(server.ports.main, user) }
      }),
    )
    if (mine === undefined || all === undefined) throw new Error('no links')
    await server.directory.registry.setGroups(DEVICE, [SOUTH])
    device.send(positionMessage(Math.floor(clock.nowMs() / 1000)))
    const isReported = ({ link }: typeof mine) =>
      link.received.some(({ payload }) => Buffer.from(payload ?? []).includes(DEVICE))
    await until('the row is pushed', () => {
      clock.advance(500)
      return isReported(all)
    })
    mine.link.send('ping')
    await until('all that was sent before has come', () => mine.link.received.some(({ code }) => code === 'ping'))
    expect(isReported(mine)).toBe(false)
    await server.directory.registry.setGroups(DEVICE, [INNER])
    await server.directory.accounts.remove('listener')
    expect((await mine.link.closed).code).toBe(1008)
    expect([await main?.outcome(), await monitor?.outcome()]).toEqual(['1008', '1008'])
    expect((await mine.events.closed).code).toBe(EventClose.tryAgain)
    await all.link.close()
    all.events.socket.close()
  })

  it('[M1] ends with 4404 when its device is removed', async () => {
    const endpoints = await openAll('removed device')
    const body = { username: 'chief', password: passwordHash, deviceid: DEVICE, confirm: DEVICE }
    expect((await callHttp(server, 'DELETE', '/gkdevice/device', { body })).body).toMatchObject({ hasError: false })
    expect(await faults(endpoints, (endpoint) => (isOfDevice(endpoint) ? 4404 : null))).toEqual({})
  })
})
