import { USERS_MAX } from '@fleetglass/contract/session'
import { beforeAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../../../test/databases/both-databases.ts'
import type { Database } from '../../../platform/database/index.ts'
import { type AccountStore, createAccountStore, type NewAccount } from './account.store.ts'

const account = (name: string, changes: Partial<NewAccount> = {}): NewAccount => ({
  name,
  passwordHash: `hash of ${name}`,
  permission: 2,
  groupId: 'root',
  expiresS: null,
  mapLocation: '',
  external: null,
  ...changes,
})

onBothDatabases('accounts', (databases) => {
  let database: Database
  let store: AccountStore
  beforeAll(async () => {
    database = await databases.open()
    store = createAccountStore(database)
  })

  it('come back as they were added, by either name, and a name is given once', async () => {
    const lin = account('lin', { expiresS: 4_000_000_000, external: { user: 'portal', passwordHash: 'door' } })
    expect(await store.add(lin)).toBe('added')
    expect(await store.add(account('lin'))).toBe('taken')
    expect(await store.add(account('wen', { external: { user: 'portal', passwordHash: 'x' } }))).toBe('taken')
    expect(await store.add(account('wen'))).toBe('added')
    expect(await store.find('lin')).toMatchObject({ ...lin, groupId: 1 })
    expect((await store.findExternal('portal'))?.name).toBe('lin')
    expect([await store.find('portal'), await store.findExternal('lin')]).toEqual([undefined, undefined])
  })

  it('change the password of those who still have the old one', async () => {
    await store.add(account('hua', { expiresS: 5 }))
    const { id = 0 } = (await store.find('hua')) ?? {}
    expect(await store.replacePasswordHash(id, { from: 'another', to: 'new' })).toBe(false)
    expect(await store.replacePasswordHash(id, { from: 'hash of hua', to: 'new' })).toBe(true)
    expect(await store.find('hua')).toMatchObject({ passwordHash: 'new', expiresS: 5 })
    expect(await store.replacePasswordHash(id, { from: 'new', to: 'newer', expiresS: 9 })).toBe(true)
    expect(await store.find('hua')).toMatchObject({ passwordHash: 'newer', expiresS: 9 })
  })

  it('[CONST0-27] [CONST0-28] are at most 1000: the next one is refused, of several at once too', async () => {
    expect(USERS_MAX).toBe(1000)
    const db = database.tables<{
      users: { name: string; password_hash: string; permission: number; group_id: number }
    }>()
    const present = (await db.selectFrom('users').select('name').execute()).length
    const rows = Array.from({ length: USERS_MAX - 2 - present }, (_, n) => ({
      name: `user ${n}`,
      password_hash: 'x',
      permission: 3,
      group_id: 1,
    }))
    for (let from = 0; from < rows.length; from += 200) {
      await db
        .insertInto('users')
        .values(rows.slice(from, from + 200))
        .execute()
    }
    const results = await Promise.all(['a', 'b', 'c', 'd'].map((name) => store.add(account(name))))
    expect(results.sort()).toEqual(['added', 'added', 'full', 'full'])
    expect(await store.add(account('one more'))).toBe('full')
  })
})
