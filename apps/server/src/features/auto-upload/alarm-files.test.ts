// Files of alarms of active safety (T/JSATL 12): requested, received, and what hostile devices send instead.
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventQueryPath, type StoredEvent, storedEventsSchema } from '@fleetglass/contract/events'
import { type AlarmSign, type Message, timeDigits, writeItem } from '@fleetglass/jt808'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AttachmentClient, type ShownAlarm } from '../../../test/devices/attachment-client.ts'
import { type DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { BUS, bytesOf, connectDevice, credentials, download, search, VAN } from './auto-upload.fixtures.ts'

let server: TestServer
const opened: { close(): unknown }[] = []
beforeEach(async () => {
  server = await startTestServer({ config: { autoUploadMegabytes: 1 } })
  const link = await server.login()
  for (const id of [VAN, BUS]) await link.request('D01', { A: id, C: '4' })
  await link.close()
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await server.close()
})

const NOW_S = Math.floor(Date.now() / 1000)

/** A driver on the phone, with so many files. */
function alarm(files: number, sequence = 0, timeS = NOW_S, type = 2): Message {
  const time = timeDigits(timeS + 8 * 3600)
  const sign: AlarmSign = { form: 'short', terminalId: '8001', time, sequence, files, reserved: 0 }
  const item = writeItem({
    id: 0x65,
    name: 'dsmAlarm',
    value: {
      alarmId: 1,
      flag: 1,
      type,
      level: 1,
      fatigueDegree: 0,
      reserved: new Uint8Array(4),
      speedKmh: 40,
      altitudeM: 0,
      latitudeE6: 24_078_600,
      longitudeE6: 120_528_500,
      time,
      vehicleBits: 1,
      sign,
    },
  })
  const message = positionMessage(timeS)
  return { ...message, body: { ...message.body, items: [item] } }
}

async function connected(id: string): Promise<DeviceClient> {
  const { device } = await connectDevice(server, id)
  opened.push(device)
  return device
}

/** The number that a device is sent for an alarm. */
async function requested(device: DeviceClient, message = alarm(1)): Promise<ShownAlarm> {
  device.send(message)
  const { body } = await device.next('alarmFilesRequest')
  expect([body.address, body.tcpPort]).toEqual(['127.0.0.1', server.ports.attachments])
  return body
}

async function line(id = VAN): Promise<AttachmentClient> {
  const client = await AttachmentClient.connect(server.ports.attachments, id)
  opened.push(client)
  return client
}

const partial = () => readdirSync(join(server.data, 'auto-upload-new', VAN))

it('[AUTOUP-11] [AUTOUP-12] files of an alarm are requested once, missing parts again, and stored before they are acknowledged', async () => {
  const device = await connected(VAN)
  const shown = await requested(device, alarm(2))
  await device.answerTo(device.send(alarm(2)))
  await device.answerTo(device.send(alarm(0, 1)))
  expect(device.received.filter(({ message }) => message.name === 'alarmFilesRequest')).toEqual([])
  const [picture, video] = [randomBytes(70_000), randomBytes(150_000)]
  const names = { '00_65_6502_0_1.jpg': picture.length, '02_65_6502_1_1.mp4': video.length }
  const [first, second] = Object.keys(names) as [string, string]
  const client = await line()
  expect(await client.announce(shown, names)).toBe(0)
  expect(await client.begin(first, picture.length)).toBe(0)
  // The last part before the first, one twice, and none between.
  client.block(first, 60_000, picture.subarray(60_000))
  client.block(first, 0, picture.subarray(0, 20_000))
  client.block(first, 0, picture.subarray(0, 20_000))
  client.block(first, 30_000, picture.subarray(30_000, 40_000))
  expect(await client.end(first, picture.length)).toEqual([
    [20_000, 10_000],
    [40_000, 20_000],
  ])
  expect(await search(server)).toEqual([])
  client.block(first, 20_000, picture.subarray(20_000, 30_000))
  client.block(first, 40_000, picture.subarray(40_000, 60_000))
  expect(await client.end(first, picture.length)).toEqual([])
  const [file] = await search(server)
  expect(file).toMatchObject({ deviceid: VAN, filename: first, fileext: 'jpg', filetime: NOW_S })
  expect(picture.equals(await bytesOf(await download(server, file!)))).toBe(true)
  // The answer was lost.
  expect(await client.end(first, picture.length)).toEqual([])
  expect(await client.begin(second, video.length)).toBe(0)
  for (let at = 0; at < video.length; at += 65_536) client.block(second, at, video.subarray(at, at + 65_536))
  expect(await client.end(second, video.length)).toEqual([])
  const stored = (await search(server, { fileext: 'mp4' }))[0]
  expect(video.equals(await bytesOf(await download(server, stored!)))).toBe(true)
  // All of it again is the same files.
  const again = await line()
  expect(await again.announce(shown, names)).toBe(0)
  expect(await again.begin(first, picture.length)).toBe(0)
  for (let at = 0; at < picture.length; at += 65_536) again.block(first, at, picture.subarray(at, at + 65_536))
  expect(await again.end(first, picture.length)).toEqual([])
  expect(await search(server)).toHaveLength(2)
})

it('[AUTOUP-11] what was announced and never sent, or only in part, is no file, and leaves none on the disk', async () => {
  const shown = await requested(await connected(VAN))
  const client = await line()
  expect(await client.announce(shown, { 'a.jpg': 1_000, 'b.jpg': 1_000 })).toBe(0)
  expect(await client.end('b.jpg', 1_000)).toBeNull()
  expect(await client.begin('a.jpg', 1_000)).toBe(0)
  client.block('a.jpg', 0, randomBytes(400))
  expect(await client.end('a.jpg', 1_000)).toEqual([[400, 600]])
  expect(partial()).toHaveLength(1)
  client.close()
  await until('its part is removed', () => partial().length === 0)
  expect(await search(server)).toEqual([])
})

it('[AUTOUP-11] a file that comes over two connections at once is stored with its own bytes, whichever connection ends first', async () => {
  const shown = await requested(await connected(VAN))
  const content = randomBytes(5_000)
  const [lost, next, third] = [await line(), await line(), await line()]
  for (const client of [lost, next, third]) {
    expect(await client.announce(shown, { 'a.jpg': content.length })).toBe(0)
    expect(await client.begin('a.jpg', content.length)).toBe(0)
  }
  expect(partial()).toHaveLength(3)
  third.block('a.jpg', 0, content)
  // The server notices late that the first one is gone.
  lost.close()
  await until('its part is removed', () => partial().length === 2)
  next.block('a.jpg', 0, content)
  expect([await next.end('a.jpg', content.length), await third.end('a.jpg', content.length)]).toEqual([[], []])
  const [file, ...others] = await search(server)
  expect(others).toEqual([])
  expect(content.equals(await bytesOf(await download(server, file!)))).toBe(true)
})

it('[AUTOUP-11] a device has few connections and few open files at once; the newest ones go on', async () => {
  const shown = await requested(await connected(VAN))
  const names = Array.from({ length: 9 }, (_, n) => `${n}.jpg`)
  const sizes = Object.fromEntries(names.map((name) => [name, 10]))
  const first = await line()
  expect(await first.announce(shown, sizes)).toBe(0)
  for (const name of names) expect(await first.begin(name, 10)).toBe(0)
  expect(partial()).toHaveLength(8)
  for (const name of names) first.block(name, 0, randomBytes(10))
  expect(await first.end('0.jpg', 10)).toBeNull()
  expect(await first.end('8.jpg', 10)).toEqual([])
  const others = await Promise.all(Array.from({ length: 16 }, () => line()))
  for (const other of others) expect(await other.announce(shown, sizes)).toBe(0)
  await first.closed
  for (const other of others) expect(await other.begin('1.jpg', 10)).toBe(0)
})

it('a device that takes no answers loses its connection, instead of filling the memory of the server', async () => {
  const shown = await requested(await connected(VAN))
  const client = await line()
  expect(await client.announce(shown, { 'a.jpg': 1_000 })).toBe(0)
  expect(await client.begin('a.jpg', 1_000)).toBe(0)
  for (let at = 0; at < 1_000; at += 2) client.block('a.jpg', at, randomBytes(1))
  client.stopReading()
  let isClosed = false
  void client.closed.then(() => (isClosed = true))
  // Each is answered with the holes in the file.
  for (let asked = 0; asked < 100_000 && !isClosed; asked += 100) await client.askAgain('a.jpg', 1_000, 100)
  await client.closed
})

it('[AUTOUP-11] files that were not announced, or are larger than announced or than a file may be, are refused', async () => {
  const shown = await requested(await connected(VAN))
  const client = await line()
  const mega = 1024 * 1024
  expect(await client.announce(shown, { 'a.jpg': 100, 'huge.mp4': mega + 1 })).toBe(0)
  expect(await client.begin('other.jpg', 10)).toBe(1)
  expect(await client.begin('a.jpg', 101)).toBe(1)
  expect(await client.begin('huge.mp4', mega + 1)).toBe(1)
  expect(await client.begin('a.jpg', 100)).toBe(0)
  const content = randomBytes(100)
  client.block('a.jpg', 0, randomBytes(101))
  client.block('a.jpg', 50, randomBytes(51))
  client.block('../../a.jpg', 0, randomBytes(10))
  client.block('a.jpg', 0, content)
  expect(await client.end('a.jpg', 100)).toEqual([])
  const [file, ...others] = await search(server)
  expect(others).toEqual([])
  expect(content.equals(await bytesOf(await download(server, file!)))).toBe(true)
})

it('[AUTOUP-11] of another alarm, another device, an invented number, or without one nothing is taken', async () => {
  const van = await connected(VAN)
  const [one, other] = [await requested(van, alarm(1, 1)), await requested(van, alarm(1, 2))]
  const cases: readonly (readonly [string, string, ShownAlarm])[] = [
    ['another alarm', VAN, { ...one, alarmNumber: other.alarmNumber }],
    ['another device', BUS, one],
    ['an unknown device', '13800138077', one],
    ['an invented number', VAN, { ...one, alarmNumber: `${one.alarmNumber.slice(0, 8)}${'0'.repeat(24)}` }],
    ['no number', VAN, { ...one, alarmNumber: '' }],
  ]
  for (const [what, id, shown] of cases) {
    const client = await line(id)
    expect([what, await client.announce(shown, { 'a.jpg': 3 })]).toEqual([what, 1])
    await client.closed
  }
  const silent = await line()
  for (let at = 0; at < 200; at++) silent.block('a.jpg', 0, randomBytes(1_000))
  await silent.closed
  const noise = await line()
  noise.write(randomBytes(200_000))
  await noise.closed
  expect(await search(server)).toEqual([])
})

/** An alarm of the driver that the catalogue does not have: it raises no event. */
const NO_EVENT = 0xee

/** Events of a device with an alarm of active safety, by time, each with its files. */
async function events(id: string): Promise<readonly StoredEvent[]> {
  const body = { ...credentials(), deviceid: id, afterTime: NOW_S - 60, beforeTime: NOW_S + 60 }
  const answer = storedEventsSchema.parse((await callHttp(server, 'POST', eventQueryPath, { body })).body)
  return answer.filter(({ appdevid }) => appdevid >= 700)
}

async function bring(id: string, shown: ShownAlarm, files: Readonly<Record<string, Buffer>>): Promise<void> {
  const client = await line(id)
  const sizes = Object.fromEntries(Object.entries(files).map(([name, { length }]) => [name, length]))
  expect(await client.announce(shown, sizes)).toBe(0)
  for (const [name, content] of Object.entries(files)) {
    expect(await client.begin(name, content.length)).toBe(0)
    client.block(name, 0, content)
    expect(await client.end(name, content.length)).toEqual([])
  }
}

const namesOf = (event: StoredEvent | undefined) => event?.files?.map(({ filename }) => filename)

it('[AUTOUP-12] files of an alarm are listed with its event, whichever of them comes first, and change its update time', async () => {
  const van = await connected(VAN)
  const [picture, video] = [randomBytes(3_000), randomBytes(5_000)]
  const shown = await requested(van, alarm(2, 1))
  const before = await until('the event is stored', async () => (await events(VAN))[0])
  expect(before).not.toHaveProperty('files')
  await bring(VAN, shown, { 'a.jpg': picture, 'a.mp4': video })
  const [event, ...others] = await events(VAN)
  expect(others).toEqual([])
  expect(namesOf(event)).toEqual(['a.jpg', 'a.mp4'])
  expect(event?.updatetime).toBeGreaterThan(before.updatetime)
  const bytes = await Promise.all((event?.files ?? []).map(async (file) => bytesOf(await download(server, file))))
  expect([bytes[0]?.equals(picture), bytes[1]?.equals(video)]).toEqual([true, true])
  // The files of the next alarm are there before anything raises its event.
  await bring(VAN, await requested(van, alarm(1, 2, NOW_S, NO_EVENT)), { 'b.jpg': picture })
  expect(await events(VAN)).toHaveLength(1)
  await van.answerTo(van.send(alarm(1, 2, NOW_S, 1)))
  const late = await until('its event is stored', async () =>
    (await events(VAN)).find(({ files }) => namesOf({ files } as StoredEvent)?.[0] === 'b.jpg'),
  )
  expect(late.appdevid).not.toBe(event?.appdevid)
  expect(await search(server)).toHaveLength(3)
})

it('[AUTOUP-12] an alarm of another device with the same time and sequence, and another sequence, have none of the files', async () => {
  const [van, bus] = [await connected(VAN), await connected(BUS)]
  const shown = await requested(van, alarm(1, 1))
  await bus.answerTo(bus.send(alarm(0, 1)))
  await van.answerTo(van.send(alarm(0, 2, NOW_S, 1)))
  await bring(VAN, shown, { 'a.jpg': randomBytes(100) })
  const [ofVan, ofBus] = [await events(VAN), await events(BUS)]
  expect(ofVan.map(namesOf).filter((names) => names !== undefined)).toEqual([['a.jpg']])
  expect([ofVan.length, ofBus.map(namesOf)]).toEqual([2, [undefined]])
})
