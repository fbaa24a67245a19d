import type { EventReportFields } from '@fleetglass/contract/event-reports'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import type { Database } from '../../platform/database/index.ts'
import { createReportStore } from './index.ts'
import type { StoredFile } from './report.store.ts'

const fields: EventReportFields = {
  enable: 1,
  profile: 'Daily',
  type: 'event',
  period: 1440,
  unit: 0,
  sender: '',
  receivers: '',
  devices: '',
  script: '',
  memo: '',
  events: [16],
  tz: 0,
}
const T0 = 1_790_000_000
const delivery = { sender: 'a@example.org', receivers: ['b@example.org'], script: 'store.sh' }

function file(fileid: string, change: Partial<StoredFile> = {}): StoredFile {
  return {
    reportid: 1,
    profile: 'Daily',
    type: 'event',
    period: 1440,
    filename: `${fileid}.csv`,
    filetype: 'csv',
    fileid,
    starttime: T0,
    endtime: T0 + 86_400,
    updatetime: T0 + 86_460,
    bytes: 12,
    delivery: null,
    ...change,
  }
}

async function addEvents(database: Database, rows: readonly object[]): Promise<void> {
  const common = { device_key: 1, change: 'new', name: '', memo: '', call: 0, late: 0 }
  const db = database.tables<{ events: object }>()
  await db
    .insertInto('events')
    .values(rows.map((row) => ({ ...common, ...row })))
    .execute()
}

onBothDatabases('the store of reports', (databases) => {
  async function store(...added: readonly object[]) {
    const database = await databases.open()
    const reports = createReportStore(database)
    for (const change of added) await reports.add({ ...fields, ...change }, { nextS: T0, updateS: T0 }, 200)
    return { database, ...reports }
  }

  it('adds, changes and removes reports, and no more than fit', async () => {
    const { add, save, remove, skipTo, reports } = await store({}, { profile: 'Other' })
    expect(await add(fields, { nextS: 0, updateS: 0 }, 2)).toBe(false)
    expect(await save(1, { ...fields, unit: 1 }, { nextS: T0 + 5, updateS: T0 + 1 })).toBe(true)
    await skipTo(2, T0 + 9)
    expect(await reports()).toEqual([
      { report: { ...fields, unit: 1, reportid: 1, updatetime: T0 + 1 }, nextS: T0 + 5 },
      { report: { ...fields, profile: 'Other', reportid: 2, updatetime: T0 }, nextS: T0 + 9 },
    ])
    expect([await remove(1), await remove(1), await save(1, fields, { nextS: 0, updateS: 0 })]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('[RPT-29] stores the file of a period once, and moves to the next period with it', async () => {
    const { addFile, reports, fileSizes } = await store({})
    const both = [
      addFile(file('one'), { nextS: T0 + 86_400, updateS: T0 }),
      addFile(file('two'), { nextS: T0 + 86_400, updateS: T0 }),
    ]
    expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1)
    expect((await reports())[0]?.nextS).toBe(T0 + 86_400)
    expect(await fileSizes()).toHaveLength(1)
    expect(await addFile(file('three', { starttime: T0 + 1 }), { nextS: T0 + 2, updateS: T0 })).toBe(false)
  })

  it('a report that is saved while its file is written does not go back, and gets no file of its former fields', async () => {
    const { addFile, save, reports } = await store({})
    const next = { nextS: T0 + 86_400, updateS: T0 }
    expect(await addFile(file('one'), next)).toBe(true)
    await save(1, { ...fields, unit: 1 }, { updateS: T0 + 1 })
    expect((await reports())[0]?.nextS).toBe(T0 + 86_400)
    const second = file('two', { starttime: T0 + 86_400 })
    expect(await addFile(second, { nextS: T0 + 172_800, updateS: T0 })).toBe(false)
    expect(await addFile(second, { nextS: T0 + 172_800, updateS: T0 + 1 })).toBe(true)
  })

  it('[RPT-46] finds files by each of their times, of one report or of all, the newest first', async () => {
    const { addFile, files, file: byId, removeFile, fileSizes } = await store({}, {})
    await addFile(file('old'), { nextS: T0 + 86_400, updateS: T0 })
    await addFile(file('new', { starttime: T0 + 86_400, endtime: T0 + 172_800, updatetime: T0 + 172_900 }), {
      nextS: T0 + 172_800,
      updateS: T0,
    })
    await addFile(file('other', { reportid: 2, updatetime: T0 + 5 }), { nextS: T0 + 86_400, updateS: T0 })
    const found = async (query: object) =>
      (await files({ from: 0, to: 4e9, queryby: 'starttime', limit: 10, ...query })).map(({ fileid }) => fileid)
    expect(await found({})).toEqual(['new', 'old', 'other'])
    expect(await found({ limit: 1 })).toEqual(['new'])
    expect(await found({ reportid: 2 })).toEqual(['other'])
    expect(await found({ from: T0 + 1 })).toEqual(['new'])
    expect(await found({ queryby: 'endtime', to: T0 + 86_400 })).toEqual(['old', 'other'])
    expect(await found({ queryby: 'updatetime', to: T0 + 5 })).toEqual(['other'])
    expect(await byId('new')).toEqual(
      file('new', { starttime: T0 + 86_400, endtime: T0 + 172_800, updatetime: T0 + 172_900 }),
    )
    await removeFile('new')
    expect(await byId('new')).toBeNull()
    expect((await fileSizes()).map(({ id }) => id)).toEqual(['other', 'old'])
  })

  it('[RPT-24] knows who is still to get a file, and changes nothing when what belongs to it fails', async () => {
    const { addFile, undelivered, setDelivery } = await store({})
    await addFile(file('one', { delivery }), { nextS: T0 + 86_400, updateS: T0 })
    expect(await undelivered(5)).toEqual([file('one', { delivery })])
    const broken = setDelivery('one', null, () => Promise.reject(new Error('disk full')))
    await expect(broken).rejects.toThrow('disk full')
    expect(await undelivered(5)).toHaveLength(1)
    await setDelivery('one', { ...delivery, script: '' })
    expect((await undelivered(5))[0]?.delivery).toEqual({ ...delivery, script: '' })
    await setDelivery('one', null)
    expect(await undelivered(5)).toEqual([])
  })

  it('[RPT-23] reads the events of a period page by page, also many of one second, without the ends of events', async () => {
    const { database, events } = await store()
    await addEvents(database, [
      ...Array.from({ length: 5 }, (_, at) => ({ time_s: T0 + 10, code: 16, memo: String(at) })),
      { time_s: T0 + 11, code: 21 },
      { time_s: T0 + 12, code: 16, change: 'cover' },
      { time_s: T0 + 20, code: 16 },
      { time_s: T0 + 11, code: 16, device_key: 2 },
      { time_s: T0 + 9, code: 16 },
    ])
    const range = { startS: T0 + 10, endS: T0 + 20, codes: [16], limit: 2 }
    const memos: string[] = []
    for (let last: Awaited<ReturnType<typeof events>>[number] | null = null; ; ) {
      const page: Awaited<ReturnType<typeof events>> = await events(1, range, last)
      memos.push(...page.map(({ memo }) => memo))
      last = page.at(-1) ?? null
      if (page.length < range.limit) break
    }
    expect(memos).toEqual(['0', '1', '2', '3', '4'])
    expect(await events(1, { ...range, codes: [], limit: 99 }, null)).toHaveLength(6)
  })
})
