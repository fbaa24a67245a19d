// An S3 server on loopback, and in front of it a proxy that can be away or damage what passes.
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver, { type Listing } from '@20minutes/s3rver'
import type { BucketConnection } from '../../src/platform/media-store/bucket.types.ts'

export const BUCKET = 'recordings'
/** The one pair that the server knows. */
const KEY = 'S3RVER'

/**
 * `pass`; `away`: it accepts no connection; `cut`: connections end in the middle of a large body; `flip`: one byte of the next one is another;
 * `hold-body`, `hold-verify`: nothing goes on in the middle of a body, or when a stored one is looked at.
 */
export type ProxyMode = 'pass' | 'away' | 'cut' | 'flip' | 'hold-body' | 'hold-verify'

export interface S3Server {
  readonly connection: BucketConnection
  readonly folder: string
  /** Connections that are open stay only in `pass`. */
  mode(mode: ProxyMode): Promise<void>
  /** Whether a request is being held. */
  isHeld(): boolean
  close(): Promise<void>
}

/** Bytes of one connection after which a body is in the middle: heads are shorter. */
const MIDDLE = 20_000

export async function startS3Server(over: Partial<BucketConnection> = {}): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-s3-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  listAsS3(store)
  writeConditionally(store)
  const { port } = await store.run()
  const proxy = new FaultyProxy(port)
  const endpoint = `http://127.0.0.1:${await proxy.listen()}`
  return {
    connection: {
      bucket: BUCKET,
      prefix: 'site/',
      endpoint,
      region: 'us-east-1',
      pathStyle: true,
      accessKey: KEY,
      secretKey: KEY,
      ...over,
    },
    folder,
    mode: (mode) => proxy.set(mode),
    isHeld: () => proxy.isHeld,
    async close() {
      await proxy.close()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * With a delimiter it lists no folder whose files lie two levels below, and for a second page it needs a cipher that newer OpenSSL lacks: it is
 * asked for all keys, and the answer is folded here.
 */
function listAsS3({ store }: S3rver): void {
  const listAll = store.listObjects.bind(store)
  store.listObjects = async (bucket, { delimiter, prefix = '' }): Promise<Listing> => {
    const all = await listAll(bucket, { prefix })
    if (!delimiter) return all
    const from = prefix.length
    const folders = new Set<string>()
    const objects = all.objects.filter(({ key }) => {
      const end = key.indexOf(delimiter, from)
      if (end !== -1) folders.add(key.slice(0, end + 1))
      return end === -1
    })
    return { ...all, objects, commonPrefixes: [...folders] }
  }
}

/** As S3 does with `If-None-Match: *` and `If-Match`, which it does not know when something is stored: one after the other. */
function writeConditionally(store: S3rver): void {
  let last: Promise<unknown> = Promise.resolve()
  store.middleware.unshift(async (ctx, next) => {
    const { 'if-none-match': noneMatch, 'if-match': match } = ctx.headers
    if (ctx.method !== 'PUT' || (noneMatch === undefined && match === undefined)) return await next()
    const write = async (): Promise<void> => {
      const [, bucket = '', ...key] = decodeURI(ctx.path).split('/')
      const found = await store.store.getObject(bucket, key.join('/'))
      found?.content.destroy()
      if (noneMatch === undefined ? found !== null && found.metadata.etag === match : found === null)
        return await next()
      ctx.status = 412
      ctx.body = '<Error><Code>PreconditionFailed</Code></Error>'
    }
    const writing = last.then(write)
    last = writing.catch(() => undefined)
    await writing
  })
}

class FaultyProxy {
  isHeld = false
  readonly #target: number
  readonly #server = createServer((client) => this.#join(client))
  readonly #clients = new Set<Socket>()
  #mode: ProxyMode = 'pass'
  #port = 0

  constructor(target: number) {
    this.#target = target
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as AddressInfo).port
    return this.#port
  }

  async set(mode: ProxyMode): Promise<void> {
    const wasAway = this.#mode === 'away'
    this.#mode = mode
    this.isHeld = false
    this.#endAll()
    if (mode === 'away' && !wasAway) await this.#stop()
    if (mode !== 'away' && wasAway) await this.listen()
  }

  async close(): Promise<void> {
    this.#endAll()
    if (this.#mode !== 'away') await this.#stop()
  }

  #endAll(): void {
    for (const client of this.#clients) client.destroy()
  }

  #stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  #join(client: Socket): void {
    this.#clients.add(client)
    const server = connect(this.#target, '127.0.0.1')
    let bytes = 0
    let hasPut = false
    client.on('data', (piece) => {
      bytes += piece.length
      const begin = piece.subarray(0, 5).toString()
      hasPut ||= begin === 'PUT /'
      const isMiddle = bytes > MIDDLE
      if (isMiddle && this.#mode === 'cut') return client.destroy()
      const isHeld =
        (isMiddle && this.#mode === 'hold-body') || (hasPut && begin === 'HEAD ' && this.#mode === 'hold-verify')
      if (isHeld) this.isHeld = true
      if (isHeld) return
      if (isMiddle && this.#mode === 'flip') {
        this.#mode = 'pass'
        piece[piece.length - 1] = (piece.at(-1) ?? 0) ^ 0x55
      }
      server.write(piece)
    })
    server.pipe(client)
    const end = (): void => {
      this.#clients.delete(client)
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
  }
}
