import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createTalkStore, type TalkStore } from './talk-log.store.ts'
import type { TalkQuery } from './talk-log.types.ts'

const BEGIN_MS = Date.UTC(2026, 8, 1, 10)
const MINUTE_MS = 60_000

onBothDatabases('the table of talks', (databases) => {
  const talk = (minute: number, user = 'Anna', deviceIds: readonly string[] = ['van']) => ({
    userId: 7,
    kind: 'talk' as const,
    user,
    address: '192.0.2.1',
    deviceIds,
    beginMs: BEGIN_MS + minute * MINUTE_MS,
    path: `${minute}.wav`,
  })
  const any: TalkQuery = {
    fromMs: BEGIN_MS,
    toMs: BEGIN_MS + 60 * MINUTE_MS,
    userId: null,
    user: '',
    deviceId: '',
    offset: 0,
    limit: 100,
  }
  const minutesOf = async (store: TalkStore, query: Partial<TalkQuery>) =>
    (await store.find({ ...any, ...query })).map(({ beginMs }) => (beginMs - BEGIN_MS) / MINUTE_MS)

  it('stores a talk from its beginning to its end', async () => {
    const store = createTalkStore(await databases.open())
    const serialNo = await store.add(talk(0, 'Anna', ['van', 'bus']))
    const { userId, ...begun } = talk(0, 'Anna', ['van', 'bus'])
    const fresh = {
      ...begun,
      serialNo,
      endMs: null,
      updateMs: BEGIN_MS,
      result: '',
      hasOperator: false,
      hasDevice: false,
    }
    expect(await store.get(serialNo)).toEqual({ ...fresh, userId })
    expect(await store.open()).toEqual([fresh])
    const end = {
      endMs: BEGIN_MS + 5_000,
      updateMs: BEGIN_MS + 6_000,
      result: 'The vehicle hung up',
      path: 'a/b.wav',
      hasOperator: true,
      hasDevice: true,
    }
    await store.end(serialNo, end)
    expect(await store.get(serialNo)).toEqual({ ...fresh, ...end, userId })
    expect(await store.open()).toEqual([])
    expect(await store.get(serialNo + 1)).toBeNull()
  })

  it('finds talks by time, account, part of a name and part of a device id, the newest first', async () => {
    const store = createTalkStore(await databases.open())
    await store.add(talk(0))
    await store.add(talk(2, 'Ben', ['van', 'bus-2']))
    await store.add({ ...talk(1, 'Ärger'), userId: 8 })
    expect(await minutesOf(store, {})).toEqual([2, 1, 0])
    expect(await minutesOf(store, { limit: 2 })).toEqual([2, 1])
    expect(await minutesOf(store, { fromMs: BEGIN_MS + 1, toMs: BEGIN_MS + 2 * MINUTE_MS })).toEqual([1])
    expect(await minutesOf(store, { userId: 8 })).toEqual([1])
    expect(await minutesOf(store, { user: 'nn' })).toEqual([0])
    expect(await minutesOf(store, { user: 'BEN' })).toEqual([2])
    expect(await minutesOf(store, { user: 'Är' })).toEqual([1])
    expect(await minutesOf(store, { deviceId: 'us-' })).toEqual([2])
    expect(await minutesOf(store, { deviceId: 'BUS' })).toEqual([2])
    expect(await minutesOf(store, { deviceId: '%' })).toEqual([2, 1, 0])
    expect(await minutesOf(store, { deviceId: 'car' })).toEqual([])
  })

  it('removes at most as many old talks as it is allowed to, and returns them', async () => {
    const store = createTalkStore(await databases.open())
    for (const minute of [0, 1, 2]) await store.add(talk(minute))
    const first = await store.removeBefore(BEGIN_MS + 2 * MINUTE_MS, 1)
    const second = await store.removeBefore(BEGIN_MS + 2 * MINUTE_MS, 10)
    expect([...first, ...second].map(({ path }) => path).sort()).toEqual(['0.wav', '1.wav'])
    expect(first).toHaveLength(1)
    expect(await minutesOf(store, {})).toEqual([2])
  })
})
