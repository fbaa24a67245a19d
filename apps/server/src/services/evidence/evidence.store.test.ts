import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import type { Database } from '../../platform/database/index.ts'
import { createEvidenceStore } from './evidence.store.ts'
import type { CustodyStep, EvidenceOrder } from './evidence.types.ts'
import { loadSigningKey } from './signing-key.ts'

const order = (id: string, requestedS: number, userName = 'ann'): EvidenceOrder => ({
  id,
  deviceKey: 7,
  deviceId: '13800138007',
  channels: [1, 16],
  startMs: 1_790_000_000_000,
  endMs: 1_790_000_060_000,
  reason: 'a reason',
  userName,
  requestedS,
  withTrack: true,
})
const step = (act: CustodyStep['act']): CustodyStep => ({
  timeS: 5,
  userName: 'ann',
  address: '10.0.0.1',
  act,
  link: '',
  channel: 0,
})
const LEASE_MS = 1_000

async function withTwo(database: Database) {
  const store = createEvidenceStore(database)
  await store.add(order('b', 20), step('requested'))
  await store.add(order('a', 10, 'bob'), step('requested'))
  return store
}

onBothDatabases('evidence packages', (databases) => {
  it('are listed with the newest first, and counted by user', async () => {
    const store = await withTwo(await databases.open())
    expect((await store.all()).map(({ id }) => id)).toEqual(['b', 'a'])
    expect(await store.one('b')).toEqual({ ...order('b', 20), state: 'waiting', failure: null, percent: 0, bytes: 0 })
    expect(await store.one('c')).toBeUndefined()
    expect([...(await store.unfinished())].toSorted()).toEqual([
      ['ann', 1],
      ['bob', 1],
    ])
    expect(await store.count()).toBe(2)
  })

  it('are taken once, the oldest first, and again when their process does not renew its lease', async () => {
    const store = await withTwo(await databases.open())
    expect((await store.claim('one', 0, LEASE_MS))?.id).toBe('a')
    expect((await store.claim('two', 0, LEASE_MS))?.id).toBe('b')
    expect(await store.claim('two', 0, LEASE_MS)).toBeUndefined()
    expect(await store.renew('a', 'one', 5_000, 40)).toBe(true)
    expect((await store.one('a'))?.percent).toBe(40)
    expect((await store.claim('three', LEASE_MS, LEASE_MS))?.id).toBe('b')
    expect(await store.renew('b', 'two', 5_000, 40)).toBe(false)
    expect(await store.finish('b', 'two', { state: 'ready', bytes: 9 }, step('made'))).toBe(false)
    expect(await store.claim('three', LEASE_MS, LEASE_MS)).toBeUndefined()
  })

  it('wait again when their process gives them back', async () => {
    const store = await withTwo(await databases.open())
    await store.claim('one', 0, LEASE_MS)
    await store.release('a', 'two')
    expect((await store.one('a'))?.state).toBe('making')
    await store.release('a', 'one')
    expect((await store.claim('two', 0, LEASE_MS))?.id).toBe('a')
  })

  it('end once, each with its step in the chain of custody', async () => {
    const store = await withTwo(await databases.open())
    await store.claim('one', 0, LEASE_MS)
    expect(await store.finish('a', 'one', { state: 'ready', bytes: 9 }, step('made'))).toBe(true)
    expect(await store.one('a')).toMatchObject({ state: 'ready', bytes: 9, percent: 100 })
    expect(await store.finish('a', 'one', { state: 'failed', failure: 'disk-full' }, step('failed'))).toBe(false)
    await store.addStep('a', step('downloaded'))
    expect(await store.custody('a')).toEqual(['requested', 'made', 'downloaded'].map((act) => step(act as 'made')))
    expect(await store.custody('b')).toEqual([step('requested')])
  })

  it('that are released are not there any more, and cannot be finished', async () => {
    const store = await withTwo(await databases.open())
    await store.claim('one', 0, LEASE_MS)
    expect(await store.markReleased('a', step('released'))).toBe(true)
    expect(await store.markReleased('a', step('released'))).toBe(false)
    expect(await store.finish('a', 'one', { state: 'ready', bytes: 9 }, step('made'))).toBe(false)
    expect((await store.all()).map(({ id }) => id)).toEqual(['b'])
    expect([await store.one('a'), await store.count()]).toEqual([undefined, 1])
    expect((await store.custody('a')).map(({ act }) => act)).toEqual(['requested', 'released'])
  })

  it('are signed with one key, whichever server makes it first', async () => {
    const database = await databases.open()
    const [one, other] = await Promise.all([loadSigningKey(database), loadSigningKey(database)])
    expect(other.publicKey).toBe(one.publicKey)
    expect(Buffer.from(one.sign(Buffer.from('text')))).toEqual(Buffer.from(other.sign(Buffer.from('text'))))
  })
})
