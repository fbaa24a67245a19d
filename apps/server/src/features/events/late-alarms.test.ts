import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventCode, eventQueryPath } from '@fleetglass/contract/events'
import { decodeBody, decodeFrame, encodeFrames, FrameSplitter, type Message } from '@fleetglass/jt808'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { bytesOf, type DeviceFrame, deviceFrames } from '../../../test/devices/device-frames.ts'
import { EventClient } from '../../../test/event-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const DC600 = '496076898991'
const G40 = '100100000000'
const VAN = '13800138001'
const PHONE = 711
const DANGER = 750
const session = deviceFrames('dc600-session.json')
const captured = deviceFrames('device-jt808.json')

const data = mkdtempSync(join(tmpdir(), 'fleetglass-late-'))
let server: TestServer
let listener: EventClient
beforeAll(async () => {
  server = await startTestServer({ data })
  const link = await server.login()
  for (const id of [DC600, G40, VAN]) await link.request('D01', { A: id, C: '4', F: '0' })
  await link.close()
  listener = await EventClient.login(server.ports.main)
})
afterAll(async () => {
  listener.close()
  await server.close()
  rmSync(data, { recursive: true })
})

/** The events of a device that are stored, by time: of a day before and after what is replayed. */
async function stored(deviceid: string, code: number): Promise<Record<string, unknown>[]> {
  const asked = { username: ADMIN, password: sha256(ADMIN_PASSWORD), deviceid, afterTime: 0, beforeTime: 4_000_000_000 }
  const { body } = await callHttp(server, 'POST', eventQueryPath, { body: asked })
  return (body as unknown as Record<string, unknown>[]).filter(({ appdevid }) => appdevid === code)
}

/** Sends frames as they were captured; resolves when the server has acknowledged each position among them. */
async function replay(frames: readonly DeviceFrame[], terminal: string, version: '2013' | '2019'): Promise<void> {
  const device = await DeviceClient.tcp(server.ports.signalling, terminal, version)
  const owed: number[] = []
  // Without a wait between them: a disk that is slow would be waited for at each of hundreds.
  for (const frame of frames) {
    const bytes = bytesOf(frame)
    device.sendBytes(bytes)
    if (frame.messageId === '0x0200' || frame.messageId === '0x0704') owed.push(serialOf(bytes))
  }
  while (owed.length > 0) {
    const { body } = await device.next('platformAnswer')
    const at = owed.indexOf(body.answeredSerial)
    if (at < 0) continue
    expect(body.result).toBe(0)
    owed.splice(at, 1)
  }
  await device.close()
}

function serialOf(bytes: Uint8Array): number {
  let serial = -1
  new FrameSplitter().push(bytes, (event) => {
    const frame = event.kind === 'frame' ? decodeFrame(event.bytes) : null
    if (frame?.ok) serial = frame.value.header.serial
  })
  return serial
}

describe('alarms that arrive late', () => {
  it('[D2] are events of their own time in a batch from the memory of a device, marked as late, once', async () => {
    const nowS = Math.floor(Date.now() / 1000)
    const device = await DeviceClient.tcp(server.ports.signalling, VAN)
    await device.login()
    const at = (agoS: number, alarmBits: number) => ({ ...positionMessage(nowS - agoS).body, alarmBits })
    const send = async (message: Message) => expect(await device.answerTo(device.send(message))).toBe(0)
    await send({ name: 'position', body: at(7200, 0) })
    await send({ name: 'position', body: at(5, 0) })
    const entries = [at(6000, 0), at(5000, 8), at(4000, 8), at(3000, 0)].map((position) => ({ position }))
    const batch: Message = { name: 'positionBatch', body: { kind: 1, entries } }
    for (let n = 0; n < 2; n++) await send(batch)
    await send({ name: 'position', body: at(4, 8) })
    await send({ name: 'position', body: at(2, 0) })
    await device.close()
    const events = await stored(VAN, DANGER)
    expect(events.map(({ cmd, eventtimeutc, late }) => [cmd, nowS - Number(eventtimeutc), late])).toEqual([
      ['new', 5000, 1],
      ['cover', 3000, 1],
      ['new', 4, undefined],
      ['cover', 2, undefined],
    ])
    expect(await listener.next(DANGER, 'new', VAN)).toMatchObject({ time: nowS - 5000, late: 1, call: 0 })
  })

  it('[D2] late alarms that are sent again to a server that was restarted are not stored twice', async () => {
    const nowS = Math.floor(Date.now() / 1000)
    const entries = [300, 200, 100].map((agoS) => ({
      position: { ...positionMessage(nowS - 90_000 - agoS).body, alarmBits: agoS === 200 ? 1 : 0 },
    }))
    for (let n = 0; n < 2; n++) {
      if (n === 1) {
        listener.close()
        await server.close()
        server = await startTestServer({ data })
      }
      const device = await DeviceClient.tcp(server.ports.signalling, VAN)
      await device.login()
      const serial = device.send({ name: 'positionBatch', body: { kind: 1, entries } })
      expect(await device.answerTo(serial)).toBe(0)
      await device.close()
    }
    const called = await stored(VAN, EventCode.externalAlarm)
    expect(called.map(({ cmd, eventtimeutc, call }) => [cmd, Number(eventtimeutc) - nowS + 90_000, call])).toEqual([
      ['new', -200, 0],
      ['cover', -100, 0],
    ])
  })

  it.skipIf(session === null)(
    '[D2] the alarm in the memory of a DC600 is an event, however often the capture is sent',
    async () => {
      for (let n = 0; n < 2; n++) await replay(session ?? [], DC600, '2013')
      const events = await stored(DC600, PHONE)
      const time = Date.UTC(2025, 8, 27, 3, 16, 4) / 1000 - 8 * 3600
      expect(events.map(({ cmd, eventtimeutc, late }) => [cmd, eventtimeutc, late])).toEqual([['new', time, 1]])
      // What the capture holds in its live positions, each once.
      expect(await stored(DC600, 740)).toHaveLength(5)
    },
  )

  it.skipIf(captured === null)(
    '[D2] an alarm of a Hikvision G40 after its newer position without one is an event',
    async () => {
      const own = (captured ?? []).filter(({ source }) => source.includes('hikvision') && source.includes('driving'))
      const live = own.filter(({ hex }) => hex.includes(G40.padStart(20, '0')))
      expect(live.length).toBeGreaterThan(1)
      await replay(live, G40, '2019')
      // The same position as the device sent it, with the alarm bit that its neighbours do not have, ten seconds earlier.
      const [first] = live
      const frame = alarmBefore(bytesOf(first!), 10)
      for (let n = 0; n < 2; n++) {
        const device = await DeviceClient.tcp(server.ports.signalling, G40, '2019')
        device.sendBytes(frame.bytes)
        expect(await device.answerTo(serialOf(frame.bytes))).toBe(0)
        await device.close()
      }
      const events = await stored(G40, DANGER)
      expect(events.map(({ cmd, eventtimeutc, late }) => [cmd, eventtimeutc, late])).toEqual([['new', frame.timeS, 1]])
    },
  )
})

/** A position of a real device with alarm bit 3 (danger) and an earlier time; all else is the device's. */
function alarmBefore(bytes: Uint8Array, earlierS: number): { bytes: Uint8Array; timeS: number } {
  const made: { bytes: Uint8Array; timeS: number }[] = []
  new FrameSplitter().push(bytes, (event) => {
    const frame = event.kind === 'frame' ? decodeFrame(event.bytes) : null
    if (!frame?.ok) throw new Error('the capture cannot be read')
    const { header, body } = frame.value
    const decoded = decodeBody(header.messageId, header.version, body)
    if (!decoded.ok || decoded.value.name !== 'position') throw new Error('the capture is no position')
    const changed = body.slice()
    changed[3] = 8
    const time = Buffer.from(changed.subarray(22, 28)).toString('hex')
    const atMs = Date.UTC(
      2000 + +time.slice(0, 2),
      +time.slice(2, 4) - 1,
      +time.slice(4, 6),
      +time.slice(6, 8),
      +time.slice(8, 10),
      +time.slice(10, 12),
    )
    const at = new Date(atMs - earlierS * 1000).toISOString().replace(/\D/g, '').slice(2, 14)
    changed.set(Buffer.from(at, 'hex'), 22)
    const { version, protocolVersion, terminal, messageId } = header
    const [again] = encodeFrames(
      { version, protocolVersion, terminalRaw: terminal.raw, messageId, firstSerial: 60_000 },
      changed,
    )
    made.push({ bytes: again!, timeS: (atMs - 8 * 3600_000) / 1000 - earlierS })
  })
  return made[0]!
}
