// One server whose features and services reach its devices over the bus, with every payload encoded, as on several nodes.
import { EventCode } from '@fleetglass/contract/events'
import { customEventPath, type FootageTask, footagePath } from '@fleetglass/contract/footage'
import { mileageSchema, SLOT_S } from '@fleetglass/contract/tracks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChannelClient, sha256 } from './channel-client.ts'
import { CameraDevice } from './devices/camera-device.ts'
import { clipVideo } from './devices/clip-video.ts'
import { positionMessage } from './devices/device-client.ts'
import { FileDevice } from './devices/file-device.ts'
import { FtpClient } from './devices/ftp-client.ts'
import { recording } from './devices/recorded-device.ts'
import { EventClient } from './event-client.ts'
import { fastClock } from './fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from './harness.ts'
import { callHttp } from './http-client.ts'
import { StreamClient } from './stream-client.ts'

const VAN = '13812345678'
const RECORDED = '13812345679'
const FETCHED = '13912345678'
const clock = fastClock(10, Date.UTC(2026, 8, 1, 10, 0, 0))
let server: TestServer
let admin: ChannelClient
let device: CameraDevice

beforeAll(async () => {
  server = await startTestServer({ clock, portsOverBus: true })
  admin = await server.login()
  await admin.request('D01', { A: VAN, C: '4' })
  device = await CameraDevice.connect(server.ports.signalling, VAN, clock, { 1: clipVideo(VAN, 1, { lengthS: 240 }) })
})

afterAll(async () => {
  await device.close()
  await admin.close()
  await server.close()
})

it('stores a position before it is acknowledged, and shows its place', async () => {
  const viewer = await StreamClient.open(server.ports.streams, { deviceid: VAN, channel: 1, type: 'gps' })
  await viewer.until(() => viewer.texts.length > 0, 'the stream is open')
  const timeS = Math.floor(clock.nowMs() / 1000)
  const serial = device.signalling.send(positionMessage(timeS))
  expect(await device.signalling.answerTo(serial)).toBe(0)
  await viewer.until(() => viewer.texts.some(({ type }) => type === 'gps'), 'the place')
  await viewer.close()
})

it('adds a point to the sum of its quarter of an hour, also after that was made', async () => {
  const nowS = Math.floor(clock.nowMs() / 1000)
  const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
  const startS = Math.floor(nowS / SLOT_S) * SLOT_S
  // Whole quarters of an hour: anything less is read from the points.
  const range = { deviceid: VAN, afterTime: startS, beforeTime: startS + 2 * SLOT_S - 1 }
  const drive = async (timeS: number, latE6: number): Promise<number> => {
    const serial = device.signalling.send(positionMessage(timeS, { latE6 }))
    expect(await device.signalling.answerTo(serial)).toBe(0)
    const { body } = await callHttp(server, 'POST', '/gkmileage/summary', { body: { ...credentials, ...range } })
    return mileageSchema.parse(body).distance
  }
  await drive(nowS + 10, 24_078_600)
  const first = await drive(nowS + 20, 24_080_600)
  expect(await drive(nowS + 30, 24_082_600)).toBeGreaterThan(first)
})

it('carries a command and the answer of the device', async () => {
  const reply = admin.request('D07', { A: VAN })
  await device.signalling.next('terminalControl')
  const body = { answeredSerial: device.signalling.lastTakenSerial, answeredId: 0x8105, result: 1 }
  device.signalling.send({ name: 'terminalAnswer', body })
  expect((await reply).fields).toMatchObject({ R: '0', E: 'device-failed' })
})

it('reports an event of the device once it is stored', async () => {
  const console = await EventClient.login(server.ports.main)
  const timeS = Math.floor(clock.nowMs() / 1000)
  const { body } = positionMessage(timeS)
  const serial = device.signalling.send({ name: 'position', body: { ...body, alarmBits: 1 } })
  expect(await device.signalling.answerTo(serial)).toBe(0)
  expect(await console.next(EventCode.externalAlarm, 'new', VAN)).toMatchObject({ time: timeS })
  console.close()
})

it('carries live pictures from a key frame on, every one in order', async () => {
  const viewer = await StreamClient.open(server.ports.streams, { deviceid: VAN, channel: 1 })
  await viewer.until(() => viewer.video.length >= 30, 'thirty pictures')
  expect(viewer.video[0]).toMatchObject({ keyFrame: true, discontinuity: true, codec: 98, channel: 1 })
  expect(viewer.video.map((frame) => frame.sequence)).toEqual(viewer.video.map((_, index) => index))
  expect(viewer.states).toContain('playing')
  await viewer.close()
})

it('plays the minute that is being recorded', async () => {
  await admin.request('D01', { A: RECORDED, C: '1', F: '1' })
  const scene = clipVideo(RECORDED, 1, { lengthS: 240 })
  const camera = await CameraDevice.connect(server.ports.signalling, RECORDED, clock, { 1: scene })
  const spbtime = Math.floor(clock.nowMs() / 1000)
  let attempt = 0
  const first = await until('the first second is on disk', async () => {
    attempt += 1
    const address = { type: 'lopb', deviceid: RECORDED, channel: 1, streamid: attempt, spbtime }
    const viewer = await StreamClient.open(server.ports.streams, address)
    await Promise.race([viewer.closed, viewer.until(() => viewer.video.length > 0, 'a picture')])
    await viewer.close()
    return viewer.video[0]
  })
  expect(first).toMatchObject({ keyFrame: true, discontinuity: true, codec: 98, channel: 1 })
  await camera.close()
})

it('fetches footage that a device brings as a file', async () => {
  await admin.request('D01', { A: FETCHED, C: '1', F: '0' })
  const start = Math.floor(clock.nowMs() / 1000) - 86_400
  const scene = clipVideo(FETCHED, 1, { lengthS: 5 })
  const bytes = Buffer.concat(scene.packets.map((packet) => packet.bytes))
  const list = [recording(start, start + 5, { sizeBytes: bytes.length })]
  const recorder = await FileDevice.connect(server.ports.signalling, FETCHED, clock, list)
  const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
  const plan = { downloadplan: 1, streamtype: 1, audioout: 0, way: 'file' }
  const wish = { ...credentials, ...plan, deviceid: FETCHED, start, end: start + 5 }
  await callHttp(server, 'POST', customEventPath, { body: wish })
  const upload = await until('it is asked', () => recorder.asked[0])
  const client = await FtpClient.login(upload.request.port, upload.request)
  expect(await client.put('STOR a.1078', bytes)).toMatch(/^226/)
  recorder.notify(upload.serial, 0)
  const authorization = `Basic ${Buffer.from(`${ADMIN}:${sha256(ADMIN_PASSWORD)}`).toString('base64')}`
  const task = await until('it is over', async () => {
    const { text } = await callHttp(server, 'GET', footagePath, { headers: { authorization } })
    const [newest] = JSON.parse(text) as readonly FootageTask[]
    return newest !== undefined && newest.state !== 'queued' && newest.state !== 'running' && newest
  })
  expect(task).toMatchObject({ state: 'done', deviceid: FETCHED })
  expect(task.bytes).toBeGreaterThan(10_000)
  await recorder.close()
})
