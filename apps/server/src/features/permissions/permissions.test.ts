import { accessFlags, fullAccess } from '@fleetglass/contract/access'
import {
  bufferPath,
  PERMISSION_GROUPS_MAX,
  PERMISSION_NAME_MAX,
  type PermissionGroup,
  permissionListPath,
  permissionListSchema,
  permissionPath,
} from '@fleetglass/contract/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addUsers, setAccess } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addUsers(server, { name: 'operator', permission: 2 }, { name: 'manager', permission: 1 })
})
afterAll(() => server.close())
beforeEach(() =>
  changeDatabase(server, (file) => {
    file.exec(`update users set permission = 2 where name = 'operator'; delete from permission_groups where id > 3`)
  }),
)

const password = sha256(ADMIN_PASSWORD)
const call = async (method: string, path: string, body: object, username = ADMIN) =>
  (await callHttp(server, method, path, { body: { username, password, ...body } })).body
const list = async (): Promise<PermissionGroup[]> =>
  permissionListSchema.parse(await call('POST', permissionListPath, {}))
const accessOf = async (id: number) => (await list()).find((group) => group.id === id)?.access ?? ''
const save = (body: object, user?: string) => call('PUT', permissionPath, body, user)
const copy = (id: number) => call('POST', permissionPath, { id })
const remove = (id: number) => call('DELETE', permissionPath, { id })
const withFlag = (access: string, index: number, flag: '0' | '1') =>
  `${access.slice(0, index)}${flag}${access.slice(index + 1)}`

describe('the list of permission groups', () => {
  it('[PERM-012] [PERM-017] [PERM-019] [API2-074] has id, name and access of the four built-in groups, and 0 has all flags', async () => {
    const groups = await list()
    expect(groups.map(({ id, name }) => [id, name])).toEqual([
      [0, 'Administrator'],
      [1, 'Manager'],
      [2, 'Operator'],
      [3, 'Viewer'],
    ])
    expect(groups[0]?.access).toBe(fullAccess)
    expect(groups.map((group) => Object.keys(group).sort())).toEqual(groups.map(() => ['access', 'id', 'name']))
  })

  it('[PERM-013] [PERM-014] has 77 characters of 0 and 1 a group, whatever length or characters are stored', async () => {
    await setAccess(server, 4, '1')
    await setAccess(server, 5, `${'1'.repeat(80)}`)
    await setAccess(server, 6, '1x2 1')
    expect(await accessOf(4)).toBe(`1${'0'.repeat(76)}`)
    expect(await accessOf(5)).toBe('1'.repeat(77))
    expect(await accessOf(6)).toBe(`10001${'0'.repeat(72)}`)
  })
})

describe('saving flags', () => {
  it('[PERM-013] [API2-074] stores the flags of many groups and answers with the full list', async () => {
    await copy(2)
    await copy(3)
    const answer = permissionListSchema.parse(
      await save({
        permissions: [
          { id: 4, access: '101' },
          { id: 5, access: fullAccess },
        ],
      }),
    )
    expect(answer).toHaveLength(6)
    expect(answer.slice(4).map(({ access }) => access)).toEqual([`101${'0'.repeat(74)}`, fullAccess])
    expect(await list()).toEqual(answer)
  })

  it('saves one row alone: changes of other users to other rows stay', async () => {
    await copy(2)
    const was = await accessOf(4)
    await save({ permissions: [{ id: 4, access: withFlag(was, 8, '1'), was }], rows: [8] })
    await save({ permissions: [{ id: 4, access: withFlag(was, 9, '1'), was }], rows: [9] })
    expect(await accessOf(4)).toBe(withFlag(withFlag(was, 8, '1'), 9, '1'))
  })

  it('notifies the second of two administrators who save the same row, and does not save their change', async () => {
    await copy(2)
    await copy(3)
    const [first, second] = [await accessOf(4), await accessOf(5)]
    await save({ permissions: [{ id: 5, access: withFlag(second, 12, '1'), was: second }], rows: [12] })
    const late = {
      permissions: [
        { id: 4, access: withFlag(first, 12, '0'), was: first },
        { id: 5, access: second, was: second },
      ],
      rows: [12],
    }
    expect(await save(late)).toEqual(failedCall('permission-changed', { name: 'Viewer copy' }))
    expect([await accessOf(4), await accessOf(5)]).toEqual([first, withFlag(second, 12, '1')])
  })

  it('does not confirm both of two saves of the same row at once', async () => {
    await copy(2)
    const was = await accessOf(4)
    const change = { permissions: [{ id: 4, access: withFlag(was, 9, '1'), was }], rows: [9] }
    const answers = await Promise.all([save(change), save(change)])
    expect(answers.filter((answer) => answer.hasError === true)).toHaveLength(1)
    expect(await accessOf(4)).toBe(withFlag(was, 9, '1'))
  })

  it('refuses what is no text of 0 and 1, an unknown group, a group named twice and neither flags nor a name', async () => {
    const before = await list()
    const bad: object[] = [
      { permissions: [{ id: 2, access: '12' }] },
      { permissions: [{ id: 2, access: '1'.repeat(78) }] },
      { permissions: [{ id: 2, access: 1 }] },
      { permissions: [] },
      {
        permissions: [
          { id: 2, access: '' },
          { id: 2, access: '1' },
        ],
      },
      { permissions: [{ id: 2, access: '' }], rows: [77] },
      { permissions: [{ id: 2, access: '' }], id: 2, name: 'x' },
      { permissions: [{ id: -1, access: '' }] },
      { id: 2 },
      {},
    ]
    for (const body of bad) expect(await save(body), JSON.stringify(body)).toMatchObject({ hasError: true })
    const partly = {
      permissions: [
        { id: 2, access: '' },
        { id: 77, access: '' },
      ],
    }
    expect(await save(partly)).toEqual(failedCall('unknown-permission', { id: 77 }))
    expect(await list()).toEqual(before)
  })
})

describe('copy, rename and delete', () => {
  it('[PERM-009] [PERM-019] a copy has the same flags, the name with "copy" and the lowest free id from 4 up', async () => {
    const copies = async () => (await list()).filter(({ id }) => id > 3)
    await copy(2)
    await copy(2)
    await copy(1)
    expect((await copies()).map(({ name }) => name)).toEqual(['Operator copy', 'Operator copy 2', 'Manager copy'])
    await remove(5)
    await copy(3)
    const [operator, viewer, manager] = await copies()
    expect([operator?.id, operator?.name, operator?.access]).toEqual([4, 'Operator copy', await accessOf(2)])
    expect([viewer?.id, viewer?.name, viewer?.access]).toEqual([5, 'Viewer copy', await accessOf(3)])
    expect([manager?.id, manager?.name]).toEqual([6, 'Manager copy'])
    expect(await copy(99)).toEqual(failedCall('unknown-permission', { id: 99 }))
  })

  it('a copy of a group with the longest name has a name that fits too', async () => {
    await copy(2)
    await save({ id: 4, name: 'x'.repeat(PERMISSION_NAME_MAX) })
    await copy(4)
    expect((await list()).find(({ id }) => id === 5)?.name).toBe(`${'x'.repeat(PERMISSION_NAME_MAX - 5)} copy`)
  })

  it('[PERM-007] [API2-074] renames a group above 3, and neither a built-in one nor to the name of another', async () => {
    await copy(2)
    await save({ id: 4, name: ' Dispatch "night" <b>& day ' })
    expect((await list()).at(-1)?.name).toBe('Dispatch "night" <b>& day')
    for (const [id, name] of [
      [0, 'Administrator'],
      [1, 'Manager'],
      [2, 'Operator'],
      [3, 'Viewer'],
    ] as const) {
      expect(await save({ id, name: 'other' })).toEqual(failedCall('permission-built-in', { name }))
    }
    expect(await save({ id: 4, name: 'Viewer' })).toEqual(failedCall('permission-name-taken', { name: 'Viewer' }))
    for (const name of ['', '   ', 'x'.repeat(65), 'a\u202eb', 'a\nb', 'a\0b']) {
      expect(await save({ id: 4, name }), name).toMatchObject({ hasError: true })
    }
    expect((await list()).at(-1)?.name).toBe('Dispatch "night" <b>& day')
  })

  it('deletes a group without users; one in use is refused with the names of its users, and a built-in one always', async () => {
    await copy(2)
    await server.directory.accounts.edit('operator', { permission: 4 })
    const refused = { name: 'Operator copy', count: 1, users: 'operator' }
    expect(await remove(4)).toEqual(failedCall('permission-in-use', refused))
    await server.directory.accounts.edit('operator', { permission: 2 })
    expect(permissionListSchema.parse(await remove(4)).map(({ id }) => id)).toEqual([0, 1, 2, 3])
    expect(await remove(3)).toEqual(failedCall('permission-built-in', { name: 'Viewer' }))
    expect(await remove(4)).toEqual(failedCall('unknown-permission', { id: 4 }))
  })

  it('refuses a copy beyond the limit', async () => {
    await changeDatabase(server, (file) => {
      const add = file.prepare('insert into permission_groups (id, name, access) values (?, ?, ?)')
      for (let id = 4; id < PERMISSION_GROUPS_MAX; id++) add.run(id, `group ${id}`, '')
    })
    expect(await copy(2)).toEqual(failedCall('too-many-permissions', { most: PERMISSION_GROUPS_MAX }))
  })
})

describe('a flag that is taken away', () => {
  const eventsOf = async (user: string) =>
    (await callHttp(server, 'POST', '/gkevent/eventquery', { body: { username: user, password } })).status
  const event = accessFlags.indexOf('F_event')

  it('[PERM-024] is refused at the next call of its users, without a new login, and granted again at the one after', async () => {
    const was = await accessOf(2)
    expect(await eventsOf('operator')).not.toBe(403)
    await save({ permissions: [{ id: 2, access: withFlag(was, event, '0') }] })
    expect(await eventsOf('operator')).toBe(403)
    await save({ permissions: [{ id: 2, access: was }] })
    expect(await eventsOf('operator')).not.toBe(403)
  })

  it('[PERM-022] [API2-075] [API2-076] the buffer call drops the cached rights of all users, regardless of the user it names', async () => {
    const was = await accessOf(2)
    expect(await eventsOf('operator')).not.toBe(403)
    // Beside the server: it believes what it has verified.
    await setAccess(server, 2, withFlag(was, event, '0'))
    expect(await eventsOf('operator')).not.toBe(403)
    expect(await call('DELETE', bufferPath, { name: ADMIN, notifyGMS: false })).toEqual({
      hasError: false,
      message: '',
    })
    expect(await eventsOf('operator')).toBe(403)
    await setAccess(server, 2, was)
    await call('DELETE', bufferPath, { name: ADMIN, notifyGMS: false })
  })

  it('[PERM-024] closes the link of a user of the group, and the next login reports the new flags', async () => {
    const was = await accessOf(2)
    const link = await server.connect()
    expect((await link.login('operator', ADMIN_PASSWORD)).fields.D).toBe(was)
    const [other] = [await server.connect()]
    await other.login('manager', ADMIN_PASSWORD)
    await save({ permissions: [{ id: 2, access: withFlag(was, event, '0') }] })
    expect((await link.closed).code).toBe(1008)
    const again = await server.connect()
    expect((await again.login('operator', ADMIN_PASSWORD)).fields.D).toBe(withFlag(was, event, '0'))
    // Users of other groups keep their links.
    expect((await other.request('Q11')).fields.R).toBe('1')
    await save({ permissions: [{ id: 2, access: was }] })
    await other.close()
    await again.close()
  })
})

it('[API2-002] [API2-003] [API2-005] a write with a wrong hash or without the permission changes nothing and answers hasError with a message', async () => {
  const before = await list()
  const body = { id: 2 }
  const asked = async (username: string, hash: string) => {
    const answer = await callHttp(server, 'POST', permissionPath, { body: { username, password: hash, ...body } })
    return [answer.status, answer.body.hasError, typeof answer.body.message]
  }
  expect(await asked(ADMIN, sha256('a guess'))).toEqual([401, true, 'string'])
  expect(await asked('manager', password)).toEqual([403, true, 'string'])
  expect((await callHttp(server, 'POST', permissionPath, { body })).status).toBe(401)
  expect(await list()).toEqual(before)
})
