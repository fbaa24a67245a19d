// Lines of the log that anybody can cause: one per address and minute, whatever is sent.
import { createSocket } from 'node:dgram'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { encodePackets, PayloadType } from '@fleetglass/jt1078'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { DeviceClient } from '../devices/device-client.ts'
import { startTestServer, type TestServer, until } from '../harness.ts'
import { StreamClient } from '../stream-client.ts'

const TIMES = 25
const VEHICLE = '13600000001'

let server: TestServer
let lines: { msg: string; part?: string; [field: string]: unknown }[] = []

beforeAll(async () => {
  // At the level that the server runs with unless set otherwise, and below it.
  server = await startTestServer({ logLine: (line) => lines.push(JSON.parse(line)) })
  const admin = await server.login()
  await admin.request('D01', { A: VEHICLE, C: '4', F: '0' })
  await admin.close()
})

beforeEach(() => {
  lines = []
  begunMs = performance.now()
})

afterAll(() => server.close())

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const values = text.split('\n').filter((line) => line.startsWith(name))
  return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

/** What was written into the log of a vehicle, of all days. */
function logOf(deviceId: string): string {
  const days = join(server.data, 'device-log')
  // The folder comes with the first line, which is written after the device has its answer.
  if (!existsSync(days)) return ''
  const files = readdirSync(days).map((day) => join(days, day, `${deviceId}.log`))
  return files
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('')
}

/** A minute may begin while the test runs: each that began allows one line more. */
let begunMs = performance.now()

function expectOneOf(msg: string, addresses = 1): void {
  const count = lines.filter((line) => line.msg === msg).length
  const minutes = 1 + Math.floor((performance.now() - begunMs) / 60_000)
  expect(count, msg).toBeGreaterThanOrEqual(addresses)
  expect(count, msg).toBeLessThanOrEqual(addresses * minutes)
}

/** A datagram of a picture of channel `channel`, from a port of its own. */
async function datagram(simRaw: Uint8Array, from: string): Promise<void> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, from, resolve))
  const [packet] = encodePackets({
    simRaw,
    channel: 1,
    payloadType: PayloadType.h264,
    dataType: 0,
    timestampMs: Date.now(),
    firstSerial: 0,
    payload: new Uint8Array(100),
  })
  await new Promise((resolve) => socket.send(packet as Uint8Array, server.ports.media, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => socket.close(resolve))
}

it('[M3] media datagrams with the number of a vehicle, from addresses that are not its own', async () => {
  const device = await DeviceClient.tcp(server.ports.signalling, VEHICLE)
  await device.login()
  const refused = 'fleetglass_media_closed_total{reason="foreign-address"}'
  const before = await metric(refused)
  for (let at = 0; at < TIMES; at++) {
    await datagram(device.terminalRaw, '127.0.0.2')
    await datagram(device.terminalRaw, '127.0.0.3')
  }
  await until('all were refused', async () => (await metric(refused)) - before >= 2 * TIMES)
  expectOneOf('media connection closed', 2)
  await device.close()
  // The next connection of the number would otherwise take the place of this one, which has another line in the log.
  await until('the log says that the vehicle ended', () => logOf(VEHICLE).includes('disconnected from'))
})

it('[M3] limits lines in the log of a vehicle from connections that use its number without its code', async () => {
  const device = await DeviceClient.tcp(server.ports.signalling, VEHICLE)
  await device.login()
  for (let at = 0; at < TIMES; at++) {
    const unauthenticated = await DeviceClient.tcp(server.ports.signalling, VEHICLE, '2013', '127.0.0.9')
    for (let n = 0; n < 3; n++) unauthenticated.send({ name: 'authentication', body: { code: 'none' } })
    await unauthenticated.closed
  }
  await device.close()
  await until('the log says that the vehicle ended', () => logOf(VEHICLE).split('disconnected from').length > 2)
  const log = logOf(VEHICLE)
  const windows = 1 + Math.ceil((performance.now() - begunMs) / 600_000)
  for (const text of ['authentication refused', 'closed by the server: not-authenticated']) {
    const count = log.split(text).length - 1
    expect(count, text).toBeGreaterThanOrEqual(1)
    expect(count, text).toBeLessThanOrEqual(windows)
  }
})

it('[M3] media datagrams with a number that nobody has', async () => {
  const refused = 'fleetglass_connections_refused_total{reason="unknown-device"}'
  const before = await metric(refused)
  for (let at = 0; at < TIMES; at++) await datagram(Uint8Array.of(0, 9, 9, 9, 9, at), '127.0.0.2')
  await until('all were refused', async () => (await metric(refused)) - before >= TIMES)
  expectOneOf('media datagrams of an unknown device')
})

it('[M3] connections to the ports for signalling, media and files that send something else', async () => {
  const { signalling, media, files } = server.ports
  const rubbish = {
    [signalling]: new Uint8Array(70_000),
    [media]: new Uint8Array(70_000),
    [files]: Buffer.from('USER a\r\nPASS b\r\n'.repeat(3)),
  }
  for (const [port, bytes] of Object.entries(rubbish)) {
    for (let at = 0; at < TIMES; at++) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined).resume()
      socket.write(bytes)
      await new Promise((resolve) => socket.once('close', resolve))
    }
  }
  expectOneOf('signalling connection closed')
  expectOneOf('media connection closed')
  expectOneOf('a wrong FTP login')
})

it('[M3] wrong logins, streams that are refused, messages that cannot be read, bytes that are no HTTP', async () => {
  for (let at = 0; at < TIMES; at++) {
    const stream = await StreamClient.open(server.ports.streams, { deviceid: VEHICLE, channel: 1, user: `nobody${at}` })
    await stream.closed
    const link = new WebSocket(`ws://127.0.0.1:${server.ports.main}/`)
    link.once('open', () => link.send(Buffer.from('no message')))
    await new Promise((resolve) => link.once('close', resolve))
    const call = connect(server.ports.http, '127.0.0.1')
    call.on('error', () => undefined).resume()
    call.write('no HTTP\r\n\r\n')
    await new Promise((resolve) => call.once('close', resolve))
  }
  expectOneOf('stream refused')
  expectOneOf('login refused')
  expectOneOf('message cannot be read')
  expectOneOf('link closed by the server')
  expectOneOf('bytes that are no HTTP')
})
