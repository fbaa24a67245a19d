import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BUCKET, type S3Server, startS3Server } from '../../../test/s3/s3-server.ts'
import { mediaStoreSuite } from './media-store.suite.ts'
import { openObjectOnThread } from './open-object.ts'
import { S3Bucket } from './s3-bucket.ts'

const PATH = 'van/20260901/1/1000.mp4'
const CONTENT = Buffer.alloc(200_000, 'a minute of video, ')

describe('a media store in a bucket', () => {
  let server: S3Server
  let bucket: S3Bucket
  let local: string
  let file: string

  beforeAll(async () => {
    server = await startS3Server()
    local = mkdtempSync(join(tmpdir(), 'fleetglass-local-'))
    file = join(local, '1000.mp4')
    writeFileSync(file, CONTENT)
  })
  afterAll(async () => {
    bucket.close()
    rmSync(local, { recursive: true, force: true })
    await server.close()
  })
  beforeEach(async () => {
    await server.mode('pass')
    rmSync(join(server.folder, BUCKET, 'site'), { recursive: true, force: true })
    bucket = new S3Bucket(server.connection)
  })

  mediaStoreSuite('a bucket', async () => bucket)

  it('copies a file, and finds the copy when the upload is requested again', async () => {
    const upload = { path: PATH, file, label: 'minute 1', replacesUnlabelled: false }
    expect(await bucket.upload(upload)).toBe('stored')
    expect(await bucket.upload(upload)).toBe('found')
    expect(await bucket.upload({ ...upload, label: 'minute 2', replacesUnlabelled: true })).toBe('taken')
    expect(await bucket.upload({ ...upload, file: join(local, 'none') })).toBe('missing')
    const opened = await openObjectOnThread({ path: PATH, connection: server.connection })
    expect(opened?.label).toBe('minute 1')
    expect(Buffer.from((await opened?.read(0, CONTENT.length)) ?? []).equals(CONTENT)).toBe(true)
    expect(await openObjectOnThread({ path: 'none', connection: server.connection })).toBeNull()
  })

  it('finds a byte that was changed on the way, and a copy that was changed since', async () => {
    const upload = { path: PATH, file, label: 'minute 1', replacesUnlabelled: false }
    await server.mode('flip')
    await expect(bucket.upload(upload)).rejects.toMatchObject({ code: 'bucket-damaged' })
    await server.mode('pass')
    expect(await bucket.upload(upload)).toBe('stored')
    const folder = join(server.folder, BUCKET, 'site/van/20260901/1')
    const object = join(folder, readdirSync(folder).find((name) => name.includes('object')) ?? '')
    const changed = readFileSync(object)
    changed[1000] = 0
    writeFileSync(object, changed)
    for (const name of readdirSync(folder)) if (name.endsWith('.md5')) unlinkSync(join(folder, name))
    expect(await bucket.upload(upload)).toBe('stored')
    expect(readFileSync(object).equals(CONTENT)).toBe(true)
  })

  it('fails when a connection is cut, and when the store is away', async () => {
    for (const mode of ['cut', 'away'] as const) {
      await server.mode(mode)
      await expect(
        bucket.upload({ path: PATH, file, label: '', replacesUnlabelled: true }),
        mode,
      ).rejects.toMatchObject({
        code: 'bucket-unreachable',
      })
    }
  })

  it('lists page by page', async () => {
    const page = (name: string, next: string): string =>
      `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>
       <CommonPrefixes><Prefix>site/${name}/</Prefix></CommonPrefixes></ListBucketResult>`
    const paged = createServer(({ url }, reply) => {
      reply.end(url?.includes('continuation-token=second') ? page('van', '') : page('bus', 'second'))
    })
    await new Promise<void>((resolve) => paged.listen(0, '127.0.0.1', resolve))
    const { port } = paged.address() as AddressInfo
    const pages = new S3Bucket({ ...server.connection, endpoint: `http://127.0.0.1:${port}` })
    expect(await pages.list('')).toEqual(['bus', 'van'])
    pages.close()
    paged.close()
  })

  it('says what is wrong with its settings, and repeats no credentials', async () => {
    for (const [over, code] of [
      [{ secretKey: 'not the secret of it' }, 'bucket-credentials'],
      [{ accessKey: 'NOBODYSKEY' }, 'bucket-credentials'],
      [{ bucket: 'no-such-bucket' }, 'bucket-missing'],
    ] as const) {
      const connection = { ...server.connection, ...over }
      const error: unknown = await new S3Bucket(connection).check().catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code })
      expect(inspect(error, { depth: 9 })).not.toContain(connection.secretKey)
      expect(inspect(error, { depth: 9 })).not.toContain(connection.accessKey)
    }
    await bucket.check()
  })
})
