import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createDriverStore } from './drivers.store.ts'

onBothDatabases('the table of drivers', (databases) => {
  it('keeps what was stored before where a later change does not name it', async () => {
    const store = createDriverStore(await databases.open())
    await store.save(1, { phone: '0171', birthday: '1980-02-29' }, 100)
    await store.save(1, { phone: '0172' }, 200)
    await store.save(2, {}, 300)
    expect(await store.words([1, 2, 3])).toEqual(
      new Map([
        [1, { gender: '', phone: '0172', birthday: '1980-02-29', updateS: 200 }],
        [2, { gender: '', phone: '', birthday: '', updateS: 300 }],
      ]),
    )
    expect(await store.words([3])).toEqual(new Map())
  })

  it('reads since when each device has the driver it has', async () => {
    const database = await databases.open()
    const store = createDriverStore(database)
    const rows = [
      { device_key: 1, since_s: 1_800_000_000, driver: 'Anna' },
      { device_key: 1, since_s: 1_800_000_500, driver: 'Ben' },
      { device_key: 2, since_s: 1_800_000_100, driver: 'Cleo' },
    ]
    await database
      .tables<{ device_drivers: (typeof rows)[number] }>()
      .insertInto('device_drivers')
      .values(rows)
      .execute()
    expect(await store.since([1, 2, 3])).toEqual(
      new Map([
        [1, 1_800_000_500],
        [2, 1_800_000_100],
      ]),
    )
  })
})
