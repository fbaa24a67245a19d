import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createFootageStore, fresh } from './footage.store.ts'
import type { FootageOrder } from './footage.types.ts'

const START_MS = Date.UTC(2026, 8, 1, 10)

onBothDatabases('the table of footage', (databases) => {
  const order = (deviceKey: number): FootageOrder => ({
    deviceKey,
    deviceId: `van-${deviceKey}`,
    startMs: START_MS,
    endMs: START_MS + 60_000,
    channels: [1, 2, 31],
    mainChannels: [31],
    audio: deviceKey % 2 === 0,
    way: 'file',
    userName: 'anna',
    createdMs: START_MS + 3_600_000,
    eventSerial: deviceKey === 1 ? null : 7,
  })

  it('stores orders with their numbers, in the sequence they were given', async () => {
    const database = await databases.open()
    const ids = await createFootageStore(database).add([order(2), order(1)])
    const stored = [order(2), order(1)].map((one, at) => ({ ...one, ...fresh, id: ids[at] }))
    expect(await createFootageStore(database).all()).toEqual(stored.sort((a, b) => (a.id ?? 0) - (b.id ?? 0)))
  })

  it('stores all of several orders or none', async () => {
    const store = createFootageStore(await databases.open())
    const wrong = { ...order(2), userName: null as unknown as string }
    await expect(store.add([order(1), wrong])).rejects.toThrow()
    expect(await store.all()).toEqual([])
  })

  it('stores the progress of an order and leaves the others as they are', async () => {
    const store = createFootageStore(await databases.open())
    const [first = 0, second = 0] = await store.add([order(1), order(2)])
    const progress = {
      state: 'failed' as const,
      reason: 'The vehicle has no such file',
      finished: [2, 31],
      filled: [31],
      bytes: 5_000_000_000,
    }
    await store.update(first, progress)
    expect(await store.all()).toEqual([
      { ...order(1), ...progress, id: first },
      { ...order(2), ...fresh, id: second },
    ])
  })

  it('gives the number of a removed order to no other', async () => {
    const store = createFootageStore(await databases.open())
    const [first = 0] = await store.add([order(1)])
    await store.remove(first)
    await store.remove(first)
    expect(await store.all()).toEqual([])
    const [next = 0] = await store.add([order(1)])
    expect(next).toBeGreaterThan(first)
  })
})
