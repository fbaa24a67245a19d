// Memory for messages that come in packets: what connections without a registered device may hold of it.
import { connect } from 'node:net'
import { concat, fromHex } from '@fleetglass/bytes'
import { encodeBody } from '@fleetglass/jt808'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'

const VEHICLE = '13600000001'
/** Bytes of a packet's body, and what a packet costs beside them. */
const BODY_BYTES = 1_000
const COST_BYTES = BODY_BYTES + 256

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({})
  const admin = await server.login()
  await admin.request('D01', { A: VEHICLE, C: '4', F: '0' })
  await admin.close()
})

afterAll(() => server.close())

async function metric(line: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const found = text.split('\n').find((each) => each.startsWith(line))
  return Number(found?.slice(found.lastIndexOf(' ')) ?? 0)
}

const buffered = () => metric('fleetglass_packet_memory_bytes')

/** Sends `count` packets of a message that never ends; resolves when the server has worked on them. */
async function sendUnfinished(device: DeviceClient, count: number): Promise<void> {
  const body = new Uint8Array(BODY_BYTES * (count + 1))
  device.sendPackets(0x0801, body, count + 1, [count + 1])
  await device.answerTo(device.send({ name: 'heartbeat', body: {} }))
}

it('[M2] connections without a registered device leave the memory of the others alone', async () => {
  const others = await Promise.all(
    Array.from({ length: 40 }, (_, at) => DeviceClient.tcp(server.ports.signalling, `1990000${1000 + at}`)),
  )
  await Promise.all(others.map((other) => sendUnfinished(other, 1_400)))
  const usedByOthers = await buffered()
  expect(usedByOthers).toBeGreaterThan(40 * COST_BYTES)
  expect(usedByOthers).toBeLessThanOrEqual(4 * 1024 * 1024)

  const vehicle = await DeviceClient.tcp(server.ports.signalling, VEHICLE)
  await vehicle.login()
  const nowS = Math.floor(Date.now() / 1000)
  const entries = Array.from({ length: 300 }, (_, at) => ({ position: positionMessage(nowS - 600 + at).body }))
  const body = encodeBody({ name: 'positionBatch', body: { kind: 1, entries } }, '2013')
  const first = vehicle.sendPackets(0x0704, body, 20)
  expect(await vehicle.answerTo(first + 19)).toBe(0)
  // A picture as large as a registered device may send finds room too.
  await sendUnfinished(vehicle, 1_500)
  await until('it is held', async () => (await buffered()) >= usedByOthers + 1_500 * COST_BYTES)
  for (const one of [vehicle, ...others]) await one.close()
  await until('all memory is free again', async () => (await buffered()) === 0)
}, 60_000)

it('[M2] one connection without a registered device holds 128 KiB, and more as soon as its device is added', async () => {
  const device = await DeviceClient.tcp(server.ports.signalling, '19900009999')
  await sendUnfinished(device, 300)
  const before = await buffered()
  expect(before).toBeLessThanOrEqual(128 * 1024)
  expect(before).toBeGreaterThan(100 * 1024)
  const admin = await server.login()
  await admin.request('D01', { A: '19900009999', C: '4', F: '0' })
  await admin.close()
  await sendUnfinished(device, 300)
  expect(await buffered()).toBe(before + 300 * COST_BYTES)
  await device.close()
  await until('all memory is free again', async () => (await buffered()) === 0)
})

it('[M2] media connections that have not said whose they are hold 16 MiB together', async () => {
  // Sound with ten SIM bytes, or a picture with six: three packets with another one behind them decide. The third one never ends.
  const packet = concat([
    fromHex('3031636481060014000000000131000000990130000001984613' + '1d3fffff'),
    new Uint8Array(65_535),
  ])
  const bytes = concat([packet, packet, packet.subarray(0, 60_000)])
  const sockets = Array.from({ length: 110 }, () => connect(server.ports.media, '127.0.0.1'))
  let closed = 0
  for (const socket of sockets) {
    socket.on('error', () => undefined)
    socket.once('close', () => {
      closed += 1
    })
    socket.write(bytes)
  }
  const noRoom = () => metric('fleetglass_media_closed_total{reason="no-room"}')
  await until('some were closed for want of room', async () => (await noRoom()) > 0)
  // The others stay: 16 MiB are 87 of them.
  await until('the sockets noticed', () => closed >= 110 - 88)
  expect(closed).toBeLessThan(110)
  for (const socket of sockets) socket.destroy()
})
