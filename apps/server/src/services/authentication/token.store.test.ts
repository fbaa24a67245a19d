import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createAccountStore } from '../directory/index.ts'
import { createTokenStore } from './token.store.ts'

onBothDatabases('session tokens', (databases) => {
  it('finds tokens by kind, keeps those that are not void, marks those that are alive as seen, and loses them with the user', async () => {
    const database = await databases.open()
    const tokens = createTokenStore(database)
    const accounts = createAccountStore(database)
    await accounts.add({
      name: 'mei',
      passwordHash: 'hash of mei',
      permission: 2,
      groupId: 'root',
      expiresS: null,
      mapLocation: '',
      external: null,
    })
    const { id: userId = 0 } = (await accounts.find('mei')) ?? {}
    const token = (hash: string, seenS: number, passwordsMark = 'mark') => ({
      hash,
      userId,
      kind: 'cookie' as const,
      passwordsMark,
      seenS,
      parentHash: '',
      openedS: 1,
      usedS: 1,
      address: '10.0.0.1',
      client: 'a browser',
    })
    const rest = { keep: 2, seenSinceS: 50 }
    await tokens.add(token('void', 100, 'old mark'), rest)
    await tokens.add(token('gone', 50), rest)
    await tokens.add(token('first', 101), rest)
    await tokens.add(token('second', 102), rest)
    const found = async () =>
      (await Promise.all(['void', 'gone', 'first', 'second', 'third'].map((hash) => tokens.find(hash)))).flatMap(
        (stored) => (stored ? [`${stored.hash} ${stored.seenS} ${stored.userName}`] : []),
      )
    expect(await found()).toEqual(['first 101 mei', 'second 102 mei'])
    await tokens.add(token('third', 103), rest)
    expect(await found()).toHaveLength(3)
    await tokens.seen(userId, { seenS: 200, lastSeenAfterS: 101 })
    expect(await found()).toEqual(['first 101 mei', 'second 200 mei', 'third 200 mei'])
    await tokens.add({ ...token('of third', 103), kind: 'session', parentHash: 'third' }, rest)
    await tokens.used('second', 150)
    expect((await tokens.list(userId)).map(({ hash, usedS }) => `${hash} ${usedS}`)[0]).toBe('second 150')
    await tokens.add({ ...token('lost link', 103), kind: 'link', usedS: 140 }, rest)
    await tokens.add({ ...token('open link', 103), kind: 'link', usedS: 150 }, rest)
    await tokens.removeLinks(150)
    expect((await tokens.list(userId)).map(({ hash }) => hash).toSorted()).toEqual([
      'first',
      'of third',
      'open link',
      'second',
      'third',
    ])
    await tokens.remove('third')
    expect(await tokens.find('of third')).toBeUndefined()
    await database.tables<{ users: { id: number } }>().deleteFrom('users').where('id', '=', userId).execute()
    expect(await found()).toEqual([])
  })
})
