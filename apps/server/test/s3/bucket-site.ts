// A server that moves its recordings to a bucket, and what a user reads from it.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { exportAddress } from '@fleetglass/contract/exports'
import Database from 'better-sqlite3'
import type { ServerConfig } from '../../src/platform/config/index.ts'
import { ADMIN, ADMIN_PASSWORD, type TestServer } from '../harness.ts'
import { StreamClient } from '../stream-client.ts'
import { BUCKET, type S3Server } from './s3-server.ts'

export const VAN = '12345678999'

export function bucketConfig({ connection }: S3Server): Partial<ServerConfig> {
  const { endpoint, region, pathStyle, accessKey, secretKey } = connection
  return {
    mediaStore: `s3://${BUCKET}/site`,
    s3Endpoint: endpoint,
    s3Region: region,
    s3PathStyle: pathStyle,
    s3AccessKey: accessKey,
    s3SecretKey: secretKey,
  }
}

/** Paths of recordings in the media folder of a data folder. */
export function filesOnDisk(data: string): string[] {
  return filesBelow(join(data, 'media'), '.mp4')
}

/** Paths of recordings in the bucket. */
export function filesInBucket(server: S3Server, prefix = 'site'): string[] {
  const object = '._S3rver_object'
  const found = filesBelow(join(server.folder, BUCKET, prefix), `.mp4${object}`)
  return found.map((path) => path.slice(0, -object.length))
}

/** As somebody does who has access to the store. */
export function removeFromBucket(server: S3Server, file: string): void {
  rmSync(join(server.folder, BUCKET, 'site', `${file}._S3rver_object`))
}

function filesBelow(folder: string, end: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith(end)).sort()
}

/** Paths of the index, in the order of time. */
export function indexPaths(data: string): string[] {
  const file = new Database(join(data, 'fleetglass.sqlite'), { readonly: true })
  try {
    const rows = file.prepare('select path from recordings order by start_ms').all() as { path: string }[]
    return rows.map(({ path }) => path)
  } finally {
    file.close()
  }
}

/** Times of all pictures that are played from a moment on, unix ms. */
export async function played({ ports }: Pick<TestServer, 'ports'>, fromS: number): Promise<number[]> {
  const viewer = await StreamClient.open(ports.streams, { type: 'lopb', deviceid: VAN, channel: 1, spbtime: fromS })
  viewer.say({ cmd: 'speed', value: 4 })
  await viewer.closed
  return viewer.video.map(({ timestampMs }) => timestampMs)
}

/** An MP4 file of a range, unix seconds. */
export async function exported(
  { ports }: Pick<TestServer, 'ports'>,
  spbtime: number,
  duration: number,
): Promise<Buffer> {
  const who = { deviceid: VAN, ch: 1, user: ADMIN, password: ADMIN_PASSWORD }
  const address = exportAddress('lopbmp4get', { ...who, spbtime, duration })
  const reply = await fetch(`http://127.0.0.1:${ports.streams}${address}`)
  if (reply.status !== 200) throw new Error(`the export was answered ${reply.status}: ${await reply.text()}`)
  return Buffer.from(await reply.arrayBuffer())
}

export async function health(server: Pick<TestServer, 'ports'>): Promise<{ status: string; mediaStore?: string }> {
  return (await (await fetch(`http://127.0.0.1:${server.ports.http}/healthz`)).json()) as never
}
