// Footage that devices bring as files, over real sockets.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { customEventPath, type FootageTask, footageFileAddress, footagePath } from '@fleetglass/contract/footage'
import { recordSettingsPath } from '@fleetglass/contract/recording-settings'
import { readRecording } from '@fleetglass/media'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../../../../simulator/src/index.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { type AskedUpload, FileDevice } from '../../../test/devices/file-device.ts'
import { FtpClient } from '../../../test/devices/ftp-client.ts'
import { recording } from '../../../test/devices/recorded-device.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const BUS = '13912345678'
const SIMULATED = '13800138001'
const LENGTH_S = 20
/** A day ago, on a second. */
const T = Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400
const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
const packets = Buffer.concat(
  clipVideo(BUS, 1, { sound: 'g711a', lengthS: LENGTH_S }).packets.map(({ bytes }) => bytes),
)
const everyPicture = Array.from({ length: LENGTH_S * 15 }, (_, at) => at)

const clock = fastClock(10, Date.now())
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock })
  const link = await server.login()
  for (const id of [BUS, SIMULATED]) await link.request('D01', { A: id, C: '4', F: '0' })
  await link.close()
})
afterAll(() => server.close())

const wish = { deviceid: BUS, start: T, end: T + LENGTH_S, downloadplan: 1, streamtype: 1, audioout: 0, way: 'file' }
const save = (over: object = {}) =>
  callHttp(server, 'POST', customEventPath, { body: { ...credentials, ...wish, ...over } })
const act = (id: number, action: string) =>
  callHttp(server, 'POST', footagePath, { body: { ...credentials, id, action } })
async function newest(): Promise<FootageTask> {
  const basic = Buffer.from(`${ADMIN}:${sha256(ADMIN_PASSWORD)}`).toString('base64')
  const { text } = await callHttp(server, 'GET', footagePath, { headers: { authorization: `Basic ${basic}` } })
  return (JSON.parse(text) as readonly FootageTask[])[0] as FootageTask
}
async function monthBytes(): Promise<number> {
  const { text } = await callHttp(server, 'POST', recordSettingsPath, { body: credentials })
  const rows = JSON.parse(text) as readonly { readonly deviceid: string; readonly monthbytes: number }[]
  return rows.find(({ deviceid }) => deviceid === BUS)?.monthbytes ?? 0
}
const becomes = (state: FootageTask['state']) =>
  until(`it is ${state}`, async () => {
    const task = await newest()
    return task?.state === state && task
  })
const folderOf = ({ deviceid, id }: FootageTask): string => join(server.data, 'media', deviceid, 'footage', String(id))

/** Which pictures of the video were stored; no trace of the uploaded files remains. */
function pictures(task: FootageTask): number[] {
  const names = readdirSync(folderOf(task), { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => name.includes('upload'))).toEqual([])
  const files = names.filter((name) => name.endsWith('.mp4')).sort((a, b) => (a < b ? -1 : 1))
  const samples = files.flatMap((name) => {
    const read = readRecording(readFileSync(join(folderOf(task), name)))
    if (!read.ok) throw new Error(`${name}: ${read.reason}`)
    return read.value.fragments.flatMap((fragment) => fragment.samples)
  })
  return samples
    .filter(({ kind }) => kind === 'video')
    .map(({ timestampMs }) => Math.round(((timestampMs - T * 1000) * 15) / 1000) + 0)
    .sort((a, b) => a - b)
}

describe('footage that a device uploads as a file', () => {
  let device: FileDevice
  const bus = async () => {
    const list = [recording(T, T + LENGTH_S, { sizeBytes: packets.length })]
    device = await FileDevice.connect(server.ports.signalling, BUS, clock, list)
  }
  const asked = (count = 1): Promise<AskedUpload> => until('it is asked', () => device.asked[count - 1])
  const login = ({ request }: AskedUpload): Promise<FtpClient> => FtpClient.login(request.port, request)
  afterEach(async () => {
    await act((await newest()).id, 'cancel')
    await device.close()
    await until('it is offline', async () =>
      (await callHttp(server, 'GET', '/metrics')).text.includes('fleetglass_devices_connected 0'),
    )
  })

  it('[MP4-36] [REC-17] waits for its device, is asked for by 0x9206 with an account of its own, lies down whole and counts for the month', async () => {
    await save()
    expect(await newest()).toMatchObject({ state: 'queued', way: 'file' })
    await bus()
    const upload = await asked()
    const { request } = upload
    const said = { host: '127.0.0.1', port: server.ports.files, channel: 1, stream: 1, resource: 0 }
    expect(request).toMatchObject({ ...said, fromLocalS: T + 8 * 3600, toLocalS: T + LENGTH_S + 8 * 3600 })
    const client = await login(upload)
    expect(await client.put('STOR a.1078', packets)).toMatch(/^226/)
    await until('it shows how far it is', async () => (await newest()).percent === 99)
    await until('it counts', async () => (await monthBytes()) >= packets.length)
    device.notify(upload.serial, 0)
    const task = await becomes('done')
    expect(pictures(task)).toEqual(everyPicture)
    expect(task.bytes).toBeGreaterThan(100_000)
    await client.closed
    await expect(login(upload)).rejects.toThrow('530')
  })

  it('[MP4-36] a cut link costs nothing: the device goes on where the file ends', async () => {
    await bus()
    await save()
    const upload = await asked()
    const first = await login(upload)
    const { data } = await first.open('STOR a.1078')
    data.write(packets.subarray(0, 100_001))
    await until('it is there', async () => (await newest()).bytes === 100_001)
    data.resetAndDestroy()
    first.close()
    const second = await login(upload)
    const size = Number((await second.say('SIZE a.1078')).slice(4))
    expect(size).toBe(100_001)
    // Busy until the server has seen the end of the first connection.
    await until('the rest is taken', async () => {
      await second.say(`REST ${size}`)
      return (await second.put('STOR a.1078', packets.subarray(size))).startsWith('226')
    })
    // Some devices answer with serial 0.
    device.notify(0, 0)
    expect(pictures(await becomes('done'))).toEqual(everyPicture)
  })

  it('[MP4-36] it is paused and goes on by 0x9207, and where the device has forgotten it by a new 0x9206', async () => {
    await bus()
    await save()
    const upload = await asked()
    const client = await login(upload)
    await client.put('STOR a.1078', packets.subarray(0, 100_000))
    const { id } = await newest()
    await act(id, 'pause')
    expect(device.controls).toEqual([{ requestSerial: upload.serial, command: 0 }])
    expect(await newest()).toMatchObject({ state: 'paused' })
    await act(id, 'resume')
    await until('the device is requested to continue', () => device.controls.length === 2)
    expect(device.controls[1]).toEqual({ requestSerial: upload.serial, command: 1 })
    await client.put('APPE a.1078', packets.subarray(100_000, 150_000))
    await act(id, 'pause')
    device.answers.control = 1
    await act(id, 'resume')
    const again = await asked(2)
    await client.closed
    const other = await login(again)
    expect(await other.say('SIZE a.1078')).toBe('213 150000')
    await other.put('APPE a.1078', packets.subarray(150_000))
    device.notify(again.serial, 0)
    expect(pictures(await becomes('done'))).toEqual(everyPicture)
  })

  it('[MP4-36] a plain MP4 lies down at its time, also as a whole recording of which less was asked for', async () => {
    await bus()
    await save()
    const upload = await asked()
    const client = await login(upload)
    await client.put('STOR a.1078', packets)
    device.notify(upload.serial, 0)
    const { id } = await becomes('done')
    const file = footageFileAddress({ user: ADMIN, password: sha256(ADMIN_PASSWORD), id, ch: 1 })
    const mp4File = new Uint8Array(await (await fetch(`${server.url}${file}`)).arrayBuffer())
    await act(id, 'cancel')
    await save({ start: T + 5, end: T + 15 })
    const second = await asked(2)
    await (await login(second)).put('STOR b.mp4', mp4File)
    device.notify(second.serial, 0)
    expect(pictures(await becomes('done'))).toEqual(everyPicture.slice(75, 225))
  })

  it('[MP4-36] a file that is no video of the requested time is rejected with a sentence, and uploads that the device refuses or does not deliver are reported', async () => {
    await bus()
    await save()
    const wrong = [
      [Buffer.from('<html>not here</html>'), 'The file that the device brought is neither MP4 nor JT/T 1078.'],
      [Buffer.from('....ftypisom....'), 'The MP4 has no index: it did not come whole.'],
      [packets.subarray(0, 30), 'The file that the device brought has no picture of channel 1.'],
    ] as const
    for (const [at, [bytes, reason]] of wrong.entries()) {
      const upload = await asked(at + 1)
      await (await login(upload)).put('STOR x', bytes)
      device.notify(upload.serial, 0)
      await until(reason, async () => (await newest()).reason === reason)
      await act((await newest()).id, 'pause')
      await act((await newest()).id, 'resume')
    }
    device.notify((await asked(wrong.length + 1)).serial, 1)
    await until('it is reported', async () => (await newest()).reason === 'The device says that its upload failed.')
    device.answers.upload = 3
    await act((await newest()).id, 'pause')
    await act((await newest()).id, 'resume')
    await until('it is reported', async () => (await newest()).reason.startsWith('The device refused to bring a file'))
    device.list = []
    await act((await newest()).id, 'pause')
    await act((await newest()).id, 'resume')
    expect((await becomes('failed')).reason).toBe('The device has no recording at this time.')
  })
})

describe('a simulated recorder', () => {
  let fleet: Fleet
  beforeAll(async () => {
    const there = { host: '127.0.0.1', signallingPort: server.ports.signalling, firstTerminalId: SIMULATED }
    fleet = await startFleet({ ...there, clock, vehicles: 1, intervalS: 60 })
    await until('it is online', () => fleet.stats().online === 1)
  })
  afterAll(() => fleet.close())

  it('[MP4-36] uploads its recording by FTP, over links that are lost, and after a pause', async () => {
    const [simulated] = fleet.devices
    if (!simulated) throw new Error('no device')
    const start = Math.floor(clock.nowMs() / 1000) - 3600
    simulated.setFault('uploadFails', true)
    await save({ deviceid: SIMULATED, start, end: start + 10 })
    await until('it failed', async () => (await newest()).reason === 'The device says that its upload failed.')
    simulated.setFault('uploadFails', false)
    simulated.setFault('uploadCutsAtBytes', 300_000)
    // So slow that it is not done before it is paused, however late this looks.
    simulated.setFault('uploadBytesPerS', 20_000)
    await until('some of it is there', async () => (await newest()).bytes > 0)
    const { id } = await newest()
    await act(id, 'pause')
    expect((await newest()).state).toBe('paused')
    simulated.setFault('uploadBytesPerS', 0)
    await act(id, 'resume')
    const task = await becomes('done')
    expect(task.files).toEqual([1])
    const names = readdirSync(folderOf(task), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.mp4'),
    )
    const times = names
      .flatMap((name) => {
        const read = readRecording(readFileSync(join(folderOf(task), name)))
        return read.ok ? read.value.fragments.flatMap(({ samples }) => samples) : []
      })
      .filter(({ kind }) => kind === 'video')
      .map(({ timestampMs }) => timestampMs - start * 1000)
      .sort((a, b) => a - b)
    expect(times).toHaveLength(150)
    expect(times[0]).toBeLessThan(1_000)
  })
})
