import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorLists } from '@fleetglass/contract/monitors'
import { afterEach, describe, expect, it } from 'vitest'
import { errorCode } from '../../../test/failures.ts'
import { type FtpPeer, startFtpPeer } from '../../../test/ftp-peer.ts'
import { until } from '../../../test/harness.ts'
import { type FetchSite, readRows, savePlan, startFetchSite } from './event-fetch.fixtures.ts'

describe('the upload of what was fetched for an event', () => {
  const opened: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close()
  })

  async function start(localTargets = true): Promise<{ site: FetchSite; peer: FtpPeer; target: string }> {
    const peer = await startFtpPeer('fleet', 'p%40ss')
    opened.push(peer)
    const site = await startFetchSite({ speed: 20, config: { localTargets } })
    opened.push(site)
    return { site, peer, target: `ftp://fleet:p%2540ss@127.0.0.1:${peer.port}/clips/new` }
  }
  async function monitorRows({ server }: FetchSite) {
    const link = await server.login()
    const { text } = await link.request(monitorLists.uploads)
    await link.close()
    return JSON.parse(text) as readonly { isDone: boolean; filePath: string; error: string; eventtime: number }[]
  }

  it('[PLAN-51] each file is uploaded whole to the folder of the plan, under its name, and the FTP monitor shows it', async () => {
    const { site, peer, target } = await start()
    await savePlan(site.server, { enupload: 1, upload: target, mediatype: 5 })
    const { id, time_s } = await site.alarm()
    const media = await site.over(id)
    await until('both are there', () => [...peer.files.keys()].filter((path) => !path.includes('.part')).length === 2)
    for (const { path, channel, kind } of media) {
      const name = `13800138001_${time_s}_${id}-ch${channel}.${kind === 'footage' ? 'mp4' : 'jpg'}`
      const stored = peer.files.get(`/clips/new/${name}`)
      expect(stored?.equals(readFileSync(join(site.server.data, path ?? ''))), name).toBe(true)
    }
    const rows = await until('the monitor says so', async () => {
      const all = await monitorRows(site)
      return all.every(({ isDone }) => isDone) && all
    })
    expect(rows.map(({ filePath, error, eventtime }) => ({ filePath, error, eventtime }))).toEqual(
      expect.arrayContaining(media.map(({ path }) => ({ filePath: path, error: '', eventtime: time_s }))),
    )
    // The password is not kept longer than it is needed.
    expect(
      readRows(site.server, "select id from event_uploads where target like '%p%40ss%' or target like '%fleet%'"),
    ).toEqual([])
  }, 120_000)

  it('[PLAN-51] [PLAN-52] a server that refuses is tried three times, then the monitor says why; the event has its file', async () => {
    const { site, peer, target } = await start()
    peer.refuses = true
    await savePlan(site.server, { enupload: 1, upload: target })
    const { id } = await site.alarm()
    expect(await site.over(id)).toMatchObject([{ state: 'done' }])
    const [row] = await until(
      'it has failed',
      async () => {
        const rows = readRows<{ state: string; reason: string; tries: number }>(
          site.server,
          'select * from event_uploads',
        )
        return rows[0]?.state === 'failed' && rows
      },
      60_000,
    )
    expect(row).toMatchObject({ reason: errorCode('upload-failed'), tries: 3 })
    expect(peer.logins).toEqual(Array.from({ length: 3 }, () => 'fleet:p%40ss'))
    expect(await monitorRows(site)).toMatchObject([{ isDone: false, error: 'The file could not be uploaded.' }])
  }, 120_000)

  it('[PLAN-51] a target on the own machine of the server is refused unless the configuration allows it', async () => {
    const { site, peer, target } = await start(false)
    await savePlan(site.server, { enupload: 1, upload: target })
    await site.alarm()
    await until('it is refused', () => {
      const [row] = readRows<{ reason: string }>(site.server, 'select reason from event_uploads')
      return row?.reason === 'target-not-allowed'
    })
    expect(peer.logins).toEqual([])
  }, 120_000)
})
