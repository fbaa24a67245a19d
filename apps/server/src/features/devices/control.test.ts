import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import type { ChannelClient } from '../../../test/channel-client.ts'
import { CameraDevice } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { failedMessage } from '../../../test/failures.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'

const VAN = '13812345678'
const VIDEO = '12345678999'
const START_MS = Date.UTC(2026, 8, 1, 10, 0, 40)

describe('what is done to a device', () => {
  let server: TestServer
  let admin: ChannelClient
  let device: DeviceClient
  beforeAll(async () => {
    const deviceModels = [{ maker: 'TEST', model: 'T1', formatCard: 0xc1 }]
    server = await startTestServer({ config: { deviceModels } })
    admin = await server.login()
    for (const id of [VAN, 'offline']) await admin.request('D01', { A: id, C: '1' })
    device = await DeviceClient.tcp(server.ports.signalling, VAN)
    await device.login()
  })
  afterAll(async () => {
    await admin.close()
    await device.close()
    await server.close()
  })

  it.each([
    ['D07', 4],
    ['D08', 5],
    ['D09', 0xc1],
  ])(
    '[VCP-105] [VCP-106] %s sends 0x8105 with word %i and is answered when the device has confirmed',
    async (code, word) => {
      for (const result of [0, 1]) {
        let answered = false
        const reply = admin.request(code, { A: VAN }).then((reply) => {
          answered = true
          return reply
        })
        const { body } = await device.next('terminalControl')
        expect(body).toEqual({ command: word, parameters: '' })
        // Another answer of the server shows that it had the time to answer too early.
        const other = await server.login()
        await other.close()
        expect(answered).toBe(false)
        const answer = { answeredSerial: device.lastTakenSerial, answeredId: 0x8105, result }
        device.send({ name: 'terminalAnswer', body: answer })
        expect((await reply).fields).toMatchObject(result === 0 ? { R: '1' } : failedMessage('device-failed'))
      }
      const away = (await admin.request(code, { A: 'offline' })).fields
      const why = code === 'D09' ? 'device-model-unknown' : 'device-offline'
      expect(away).toMatchObject(failedMessage(why))
      expect((await admin.request(code, { A: 'nobody' })).fields).toMatchObject(failedMessage('unknown-device'))
    },
  )

  it('D15 that ends half-way says that a part is gone', async () => {
    const folder = join(server.data, 'media/offline/20260901/1')
    const stay = ['0959.mp4', '1001.mp4', '1004.mp4']
    const go = ['1000.mp4', '1002.mp4', '1003.mp4', '1005.mp4']
    // A folder of that name cannot be removed as a file.
    for (const name of stay) mkdirSync(join(folder, name), { recursive: true })
    for (const name of go) writeFileSync(join(folder, name), 'x')
    const { fields } = await admin.request('D15', { A: 'offline' })
    expect(fields).toMatchObject(failedMessage('partly-deleted', { count: go.length }))
    expect(readdirSync(folder).sort()).toEqual(stay)
  })

  it('[SDEV-44] [RIGHT-069] neither permission 2 nor a user without the flag may do any of it', async () => {
    await addUsers(server, { name: 'second', permission: 2 }, { name: 'bare', permission: 1, access: '' })
    for (const name of ['second', 'bare']) {
      const link = await server.connect()
      await link.login(name, ADMIN_PASSWORD)
      for (const code of ['D07', 'D08', 'D09', 'D15']) {
        expect((await link.request(code, { A: VAN })).fields).toMatchObject(failedMessage('permission-denied'))
      }
      await link.close()
    }
  })
})

describe('recordings on the server', () => {
  const clock = fastClock(16, START_MS)
  let server: TestServer
  let admin: ChannelClient
  let camera: CameraDevice
  beforeAll(async () => {
    server = await startTestServer({ clock })
    admin = await server.login()
    await admin.request('D01', { A: VIDEO, C: '1', F: '1' })
    camera = await CameraDevice.connect(server.ports.signalling, VIDEO, clock, {
      1: clipVideo(VIDEO, 1, { lengthS: 600 }),
    })
  })
  afterAll(async () => {
    await admin.close()
    await camera.close()
    await server.close()
  })

  const filesOf = (deviceId: string): string[] => {
    const root = join(server.data, 'media', deviceId)
    if (!existsSync(root)) return []
    return readdirSync(root, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.mp4'))
      .sort()
  }

  /** Unix seconds of the minute that a file is named by: `20260901/1/1001.mp4`. */
  const minuteOf = (file: string): number => {
    const [, hours, minutes] = /\/(\d\d)(\d\d)\.mp4$/.exec(file) ?? []
    return Date.UTC(2026, 8, 1, Number(hours), Number(minutes)) / 1000
  }

  it('[VCP-115] [VCP-116] [API1-42] D15 deletes a range, or everything, also what is being recorded, which goes on in a new file', async () => {
    await until('a second file is there', () => filesOf(VIDEO).length >= 2)
    const before = filesOf(VIDEO)
    const minuteS = minuteOf(before[0] ?? '')
    // Half of a range is none.
    expect((await admin.request('D15', { A: VIDEO, B: '1' })).fields.R).toBe('0')
    expect(filesOf(VIDEO)).toEqual(expect.arrayContaining(before))

    const range = { B: String(minuteS), E: String(minuteS + 59) }
    expect((await admin.request('D15', { A: VIDEO, ...range })).fields).toMatchObject({ R: '1' })
    expect(filesOf(VIDEO)).not.toContain(before[0])
    expect(filesOf(VIDEO)).toContain(before[1])
    const { text } = await admin.request('Q06', { A: VIDEO, B: String(minuteS) })
    expect(text).toMatch(/^01/)

    const askedMs = Date.now()
    expect((await admin.request('D15', { A: VIDEO })).fields).toMatchObject({ R: '1' })
    // A file that was empty yet may have given its name to the next one.
    for (const file of filesOf(VIDEO)) {
      const { birthtimeMs } = statSync(join(server.data, 'media', VIDEO, file))
      expect(birthtimeMs).toBeGreaterThanOrEqual(askedMs - 20)
    }
    await until('it goes on recording', () => filesOf(VIDEO).length > 0)
    expect((await admin.request('D15', { A: 'nobody' })).fields).toMatchObject(failedMessage('unknown-device'))
  })

  it('[VCP-100] [API1-42] D02 leaves the recordings of the device where they are', async () => {
    const before = await until('a file is there', () => filesOf(VIDEO)[0] ?? null)
    expect((await admin.request('D02', { A: VIDEO })).fields.R).toBe('1')
    await until('nothing is recorded any more', () => camera.ended.length > 0)
    expect(filesOf(VIDEO)).toContain(before)
  })
})
