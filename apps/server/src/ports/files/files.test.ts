// One suite for every implementation of the port, and what only the bus has to keep.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { twoNodes, whereNats } from '../../../test/nats/nats-buses.ts'
import { createUploads } from '../../ingest/uploads/index.ts'
import { createInProcessBus } from '../../platform/bus/index.ts'
import {
  fileOpenedCodec,
  fileOrderCodec,
  fileRangeCodec,
  MAX_RANGE_BYTES,
  uploadReplyCodec,
  uploadRequestCodec,
} from './file-codecs.ts'
import { createBusFiles, createDirectFiles, type DeviceFiles, serveFiles } from './index.ts'

const ORDER = { deviceId: 'a.van', footageId: 4, channel: 2, mostBytes: 3_000_000, bytesPerS: 0 }
const CONTENT = Buffer.from(Array.from({ length: 2_500_000 }, (_, n) => n % 251))

function directly() {
  const clock = createManualClock()
  const root = mkdtempSync(join(tmpdir(), 'fleetglass-files-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const uploads = createUploads({ clock, takesData: () => true })
  const counted: [string, number][] = []
  const folder = join(root, 'upload')
  const files: DeviceFiles = createDirectFiles({
    clock,
    uploads,
    folderOf: ({ footageId, channel }) => join(folder, `${footageId}-${channel}`),
    onBytes: (deviceId, bytes) => counted.push([deviceId, bytes]),
  })
  /** As the device does by FTP; `false` for an account that is not admitted. */
  const bring = async (user: string, password: string, bytes: Uint8Array): Promise<boolean> => {
    const sink = await uploads.admit(user, password)?.begin('/1.mp4', 'start')
    if (sink === undefined || typeof sink === 'string') return false
    await sink.write(bytes)
    await sink.close(true)
    return true
  }
  return { clock, uploads, counted, files, bring, isThere: () => existsSync(join(folder, '4-2')) }
}

function overTheBus() {
  const node = directly()
  const bus = createInProcessBus({ clock: node.clock, onError: (error) => expect.unreachable(String(error)) })
  const connection = serveFiles({ bus, clock: node.clock }, ORDER.deviceId, node.files)
  return { ...node, bus, files: createBusFiles({ bus }), disconnect: () => connection.close() }
}

async function opened(files: DeviceFiles) {
  const upload = await files.open(ORDER)
  if (upload === null) throw new Error('the device is not connected')
  return upload
}

async function overNats() {
  const node = directly()
  const nodes = await twoNodes(node.clock)
  serveFiles({ bus: nodes.far, clock: node.clock }, ORDER.deviceId, node.files)
  await nodes.settle()
  return { ...node, files: createBusFiles({ bus: nodes.near }) }
}

const implementations: Readonly<Record<string, () => Promise<ReturnType<typeof directly>>>> = {
  'called directly': async () => directly(),
  'over the bus': async () => overTheBus(),
  ...whereNats(overNats),
}

describe.each(Object.entries(implementations))('the port of files, %s', (_, start) => {
  it('reports what the device uploads, and reads it back in ranges', async () => {
    const { clock, files, bring, counted } = await start()
    const upload = await opened(files)
    expect(await bring(upload.user, 'wrong', CONTENT)).toBe(false)
    expect(await bring(upload.user, upload.password, CONTENT)).toBe(true)
    expect(counted).toEqual([['a.van', CONTENT.length]])
    clock.advance(700)
    expect(await upload.status()).toEqual({
      bytes: CONTENT.length,
      isReceiving: false,
      completed: 1,
      isFull: false,
      diskError: null,
      silentMs: 700,
      over: null,
    })
    await upload.end()
    expect(await bring(upload.user, upload.password, CONTENT)).toBe(false)
    const [file, ...others] = await upload.files()
    expect(others).toEqual([])
    const read = await file?.open()
    expect(await read?.size()).toBe(CONTENT.length)
    expect(CONTENT.equals((await read?.read(0, 4_000_000)) ?? CONTENT.subarray(1))).toBe(true)
    expect(Buffer.from((await read?.read(2_499_990, 100)) ?? [])).toEqual(CONTENT.subarray(2_499_990))
    await read?.close()
    await upload.close('keep')
  })

  it('passes on that the upload is over, for the serial that the device agreed to', async () => {
    const { files, uploads } = await start()
    const upload = await opened(files)
    await upload.asked(9)
    uploads.uploadOver('a.van', { replySerial: 8, result: 0 })
    expect((await upload.status()).over).toBeNull()
    uploads.uploadOver('a.van', { replySerial: 9, result: 1 })
    expect((await upload.status()).over).toEqual({ replySerial: 9, result: 1 })
    await upload.pause()
    await upload.goOn()
    expect((await upload.status()).over).toBeNull()
    await upload.close('remove')
  })

  it('keeps files for a later upload, or removes them', async () => {
    const { files, bring, isThere } = await start()
    const first = await opened(files)
    await bring(first.user, first.password, CONTENT)
    await first.close('keep')
    const second = await opened(files)
    expect((await second.status()).bytes).toBe(CONTENT.length)
    await second.close('remove')
    await second.close('remove')
    expect(isThere()).toBe(false)
  })

  it('says that it had more than it may', async () => {
    const { files, bring } = await start()
    const upload = await opened(files)
    await bring(upload.user, upload.password, new Uint8Array(ORDER.mostBytes + 1))
    expect(await upload.status()).toMatchObject({ isFull: true, bytes: 0 })
    await upload.close('remove')
  })
})

describe('files over the bus', () => {
  it('opens nothing for a device that is not connected, and keeps what is open when it disconnects', async () => {
    const { files, bring, disconnect } = overTheBus()
    const upload = await opened(files)
    disconnect()
    expect(await files.open(ORDER)).toBeNull()
    expect(await bring(upload.user, upload.password, CONTENT)).toBe(true)
    expect((await upload.status()).bytes).toBe(CONTENT.length)
    await upload.close('keep')
    await expect(upload.status()).rejects.toThrow('nobody answers')
  })

  it('closes an upload that nobody asks about for 15 minutes, with its files', async () => {
    const { clock, files, bring, isThere } = overTheBus()
    const upload = await opened(files)
    await bring(upload.user, upload.password, CONTENT)
    clock.advance(14 * 60_000)
    await upload.status()
    clock.advance(14 * 60_000)
    await upload.status()
    clock.advance(15 * 60_000)
    await expect(upload.status()).rejects.toThrow('nobody answers')
    expect(await bring(upload.user, upload.password, CONTENT)).toBe(false)
    expect([isThere(), clock.pending]).toEqual([true, 0])
    await upload.close('keep')
  })

  it('refuses a file that is not there, a range above the limit, and unreadable bytes, with a reason', async () => {
    const { bus, files, bring } = overTheBus()
    const subjects: string[] = []
    const { request } = bus
    bus.request = (subject, bytes, timeoutMs) => {
      subjects.push(subject)
      return request(subject, bytes, timeoutMs)
    }
    const upload = await opened(files)
    await bring(upload.user, upload.password, CONTENT)
    await upload.status()
    const ranges = subjects.at(-1)?.replace('.request', '.bytes') ?? ''
    const read = async (bytes: Uint8Array): Promise<string> => {
      const reply = await request(ranges, bytes, 1_000)
      expect(reply[0]).toBe(0)
      return Buffer.from(reply.subarray(1)).toString()
    }
    expect(await read(fileRangeCodec.encode({ file: 3, position: 0, length: 9 }))).toContain('no such file')
    const long = { file: 0, position: 0, length: MAX_RANGE_BYTES + 1 }
    expect(await read(Buffer.from(`\u0001${JSON.stringify(long)}`))).toContain('length')
    expect(await read(Uint8Array.of(2))).toContain('version 2 came')
    await upload.close('remove')
  })

  it('codecs never throw for bytes', () => {
    const codecs = [fileOrderCodec, fileOpenedCodec, uploadRequestCodec, uploadReplyCodec, fileRangeCodec]
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const codec of codecs) {
          codec.decode(bytes)
          codec.decode(Buffer.concat([Uint8Array.of(1), bytes]))
        }
      }),
    )
  })
})
