// Plans that move to another place, and the passwords of plans that the caller does not see.
import { type DownloadPlan, downloadPlansPath } from '@fleetglass/contract/event-plans'
import { EventCode } from '@fleetglass/contract/events'
import { userGroupPath } from '@fleetglass/contract/groups'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const [VAN, BUS] = ['13800138001', '13800138002'] as const
const SPEED = EventCode.overspeed
const password = sha256(ADMIN_PASSWORD)

let server: TestServer
/** A group below the root, without devices; `restricted` sees nothing else. */
let elsewhere = ''
beforeAll(async () => {
  server = await startTestServer()
  const link = await server.login()
  for (const A of [VAN, BUS]) await link.request('D01', { A, C: '1', F: '0' })
  await link.close()
  const wish = { parentid: 'root', newChildrenName: 'Elsewhere' }
  const groups: { groupid: string; name: string }[] = await call('POST', userGroupPath, wish)
  elsewhere = groups.find(({ name }) => name === 'Elsewhere')?.groupid ?? ''
  await addUsers(server, { name: 'restricted', permission: 1, groupId: Number(elsewhere) })
})
afterAll(() => server.close())
beforeEach(async () => {
  await changeDatabase(server, (file) => void file.exec('delete from event_plans'))
  // Another server that shares the database would publish this; here the next change reads it.
  await download('DELETE', undefined, { deviceid: VAN })
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
async function call(method: Method, path: string, body: object = {}, username = ADMIN): Promise<never> {
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  const options =
    method === 'GET' ? { headers: { authorization: `Basic ${basic}` } } : { body: { username, password, ...body } }
  return JSON.parse((await callHttp(server, method, path, options)).text) as never
}

const download = (method: Method, plan?: object, more: object = {}, user?: string): Promise<readonly DownloadPlan[]> =>
  call(method, downloadPlansPath, plan === undefined ? more : { eventDownloadPlan: plan, ...more }, user)

const ofVan = { appdevid: SPEED, updateMode: 'DEVICE', deviceid: VAN }
const everything = { preoffset: 15, enupload: 1, upload: 'ftp://fleet:s3cret@files.example.org:2121/events' }

describe('places of download plans', () => {
  it('[PLAN-52] the password of a plan that the caller does not see is not used', async () => {
    await download('POST', { ...ofVan, ...everything })
    const masked = { ...everything, upload: 'ftp://fleet:***@files.example.org:2121/events' }
    const ofGroup = { appdevid: SPEED, updateMode: 'GROUP', groupid: elsewhere }
    const missing = failedCall('upload-password-missing')
    expect(await download('PUT', { ...ofGroup, ...masked }, {}, 'restricted')).toEqual(missing)
    expect(await download('GET', undefined, {}, 'restricted')).toEqual([])
    await download('POST', { appdevid: SPEED, ...everything })
    expect(await download('PUT', { ...ofGroup, ...masked }, {}, 'restricted')).toHaveLength(2)
  })

  it('[PLAN-17] [PLAN-41] a plan moves to another device, group or code in one step, with its password', async () => {
    await download('POST', { ...ofVan, ...everything })
    const masked = { ...everything, upload: 'ftp://fleet:***@files.example.org:2121/events' }
    const places = (plans: readonly DownloadPlan[]) =>
      plans.map(({ updateMode, deviceid, groupid, appdevid }) => [updateMode, deviceid || groupid, appdevid])
    const both = { ...ofVan, ...masked, deviceid: `${VAN},${BUS}` }
    expect(places(await download('POST', both, { replaces: ofVan }))).toEqual([
      ['DEVICE', VAN, SPEED],
      ['DEVICE', BUS, SPEED],
    ])
    await download('DELETE', undefined, { deviceid: BUS })
    const ofGroup = { appdevid: EventCode.gSensor, updateMode: 'GROUP', groupid: elsewhere }
    expect(places(await download('PUT', { ...ofGroup, ...masked }, { replaces: ofVan }))).toEqual([
      ['GROUP', elsewhere, EventCode.gSensor],
    ])
    const stored = await changeDatabase(server, (file) => file.prepare('select settings from event_plans').all())
    expect(JSON.stringify(stored)).toContain('s3cret')
    const unknown = failedCall('unknown-event-plan')
    expect(await download('POST', { ...ofVan, ...everything }, { replaces: ofVan })).toEqual(unknown)
    expect(places(await download('GET'))).toEqual([['GROUP', elsewhere, EventCode.gSensor]])
  })

  it('[RIGHT2-17] a plan is moved by who may change it where it was and where it goes', async () => {
    await download('POST', { appdevid: SPEED })
    const ofGroup = { appdevid: SPEED, updateMode: 'GROUP', groupid: elsewhere }
    const denied = { hasError: true, code: 'permission-denied' }
    expect(await download('PUT', ofGroup, { replaces: { appdevid: SPEED } }, 'restricted')).toMatchObject(denied)
    await download('POST', ofVan)
    expect(await download('PUT', ofGroup, { replaces: ofVan }, 'restricted')).toEqual(failedCall('unknown-device'))
    expect(await download('GET')).toHaveLength(2)
  })
})
