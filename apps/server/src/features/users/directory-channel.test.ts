import { groupLinkPath, userGroupPath } from '@fleetglass/contract/groups'
import { userListPath } from '@fleetglass/contract/users'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

let server: TestServer
let admin: ChannelClient

beforeAll(async () => {
  server = await startTestServer()
  await addUsers(server, { name: 'mei', permission: 1 })
  admin = await server.login()
  await admin.request('D01', { A: 'van', C: '2', F: '0' })
})
afterAll(async () => {
  await admin.close()
  await server.close()
})

/** A call by message: what its answer carries, or the text of the refusal. */
async function ask(fields: Readonly<Record<string, string>>, body?: object, link = admin): Promise<unknown> {
  const reply = await link.request('S04', fields, body && JSON.stringify(body))
  return reply.fields.R === '1' ? JSON.parse(reply.text) : reply.fields.W
}
async function http(method: string, path: string): Promise<unknown> {
  const password = sha256(ADMIN_PASSWORD)
  const authorization = `Basic ${Buffer.from(`${ADMIN}:${password}`).toString('base64')}`
  const call = method === 'GET' ? { headers: { authorization } } : { body: { username: ADMIN, password } }
  return JSON.parse((await callHttp(server, method, path, call)).text)
}

describe('users and groups on the main channel', () => {
  it.each([
    ['userlist', 'POST', userListPath],
    ['usergroup', 'GET', userGroupPath],
    ['groupdevice', 'GET', groupLinkPath],
  ])('[VCP-128] [VCP-129] S04 with %s answers what the call of that name answers', async (F, method, path) => {
    const answer = await ask({ F })
    expect(answer).toEqual(await http(method, path))
    expect(answer).not.toEqual([])
  })

  it('[VCP-129] reads by S04 are counted in the audit log as reads, and each change has its row before it is answered', async () => {
    const clock = createManualClock()
    const own = await startTestServer({ clock })
    const link = await own.login()
    const rows = () =>
      changeDatabase(own, (file) =>
        file.prepare("select parameters, calls from audit_log where action = 'S04' order by seq").all(),
      )
    const reads = [{ F: 'usergroup' }, { F: 'usergroup', T: 'GET' }, { F: 'userlist', T: 'POST' }]
    for (const fields of reads) await ask(fields, {}, link)
    expect(await rows()).toEqual([])
    await ask({ F: 'usergroup', T: 'POST' }, { parentid: 'root', newChildrenName: 'East' }, link)
    const change = { parameters: JSON.stringify({ F: 'usergroup', T: 'POST' }), calls: 1 }
    expect(await rows()).toEqual([change])
    await until('the reads are written', async () => {
      clock.advance(1_000)
      return (await rows()).length > 1
    })
    expect(await rows()).toEqual([
      change,
      { parameters: JSON.stringify({ F: 'usergroup' }), calls: 2 },
      { parameters: JSON.stringify({ F: 'userlist' }), calls: 1 },
    ])
    await link.close()
    await own.close()
  })

  it('[VCP-129] S04 adds, renames and deletes groups and links, and answers with the whole list', async () => {
    const group = (name: string) => expect.objectContaining({ name })
    const added = (await ask({ F: 'usergroup', T: 'POST' }, { parentid: 'root', newChildrenName: 'North' })) as {
      groupid: string
      name: string
    }[]
    expect(added).toEqual([group('All'), group('North')])
    const { groupid = '' } = added.find(({ name }) => name === 'North') ?? {}
    expect(await ask({ F: 'usergroup', T: 'PUT' }, { groupid, newGroupName: 'South' })).toEqual([
      group('All'),
      group('South'),
    ])
    const link = { groupid, deviceid: 'van' }
    expect(await ask({ F: 'groupdevice', T: 'POST' }, link)).toEqual([link])
    expect(await http('GET', groupLinkPath)).toEqual([link])
    expect(await ask({ F: 'groupdevice', T: 'DELETE' }, link)).toEqual([{ groupid: 'root', deviceid: 'van' }])
    expect(await ask({ F: 'usergroup', T: 'DELETE' }, { groupid })).toEqual([group('All')])
  })

  it('[VCP-129] S04 refuses what the calls refuse, in the same words', async () => {
    const texts = [
      await ask({ F: 'usergroup', T: 'POST' }, { parentid: 'root', newChildrenName: ' ' }),
      await ask({ F: 'usergroup', T: 'DELETE' }, { groupid: 'root' }),
      await ask({ F: 'groupdevice', T: 'POST' }, { groupid: 'root', deviceid: 'nobody' }),
    ]
    const body = (more: object) => ({ body: { username: ADMIN, password: sha256(ADMIN_PASSWORD), ...more } })
    const calls = [
      await callHttp(server, 'POST', userGroupPath, body({ parentid: 'root', newChildrenName: ' ' })),
      await callHttp(server, 'DELETE', userGroupPath, body({ groupid: 'root' })),
      await callHttp(server, 'POST', groupLinkPath, body({ groupid: 'root', deviceid: 'nobody' })),
    ]
    expect(texts).toEqual(calls.map(({ text }) => (JSON.parse(text) as { message: string }).message))
    const unknown = await ask({ F: 'nothing' })
    expect(await ask({ F: 'userlist', T: 'DELETE' })).toBe(unknown)
    expect(await ask({ F: 'usergroup', T: 'PATCH' })).toBe(unknown)
  })

  it('[VCP-129] S04 lets a user of permission 1 read the groups, and nothing else', async () => {
    const link = await server.connect()
    await link.login('mei', ADMIN_PASSWORD)
    expect(await ask({ F: 'usergroup' }, undefined, link)).toEqual(await ask({ F: 'usergroup' }))
    for (const fields of [
      { F: 'userlist' },
      { F: 'groupdevice' },
      { F: 'usergroup', T: 'POST' },
      { F: 'usergroup', T: 'PUT' },
      { F: 'usergroup', T: 'DELETE' },
      { F: 'groupdevice', T: 'POST' },
      { F: 'groupdevice', T: 'DELETE' },
    ]) {
      expect(await ask(fields, {}, link), JSON.stringify(fields)).toMatch(/permission denied/i)
    }
    await link.close()
  })
})
