// Plans of events against the limits of the cover monitor and the FTP monitor.
import { monitorLists, monitorRows } from '@fleetglass/contract/monitors'
import { afterEach, describe, expect, it } from 'vitest'
import { errorCode, failedCall } from '../../../test/failures.ts'
import { startFtpPeer } from '../../../test/ftp-peer.ts'
import { until } from '../../../test/harness.ts'
import {
  BUS,
  type FetchSite,
  IGNITION,
  mediaOf,
  readRows,
  STOLEN,
  savePlan,
  startFetchSite,
} from './event-fetch.fixtures.ts'

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

async function start(speed = 20) {
  const site = await startFetchSite({ speed, config: { localTargets: true } })
  opened.push(site)
  const link = await site.server.login()
  opened.push(link)
  const rowsOf = async (list: 'cover' | 'uploads') => {
    const { text } = await link.request(monitorLists[list])
    return JSON.parse(text) as unknown
  }
  return {
    site,
    link,
    coverRows: async () => monitorRows.cover.array().parse(await rowsOf('cover')),
    uploadRows: async () => monitorRows.uploads.array().parse(await rowsOf('uploads')),
  }
}

async function withFtp(site: FetchSite, change: object = {}) {
  const peer = await startFtpPeer('fleet', 'secret')
  opened.push(peer)
  await savePlan(site.server, {
    enupload: 1,
    upload: `ftp://fleet:secret@127.0.0.1:${peer.port}/clips`,
    mediatype: 4,
    ...change,
  })
  return peer
}

describe('what download plans fetch', () => {
  it('[DEBUG-01] [DEBUG-29] is a row of the cover monitor while it waits and while it is fetched, with the number of its event', async () => {
    const { site, coverRows } = await start()
    await savePlan(site.server, { downloadplan: 3, streamtype: 2, mediatype: 3, postoffset: 20 })
    const { id, time_s } = await site.alarm()
    const [waiting] = await until('it waits', async () => {
      const rows = await coverRows()
      return rows.length === 1 && rows
    })
    const task = {
      deviceid: BUS,
      serialno: id,
      taskType: 'default',
      dltype: 1,
      originDltype: 1,
      mediaType: 3,
      streamType: 'sub,main',
      chs: '1,2',
      starttime: time_s - 5,
      endtime: time_s + 20,
      downloadDone: false,
      recvFail: 0,
      error: '',
      errortime: 0,
    }
    expect(waiting).toMatchObject({ ...task, isHandling: false, tryCount: 0, downloadSpeed: 0 })
    const [running] = await until('it is fetched', async () => {
      const rows = await coverRows()
      return rows[0]?.isHandling === true && rows[0].tryCount > 0 && rows
    })
    expect(running).toMatchObject({ ...task, tryCount: 1 })
    await site.over(id, 2)
    await until('it has left', async () => (await coverRows()).length === 0)
  }, 60_000)

  it('[DEBUG-26] is refused with the reason beyond the count that may wait', async () => {
    const { site, link } = await start()
    await link.request('DB3', { W: '1' })
    await savePlan(site.server, { postoffset: 600 })
    await savePlan(site.server, { appdevid: IGNITION.code, postoffset: 600 })
    const first = await site.alarm(STOLEN)
    const second = await site.alarm(IGNITION)
    const [failed] = await site.over(second.id)
    expect(failed).toMatchObject({ state: 'failed', reason: errorCode('fetch-queue-full') })
    expect(mediaOf(site.server, first.id)).toMatchObject([{ state: 'waiting' }])
  }, 60_000)
})

describe('what is uploaded to another server', () => {
  it('[DEBUG-04] [DEBUG-26] goes no faster than is set, and its row shows where it goes without the password', async () => {
    const { site, link, uploadRows } = await start()
    const rate = 4096
    await link.request('DB6', { L: String(rate) })
    const peer = await withFtp(site, { mediatype: 1, preoffset: 3, postoffset: 3 })
    const { id, time_s } = await site.alarm()
    let beforeMs = site.clock.nowMs()
    const running = await until('it is uploaded', async () => {
      const nowMs = site.clock.nowMs()
      const row = (await uploadRows()).find(({ isProcessing }) => isProcessing)
      if (row === undefined) beforeMs = nowMs
      return row
    })
    const done = await until('it is there', async () => (await uploadRows()).find((row) => row.isDone), 60_000)
    const tookS = (site.clock.nowMs() - beforeMs) / 1000
    expect(done.bytes).toBeGreaterThan(5 * rate)
    expect(done.bytes / tookS).toBeLessThan(1.1 * rate)
    expect(running).toMatchObject({ deviceid: BUS, eventtime: time_s, isDone: false, error: '' })
    for (const row of [running, done]) expect(row.curl).toBe(`ftp://127.0.0.1:${peer.port}/clips`)
    expect(done.filePath).toContain(`${id}-ch1`)
    expect(done.addtime).toBeGreaterThanOrEqual(time_s)
    expect(done.starttime).toBeGreaterThan(0)
    expect(done.starttime).toBeLessThanOrEqual(time_s)
    expect(done.endtime).toBeGreaterThan(done.starttime)
    expect(readRows(site.server, "select id from event_uploads where target like '%secret%'")).toEqual([])
  }, 120_000)

  it('[DEBUG-26] is refused with the reason beyond the count that may wait; the event has its file', async () => {
    const { site, link, uploadRows } = await start()
    await link.request('DB6', { W: '1' })
    const peer = await withFtp(site, { downloadplan: 3 })
    peer.refuses = true
    const { id } = await site.alarm()
    expect(await site.over(id, 2)).toMatchObject([{ state: 'done' }, { state: 'done' }])
    const { message } = failedCall('upload-queue-full')
    await until('one is refused', async () => (await uploadRows()).some(({ error }) => error === message))
    expect(await uploadRows()).toHaveLength(2)
  }, 60_000)

  it('[DEBUG-26] goes as many files at once as are set', async () => {
    const { site, link, uploadRows } = await start()
    await link.request('DB6', { N: '1', L: '4096' })
    await withFtp(site, { downloadplan: 3 })
    await site.alarm()
    let most = 0
    await until(
      'both are there',
      async () => {
        const rows = await uploadRows()
        most = Math.max(most, rows.filter(({ isProcessing }) => isProcessing).length)
        return rows.filter(({ isDone }) => isDone).length === 2
      },
      60_000,
    )
    expect(most).toBe(1)
  }, 120_000)
})
