import {
  type DownloadPlan,
  downloadPlansPath,
  EVENT_PLANS_MAX,
  type PushPlan,
  pushPlansPath,
  type RealtimePlan,
  realtimePlansPath,
} from '@fleetglass/contract/event-plans'
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
  const groups: { groupid: string; name: string }[] = await call('POST', userGroupPath, {
    parentid: 'root',
    newChildrenName: 'Elsewhere',
  })
  elsewhere = groups.find(({ name }) => name === 'Elsewhere')?.groupid ?? ''
  const restricted = { name: 'restricted', permission: 1, groupId: Number(elsewhere) }
  await addUsers(server, { name: 'manager', permission: 1 }, { name: 'operator' }, restricted)
})
afterAll(() => server.close())
beforeEach(async () => {
  await changeDatabase(server, (file) => void file.exec('delete from event_plans'))
  // Another server that shares the database would publish this; here the next change reads it.
  for (const plans of [download, push, realtime]) await plans('DELETE', undefined, { deviceid: VAN })
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
const push = (method: Method, plan?: object, more: object = {}, user?: string): Promise<readonly PushPlan[]> =>
  call(method, pushPlansPath, plan === undefined ? more : { pushEventPlan: plan, ...more }, user)
const realtime = (method: Method, plan?: object, more: object = {}, user?: string): Promise<readonly RealtimePlan[]> =>
  call(method, realtimePlansPath, plan === undefined ? more : { realtimeEventPlan: plan, ...more }, user)

const invalid = { hasError: true, code: expect.stringMatching(/^(invalid-(body|field)|nul-character)$/) }
const ofVan = { appdevid: SPEED, updateMode: 'DEVICE', deviceid: VAN }
const everything = {
  downloadtype: 1,
  downloadplan: 0b1010_0001,
  streamtype: 0b1000_0000,
  mediatype: 6,
  preoffset: 15,
  postoffset: 20,
  entimepart: 1,
  timepart: '0:480,1200:1440',
  intermission: 60,
  enupload: 1,
  upload: 'ftp://fleet:s3cret@files.example.org:2121/events',
  accoffonly: 1,
  maxbackupsecs: 30,
}

describe('download plans', () => {
  it('[API2-091] [API2-092] [PLAN-17] [PLAN-26] a saved plan is listed with every field and the time of the change', async () => {
    const startS = Math.floor(Date.now() / 1000)
    const answer = await download('POST', { ...ofVan, ...everything })
    expect(answer).toEqual([
      {
        ...ofVan,
        ...everything,
        groupid: '',
        upload: 'ftp://fleet:***@files.example.org:2121/events',
        updatetime: expect.any(Number),
      },
    ])
    expect(answer[0]?.updatetime).toBeGreaterThanOrEqual(startS)
    expect(await download('GET')).toEqual(answer)
  })

  it('[PLAN-31] [PLAN-36] [PLAN-37] without a mode a plan is for all devices, and in mode GROUP without a group for the root group', async () => {
    expect(await download('POST', { appdevid: SPEED, deviceid: VAN })).toMatchObject([
      { updateMode: 'GLOBAL', deviceid: 'GLOBAL', appdevid: SPEED, downloadtype: 1 },
    ])
    const both = await download('PUT', { appdevid: SPEED, updateMode: 'GROUP' })
    expect(both.map(({ updateMode, deviceid, groupid }) => [updateMode, deviceid, groupid])).toEqual([
      ['GLOBAL', 'GLOBAL', ''],
      ['GROUP', '', 'root'],
    ])
  })

  it('[PLAN-18] [PLAN-33] [API2-093] a plan for a group names the group, and PUT replaces it', async () => {
    const plan = { appdevid: SPEED, updateMode: 'GROUP', groupid: elsewhere, preoffset: 5 }
    await download('PUT', plan)
    expect(await download('PUT', { ...plan, preoffset: 6 })).toMatchObject([
      { updateMode: 'GROUP', groupid: elsewhere, deviceid: '', preoffset: 6 },
    ])
    const unknown = failedCall('unknown-group')
    for (const groupid of ['99999', '1', '', '0', 'nowhere', '1e1']) {
      expect(await download('PUT', { ...plan, groupid }), groupid).toEqual(unknown)
    }
    expect(await download('POST', { ...plan, updateMode: 'EVERYBODY' })).toMatchObject(invalid)
  })

  it('[PLAN-32] [PLAN-41] [API2-099] mode DEVICE needs devices and makes one row for each of a comma list, replacing what it has', async () => {
    await download('POST', ofVan)
    const both = { appdevid: SPEED, updateMode: 'DEVICE', deviceid: `${VAN}, ${BUS},${VAN}`, postoffset: 7 }
    const rows = await download('POST', both)
    expect(rows.map(({ deviceid, postoffset }) => [deviceid, postoffset])).toEqual([
      [VAN, 7],
      [BUS, 7],
    ])
    expect(await download('POST', { ...ofVan, deviceid: BUS }, { deviceid: VAN })).toHaveLength(2)
    const none = failedCall('plan-without-device')
    for (const deviceid of ['', ' , ,']) expect(await download('POST', { ...ofVan, deviceid })).toEqual(none)
    for (const deviceid of ['nobody', `${VAN},nobody`, 'GLOBAL', '__proto__']) {
      expect(await download('POST', { ...ofVan, deviceid }), deviceid).toEqual(failedCall('unknown-device'))
    }
    expect(await download('GET')).toHaveLength(2)
  })

  it('[API2-094] [API2-099] a plan is deleted by its place, and all plans of a device by the device alone', async () => {
    await download('POST', ofVan)
    await download('POST', { ...ofVan, appdevid: EventCode.gSensor })
    await download('POST', { ...ofVan, deviceid: BUS })
    await download('POST', { appdevid: SPEED })
    expect(await download('DELETE', ofVan)).toHaveLength(3)
    expect(await download('DELETE', ofVan)).toEqual(failedCall('unknown-event-plan'))
    const left = await download('DELETE', undefined, { deviceid: VAN })
    expect(left.map(({ deviceid }) => deviceid).sort()).toEqual([BUS, 'GLOBAL'])
    expect(await download('DELETE', { appdevid: SPEED }, { deviceid: 'GLOBAL' })).toHaveLength(1)
    expect(await download('DELETE', undefined, { deviceid: 'GLOBAL' })).toEqual(failedCall('unknown-device'))
    expect(await download('DELETE')).toMatchObject(invalid)
  })

  it('[PLAN-20] [PLAN-21] the masks of channels and streams may have any of their eight bits', async () => {
    for (const mask of [0, 0b0000_0010, 0b1010_0101, 0b1111_1111]) {
      const masks = { downloadplan: mask, streamtype: mask }
      expect(await download('POST', { ...ofVan, ...masks })).toMatchObject([masks])
    }
  })

  it.each([
    ['[PLAN-19] a download mode', 'downloadtype', [-1, 3, '1', null]],
    ['[PLAN-20] a mask of 8 channels', 'downloadplan', [-1, 256, 1.5, 'all']],
    ['[PLAN-21] a mask of streams', 'streamtype', [-1, 256, 0.1]],
    ['[PLAN-22] seconds before and after', 'preoffset', [-1, 601, 1.5, '10']],
    ['[PLAN-22] seconds after the event', 'postoffset', [-1, 601, null]],
    ['[PLAN-23] a switch of the time part', 'entimepart', [2, -1, 'on']],
    ['[PLAN-24] a list of ranges', 'timepart', ['8:00', '5:5', '10:5', '0:1441', '0:10,5:20', '0:1\0', 7]],
    ['[PLAN-27] a media type', 'mediatype', [0, 2, 7, '1']],
    ['[PLAN-26] an interval', 'intermission', [-1, 86_401]],
    ['[PLAN-26] a longest clip', 'maxbackupsecs', [-1, 3_601]],
    ['[PLAN-26] a switch of ACC', 'accoffonly', [2]],
    ['[PLAN-52] an upload address', 'upload', [...badUploads()]],
    ['[PLAN-17] an event code', 'appdevid', [-1, 25, 9_999, '15', 1.5]],
  ] as const)('%s that is none is refused and nothing is stored', async (_, field, values) => {
    for (const value of values) {
      const answer = await download('POST', { ...ofVan, [field]: value })
      expect(answer, String(value)).toMatchObject(invalid)
    }
    expect(await download('GET')).toEqual([])
  })

  it('[PLAN-52] the password of the upload address is shown as ***, and saving *** keeps it for the same user and server', async () => {
    const saved = async () =>
      await changeDatabase(server, (file) => JSON.stringify(file.prepare('select settings from event_plans').all()))
    await download('POST', { ...ofVan, ...everything })
    const masked = 'ftp://fleet:***@files.example.org:2121/other'
    expect(await download('POST', { ...ofVan, ...everything, upload: masked })).toMatchObject([{ upload: masked }])
    expect(await saved()).toContain('ftp://fleet:s3cret@files.example.org:2121/other')
    // A plan that is copied to another device has the password too.
    expect(await download('POST', { ...ofVan, ...everything, upload: masked, deviceid: BUS })).toHaveLength(2)
    for (const upload of [
      'ftp://fleet:***@evil.example.org:2121/events',
      'ftp://fleet:***@files.example.org/events',
      'ftp://other:***@files.example.org:2121/events',
    ]) {
      expect(await download('POST', { ...ofVan, ...everything, upload })).toEqual(failedCall('upload-password-missing'))
    }
    const rows = await changeDatabase(server, (file) => JSON.stringify(file.prepare('select * from audit_log').all()))
    expect(rows).toContain('eventdownloadplan')
    expect(rows).not.toContain('s3cret')
    expect(await download('POST', { ...ofVan, enupload: 1, upload: '' })).toMatchObject(invalid)
  })

  it('there are at most as many plans as the limit; those that exist can still be changed', async () => {
    await download('POST', ofVan)
    await changeDatabase(server, (file) => {
      const insert = file.prepare(`insert into event_plans values ('download', 'DEVICE', ?, 15, '{}', 1)`)
      for (let key = 1; key < EVENT_PLANS_MAX; key++) insert.run(1_000 + key)
    })
    const refused = failedCall('too-many-event-plans', { most: EVENT_PLANS_MAX })
    expect(await download('POST', { ...ofVan, appdevid: EventCode.gSensor })).toEqual(refused)
    expect(await download('POST', { ...ofVan, preoffset: 3 })).toMatchObject([{ preoffset: 3 }])
  })

  it('[RIGHT2-17] permission 0 and 1 change download plans, each of the devices and groups that it sees', async () => {
    expect(await download('POST', ofVan, {}, 'operator')).toMatchObject({ code: 'permission-denied' })
    expect(await download('GET', undefined, {}, 'operator')).toMatchObject({ code: 'permission-denied' })
    expect(await download('POST', ofVan, {}, 'manager')).toHaveLength(1)
    await download('POST', { appdevid: SPEED }, {}, 'manager')
    await download('PUT', { appdevid: SPEED, updateMode: 'GROUP' })
    expect(await download('GET', undefined, {}, 'restricted')).toMatchObject([{ updateMode: 'GLOBAL' }])
    expect(await download('POST', ofVan, {}, 'restricted')).toEqual(failedCall('unknown-device'))
    expect(await download('POST', { appdevid: SPEED }, {}, 'restricted')).toMatchObject({ code: 'permission-denied' })
    const ofGroup = { appdevid: SPEED, updateMode: 'GROUP' }
    expect(await download('PUT', ofGroup, {}, 'restricted')).toEqual(failedCall('unknown-group'))
    expect(await download('PUT', { ...ofGroup, groupid: elsewhere }, {}, 'restricted')).toHaveLength(2)
    expect(await download('DELETE', undefined, { deviceid: VAN }, 'restricted')).toEqual(failedCall('unknown-device'))
  })
})

function badUploads(): readonly string[] {
  return [
    'http://a:b@host/',
    'ftp://',
    'ftp://a b@host/',
    'ftp://a:b@host/\nDELE x',
    'ftp://a:b@host/%0d%0aDELE x',
    'ftp://a:b@c@host/',
    'ftp://host/?q',
    'ftp:host',
    'ftp://a:b@999.1.1.1/',
    'ftp://a:b@host:70000/',
    `ftp://host/${'x'.repeat(500)}`,
    'ftp://a:b@host/\0',
    '/etc',
  ]
}

describe('push event plans', () => {
  const hook = { ...ofVan, name: 'Office', script: 'https://example.org/hook?key=1' }

  it('[API2-095] [API2-096] [API2-097] [PLAN-28] are listed, saved with POST and PUT, and deleted', async () => {
    const saved = { ...hook, groupid: '', enable: 1, updatetime: expect.any(Number) }
    expect(await push('POST', hook)).toEqual([saved])
    expect(await push('PUT', { ...hook, name: 'Depot' })).toEqual([{ ...saved, name: 'Depot' }])
    expect(await push('GET')).toEqual([{ ...saved, name: 'Depot' }])
    expect(await push('DELETE', ofVan)).toEqual([])
    await push('POST', hook)
    expect(await push('DELETE', undefined, { deviceid: VAN })).toEqual([])
  })

  it('[PLAN-34] the enable flag is 0 or 1', async () => {
    expect(await push('POST', { ...hook, enable: 0 })).toMatchObject([{ enable: 0 }])
    expect(await push('POST', { ...hook, enable: 1 })).toMatchObject([{ enable: 1 }])
    expect(await push('POST', { ...hook, enable: 2 })).toMatchObject(invalid)
  })

  it('[PLAN-56] a script is an http(s) address or a file name, never a path, an option or the text of a shell', async () => {
    for (const script of [
      'http://10.0.0.5:8080/hook',
      'https://example.org',
      'notify.sh',
      'notify_2',
      'http://[fd00::1]/',
    ]) {
      expect(await push('POST', { ...hook, script }), script).toMatchObject([{ script }])
    }
    for (const script of [
      '',
      '/bin/sh',
      '../notify.sh',
      'a/b',
      '.hidden',
      '-rf',
      'rm -rf /',
      'a;b',
      'a|b',
      '$(id)',
      'a\0b',
      'a\nb',
      'ftp://example.org',
      'file:///etc/passwd',
      'javascript:1',
      'https://user:secret@example.org/',
      'https://',
      'http://999.1.1.1/',
      'https://example.org:70000/',
      'https://exa mple.org',
      'https://example.org/#x',
      `https://example.org/${'x'.repeat(500)}`,
      7,
    ]) {
      expect(await push('POST', { ...hook, script }), String(script)).toMatchObject(invalid)
    }
  })

  it('[PLAN-35] have the three modes of download plans', async () => {
    await push('POST', { ...hook, updateMode: 'GLOBAL' })
    await push('PUT', { ...hook, updateMode: 'GROUP', groupid: 'root' })
    const rows = await push('POST', hook)
    expect(rows.map(({ updateMode }) => updateMode).sort()).toEqual(['DEVICE', 'GLOBAL', 'GROUP'])
    expect(await push('POST', { ...hook, deviceid: '' })).toEqual(failedCall('plan-without-device'))
  })

  it('[RIGHT2-18] only permission 0 sees and changes them', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      expect(await push(method, hook, {}, 'manager'), method).toMatchObject({ code: 'permission-denied' })
    }
  })
})

describe('realtime event plans', () => {
  const mail = { ...ofVan, call_en: 1, email_en: 1, receivers: 'office@example.org, depot@example.org' }

  it('[API2-098] [PLAN-29] [PLAN-30] are listed, saved and deleted, and a call rings for 30 seconds where nothing else is set', async () => {
    const saved = {
      ...mail,
      groupid: '',
      call_time: 30,
      receivers: 'office@example.org,depot@example.org',
      updatetime: expect.any(Number),
    }
    expect(await realtime('POST', mail)).toEqual([saved])
    expect(await realtime('PUT', { ...mail, call_time: 5 })).toEqual([{ ...saved, call_time: 5 }])
    expect(await realtime('GET')).toEqual([{ ...saved, call_time: 5 }])
    expect(await realtime('DELETE', ofVan)).toEqual([])
  })

  it('[PLAN-60] receivers are a comma list of mail addresses without anything that could end a line', async () => {
    for (const receivers of [
      'nobody',
      'a@b@c',
      'a@example.org\r\nBcc: b@example.org',
      'a@example.org\nb@example.org',
      'a@example.org;b@example.org',
      'A <a@example.org>',
      '"a b"@example.org',
      'a@example.org\0',
      'a@',
      '@example.org',
      Array.from({ length: 51 }, (_, n) => `a${n}@example.org`).join(),
      `${'x'.repeat(65)}@example.org`,
      7,
    ]) {
      expect(await realtime('POST', { ...mail, receivers }), String(receivers)).toMatchObject(invalid)
    }
    expect(await realtime('POST', { ...mail, receivers: '' })).toMatchObject(invalid)
    expect(await realtime('POST', { ...mail, email_en: 0, receivers: '' })).toMatchObject([{ email_en: 0 }])
    for (const call_time of [0, -1, 601, '30']) {
      expect(await realtime('POST', { ...mail, call_time })).toMatchObject(invalid)
    }
  })

  it('[RIGHT2-19] only permission 0 sees and changes them', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      expect(await realtime(method, mail, {}, 'manager'), method).toMatchObject({ code: 'permission-denied' })
    }
  })
})
