import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createPerformanceStore } from './performance.store.ts'

const row = { timeS: 1_790_000_040, server: 'one', meter: 'http', count: 2, sumUs: 3_000, longestUs: 2_500 } as const

onBothDatabases('performance records', (databases) => {
  it('a minute that is there already grows, with the longest of both', async () => {
    const store = createPerformanceStore(await databases.open())
    await store.add([row])
    await store.add([{ ...row, count: 3, sumUs: 100, longestUs: 90 }])
    await store.add([{ ...row, count: 1, sumUs: 9_000, longestUs: 9_000 }])
    expect(await store.find({ firstS: row.timeS, lastS: row.timeS }, 10)).toEqual([
      { ...row, count: 6, sumUs: 12_100, longestUs: 9_000 },
    ])
  })

  it('records of all servers are found by time, the newest first, and removed by age', async () => {
    const store = createPerformanceStore(await databases.open())
    const later = { ...row, timeS: row.timeS + 60, server: 'two', meter: 'event' } as const
    await store.add([row, later])
    expect(await store.find({ firstS: row.timeS, lastS: later.timeS }, 10)).toEqual([later, row])
    expect(await store.find({ firstS: row.timeS, lastS: later.timeS }, 1)).toEqual([later])
    expect(await store.find({ firstS: row.timeS + 1, lastS: later.timeS - 1 }, 10)).toEqual([])
    await store.removeBefore(later.timeS)
    expect(await store.find({ firstS: 0, lastS: later.timeS }, 10)).toEqual([later])
  })
})
