// What each character of an access-right string gives at the server's sockets and calls. Places are written as numbers here
// and not taken from the table of flags, so that two flags that changed places are seen.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addUsers, setAccess } from '../accounts.ts'
import { sha256 } from '../channel-client.ts'
import { failedMessage } from '../failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../harness.ts'
import { Asker } from './rights-asker.ts'
import { ways } from './rights-ways.ts'

vi.setConfig({ testTimeout: 60_000 })

const DEVICE = 'van'
const LENGTH = 77
const F_LMDVRS = 8
const F_API_FULL = 76

const data = mkdtempSync(join(tmpdir(), 'fleetglass-flags-'))
const clock = createManualClock()
let flagged: TestServer

beforeAll(async () => {
  flagged = await startTestServer({ data, clock, config: { trustedProxies: ['127.0.0.1'] } })
  const admin = await flagged.login()
  await admin.request('D01', { A: DEVICE, C: '4', F: '2' })
  await admin.close()
  await addUsers(flagged, { name: 'somebody', permission: 1 })
})
afterAll(async () => {
  await flagged.close()
  rmSync(data, { recursive: true, force: true })
})

const only = (...places: readonly number[]): string =>
  Array.from({ length: LENGTH }, (_, place) => (places.includes(place) ? '1' : '0')).join('')
const allBut = (...places: readonly number[]): string =>
  Array.from({ length: LENGTH }, (_, place) => (places.includes(place) ? '0' : '1')).join('')

/** Gives the account's group these flags; a password that was verified before is forgotten by then. */
async function grant(access: string): Promise<void> {
  await setAccess({ data }, 1, access)
  clock.advance(61_000)
}

let addresses = 0
/** Which of these an account is answered, of those that are served. */
async function answered(names: readonly string[], user = 'somebody', server = flagged): Promise<string[]> {
  addresses += 1
  const asker = new Asker(server, {
    claim: { user, passwordHash: sha256(ADMIN_PASSWORD) },
    address: `10.1.0.${addresses}`,
    letLoginsRunOut: () => clock.advance(10_000),
  })
  const found: string[] = []
  for (const name of names) {
    const endpoint = server.endpoints.find((one) => one.name === name)
    if (endpoint === undefined) throw new Error(`${name} is not served`)
    if ((await asker.ask(endpoint, ways[name] ?? {}, DEVICE)).verdict === 'answered') found.push(name)
  }
  await asker.close()
  return found
}

describe('a flag of pages and features', () => {
  /** What asks for one of these flags, by their places. */
  const asking: readonly [name: string, places: readonly number[]][] = [
    ['/ws.cgi?type=live', [1, 2, 11]],
    ['Q06', [3, 4]],
    ['/ws.cgi?type=repb', [5]],
    ['POST /api/gps', [6]],
    ['POST /gkevent/customevent', [7]],
    ['D03', [8]],
    ['POST /gkserver/gkdevicesetup/:deviceid', [9]],
    ['POST /gkevent/eventquery', [10]],
    ['POST /gkdevice/ptz', [11]],
    ['/ws.cgi?type=talk', [12]],
  ]
  const names = asking.map(([name]) => name)
  const givenBy = (granted: (place: number) => boolean): string[] =>
    asking.filter(([, places]) => places.some(granted)).map(([name]) => name)

  it.each<[string, number]>([
    ['[RIGHT-005] the 2nd, P_tree, gives pictures', 1],
    ['[RIGHT-006] the 3rd, P_live, gives pictures', 2],
    ['[RIGHT-007] the 4th, P_gppb, gives recordings', 3],
    ['[RIGHT-008] the 5th, P_lopb, gives recordings', 4],
    ['[RIGHT-009] the 6th, P_repb, gives the recordings of the device', 5],
    ['[RIGHT-010] the 7th, F_gps, gives positions', 6],
    ['[RIGHT-011] the 8th, F_addcd, gives custom downloads', 7],
    ['[RIGHT-012] the 9th, F_lmdvrs, gives the settings that the server has of a device', 8],
    ['[RIGHT-013] the 10th, F_rmdvrs, gives the settings of the device itself', 9],
    ['[RIGHT-014] the 11th, F_event, gives events', 10],
    ['[RIGHT-015] the 12th, F_ptz, gives PTZ, and pictures for it', 11],
    ['[RIGHT-016] the 13th, F_talk, gives talk', 12],
  ])('%s; it gives nothing else, and nothing else gives that', async (_, place) => {
    await grant(only(place))
    expect(await answered(names)).toEqual(givenBy((one) => one === place))
    await grant(allBut(place, F_API_FULL))
    expect(await answered(names)).toEqual(givenBy((one) => one !== place))
  })

  it('[RIGHT-004] the 1st, P_dash, gives the page of the dashboard and nothing at the server', async () => {
    await grant(only(0))
    expect(await answered(names)).toEqual([])
    await grant(allBut(0, F_API_FULL))
    expect(await answered(names)).toEqual(names)
  })

  it('[RIGHT-017] [RIGHT2-35] [RIGHT2-36] the last, F_api_full, gives every call and stream that asks for a flag, and no message', async () => {
    await grant(only(F_API_FULL))
    expect(await answered(names)).toEqual(names.filter((name) => !['Q06', 'D03'].includes(name)))
  })

  it('[RIGHT-001] [RIGHT-002] [RIGHT-003] only a 1 grants, and a string that ends grants nothing beyond', async () => {
    for (const character of ['0', '2', 'x', ' ']) {
      await grant(`${only().slice(0, 10)}${character}${'0'.repeat(66)}`)
      expect(await answered(['POST /gkevent/eventquery']), character).toEqual([])
    }
    await grant('1'.repeat(10))
    expect(await answered(names)).toEqual(givenBy((place) => place < 10))
  })
})

describe('a flag of a setting', () => {
  async function link() {
    const client = await flagged.connect()
    expect((await client.login('somebody', ADMIN_PASSWORD)).fields.R).toBe('1')
    return client
  }
  const read = async (client: Awaited<ReturnType<typeof link>>): Promise<Record<string, unknown>> => {
    const { deviceid, ...record } = JSON.parse((await client.request('D03', { A: DEVICE })).text)
    expect(deviceid).toBe(DEVICE)
    return record
  }
  let whole: Record<string, unknown>
  beforeAll(async () => {
    const admin = await flagged.login()
    whole = await read(admin)
    await admin.close()
  })

  it.each<[string, number, readonly string[]]>([
    ['[RIGHT-018] channel', 52, ['channel']],
    ['[RIGHT-019] gpstzenable', 53, ['gpstzenable']],
    ['[RIGHT-020] icon', 54, ['icon']],
    ['[RIGHT-021] extid', 55, ['extid']],
    ['[RIGHT-022] driver', 56, ['driver', 'driverlicense']],
    ['[RIGHT-023] vehicleid', 57, ['plate', 'vehicleid']],
    ['[RIGHT-024] maplocation', 58, ['maplocation']],
    ['[RIGHT-025] streamtype', 59, ['streamtype']],
    ['[RIGHT-026] chmask', 60, ['chmask']],
    ['[RIGHT-027] recenable', 61, ['recenable']],
    ['[RIGHT-028] recdays', 62, ['recdays']],
    ['[RIGHT-029] recplan', 63, ['recplan']],
    ['[RIGHT-030] recaudio', 64, ['recaudio']],
    ['[RIGHT-031] chnames', 65, ['chnames']],
    ['[RIGHT-032] chsort', 66, ['chsort']],
    ['[RIGHT-033] talkch', 67, ['talkch']],
    ['[RIGHT-034] netlimit', 68, ['maxnetflow', 'netlimit']],
    ['[RIGHT-035] eventdays', 69, ['eventdays']],
    ['[RIGHT-041] videolossinterval', 75, ['videolossinterval']],
  ])('%s shows and changes its fields below F_lmdvrs, and nothing else does', async (_, place, fields) => {
    const values = Object.fromEntries(fields.map((field) => [field, whole[field]]))
    const change = JSON.stringify(values)
    await grant(only(F_LMDVRS, place))
    const own = await link()
    expect(await read(own)).toEqual(values)
    expect((await own.request('D04', { A: DEVICE }, change)).fields.R).toBe('1')
    await own.close()
    await grant(allBut(place, F_API_FULL))
    const other = await link()
    const others = Object.keys(whole).filter((field) => !fields.includes(field))
    expect(Object.keys(await read(other)).sort()).toEqual(others.sort())
    const refused = failedMessage('permission-denied')
    expect((await other.request('D04', { A: DEVICE }, change)).fields).toMatchObject(refused)
    await other.close()
    await grant(only(place))
    const orphan = await link()
    expect((await orphan.request('D03', { A: DEVICE })).fields).toMatchObject(refused)
    await orphan.close()
  })

  const actions = ['GET /gmslog.cgi', 'D15', 'D08', 'D09', 'D07']
  it.each<[string, number, string]>([
    ['[RIGHT-036] syslog reads the log of the device', 70, 'GET /gmslog.cgi'],
    ['[RIGHT-037] del_record deletes recordings', 71, 'D15'],
    ['[RIGHT-038] restore restores the defaults', 72, 'D08'],
    ['[RIGHT-039] format formats the disk', 73, 'D09'],
    ['[RIGHT-040] reboot restarts the device', 74, 'D07'],
  ])('%s below F_lmdvrs, and nothing else does', async (_, place, name) => {
    await grant(only(F_LMDVRS, place))
    expect(await answered(actions)).toEqual([name])
    await grant(allBut(place, F_API_FULL))
    expect(await answered(actions)).toEqual(actions.filter((one) => one !== name))
    await grant(allBut(F_LMDVRS, F_API_FULL))
    expect(await answered([name])).toEqual([])
  })
})

describe('a switch of the site', () => {
  it.each<[string, string, number, string | null]>([
    ['[RIGHT-077] disableTree', 'disableTree', 1, null],
    ['[RIGHT-078] disableLive', 'disableLive', 2, null],
    ['[RIGHT-079] disablePlayback', 'disablePlayback', 4, null],
    ['[RIGHT-080] disableRemotePlayback', 'disableRemotePlayback', 5, '/ws.cgi?type=repb'],
    ['[RIGHT-084] disableEvent', 'disableEvent', 10, 'POST /gkevent/eventquery'],
    ['[RIGHT-086] disablePtz', 'disablePtz', 11, 'POST /gkdevice/ptz'],
    ['[RIGHT-087] disableTalk', 'disableTalk', 12, '/ws.cgi?type=talk'],
  ])('%s takes its flag from the administrator, and what asks for it alone', async (_, name, place, gone) => {
    const config = { trustedProxies: ['127.0.0.1'], site: { [name]: true } }
    const switched = await startTestServer({ clock, config })
    const link = await switched.login()
    await link.request('D01', { A: DEVICE, C: '4', F: '2' })
    await link.close()
    const again = await switched.connect()
    expect((await again.login(ADMIN, ADMIN_PASSWORD)).fields.D).toBe(allBut(place))
    await again.close()
    const names = ['/ws.cgi?type=repb', 'POST /gkevent/eventquery', 'POST /gkdevice/ptz', '/ws.cgi?type=talk']
    expect(await answered(names, ADMIN, switched)).toEqual(names.filter((one) => one !== gone))
    await switched.close()
  })
})
