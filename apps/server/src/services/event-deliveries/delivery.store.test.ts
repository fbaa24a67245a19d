import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createDeliveryStore, insertDeliveries } from './delivery.store.ts'

const NOW_MS = Date.UTC(2026, 0, 5)
const AHEAD_MS = NOW_MS + 365 * 86_400_000
const LEASE_MS = 20_000
const delivery = { kind: 'webhook' as const, target: 'https://a.example/', plan: '', deviceKey: 3, body: '{}' }

onBothDatabases('times of event deliveries', (databases) => {
  it('that a clock wrote which was a year ahead hold up nothing', async () => {
    const database = await databases.open()
    const store = createDeliveryStore(database)
    await insertDeliveries(database, [delivery], AHEAD_MS)
    const due = () => store.due({ nowMs: NOW_MS, kinds: ['webhook'], except: [], limit: 9 })
    const id = (await due())[0]?.id ?? 0
    expect(await store.claim(id, 'ahead', AHEAD_MS, LEASE_MS)).toBe(true)
    expect(await due()).toHaveLength(1)
    expect(await store.claim(id, 'other', NOW_MS, LEASE_MS)).toBe(true)
    expect([await due(), await store.claim(id, 'third', NOW_MS, LEASE_MS)]).toEqual([[], false])
  })

  it('are kept for the hour that is the longest pause', async () => {
    const database = await databases.open()
    const store = createDeliveryStore(database)
    await insertDeliveries(database, [delivery], NOW_MS)
    const id = (await store.due({ nowMs: NOW_MS, kinds: ['webhook'], except: [], limit: 1 }))[0]?.id ?? 0
    await store.claim(id, 'one', NOW_MS, LEASE_MS)
    await store.release(id, 'one', { dueMs: NOW_MS + 3_600_000 })
    expect(await store.due({ nowMs: NOW_MS, kinds: ['webhook'], except: [], limit: 1 })).toEqual([])
    expect(await store.due({ nowMs: NOW_MS + 3_600_000, kinds: ['webhook'], except: [], limit: 1 })).toHaveLength(1)
  })
})
