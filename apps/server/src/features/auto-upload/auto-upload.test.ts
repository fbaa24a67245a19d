import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { autoUploadFilePath, autoUploadPath } from '@fleetglass/contract/auto-upload'
import { encodeBody, type Message } from '@fleetglass/jt808'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { FtpClient } from '../../../test/devices/ftp-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import {
  BUS,
  bytesOf,
  connectDevice,
  credentials,
  download,
  SITE_PASSWORD,
  search,
  VAN,
} from './auto-upload.fixtures.ts'

let server: TestServer
const opened: { close(): unknown }[] = []
beforeEach(async () => {
  server = await startTestServer({
    config: { filesPassword: SITE_PASSWORD, autoUploadMegabytes: 1, autoUploadQuotaMegabytes: 2 },
  })
  const link = await server.login()
  for (const id of [VAN, BUS]) await link.request('D01', { A: id, C: '4' })
  await link.close()
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await server.close()
})

async function van(): Promise<DeviceClient> {
  const { device } = await connectDevice(server)
  opened.push(device)
  return device
}

async function ftp(user = VAN, password = SITE_PASSWORD): Promise<FtpClient> {
  const client = await FtpClient.login(server.ports.files, { user, password })
  opened.push(client)
  return client
}

const jpeg = (bytes: number): Buffer => Buffer.concat([Buffer.from([0xff, 0xd8]), randomBytes(bytes - 2)])
const media = (data: Uint8Array, over: object = {}) =>
  ({ name: 'mediaData', body: { id: 7, kind: 0, format: 0, event: 1, channel: 2, data, ...over } }) satisfies Message
const MADE_S = 1_790_000_000
const made = { position: { ...positionMessage(MADE_S).body, items: [] } }

describe('multimedia that nobody has asked for', () => {
  it('[AUTOUP-10] [AUTOUP-11] [API2-148] [API2-149] is stored before it is acknowledged, listed with the time of its position, and delivered as it came', async () => {
    const device = await van()
    const picture = jpeg(60_000)
    device.send({ name: 'mediaEvent', body: { id: 7, kind: 0, format: 0, event: 1, channel: 2 } })
    device.send(media(picture, made))
    expect((await device.next('mediaAnswer')).body).toEqual({ mediaId: 7 })
    const [file, ...others] = await search(server)
    expect(others).toEqual([])
    expect(file).toEqual({
      serialno: expect.any(Number),
      deviceid: VAN,
      filename: 'media_7_ch2.jpg',
      filesize: picture.length,
      fileext: 'jpg',
      filetime: MADE_S,
      updatetime: expect.any(Number),
    })
    const answer = await download(server, file!)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="media_7_ch2.jpg"')
    expect(picture.equals(await bytesOf(answer))).toBe(true)
    const part = await download(server, file!, { range: 'bytes=10-19' })
    expect([part.status, await bytesOf(part)]).toEqual([206, picture.subarray(10, 20)])
  })

  it('[AUTOUP-12] takes its extension from the format', async () => {
    const device = await van()
    for (const format of [0, 1, 2, 3, 4, 9]) {
      device.send(media(randomBytes(500), { id: format, format, kind: 1 }))
      expect((await device.next('mediaAnswer')).body.mediaId).toBe(format)
    }
    const files = await search(server)
    expect(files.map(({ fileext }) => fileext).reverse()).toEqual(['jpg', 'tif', 'mp3', 'wav', 'wmv', ''])
  })

  it('[AUTOUP-11] packets come in any order and twice; those that are missing are requested with 0x8800', async () => {
    const device = await van()
    const picture = jpeg(9_000)
    const body = encodeBody(media(picture), '2013')
    const size = Math.ceil(body.length / 10)
    const packet = (number: number, total = 10) => device.sendPacket(0x0801, body, { first: 100, total, number, size })
    for (const number of [3, 1, 1, 2, 9, 10, 5, 4, 3, 7]) packet(number)
    // Of another total: another message, which never becomes whole.
    packet(6, 11)
    const missing = (await device.next('mediaAnswer')).body
    expect(missing).toEqual({ mediaId: 7, packetNumbers: [6, 8] })
    expect(await search(server)).toEqual([])
    for (const number of missing.packetNumbers ?? []) packet(number)
    await until('it is stored', async () => (await search(server)).length > 0)
    const [file] = await search(server)
    expect(picture.equals(await bytesOf(await download(server, file!)))).toBe(true)
  })

  it('[AUTOUP-11] what comes twice is one file', async () => {
    const device = await van()
    const picture = jpeg(3_000)
    for (let time = 0; time < 2; time++) {
      device.send(media(picture))
      await device.next('mediaAnswer')
    }
    device.send(media(jpeg(3_000)))
    await device.next('mediaAnswer')
    expect(await search(server)).toHaveLength(2)
    expect(readdirSync(join(server.data, 'auto-upload', VAN))).toHaveLength(2)
  })

  it('[AUTOUP-11] is not stored while no user has added the device, which keeps it', async () => {
    const { device } = await connectDevice(server, '13800138009')
    opened.push(device)
    expect(await device.answerTo(device.send(media(jpeg(800))))).toBe(1)
    expect(device.received.filter(({ message }) => message.name === 'mediaAnswer')).toEqual([])
  })

  it('[AUTOUP-12] a picture that somebody waits for is the answer to that request, and no auto upload', async () => {
    const device = await van()
    const query = new URLSearchParams({
      type: 'live',
      deviceid: VAN,
      ch: '2',
      user: credentials().username,
      password: credentials().password,
    })
    const answer = fetch(`${server.url}/pic.cgi?${query}`)
    await device.next('shot')
    const picture = jpeg(4_000)
    device.send(media(picture, { event: 0 }))
    expect(picture.equals(await bytesOf(await answer))).toBe(true)
    await device.next('mediaAnswer')
    expect(await search(server)).toEqual([])
  })
})

describe('files on the FTP listener that nobody has asked for', () => {
  it('[AUTOUP-11] [AUTOUP-12] are stored, listed and delivered; the account is the device and its code, or the password of the site', async () => {
    const { device, password } = await connectDevice(server)
    opened.push(device)
    const content = randomBytes(200_000)
    const before = Math.floor(Date.now() / 1000)
    for (const [user, secret] of [
      [VAN, 'wrong'],
      [BUS, password],
      ['nobody', SITE_PASSWORD],
      [VAN, ''],
    ] as const)
      await expect(ftp(user, secret)).rejects.toThrow('530')
    expect(await (await ftp(VAN, password)).put('STOR /2026/09/trip.LOG', content)).toMatch(/^226/)
    expect(await (await ftp(`0${BUS}`)).put('STOR a.mp4', content)).toMatch(/^226/)
    const files = await search(server)
    expect(files.map(({ deviceid, filename, fileext }) => [deviceid, filename, fileext])).toEqual([
      [BUS, 'a.mp4', 'mp4'],
      [VAN, 'trip.LOG', 'log'],
    ])
    for (const file of files) {
      expect(file.filetime).toBeGreaterThanOrEqual(before)
      expect(content.equals(await bytesOf(await download(server, file)))).toBe(true)
    }
  })

  it('[AUTOUP-11] are resumed after a cut, also when they seemed to be complete, and are one file then', async () => {
    const client = await ftp()
    const content = randomBytes(300_000)
    const { data } = await client.open('STOR clip.mp4')
    data.write(content.subarray(0, 100_000))
    const other = await ftp()
    await until('it has come', async () => (await other.say('SIZE clip.mp4')) === '213 100000')
    data.resetAndDestroy()
    expect(await client.reply()).toMatch(/^426/)
    expect(await search(server)).toEqual([])
    expect(await client.put('APPE clip.mp4', content.subarray(100_000, 200_000))).toMatch(/^226/)
    expect((await search(server)).map(({ filesize }) => filesize)).toEqual([200_000])
    // The client died before it knew.
    expect(await other.say('SIZE clip.mp4')).toBe('213 200000')
    expect(await other.say('REST 150000')).toMatch(/^350/)
    expect(await other.put('STOR clip.mp4', content.subarray(150_000))).toMatch(/^226/)
    const [file, ...others] = await search(server)
    expect(others).toEqual([])
    expect(content.equals(await bytesOf(await download(server, file!)))).toBe(true)
    expect(readdirSync(join(server.data, 'auto-upload', VAN))).toHaveLength(1)
    // Another file by the same name is another file; the same file is the same.
    expect(await client.put('STOR clip.mp4', randomBytes(50))).toMatch(/^226/)
    expect(await client.put('STOR clip.mp4', content)).toMatch(/^226/)
    expect((await search(server)).map(({ filesize }) => filesize).sort()).toEqual([300_000, 50])
    expect(readdirSync(join(server.data, 'auto-upload-partial', VAN))).toEqual([])
  })

  it('[AUTOUP-11] are refused above their largest size; a full quota removes the oldest of that device, which its log says', async () => {
    const client = await ftp()
    const half = 1024 * 512
    expect(await client.put('STOR huge.bin', randomBytes(half * 2 + 1))).toMatch(/^552/)
    expect(await search(server)).toEqual([])
    expect(await (await ftp(BUS)).put('STOR of-bus.bin', randomBytes(half))).toMatch(/^226/)
    for (let at = 1; at <= 6; at++) expect(await client.put(`STOR ${at}.bin`, randomBytes(half))).toMatch(/^226/)
    const names = (await search(server)).map(({ filename }) => filename).sort()
    expect(names).toEqual(['3.bin', '4.bin', '5.bin', '6.bin', 'of-bus.bin'])
    expect(readdirSync(join(server.data, 'auto-upload', VAN))).toHaveLength(4)
    const { username: user, password } = credentials()
    const nowS = Math.floor(Date.now() / 1000)
    const asked = new URLSearchParams({
      type: 'syslog',
      deviceid: VAN,
      t: String(nowS - 3_600),
      tz: '0',
      user,
      password,
    })
    const said = async () => await (await fetch(`http://127.0.0.1:${server.ports.streams}/gmslog.cgi?${asked}`)).text()
    await until('its log says so', async () => (await said()).includes('the quota of the device is full'))
  })

  it('[API2-109] no name leads out of the folder, whatever it has', async () => {
    const client = await ftp()
    const names = [
      '../../fleetglass.sqlite',
      `a'b"c.txt`,
      `${'n'.repeat(300)}.txt`,
      '%2e%2e%2fx',
      '..\\..\\y.log',
      'ünï.txt',
    ]
    for (const name of names) expect(await client.put(`STOR ${name}`, Buffer.from(name))).toMatch(/^226/)
    const files = await search(server)
    expect(files.map(({ filename }) => filename).reverse()).toEqual([
      'fleetglass.sqlite',
      `a'b"c.txt`,
      `${'n'.repeat(116)}.txt`,
      '%2e%2e%2fx',
      'y.log',
      'ünï.txt',
    ])
    for (const [at, file] of [...files].reverse().entries())
      expect(await (await download(server, file)).text()).toBe(names[at])
    const [newest] = files
    const { username, password } = credentials()
    const link = `u=${username}&p=${password}&s=${newest?.serialno}`
    for (const path of ['..%2f..%2ffleetglass.sqlite', '%2e%2e', 'fleetglass.sqlite', 'y.log%00', 'a%5c..%5cb']) {
      const { headers } = await fetch(`${server.url}${autoUploadFilePath}/${path}?${link}`)
      expect([path, headers.get('content-disposition')]).toEqual([path, null])
    }
    expect((await download(server, { filename: 'y.log', serialno: newest?.serialno ?? 0 })).status).toBe(404)
  })
})

describe('the search', () => {
  const put = async (name: string, user = VAN) =>
    expect(await (await ftp(user)).put(`STOR ${name}`, Buffer.from(name + user))).toMatch(/^226/)
  const found = async (fields: object, who = credentials()) =>
    (await search(server, fields, who)).map(({ filename }) => filename).sort()

  it('[AUTOUP-08] [AUTOUP-09] [API2-148] finds by device, extension and period; what is left out is any', async () => {
    for (const [name, user] of [
      ['a.jpg', VAN],
      ['b.mp4', VAN],
      ['c.jpg', BUS],
    ] as const)
      await put(name, user)
    expect(await found({})).toEqual(['a.jpg', 'b.mp4', 'c.jpg'])
    expect(await found({ deviceid: VAN })).toEqual(['a.jpg', 'b.mp4'])
    expect(await found({ fileext: '.JPG' })).toEqual(['a.jpg', 'c.jpg'])
    expect(await found({ deviceid: BUS, fileext: 'mp4' })).toEqual([])
    for (const text of ['%', '_', "' or 1=1 --", '1380013800%', '*'])
      expect([text, await found({ deviceid: text }), await found({ fileext: text })]).toEqual([text, [], []])
    const [{ filetime } = { filetime: 0 }] = await search(server, { fileext: 'mp4' })
    expect(await found({ fileext: 'mp4', afterTime: filetime, beforeTime: filetime + 1 })).toEqual(['b.mp4'])
    expect(await found({ fileext: 'mp4', afterTime: filetime - 9, beforeTime: filetime })).toEqual([])
    expect(await found({ limit: 2 })).toHaveLength(2)
    expect(await found({ limit: 2, offset: 2 })).toHaveLength(1)
  })

  it('[RIGHT2-33] needs the event flag, and shows and delivers files of visible devices only', async () => {
    await put('a.jpg')
    const { id: groupId } = (await server.directory.registry.addGroup(1, 'North')) as { readonly id: number }
    await addUsers(
      server,
      { name: 'none', permission: 4, access: withoutFlags(fullAccess, ['F_event', 'F_api_full']) },
      { name: 'north', permission: 1, groupId },
    )
    const [none, north] = [credentials('none'), credentials('north')]
    const refused = await callHttp(server, 'POST', autoUploadPath, { body: { ...none, afterTime: 0, beforeTime: 1 } })
    expect(refused.body).toEqual(failedCall('permission-denied'))
    const [file] = await search(server)
    const status = async (who: typeof none) => (await download(server, file!, {}, who)).status
    expect([await status(none), await status(credentials('north', 'wrong'))]).toEqual([403, 401])
    expect([await search(server, {}, north), await status(north)]).toEqual([[], 404])
  })
})
