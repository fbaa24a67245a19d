import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessLogPath, accessLogRowsSchema } from '@fleetglass/contract/access-log'
import {
  encodeUploadPiece,
  FIRMWARE_FILES_MAX,
  type FirmwareFile,
  firmwareFilesSchema,
  firmwarePlansPath,
  firmwarePlansSchema,
  firmwareRolloutsPath,
  firmwareStorePath,
} from '@fleetglass/contract/firmware'
import { createManualClock } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { errorCode, failedCall, failedMessage } from '../../../test/failures.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { createFirmwareDownloads } from '../../services/firmware/index.ts'
import { firmwareCalls, uploadFirmware } from './firmware.fixtures.ts'

const PIECE = 1024 * 1024

let server: TestServer
let link: ChannelClient
beforeEach(async () => {
  server = await startTestServer()
  link = await server.login()
})
afterEach(async () => {
  await server.close()
})

const filesOnDisk = () => readdirSync(join(server.data, 'firmware'))
const download = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`http://127.0.0.1:${server.ports.streams}${path}`, { headers })

describe('the firmware store', () => {
  it('[FW-29] [FW-32] [API2-115] [VCP-121] stores what is uploaded in pieces, computes size and MD5, and delivers the same bytes', async () => {
    const content = randomBytes(2 * PIECE + 77)
    const before = Math.floor(Date.now() / 1000)
    const id = await uploadFirmware(link, content, { name: 'FG-MDVR4_1.1.bin', memo: 'spring' })
    const md5 = createHash('md5').update(content).digest('hex')
    const [file, ...others] = await firmwareCalls(server).list()
    expect(others).toEqual([])
    expect(file).toEqual({
      firmwareid: id,
      filename: 'FG-MDVR4_1.1.bin',
      memo: 'spring',
      filesize: content.length,
      hash: md5,
      updatetime: expect.any(Number),
    })
    expect(file?.updatetime).toBeGreaterThanOrEqual(before)
    const answer = await download(`/firmware/${id}`)
    expect(answer.status).toBe(200)
    expect(
      createHash('md5')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex'),
    ).toBe(md5)
    expect(filesOnDisk()).toEqual([id])
  })

  it('[VCP-122] takes the name of a file from N, its memo from T and its bytes from the binary payload', async () => {
    const content = Buffer.from([0, 255, 13, 10, 0x3b, 0xc3, 0x28])
    link.send('U01', { K: 'k1', S: String(content.length), O: '0', N: 'röd van.bin', T: 'spring; red' }, content)
    const { fields } = await link.next()
    expect(fields).toMatchObject({ R: '1', O: String(content.length) })
    expect(await firmwareCalls(server).list()).toMatchObject([
      { firmwareid: fields.I, filename: 'röd van.bin', memo: 'spring; red', filesize: content.length },
    ])
    expect(Buffer.from(await (await download(`/firmware/${fields.I}`)).arrayBuffer())).toEqual(content)
  })

  it('[API2-116] takes no file by HTTP', async () => {
    const paths = ['', `/${'0'.repeat(32)}`].flatMap((end) => [`${firmwareStorePath}${end}`, `/firmware${end}`])
    for (const path of paths) {
      const { status, body } = await firmwareCalls(server).call('POST', path, {
        filename: 'a.bin',
        memo: '',
        file: 'abc',
      })
      expect([path, status, body.hasError]).toEqual([path, 404, true])
    }
    expect([filesOnDisk(), await firmwareCalls(server).list()]).toEqual([[], []])
  })

  it('[FW-30] [FW-31] [API2-006] answers on the stream port without a login, and to an unknown id with 404', async () => {
    const id = await uploadFirmware(link, Buffer.from('bytes'))
    expect((await download(`/firmware/${id}`)).status).toBe(200)
    for (const path of [`/firmware/${'0'.repeat(32)}`, '/firmware/1', '/firmware/..%2ffleetglass.sqlite'])
      expect([path, (await download(path)).status]).toEqual([path, 404])
  })

  it('[API2-109] [API2-110] gives each file an id that cannot be guessed, and no name leads out of the folder', async () => {
    const ids = [await uploadFirmware(link, Buffer.from('one')), await uploadFirmware(link, Buffer.from('two'))]
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(ids).size).toBe(2)
    for (const name of ['../a.bin', 'a/b.bin', 'a\\b.bin', '..', '', '  ', 'a\u202eb'])
      expect([name, (await piece({ name, size: 3, offset: 0 }, Buffer.from('abc'))).fields.E]).toEqual([
        name,
        errorCode('firmware-name'),
      ])
    expect(filesOnDisk().sort()).toEqual(ids.sort())
  })

  it('[FW-32] sends parts of a file, and answers a part beyond its end with 416', async () => {
    const content = randomBytes(1_000)
    const id = await uploadFirmware(link, content)
    const part = await download(`/firmware/${id}`, { range: 'bytes=990-' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 990-999/1000'])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(990))
    const beyond = await download(`/firmware/${id}`, { range: 'bytes=1000-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
  })

  it('[FW-26] [FW-27] [FW-31] refuses a file that is empty or larger than 200 MB at its first piece, and takes one of exactly 200 MB', async () => {
    const refused = await piece({ size: 209_715_201, offset: 0 }, Buffer.from('abc'))
    expect(refused.fields).toMatchObject(failedMessage('firmware-too-large'))
    expect([refused.fields.R, refused.fields.W]).toEqual(['0', 'Error : Exceeded size 200MB'])
    expect((await piece({ size: 0, offset: 0 }, Buffer.alloc(0))).fields.E).toBe(errorCode('firmware-empty'))
    expect(filesOnDisk()).toEqual([])
    const taken = await piece({ size: 209_715_200, offset: 0 }, Buffer.from('abc'))
    expect(taken.fields).toMatchObject({ R: '1', O: '3' })
  })

  it('[VCP-125] refuses pieces out of order, too large or beyond the announced size, and leaves nothing of them', async () => {
    const first = () => piece({ size: 10, offset: 0 }, Buffer.from('abcde'))
    expect((await first()).fields.O).toBe('5')
    expect((await piece({ size: 10, offset: 4 }, Buffer.from('e'))).fields.E).toBe(
      errorCode('firmware-upload-unreadable'),
    )
    expect((await piece({ size: 10, offset: 5 }, Buffer.from('f'))).fields.E).toBe(errorCode('firmware-upload-lost'))
    await first()
    expect((await piece({ size: 10, offset: 5 }, Buffer.alloc(6))).fields.E).toBe(
      errorCode('firmware-upload-unreadable'),
    )
    expect((await piece({ size: 9e6, offset: 0 }, Buffer.alloc(PIECE + 1))).fields.E).toBe(
      errorCode('firmware-upload-unreadable'),
    )
    expect((await piece({ size: 9, offset: 0 }, Buffer.alloc(0))).fields.E).toBe(
      errorCode('firmware-upload-unreadable'),
    )
    expect([filesOnDisk(), await firmwareCalls(server).list()]).toEqual([[], []])
  })

  it('[VCP-125] leaves nothing of an upload whose link is closed', async () => {
    await piece({ size: 10, offset: 0 }, Buffer.from('abcde'))
    expect(filesOnDisk()).toHaveLength(1)
    await link.close()
    await until('the part is gone', () => filesOnDisk().length === 0)
  })

  it('refuses a fifth upload while four are under way', async () => {
    const links = await Promise.all([1, 2, 3, 4].map(() => server.login()))
    const first = encodeUploadPiece({ key: 'k', size: 9, offset: 0, name: 'a.bin', memo: '' })
    for (const other of links) {
      other.send('U01', first, Buffer.from('a'))
      expect((await other.next()).fields.R).toBe('1')
    }
    const fifth = await piece({ size: 9, offset: 0 }, Buffer.from('a'))
    expect(fifth.fields).toMatchObject(failedMessage('firmware-upload-busy'))
    await links[0]?.close()
    await until(
      'the place is free',
      async () => (await piece({ size: 9, offset: 0 }, Buffer.from('a'))).fields.R === '1',
    )
    await Promise.all(links.slice(1).map((other) => other.close()))
  })

  it('says that a file cannot be stored, and that the store is full', async () => {
    await changeDatabase(server, (file) => {
      const insert = file.prepare("insert into firmware_files values (?, 'a', '', 1, '', 0)")
      for (let n = 0; n < FIRMWARE_FILES_MAX; n++) insert.run(String(n))
    })
    const full = await piece({ size: 1, offset: 0 }, Buffer.from('a'))
    expect(full.fields).toMatchObject(failedMessage('firmware-store-full', { most: FIRMWARE_FILES_MAX }))
    expect(filesOnDisk()).toEqual([])
    rmSync(join(server.data, 'firmware'), { recursive: true })
    const failed = await piece({ size: 1, offset: 0 }, Buffer.from('a'))
    expect(failed.fields).toMatchObject(failedMessage('firmware-not-stored'))
  })

  it('[FW-24] [FW-28] [API2-111] [API2-112] changes name and memo and answers with the whole list; a name cannot be empty', async () => {
    const id = await uploadFirmware(link, Buffer.from('one'), { name: 'a.bin', memo: 'x' })
    const { call } = firmwareCalls(server)
    const renamed = await call('PUT', firmwareStorePath, { firmwareid: id, filename: 'b.bin' })
    expect(firmwareFilesSchema.parse(JSON.parse(renamed.text))).toMatchObject([{ filename: 'b.bin', memo: 'x' }])
    const noted = await call('PUT', firmwareStorePath, { firmwareid: id, memo: '' })
    expect(firmwareFilesSchema.parse(JSON.parse(noted.text))).toMatchObject([{ filename: 'b.bin', memo: '' }])
    const empty = await call('PUT', firmwareStorePath, { firmwareid: id, filename: ' ' })
    expect([empty.body.hasError, empty.body.message]).toEqual([true, expect.stringContaining('cannot be empty')])
    const unknown = await call('PUT', firmwareStorePath, { firmwareid: '0'.repeat(32), memo: 'y' })
    expect(unknown.body.code).toBe(errorCode('unknown-firmware'))
    expect(await firmwareCalls(server).list()).toMatchObject([{ filename: 'b.bin', memo: '' }])
  })

  it('[FW-32] [API2-113] [API2-114] deletes a file with its bytes; its address answers 404 from then on', async () => {
    const other = await uploadFirmware(link, Buffer.from('one'))
    const id = await uploadFirmware(link, Buffer.from('two'))
    const answer = await firmwareCalls(server).call('DELETE', firmwareStorePath, { firmwareid: id })
    const rest: readonly FirmwareFile[] = firmwareFilesSchema.parse(JSON.parse(answer.text))
    expect(rest.map(({ firmwareid }) => firmwareid)).toEqual([other])
    expect([(await download(`/firmware/${id}`)).status, filesOnDisk()]).toEqual([404, [other]])
  })

  it('[RIGHT-068] [RIGHT2-21] [API2-005] is closed to permission 2, whose upload stores nothing', async () => {
    await addUsers(server, { name: 'op', permission: 2 })
    const operator = await server.connect()
    await operator.login('op', ADMIN_PASSWORD)
    operator.send(
      'U01',
      encodeUploadPiece({ key: 'k', size: 3, offset: 0, name: 'a.bin', memo: '' }),
      Buffer.from('abc'),
    )
    expect((await operator.next()).fields).toMatchObject({ R: '0', W: 'permission denied' })
    const claim = { username: 'op', password: sha256(ADMIN_PASSWORD) }
    const body = { ...claim, firmwareid: '0'.repeat(32) }
    expect((await callHttp(server, 'DELETE', firmwareStorePath, { body })).status).toBe(403)
    expect(filesOnDisk()).toEqual([])
    await operator.close()
  })

  async function piece(about: { name?: string; size: number; offset: number }, bytes: Uint8Array) {
    const fields = encodeUploadPiece({ key: 'k1', memo: '', name: 'a.bin', ...about })
    link.send('U01', { X: '9', ...fields }, bytes)
    return await link.next()
  }
})

it('[ACCLOG-13] [RIGHT2-30] neither the id of a file nor an address is in the access log, which every account reads', async () => {
  await addUsers(server, { name: 'guest', permission: 3 })
  await link.request('D01', { A: 'van', C: '1' })
  const { call } = firmwareCalls(server)
  const firmwareid = await uploadFirmware(link, Buffer.from('bytes'))
  await call('PUT', firmwareStorePath, { firmwareid, filename: 'new.bin' })
  const url = 'http://updates.example/marked-path?key=marked-key'
  const plan = await call('POST', firmwarePlansPath, { targetfw: 'MDVR4_1.2', url })
  await call('PUT', firmwarePlansPath, { autofwid: firmwarePlansSchema.parse(JSON.parse(plan.text))[0]?.autofwid, url })
  await call('POST', firmwareRolloutsPath, { targetfw: '1', url, groups: ['root'], firstwave: 1, failurelimit: 1 })
  await call('DELETE', firmwareStorePath, { firmwareid })
  const period = { afterUpdatetime: '2020-01-01T00:00:00Z', beforeUpdatetime: '2100-01-01T00:00:00Z' }
  const claim = { username: 'guest', password: sha256(ADMIN_PASSWORD) }
  const { text } = await callHttp(server, 'POST', accessLogPath, { body: { ...claim, ...period } })
  for (const secret of [firmwareid, 'marked-']) expect(text).not.toContain(secret)
  const rows = accessLogRowsSchema.parse(JSON.parse(text)).map(({ data }) => JSON.parse(data).body)
  const ofFirmware = rows.filter(({ firmwareid: id, url: address }) => (id ?? address) === '***')
  expect(ofFirmware.map(({ host, before, filename }) => host ?? before ?? filename)).toEqual([
    'new.bin',
    ...Array.from({ length: 3 }, () => 'updates.example'),
    'firmware.bin',
  ])
})

describe('downloads of firmware', () => {
  it('are limited in number, and a further one is refused', async () => {
    const downloads = createFirmwareDownloads({ clock: createManualClock(), downloads: 1, megabits: 0 })
    const end = downloads.begin()
    expect(downloads.begin()).toBeNull()
    end?.()
    end?.()
    expect(downloads.begin()).not.toBeNull()
    expect(downloads.begin()).toBeNull()
  })

  it('share one rate, whatever their number', async () => {
    const clock = createManualClock()
    const downloads = createFirmwareDownloads({ clock, downloads: 2, megabits: 8 })
    let taken = 0
    const read = async () => {
      for await (const piece of downloads.paced(pieces(10))) taken += piece.length
    }
    const both = Promise.all([read(), read()])
    // A million bytes a second after a burst of a quarter of one: two megabytes take 1.75 s.
    for (let ms = 0; ms < 1_000; ms += 50) await step(50)
    expect(taken).toBeLessThanOrEqual(1_300_000)
    for (let ms = 0; ms < 1_000; ms += 50) await step(50)
    await both
    expect(taken).toBe(2_000_000)

    async function step(ms: number) {
      clock.advance(ms)
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
})

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n++) yield new Uint8Array(100_000)
}

it('answers 429 with Retry-After while as many devices download as may', async () => {
  const busy = await startTestServer({ config: { firmwareDownloads: 1, firmwareMegabits: 1 } })
  const id = await uploadFirmware(await busy.login(), randomBytes(PIECE))
  const address = `http://127.0.0.1:${busy.ports.streams}/firmware/${id}`
  const aborted = new AbortController()
  await fetch(address, { signal: aborted.signal })
  const second = await fetch(address)
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '30'])
  expect(await second.json()).toEqual(failedCall('firmware-downloads-busy'))
  aborted.abort()
  await until(
    'the next may download',
    async () => (await fetch(address, { headers: { range: 'bytes=0-9' } })).status === 206,
  )
  await busy.close()
})

it('removes at its start what a killed server had not finished', async () => {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-firmware-'))
  const first = await startTestServer({ data })
  const id = await uploadFirmware(await first.login(), Buffer.from('whole'))
  await first.close()
  writeFileSync(join(data, 'firmware', `${'a'.repeat(32)}.part`), 'half')
  writeFileSync(join(data, 'firmware', 'b'.repeat(32)), 'renamed, and not in the list')
  const second = await startTestServer({ data })
  expect(readdirSync(join(data, 'firmware'))).toEqual([id])
  await second.close()
  rmSync(data, { recursive: true, force: true })
})
