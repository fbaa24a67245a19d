import { AppError } from '@fleetglass/contract/errors'
import { until } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import type { Database } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { site } from '../event-deliveries/event-deliveries.fixtures.ts'
import { createReportStore, handOverReports } from './index.ts'

const T0 = 1_790_000_000
const log = createLog('silent')
const toMail = { sender: '', receivers: ['a@example.org'], script: '' }

/** The first waits longest. */
async function addFiles(database: Database, deliveries: readonly object[]): Promise<void> {
  const db = database.tables<{ event_report_files: object }>()
  const rows = deliveries.map((delivery, at) => ({
    id: `file-${at}`,
    report_id: at,
    profile: 'Daily',
    type: 'event',
    period: 1440,
    name: `file-${at}.csv`,
    start_s: T0,
    end_s: T0 + 86_400,
    update_s: T0 + 86_460 + at,
    bytes: 12,
    delivery: JSON.stringify(delivery),
  }))
  await db.insertInto('event_report_files').values(rows).execute()
}

onBothDatabases('report files that somebody is to get', (databases) => {
  it('[RPT-30] a program gets its file while hundreds of older files wait for a mail server', async () => {
    const database = await databases.open()
    const send = () => Promise.reject(new AppError('mail-unreachable', { server: 's' }))
    const { deliveries, reportFiles, script } = await site(database, { send })
    script('store.sh', 'cat')
    await reportFiles.write(
      'file-600',
      (async function* () {
        yield 'Device ID'
      })(),
      new AbortController().signal,
    )
    await addFiles(database, [
      ...Array.from({ length: 600 }, () => toMail),
      { ...toMail, receivers: [], script: 'store.sh' },
    ])
    const store = createReportStore(database)
    await handOverReports({ log, store, deliveries }, new AbortController().signal)
    expect(await store.undelivered(1)).toEqual([])
    const stateOf = async () =>
      (await deliveries.list({ beforeId: null, kinds: ['report'], limit: 1 })).map(({ outcome, detail }) => [
        outcome,
        detail,
      ])
    await until('the program has its file', async () => (await stateOf())[0]?.[0] === 'exit-0')
    expect(await stateOf()).toEqual([['exit-0', 'Device ID']])
    const mails = await deliveries.list({ beforeId: null, kinds: ['report-mail'], limit: 999 })
    expect(mails).toHaveLength(600)
    expect(mails.filter(({ state }) => state === 'done')).toEqual([])
  })

  it('[RPT-24] [RPT-30] a file for receivers and a program becomes a delivery to each, and stays where it is while too many wait', async () => {
    const database = await databases.open()
    const store = createReportStore(database)
    const { deliveries } = await site(database, {})
    await addFiles(database, [{ ...toMail, script: 'https://example.org/', tz: 28_800, sender: 'me@example.org' }])
    const { signal } = new AbortController()
    await handOverReports({ log, store, deliveries: { ...deliveries, isFull: true } }, signal)
    expect(await store.undelivered(1)).toHaveLength(1)
    await deliveries.close()
    await handOverReports({ log, store, deliveries }, signal)
    const listed = await deliveries.list({ beforeId: null, limit: 9 })
    expect(listed.map(({ kind, target, plan, body }) => [kind, target, plan, JSON.parse(body)])).toEqual(
      [
        ['report-mail', 'a@example.org'],
        ['report', 'https://example.org/'],
      ].map(([kind, target]) => [
        kind,
        target,
        'Daily',
        {
          fileid: 'file-0',
          filename: 'file-0.csv',
          type: 'event',
          starttime: T0,
          endtime: T0 + 86_400,
          tz: 28_800,
          sender: 'me@example.org',
        },
      ]),
    )
  })
})
