import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessLogPath } from '@fleetglass/contract/access-log'
import {
  encodeFacePhotoPiece,
  FACE_PHOTO_BYTES_MAX,
  FACE_PHOTOS_MAX,
  FACES_MAX,
  facePhotoPath,
  facePhotosPath,
  facesPath,
} from '@fleetglass/contract/faces'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { errorCode, failedCall, failedMessage } from '../../../test/failures.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { picture } from '../../../test/picture.ts'
import { basic, faceCalls, paddedTo, uploadPhoto, withSegments } from './faces.fixtures.ts'

const jpeg = picture()
const NOBODY = '0'.repeat(32)

let server: TestServer
let link: ChannelClient
let calls: ReturnType<typeof faceCalls>
beforeEach(async () => {
  server = await startTestServer()
  link = await server.login()
  calls = faceCalls(server)
})
afterEach(async () => {
  await server.close()
})

const filesOnDisk = () => readdirSync(join(server.data, 'faces'))
const photoOf = (photoid: string, headers: Readonly<Record<string, string>> = basic) =>
  fetch(`http://127.0.0.1:${server.ports.http}${facePhotoPath}/${photoid}`, { headers })

describe('the face library', () => {
  it('[FACE-04] [FACE-08] [API2-152] [API2-154] adds a face by a PUT with credentials alone, and lists it with all its fields', async () => {
    const before = Math.floor(Date.now() / 1000)
    const first = await calls.add()
    const second = await calls.add()
    expect(first).toEqual({
      faceid: expect.stringMatching(/^[0-9a-f]{32}$/),
      unit: '-',
      idcard: '-',
      name: '',
      contact: '',
      memo: '',
      updatetime: expect.any(Number),
    })
    expect(first.updatetime).toBeGreaterThanOrEqual(before)
    expect((await calls.list()).map(({ faceid }) => faceid).sort()).toEqual([first.faceid, second.faceid].sort())
  })

  it('[FACE-15] [FACE-16] [FACE-17] [API2-155] changes the fields that are sent; unit and identification are never empty, the others may be', async () => {
    const { faceid } = await calls.add()
    const edit = (change: object) => calls.call('PUT', facesPath, { faceid, ...change })
    await edit({ unit: 'North', idcard: ' A-1 ', name: '王 "x"', contact: '0900', memo: 'night' })
    await edit({ memo: '' })
    for (const field of ['unit', 'idcard']) {
      const refused = await edit({ [field]: ' ', name: 'never' })
      expect([field, refused.body.hasError, refused.body.message]).toEqual([
        ...[field, true],
        expect.stringContaining('cannot be empty'),
      ])
    }
    const stored = { faceid, unit: 'North', idcard: 'A-1', name: '王 "x"', contact: '0900', memo: '' }
    expect(await calls.list()).toMatchObject([stored])
    await edit({ name: '', contact: '' })
    expect(await calls.list()).toMatchObject([{ ...stored, name: '', contact: '' }])
    const unknown = await calls.call('PUT', facesPath, { faceid: NOBODY, memo: 'x' })
    expect(unknown.body.code).toBe(errorCode('unknown-face'))
    for (const name of ['x'.repeat(61), 'a\u202eb', '\ud800'])
      expect([name, (await edit({ name })).body.hasError]).toEqual([name, true])
  })

  it('[FACE-05] [API2-153] [API2-157] [API2-159] stores a photo that came in pieces, lists it by its face, and deletes it with its file', async () => {
    const { faceid } = await calls.add()
    const other = await calls.add()
    const { I: photoid = '', ...fields } = await uploadPhoto(link, faceid, paddedTo(jpeg, 1_500_000), 'JPG')
    expect(fields).toMatchObject({ R: '1', O: '1500000' })
    const { I: second = '' } = await uploadPhoto(link, other.faceid, picture('png'), 'png')
    expect(await calls.photos()).toEqual([
      { photoid, faceid },
      { photoid: second, faceid: other.faceid },
    ])
    expect(await calls.photos({ faceid })).toEqual([{ photoid, faceid }])
    const answer = await photoOf(photoid)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(filesOnDisk().sort()).toEqual([photoid, second].sort())
    await calls.call('DELETE', '/gkdevice/facephotos', { photoid })
    expect([filesOnDisk(), (await calls.photos()).length]).toEqual([[second], 1])
    expect(await (await photoOf(photoid)).json()).toMatchObject(failedCall('unknown-face-photo'))
    const again = await calls.call('DELETE', facePhotosPath, { photoid })
    expect(again.body.code).toBe(errorCode('unknown-face-photo'))
  })

  it('[FACE-23] [API2-156] deletes a face together with its photos, and no others', async () => {
    const [gone, stays] = [await calls.add(), await calls.add()]
    const { I: lost = '' } = await uploadPhoto(link, gone.faceid, jpeg)
    await uploadPhoto(link, gone.faceid, jpeg)
    const { I: left = '' } = await uploadPhoto(link, stays.faceid, jpeg)
    const rest = await calls.call('DELETE', facesPath, { faceid: gone.faceid })
    expect(JSON.parse(rest.text)).toMatchObject([{ faceid: stays.faceid }])
    expect(await calls.photos()).toEqual([{ photoid: left, faceid: stays.faceid }])
    expect(filesOnDisk()).toEqual([left])
    expect(await (await photoOf(lost)).json()).toMatchObject(failedCall('unknown-face-photo'))
    expect((await photoOf(left)).headers.get('content-type')).toBe('image/jpeg')
    expect((await uploadPhoto(link, gone.faceid, jpeg)).E).toBe(errorCode('unknown-face'))
  })

  it('[API2-158] [RIGHT2-24] [RIGHT-067] shows faces and photos to permission 0 alone, at addresses without credentials', async () => {
    const { faceid } = await calls.add()
    const { I: photoid = '' } = await uploadPhoto(link, faceid, jpeg)
    await addUsers(server, { name: 'op', permission: 1 })
    const operator = await server.connect()
    await operator.login('op', ADMIN_PASSWORD)
    expect(await uploadPhoto(operator, faceid, jpeg)).toMatchObject({ R: '0', W: 'permission denied' })
    await operator.close()
    const password = sha256(ADMIN_PASSWORD)
    const theirs = { authorization: `Basic ${Buffer.from(`op:${password}`).toString('base64')}` }
    expect([(await photoOf(photoid, theirs)).status, (await photoOf(photoid, {})).status]).toEqual([403, 401])
    const listed = await callHttp(server, 'POST', facesPath, { body: { username: 'op', password } })
    expect(listed.status).toBe(403)
    expect(await calls.photos()).toHaveLength(1)
  })

  it('[ACCLOG-13] [RIGHT2-30] what identifies a person, and how to reach them, is not in the access log, which every account reads', async () => {
    await addUsers(server, { name: 'guest', permission: 3 })
    const { faceid } = await calls.add()
    const texts = { idcard: 'marked-1', name: 'Wang', contact: 'marked-2' }
    await calls.call('PUT', facesPath, { faceid, ...texts })
    await calls.call('DELETE', facesPath, { faceid })
    const period = { afterUpdatetime: '2020-01-01T00:00:00Z', beforeUpdatetime: '2100-01-01T00:00:00Z' }
    const claim = { username: 'guest', password: sha256(ADMIN_PASSWORD) }
    const { text } = await callHttp(server, 'POST', accessLogPath, { body: { ...claim, ...period } })
    expect(text).toContain('Wang')
    expect(text).not.toContain('marked-')
  })

  it('refuses a further face and a further photo when there are as many as may be', async () => {
    await changeDatabase(server, (file) => {
      const face = file.prepare("insert into faces values (?, 'u', 'i', '', '', '', 0, 0)")
      for (let n = 0; n < FACES_MAX; n++) face.run(String(n).padStart(32, '0'))
      const photo = file.prepare('insert into face_photos values (?, ?, 0)')
      for (let n = 0; n < FACE_PHOTOS_MAX; n++) photo.run(String(n).padStart(32, '0'), NOBODY)
    })
    expect((await calls.call('PUT', facesPath)).body.code).toBe(errorCode('face-library-full'))
    const full = await uploadPhoto(link, NOBODY, jpeg)
    expect(full).toMatchObject(failedMessage('face-photos-full', { most: FACE_PHOTOS_MAX }))
  })
})

describe('a face photo', () => {
  it('[FACE-11] [FACE-12] [VCP-123] [VCP-124] counts by its content: neither a name nor an announced type makes a picture of something else', async () => {
    const { faceid } = await calls.add()
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    const wrong: readonly (readonly [string, Buffer, string])[] = [
      ['HTML as JPEG', html, 'jpg'],
      ['HTML behind the first bytes of a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe]), html]), 'jpg'],
      ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0'), 'png'],
      ['another extension', jpeg, 'gif'],
      ['nothing', Buffer.alloc(0), 'jpg'],
    ]
    for (const [what, content, extension] of wrong) {
      const refused = await uploadPhoto(link, faceid, content, extension)
      expect([what, refused.E, refused.W]).toEqual([what, errorCode('face-photo-type'), 'Error : Incorrect file type'])
    }
    // A PNG with the name of a JPEG is a picture.
    expect((await uploadPhoto(link, faceid, picture('png'), 'jpeg')).R).toBe('1')
    expect(filesOnDisk()).toHaveLength(1)
  })

  it('[FACE-13] [FACE-14] [API2-160] may have exactly 2097152 bytes; with one more it is refused at its first piece', async () => {
    const { faceid } = await calls.add()
    const whole = await uploadPhoto(link, faceid, paddedTo(jpeg, FACE_PHOTO_BYTES_MAX))
    expect(whole).toMatchObject({ R: '1', O: String(FACE_PHOTO_BYTES_MAX) })
    const refused = await uploadPhoto(link, faceid, paddedTo(jpeg, FACE_PHOTO_BYTES_MAX + 1))
    expect(refused).toMatchObject(failedMessage('face-photo-too-large'))
    expect(refused.W).toBe('Error : Exceeded size 2MB')
    expect(filesOnDisk()).toHaveLength(1)
  })

  it('is refused before it is decoded when a side is too long, when it moves, and when it is cut', async () => {
    const { faceid } = await calls.add()
    const huge = Buffer.from(jpeg)
    const frame = huge.indexOf(Buffer.from([0xff, 0xc0]))
    huge.writeUInt16BE(40_000, frame + 7)
    expect(await uploadPhoto(link, faceid, huge)).toMatchObject(
      failedMessage('face-photo-pixels', { width: 40_000, height: 48, most: 6_000 }),
    )
    const moving = await uploadPhoto(link, faceid, picture('apng'), 'png')
    expect(moving).toMatchObject(failedMessage('face-photo-animated'))
    const cut = await uploadPhoto(link, faceid, picture('png', '400x300').subarray(0, -900), 'png')
    expect(cut).toMatchObject(failedMessage('face-photo-broken'))
    expect(filesOnDisk()).toEqual([])
  })

  it('leaves its metadata behind, is turned as they say, and has no side above 1280 pixels', async () => {
    const { faceid } = await calls.add()
    // Exif in the order of Intel with one entry: orientation 6, a quarter to the right.
    const tiff = Buffer.from('49492a00080000000100120103000100000006000000', 'hex')
    const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('GPS 25.03 121.56')])
    const tagged = withSegments(picture('mjpeg', '2000x1000'), [
      [0xe1, exif],
      [0xfe, Buffer.from('taken by a secret camera')],
    ])
    const { I: photoid = '' } = await uploadPhoto(link, faceid, tagged)
    const stored = Buffer.from(await (await photoOf(photoid)).arrayBuffer())
    for (const word of ['Exif', 'GPS', 'secret', 'Lavc']) expect([word, stored.includes(word)]).toEqual([word, false])
    const show = ['-v', 'error', '-show_entries', 'stream=codec_name,width,height', '-of', 'csv=p=0', '-']
    expect(spawnSync('ffprobe', show, { input: stored }).stdout.toString().trim()).toBe('mjpeg,640,1280')
  })

  it('[VCP-125] is dropped with pieces out of order, too large or beyond its size, with its connection, and when too many are under way', async () => {
    const { faceid } = await calls.add()
    const piece = async (at: ChannelClient, size: number, offset: number, bytes: Uint8Array) => {
      at.send('U02', encodeFacePhotoPiece({ key: 'k', faceid, extension: 'jpg', size, offset }), bytes)
      return (await at.next()).fields
    }
    expect((await piece(link, 10, 0, Buffer.from('abcde'))).O).toBe('5')
    expect((await piece(link, 10, 4, Buffer.from('e'))).E).toBe(errorCode('face-photo-unreadable'))
    expect((await piece(link, 10, 5, Buffer.from('f'))).E).toBe(errorCode('face-photo-lost'))
    expect((await piece(link, 3, 0, Buffer.from('abcd'))).E).toBe(errorCode('face-photo-unreadable'))
    const others = await Promise.all([1, 2, 3, 4].map(() => server.login()))
    for (const other of others) expect((await piece(other, 9, 0, Buffer.from('a'))).R).toBe('1')
    expect((await piece(link, 9, 0, Buffer.from('a'))).E).toBe(errorCode('face-photo-busy'))
    await others[0]?.close()
    await until('a place is free', async () => (await piece(link, 9, 0, Buffer.from('a'))).R === '1')
    await Promise.all(others.slice(1).map((other) => other.close()))
  })

  it('says that it cannot be stored when ffmpeg is missing, and is no part of the list then', async () => {
    const poor = await startTestServer({ config: { ffmpeg: '/nowhere/ffmpeg' } })
    const { faceid } = await faceCalls(poor).add()
    const failed = await uploadPhoto(await poor.login(), faceid, jpeg)
    expect(failed).toMatchObject(failedMessage('face-photo-not-stored'))
    expect([await faceCalls(poor).photos(), readdirSync(join(poor.data, 'faces'))]).toEqual([[], []])
    await poor.close()
  })
})

it('removes at its start the files that are no photo of the library', async () => {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-faces-'))
  const first = await startTestServer({ data })
  const { faceid } = await faceCalls(first).add()
  const { I: photoid } = await uploadPhoto(await first.login(), faceid, jpeg)
  await first.close()
  writeFileSync(join(data, 'faces', `${'a'.repeat(32)}.part`), 'half')
  writeFileSync(join(data, 'faces', 'b'.repeat(32)), 'renamed, and not in the list')
  const second = await startTestServer({ data })
  expect(readdirSync(join(data, 'faces'))).toEqual([photoid])
  await second.close()
  rmSync(data, { recursive: true, force: true })
})
