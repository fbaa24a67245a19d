import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGroup, addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp, type HttpAnswer } from '../../../test/http-client.ts'
import type { Account, Visibility } from '../../services/directory/index.ts'
import { createMemos } from './memos.service.ts'
import { createMemoStore, PAGE_DEVICES } from './memos.store.ts'

const MEMO = '/gkdevice/carmemo'
const CUSTOMER = '/gkdevice/dkcustomer'
const customer = {
  deviceid: 'van',
  dealer: 'D',
  customer: 'C',
  salesman: 'S',
  address: 'A',
  phone: '1',
  mail: 'm@x',
  follow: 1,
  memo: 'M',
}

async function all<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

onBothDatabases('words beside devices', (databases) => {
  it('are replaced by device and type, and kept apart', async () => {
    const store = createMemoStore(await databases.open())
    await store.saveMemo(1, 0, 'a')
    await store.saveMemo(1, 1, 'b')
    await store.saveMemo(1, 0, 'c')
    expect(await all(store.memos())).toEqual([
      { deviceKey: 1, type: 0, memo: 'c' },
      { deviceKey: 1, type: 1, memo: 'b' },
    ])
    const { deviceid: _, ...words } = customer
    for (const follow of [1, 0] as const) await store.saveCustomer(7, { ...words, follow })
    expect(await all(store.customers())).toEqual([{ deviceKey: 7, ...words, follow: 0 }])
  })

  it('are read page by page, each once, without the empty ones', async () => {
    const database = await databases.open()
    const store = createMemoStore(database)
    const keys = Array.from({ length: PAGE_DEVICES + 1 }, (_, at) => 1_000 + at)
    const rows = keys.flatMap((device_key) => [0, 1].map((type) => ({ device_key, type, memo: type === 0 ? 'a' : '' })))
    await database.tables<{ car_memos: (typeof rows)[number] }>().insertInto('car_memos').values(rows).execute()
    const pages: number[][] = []
    for await (const page of store.memos())
      pages.push(page.map(({ deviceKey }) => deviceKey).filter((key) => key >= 1_000))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flat()).toEqual(keys)
  })

  it('are read by few calls of an account at once; a few more wait, the rest is refused, and others are answered', async () => {
    const store = createMemoStore(await databases.open())
    const registry = { byKey: () => undefined }
    const visibility = { sees: () => true, device: () => undefined } as unknown as Visibility
    const memos = createMemos({ store, registry, visibility, peerToPeer: true })
    const account = (id: number) => ({ id }) as Account
    const lists = Array.from({ length: 10 }, (_, n) =>
      n % 2 === 0 ? memos.memos(account(1)) : memos.customers(account(1)),
    )
    await expect(memos.memos(account(1))).rejects.toMatchObject({ code: 'too-many-answers' })
    const other = await memos.memos(account(2))
    other.close()
    for (const list of lists) (await list).close()
    expect(await all((await memos.memos(account(1))).pages)).toEqual([])
  })
})

describe('memos and customers', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ config: { site: { variant: 'p2p' } } })
    const admin = await server.login()
    for (const id of ['van', 'bus']) await admin.request('D01', { A: id })
    await admin.close()
    await addGroup(server, { id: 2, name: 'empty' })
    await addUsers(
      server,
      { name: 'one', permission: 1 },
      { name: 'two', permission: 2 },
      { name: 'elsewhere', permission: 1, groupId: 2 },
    )
  })
  afterAll(() => server.close())
  const call = (method: string, path: string, body: object = {}, user: string = ADMIN): Promise<HttpAnswer> =>
    callHttp(server, method, path, { body: { username: user, password: sha256(ADMIN_PASSWORD), ...body } })

  it('[API1-21] [API1-22] [MEMO-05] [MEMO-10] a memo is saved by device and type, and the list has those that are not empty', async () => {
    const save = (body: object) => call('PUT', MEMO, body)
    expect((await save({ deviceid: 'van', type: 0, memo: '<b>first</b>' })).body).toEqual({
      hasError: false,
      message: expect.any(String),
    })
    await save({ deviceid: 'van', type: 1, memo: 'second' })
    await save({ deviceid: 'bus', type: 1, memo: 'gone' })
    await save({ deviceid: 'bus', type: 1, memo: '' })
    expect((await call('POST', MEMO, {}, 'two')).body).toEqual([
      { deviceid: 'van', type: 0, memo: '<b>first</b>' },
      { deviceid: 'van', type: 1, memo: 'second' },
    ])
    for (const wrong of [
      { deviceid: 'van', type: 2, memo: '' },
      { deviceid: 'van', type: 0, memo: 'x'.repeat(256) },
      { deviceid: 'nobody', type: 0, memo: 'x' },
      { deviceid: 'van', type: 0 },
    ]) {
      expect((await save(wrong)).body).toMatchObject({ hasError: true, message: expect.stringMatching(/./) })
    }
  })

  it('[DASH-53] [DASH-57] memos of type 0 and 1 are two of a device, each kept by itself', async () => {
    const save = (type: number, memo: string) => call('PUT', MEMO, { deviceid: 'bus', type, memo })
    const ofBus = async () =>
      ((await call('POST', MEMO)).body as unknown as { deviceid: string }[]).filter(
        ({ deviceid }) => deviceid === 'bus',
      )
    const [first, second] = [0, 1].map((type) => ({ deviceid: 'bus', type, memo: `memo ${type}` }))
    await save(0, 'memo 0')
    expect(await ofBus()).toEqual([first])
    await save(1, 'memo 1')
    expect(await ofBus()).toEqual([first, second])
    await save(0, '')
    expect(await ofBus()).toEqual([second])
    await save(1, '')
  })

  it('[API1-23] [API1-24] [API1-25] [MEMO-06] a customer is saved, and the answer is the list', async () => {
    expect((await call('PUT', CUSTOMER, { dkcustomer: customer })).body).toEqual([customer])
    const changed = { ...customer, follow: 0, dealer: 'E' }
    expect((await call('PUT', CUSTOMER, { dkcustomer: changed }, 'one')).body).toEqual([changed])
    expect((await call('POST', CUSTOMER, {}, 'two')).body).toEqual([changed])
    for (const wrong of [{ ...customer, follow: 2 }, { ...customer, deviceid: 'nobody' }, null]) {
      expect((await call('PUT', CUSTOMER, { dkcustomer: wrong })).body).toMatchObject({
        hasError: true,
        message: expect.stringMatching(/./),
      })
    }
  })

  it('[MEMO-04] [MEMO-12] [RIGHT-070] permission 2 changes neither, and who does not see a device sees no word of it', async () => {
    for (const [path, body] of [
      [MEMO, { deviceid: 'van', type: 0, memo: 'mine' }],
      [CUSTOMER, { dkcustomer: customer }],
    ] as const) {
      const denied = await call('PUT', path, body, 'two')
      expect([denied.status, denied.body.message]).toEqual([403, 'permission denied'])
      expect((await call('PUT', path, body, 'elsewhere')).body.message).toBe('there is no such device')
      expect((await call('POST', path, {}, 'elsewhere')).body).toEqual([])
    }
  })

  it('[MEMO-12] there are no customers outside the peer-to-peer deployment', async () => {
    const plain = await startTestServer()
    const body = { username: ADMIN, password: sha256(ADMIN_PASSWORD), dkcustomer: customer }
    for (const method of ['POST', 'PUT']) {
      expect((await callHttp(plain, method, CUSTOMER, { body })).body).toEqual(failedCall('customers-unavailable'))
    }
    expect((await callHttp(plain, 'POST', MEMO, { body })).body).toEqual([])
    await plain.close()
  })

  const words = { dealer: 'Lin', customer: 'Ng', salesman: 'Wu', memo: 'VIP' }
  it.each([
    ['[DASH-47] [DASH-48] [DASH-49] [DASH-50] with dealer, customer, salesman and memo', words],
    ['[DASH-51] [DASH-52] with follow', { follow: 0 }],
    ['[DASH-51] [DASH-52] with follow again', { follow: 1 }],
  ])('%s the record of a device is answered as it was saved', async (_, changes) => {
    const saved = { ...customer, deviceid: 'bus', ...changes }
    await call('PUT', CUSTOMER, { dkcustomer: saved })
    expect((await call('POST', CUSTOMER)).body).toContainEqual(saved)
  })
})
