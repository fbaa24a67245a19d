import { streamLogTypes } from '@fleetglass/contract/stream-log'
import { createManualClock, type ManualClock, until } from '@fleetglass/testkit'
import { beforeEach, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import type { Database } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createStreamLog } from './index.ts'
import type { StreamLog, StreamLogFilter, StreamUse } from './stream-log.types.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const van = { key: 1, deviceId: 'van' }
const bus = { key: 2, deviceId: 'bus' }
const { liveBegin, liveEnd, localPlayback, localDownload } = streamLogTypes

onBothDatabases('the user stream log', (databases) => {
  let database: Database
  let clock: ManualClock
  let log: StreamLog
  beforeEach(async () => {
    database = await databases.open()
    clock = createManualClock()
    log = await open()
  })

  const open = (keepDays = 0, lines: string[] = []): Promise<StreamLog> =>
    createStreamLog({
      clock,
      log: createLog('debug', { write: (line) => lines.push(line) }),
      metrics: createMetrics(),
      database,
      keepDays: () => keepDays,
    })
  const use = (over: Partial<StreamUse> = {}): StreamUse => ({
    kind: 'live',
    user: 'ann',
    device: van,
    channel: 1,
    ...over,
  })
  const find = (over: Partial<StreamLogFilter> = {}, page = { offset: 0, limit: 100 }) =>
    log.find({ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, user: '', deviceId: '', devices: null, ...over }, page)
  const watch = (lengthMs: number, over: Partial<StreamUse> = {}): void => {
    const open = log.begin(use(over))
    clock.advance(lengthMs)
    open.end()
  }

  it('[USLOG-19] has a row for the begin of a live view and one for its end, with its length in seconds', async () => {
    const askMs = clock.nowMs()
    watch(90_400)
    await log.close()
    const shared = { user: 'ann', deviceId: 'van', channel: 1, entrance: 1, askMs }
    expect(await find()).toMatchObject([
      { ...shared, type: liveEnd, duringS: 90, updateMs: askMs + 90_400 },
      { ...shared, type: liveBegin, duringS: 0, updateMs: askMs },
    ])
  })

  it('[USLOG-20] answers the newest rows first, and the next ones page by page', async () => {
    for (const channel of [1, 2, 3, 4]) watch(MINUTE_MS, { kind: 'localPlayback', channel })
    await log.close()
    const channels = async (offset: number) => (await find({}, { offset, limit: 2 })).map(({ channel }) => channel)
    expect([await channels(0), await channels(2), await channels(4)]).toEqual([[4, 3], [2, 1], []])
  })

  it('[USLOG-02] finds by user, device, type, entrance, period and devices, and by all of it together', async () => {
    const startMs = clock.nowMs()
    watch(MINUTE_MS, { kind: 'localPlayback' })
    watch(MINUTE_MS, { kind: 'localDownload', user: 'bob', device: bus, channel: 2 })
    watch(MINUTE_MS, { kind: 'localDownload', user: 'bob' })
    await log.close()
    const found = async (over: Partial<StreamLogFilter>) =>
      (await find(over)).map(({ user, deviceId, type }) => `${user} ${deviceId} ${type}`)
    const [annVan, bobBus, bobVan] = [
      `ann van ${localPlayback}`,
      `bob bus ${localDownload}`,
      `bob van ${localDownload}`,
    ] as const
    expect(await found({ user: 'bob' })).toEqual([bobVan, bobBus])
    expect(await found({ deviceId: 'van' })).toEqual([bobVan, annVan])
    expect(await found({ type: localPlayback })).toEqual([annVan])
    expect(await found({ entrance: 1 })).toHaveLength(3)
    expect(await found({ entrance: 2 })).toEqual([])
    expect(await found({ fromMs: startMs + 2 * MINUTE_MS, toMs: startMs + 3 * MINUTE_MS })).toEqual([bobBus])
    expect(await found({ devices: [bus] })).toEqual([bobBus])
    expect(await found({ devices: [] })).toEqual([])
    // Another device with an id that was used before.
    expect(await found({ devices: [{ key: 9, deviceId: 'bus' }] })).toEqual([])
    const many = Array.from({ length: 40_000 }, (_, at) => ({ key: at + 2, deviceId: `${at}` }))
    expect(await found({ devices: many })).toEqual([bobBus])
    expect(await found({ user: 'bob', deviceId: 'van', type: localDownload, entrance: 1, devices: [van] })).toEqual([
      bobVan,
    ])
    for (const text of ["' or '1'='1", '%', '_____', 'BOB']) expect(await found({ user: text })).toEqual([])
  })

  it('ends what a killed server left open, at the last minute of which it is known to have gone on', async () => {
    const askMs = clock.nowMs()
    log.begin(use())
    log.begin(use({ kind: 'remotePlayback', device: bus, channel: 3 }))
    const isStored = async () => (await find()).length === 1
    await until('the begin is stored', isStored)
    clock.advance(5 * MINUTE_MS + 30_000)
    const seenMs = async () => {
      const rows = database.tables<{ open_streams: { seen_ms: number } }>().selectFrom('open_streams').selectAll()
      return (await rows.execute()).every(({ seen_ms }) => seen_ms >= askMs + 5 * MINUTE_MS)
    }
    await until('it is noted that they go on', seenMs)
    log = await open()
    const ended = { askMs, duringS: 300, updateMs: askMs + 300_000 }
    const rows = await find()
    expect(rows).toHaveLength(3)
    expect(rows.find(({ deviceId }) => deviceId === 'bus')).toMatchObject({ type: 3, channel: 3, ...ended })
    expect(rows.find(({ type }) => type === liveEnd)).toMatchObject(ended)
    log = await open()
    expect(await find()).toHaveLength(3)
  })

  it('counts the length by a clock that does not jump', async () => {
    const view = log.begin(use({ kind: 'localPlayback' }))
    clock.advance(20_000)
    clock.setWallClock(clock.nowMs() - DAY_MS)
    view.end()
    view.end()
    await log.close()
    expect(await find()).toMatchObject([{ duringS: 20 }])
  })

  it('[SET-092] removes rows after the days that they are kept, and waits for a time that can be trusted', async () => {
    log = await open(2)
    watch(0, { kind: 'localPlayback', device: bus })
    clock.advance(DAY_MS)
    watch(0, { kind: 'localPlayback' })
    await log.close()
    clock.advance(DAY_MS + 1)
    const [job] = log.jobs
    expect(job?.needsTrustedTime).toBe(true)
    await job?.run(new AbortController().signal)
    expect((await find()).map(({ deviceId }) => deviceId)).toEqual(['van'])
  })
})
