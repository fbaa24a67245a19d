// SIGKILL in the middle of an upload, when the file is stored but not verified, and when its row says that it is in the bucket but the local copy
// is still there: after the next start each minute is in one place, and is read from there.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@fleetglass/testkit'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChannelClient } from '../channel-client.ts'
import { recordVideo } from '../devices/recorded-video.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../recordings/server-child.ts'
import { exported, filesInBucket, filesOnDisk, indexPaths, VAN } from './bucket-site.ts'
import { BUCKET, type S3Server, startS3Server } from './s3-server.ts'

const MINUTE_MS = 60_000
const START_MS = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * MINUTE_MS

describe('SIGKILL during an upload', () => {
  let data: string
  let store: S3Server
  let server: ServerChild | null
  let recorded: string

  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'fleetglass-kill-upload-'))
    store = await startS3Server()
    server = null
    recorded = recordVideo(join(data, 'media'), { deviceId: VAN, channel: 1, startMs: START_MS })
  })
  afterEach(async () => {
    await server?.kill()
    await store.close()
    rmSync(data, { recursive: true, force: true })
  })

  async function start(): Promise<ServerChild> {
    const { endpoint, accessKey, secretKey } = store.connection
    server = await startServerChild({
      data,
      settings: { 'media-store': `s3://${BUCKET}/site`, 's3-endpoint': endpoint },
      environment: { FLEETGLASS_S3_ACCESS_KEY: accessKey, FLEETGLASS_S3_SECRET_KEY: secretKey },
    })
    return server
  }

  async function addVan({ ports }: ServerChild): Promise<void> {
    const link = await ChannelClient.connect(ports.main)
    await link.login('admin', CHILD_PASSWORD)
    await link.request('D01', { A: VAN, C: '1', F: '1' })
    await link.close()
  }

  /** In the bucket alone, and read from there. */
  async function expectMoved({ ports }: ServerChild): Promise<void> {
    await until('the minute is in the bucket alone', () => filesOnDisk(data).length === 0)
    expect(indexPaths(data)).toHaveLength(1)
    expect(indexPaths(data)[0]).toMatch(/^@_bucket\//)
    expect(filesInBucket(store)).toContain(indexPaths(data)[0]?.slice('@_bucket/'.length))
    expect((await exported({ ports }, START_MS / 1000, 60)).length).toBeGreaterThan(500_000)
  }

  it('loses nothing at three moments, one after the other', async () => {
    await store.mode('hold-body')
    const first = await start()
    await addVan(first)
    await dieInUpload(first)
    await store.mode('hold-verify')
    await dieInUpload(await start())
    await store.mode('pass')
    const moving = await start()
    await expectMoved(moving)
    await moving.kill()
    // As a kill between the row and the deletion of the local copy leaves it.
    recordVideo(join(data, 'media'), { deviceId: VAN, channel: 1, startMs: START_MS })
    const file = new Database(join(data, 'fleetglass.sqlite'))
    file
      .prepare('insert into local_copies select ?, device_key, start_ms, channel from recordings')
      .run(filesOnDisk(data)[0])
    file.close()
    const objects = filesInBucket(store)
    await expectMoved(await start())
    expect(existsSync(recorded)).toBe(false)
    expect(filesInBucket(store)).toEqual(objects)
  }, 120_000)

  async function dieInUpload(child: ServerChild): Promise<void> {
    await until('the upload is held', () => store.isHeld())
    await child.kill()
    expect(filesOnDisk(data)).toHaveLength(1)
    expect(indexPaths(data)).toEqual(filesOnDisk(data))
  }
})
