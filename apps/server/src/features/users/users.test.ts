import { recordDaysPath, recordInfoPath } from '@fleetglass/contract/playback'
import { USERS_MAX, verifyUserPath } from '@fleetglass/contract/session'
import { accountPath, INACTIVE_DAYS, type User, userListPath, userListSchema } from '@fleetglass/contract/users'
import { createManualClock } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { addGroup, addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const DAY_MS = 86_400_000
const password = sha256(ADMIN_PASSWORD)
const secret = sha256('first Secret 1')
const clock = createManualClock()
/** The calendar goes on; of the timers only those of the next two minutes run. */
const later = (ms: number): void => {
  clock.setWallClock(clock.nowMs() + ms)
  clock.advance(120_000)
}
const nowS = () => Math.floor(clock.nowMs() / 1000)

let server: TestServer
afterEach(() => server.close())

const start = async (site: object = {}) => {
  server = await startTestServer({ clock, config: { site: { ...site }, timeZone: 0 } })
}
const call = async (method: string, path: string, body: object, username = ADMIN) => {
  const { text } = await callHttp(server, method, path, { body: { username, password, ...body } })
  return JSON.parse(text) as unknown
}
const list = async (user?: string): Promise<User[]> => userListSchema.parse(await call('POST', userListPath, {}, user))
const names = async (user?: string) => (await list(user)).map(({ name }) => name)
const userOf = async (name: string) => (await list()).find((user) => user.name === name)
const add = (name: string, more: object = {}, user?: string) =>
  call('POST', accountPath, { editingName: name, editingPW: secret, editingGroupid: 'root', ...more }, user)
const save = (name: string, change: object, user?: string) =>
  call('PUT', accountPath, { editingName: name, ...change }, user)
const remove = (name: string, user?: string) => call('DELETE', accountPath, { editingName: name }, user)
const invalid = (field: string, reason: string) => failedCall('invalid-field', { field, reason })
async function logsIn(user: string, typed: string): Promise<boolean> {
  const link = await server.connect()
  const { fields } = await link.login(user, typed)
  await link.close()
  return fields.R === '1'
}

const complete = {
  editingPermission: 3,
  expirydate: '2099-12-31',
  rdbretention: 30,
  mail1: 'ann@example.com',
  phone: '+886 4 123',
  maplocation: '24.5,120.25',
  memo: 'night "shift" <b>',
  extuser: 'portal ann',
  extpass: sha256('door'),
}

describe('users', () => {
  it('[API2-063] [API2-064] [API2-066] [USR-05] come back as they were added, and each write answers with the list', async () => {
    await start()
    const answer = userListSchema.parse(await add('ann', complete))
    const { editingPermission: permission, extpass: _, ...fields } = complete
    const ann = { name: 'ann', groupid: 'root', permission, ...fields, updatetime: nowS(), logintime: 0 }
    expect(answer.find(({ name }) => name === 'ann')).toEqual(ann)
    expect(await userOf('ann')).toEqual(ann)
  })

  it('[USR-32] [USR-47] [USR-48] have permission 2 by default, and no password or hash comes back', async () => {
    await start()
    await add('ann', { extuser: 'portal', extpass: sha256('door') })
    expect((await userOf('ann'))?.permission).toBe(2)
    const text = JSON.stringify(await list())
    for (const hash of [secret, sha256('door'), 'argon2', 'pass'])
      expect(text.toLowerCase()).not.toContain(hash.toLowerCase())
  })

  it('[API2-065] [API2-070] are changed field by field; the password only where that is wanted', async () => {
    await start()
    await addGroup(server, { id: 2, name: 'North' })
    await add('ann', complete)
    await save('ann', { memo: 'day shift', editingPW: sha256('second'), editingChangingPassword: false })
    expect(await userOf('ann')).toMatchObject({ memo: 'day shift', mail1: complete.mail1, extuser: complete.extuser })
    expect(await logsIn('ann', 'first Secret 1')).toBe(true)
    await save('ann', { editingPW: sha256('second'), editingChangingPassword: true })
    expect([await logsIn('ann', 'first Secret 1'), await logsIn('ann', 'second')]).toEqual([false, true])
    expect(await save('ann', { editingChangingPassword: true })).toEqual(invalid('editingPW', 'is empty'))
  })

  it('[USR-08] cannot log in after their expiry date, and never expire without one', async () => {
    await start()
    const today = new Date(clock.nowMs()).toISOString().slice(0, 10)
    await add('ann', { expirydate: today })
    await add('ben', { expirydate: '' })
    expect([await logsIn('ann', 'first Secret 1'), await logsIn('ben', 'first Secret 1')]).toEqual([true, true])
    later(DAY_MS)
    expect([await logsIn('ann', 'first Secret 1'), await logsIn('ben', 'first Secret 1')]).toEqual([false, true])
  })

  it('[USR-09] have the time of their last login and of their last change', async () => {
    await start()
    await add('ann')
    const addedS = nowS()
    clock.advance(5_000)
    await logsIn('ann', 'first Secret 1')
    expect(await userOf('ann')).toMatchObject({ updatetime: addedS, logintime: nowS() })
    clock.advance(5_000)
    await save('ann', { memo: 'x' })
    expect(await userOf('ann')).toMatchObject({ updatetime: nowS(), logintime: nowS() - 5 })
  })

  it('[USR-11] start the map at the place that was stored for them', async () => {
    await start()
    await add('ann', { maplocation: '24.5,120.25' })
    const link = await server.connect()
    expect((await link.login('ann', 'first Secret 1')).fields).toMatchObject({ B: '24.5', C: '120.25' })
    await link.close()
  })

  it('[USR-12] log in as an external user with the pair that was given', async () => {
    await start({ externalSetting: true })
    await add('ann', { extuser: 'portal', extpass: sha256('door') })
    const link = await server.connect()
    expect((await link.request('Q02', { E: 'portal', H: sha256('door') })).fields).toMatchObject({ R: '1', U: 'ann' })
    await link.close()
    expect(await add('ben', { extuser: 'portal', extpass: sha256('door') })).toEqual(
      failedCall('external-user-taken', { field: 'extuser' }),
    )
    await add('ben')
    expect(await save('ben', { extuser: 'portal', extpass: sha256('x') })).toEqual(
      failedCall('external-user-taken', { field: 'extuser' }),
    )
    expect(await save('ben', { extuser: 'other' })).toEqual(failedCall('empty-field', { field: 'extpass' }))
  })

  it('[USR-30] are at most 1000, each name once', async () => {
    await start()
    await add('ann')
    expect(await add('ann')).toEqual(failedCall('user-name-taken', { name: 'ann' }))
    await changeDatabase(server, (file) => {
      const row = file.prepare(`insert into users (name, password_hash, permission, group_id) values (?, 'x', 3, 1)`)
      for (let n = 0; n < USERS_MAX - 2; n++) row.run(`user ${n}`)
    })
    expect(await add('one more')).toEqual(failedCall('too-many-users', { most: USERS_MAX }))
    expect((await list()).length).toBe(USERS_MAX)
  })

  it('[USR-31] [API2-068] are deleted, but for the one named admin, who also stays administrator', async () => {
    await start()
    await add('ann')
    expect(await remove(ADMIN)).toEqual(failedCall('user-stays', { name: ADMIN }))
    expect(await save(ADMIN, { editingPermission: 2 })).toEqual(failedCall('user-stays', { name: ADMIN }))
    await remove('ann')
    expect(await names()).toEqual([ADMIN])
    expect(await remove('ann')).toEqual(failedCall('unknown-user', { name: 'ann' }))
    expect(await save('ann', {})).toEqual(failedCall('unknown-user', { name: 'ann' }))
  })

  it('[USR-33] [USR-34] [USR-37] of permission 0 are seen, made, changed and deleted by admin alone', async () => {
    await start()
    await addUsers(
      server,
      { name: 'chief', permission: 0 },
      { name: 'deputy', permission: 0 },
      { name: 'viewer', permission: 3 },
    )
    expect(await names()).toEqual([ADMIN, 'chief', 'deputy', 'viewer'])
    expect(await names('chief')).toEqual(['viewer'])
    const denied = failedCall('permission-denied')
    expect(await add('other', { editingPermission: 0 }, 'chief')).toEqual(denied)
    expect(await save('deputy', { memo: 'x' }, 'chief')).toEqual(denied)
    expect(await save('viewer', { editingPermission: 0 }, 'chief')).toEqual(denied)
    expect(await remove('deputy', 'chief')).toEqual(denied)
    expect(await names()).toEqual([ADMIN, 'chief', 'deputy', 'viewer'])
    expect(await call('POST', userListPath, {}, 'viewer')).toEqual(denied)
  })

  it('[USR-35] of permission 0 are shown to all who manage users where the site says so', async () => {
    await start({ showAdministrators: true })
    await addUsers(server, { name: 'chief', permission: 0 })
    expect(await names('chief')).toEqual([ADMIN, 'chief'])
    await add('other', { editingPermission: 0 }, 'chief')
    expect((await userOf('other'))?.permission).toBe(0)
  })

  it('[API2-069] are refused with the field at fault, and nothing is stored', async () => {
    await start()
    const bad: readonly (readonly [object, string])[] = [
      [{ expirydate: '2026-02-30' }, 'expirydate'],
      [{ rdbretention: -1 }, 'rdbretention'],
      [{ maplocation: '91,0' }, 'maplocation'],
      [{ mail1: 'nobody' }, 'mail1'],
      [{ phone: 'call me' }, 'phone'],
      [{ memo: 'x'.repeat(501) }, 'memo'],
      [{ editingName: 'evil\u202Ename' }, 'editingName'],
      [{ editingName: 'x'.repeat(500) }, 'editingName'],
      [{ editingPW: 'plain' }, 'editingPW'],
    ]
    for (const [change, field] of bad) {
      const answer = (await add('ann', change)) as { message?: string }
      expect({ change, message: answer.message }).toEqual({ change, message: expect.stringContaining(field) })
    }
    expect(await add('ann', { editingGroupid: '77' })).toEqual(failedCall('unknown-group'))
    expect(await add('ann', { editingPermission: 77 })).toEqual(failedCall('unknown-permission', { id: 77 }))
    expect(await add('ann', { editingPW: sha256('') })).toEqual(failedCall('empty-password'))
    expect(await names()).toEqual([ADMIN])
  })
})

describe('in the strict deployment', () => {
  it('[VAR-13] [USR-40] [API2-067] a user who was away for long is refused until an administrator activates them', async () => {
    await start({ variant: 'strict' })
    await add('ann')
    expect(await logsIn('ann', 'first Secret 1')).toBe(true)
    later((INACTIVE_DAYS - 1) * DAY_MS)
    expect(await logsIn('ann', 'first Secret 1')).toBe(true)
    await save('ann', { editingPW: secret, editingChangingPassword: true })
    later(INACTIVE_DAYS * DAY_MS)
    await changeDatabase(server, (file) => file.exec('update users set expires_s = null'))
    const asked = { username: 'ann', password: secret }
    expect((await callHttp(server, 'POST', verifyUserPath, { body: asked })).body).toMatchObject({ valid: false })
    expect(await logsIn('ann', 'first Secret 1')).toBe(false)
    await save('ann', { resetLogintime: true })
    later(0)
    expect(await logsIn('ann', 'first Secret 1')).toBe(true)
  })

  it('the server sets the expiry, 180 days after each new password', async () => {
    await start({ variant: 'strict' })
    await add('ann', { expirydate: '2099-01-01' })
    const until = new Date(clock.nowMs() + 180 * DAY_MS - 1_000).toISOString().slice(0, 10)
    expect((await userOf('ann'))?.expirydate).toBe(until)
    expect(await save('ann', { expirydate: '2099-01-01' })).toEqual(
      failedCall('field-set-by-server', { field: 'expirydate' }),
    )
    expect(await save('ann', { expirydate: until, memo: 'x' })).toBeInstanceOf(Array)
  })
})

describe('in the peer-to-peer deployment', () => {
  it('[VAR-14] [VAR-15] [VAR-16] no user gets permission 0, a new user has 1, and none is deleted', async () => {
    await start({ variant: 'p2p' })
    await add('ann')
    expect((await userOf('ann'))?.permission).toBe(1)
    expect(await add('ben', { editingPermission: 0 })).toEqual(
      failedCall('value-not-offered', { field: 'editingPermission' }),
    )
    expect(await remove('ann')).toEqual(failedCall('user-stays', { name: 'ann' }))
  })
})

describe('a retention limit', () => {
  it('[USR-07] [USR-10] hides recordings and events of more days ago, at once, and their playback and download', async () => {
    await start()
    await addUsers(server, { name: 'ann', permission: 1 })
    const admin = await server.login()
    await admin.request('D01', { A: 'van', C: '1' })
    await admin.close()
    const midnightMs = Math.floor(clock.nowMs() / DAY_MS) * DAY_MS
    const [oldMs, newMs] = [midnightMs - 10 * DAY_MS, midnightMs - 2 * DAY_MS]
    await changeDatabase(server, (file) => {
      const { key } = file.prepare('select key from devices').get() as { key: number }
      for (const startMs of [oldMs, newMs]) {
        file
          .prepare("insert into recordings values (?, ?, ?, ?, 1, 0, ?, '')")
          .run(key, startMs, startMs + 59_000, 1, `x/${startMs}.mp4`)
        file
          .prepare(
            `insert into events (device_key, time_s, code, change, name, memo, call) values (?, ?, 15, 'new', '', '', 0)`,
          )
          .run(key, startMs / 1000)
      }
    })
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    const events = async () =>
      (await call(
        'POST',
        '/gkevent/eventquery',
        { deviceid: 'van', afterTime: oldMs / 1000, beforeTime: nowS() },
        'ann',
      )) as unknown[]
    const flagsOf = async (ms: number) =>
      JSON.stringify(await call('POST', recordInfoPath, { deviceid: 'van', date: day(ms), tz: 0 }, 'ann'))
    const days = async (ms: number) =>
      call('POST', recordDaysPath, { deviceid: 'van', month: day(ms).slice(0, 7), tz: 0 }, 'ann')
    const download = async (ms: number) => {
      const query = `type=lopbmp4ask&deviceid=van&ch=1&spbtime=${ms / 1000}&duration=30&user=ann&password=${password}`
      return (await callHttp(server, 'GET', `/web.cgi?${query}`)).body
    }
    const hidden = failedCall('nothing-recorded')
    expect(await events()).toHaveLength(2)
    const before = await flagsOf(oldMs)
    expect(await download(oldMs)).not.toEqual(hidden)
    const watching = await StreamClient.open(server.ports.streams, {
      user: 'ann',
      type: 'lopb',
      deviceid: 'van',
      channel: 1,
      spbtime: oldMs / 1000,
      speed: 0,
    })
    const link = await server.connect()
    await link.login('ann', ADMIN_PASSWORD)
    expect((await link.request('Q08', { T: '0' })).text.split(',')).toHaveLength(2)
    expect((await link.request('Q09', { B: String(oldMs / 1000) })).text).toContain('van:1')

    await save('ann', { rdbretention: 5 })

    expect((await watching.closed).code).toBeGreaterThan(4000)
    expect((await link.closed).code).toBe(1008)
    expect(await events()).toHaveLength(1)
    expect(await flagsOf(oldMs)).not.toBe(before)
    expect(await flagsOf(newMs)).toBe(before)
    expect(JSON.stringify(await days(oldMs))).not.toContain(String(new Date(oldMs).getUTCDate()))
    expect(await download(oldMs)).toEqual(hidden)
    expect(await download(newMs)).not.toEqual(hidden)
    const again = await server.connect()
    await again.login('ann', ADMIN_PASSWORD)
    expect((await again.request('Q08', { T: '0' })).text).toBe((newMs / 1000).toString(16))
    expect((await again.request('Q09', { B: String(oldMs / 1000) })).text).toContain('van:0')
    expect((await again.request('Q09', { B: String(newMs / 1000) })).text).toContain('van:1')
    await again.close()
    await save('ann', { rdbretention: 0 })
    expect(await events()).toHaveLength(2)
  })
})
