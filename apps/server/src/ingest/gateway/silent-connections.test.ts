// Silent connections of vehicles that share an address: no vehicle receives speech for another one.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { parseBroadcastMessage } from '@fleetglass/contract/broadcast'
import { encodeMediaHeader, MediaCodec } from '@fleetglass/contract/streams'
import { MediaPacketParser } from '@fleetglass/jt1078'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { TalkDevice, type TalkDeviceOptions } from '../../../test/devices/talk-device.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'

let server: TestServer
let admin: ChannelClient
let terminals = 13_600_000_000
const opened: { close(): unknown }[] = []

beforeAll(async () => {
  const clock = fastClock(10, Date.now())
  server = await startTestServer({ clock, config: { site: { broadcast: true } } })
  admin = await server.login()
})

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

afterAll(async () => {
  await admin.close()
  await server.close()
})

async function device(options: TalkDeviceOptions = {}): Promise<{ id: string; vehicle: TalkDevice }> {
  terminals += 1
  const id = String(terminals)
  await admin.request('D01', { A: id, C: '4', F: '0' })
  const vehicle = await TalkDevice.connect(server.ports.signalling, id, options)
  opened.push(vehicle)
  return { id, vehicle }
}

/** A user with a microphone, whose every frame is of one byte. */
async function speaker(address: Record<string, string>, byte: number) {
  const query = new URLSearchParams({ ...address, user: ADMIN, password: sha256(ADMIN_PASSWORD) })
  const socket = new WebSocket(`ws://127.0.0.1:${server.ports.streams}/ws.cgi?${query}`)
  const texts: string[] = []
  socket.on('message', (data, isBinary) => void (isBinary || texts.push(String(data))))
  await once(socket, 'open')
  let sequence = 0
  const timer = setInterval(() => {
    const flags = { keyFrame: true, discontinuity: false, mainStream: false, channel: 1 }
    sequence += 1
    const head = encodeMediaHeader(
      { kind: 'audio', codec: MediaCodec.g726, ...flags, timestampMs: sequence * 40, sequence },
      160,
    )
    if (socket.readyState === socket.OPEN) socket.send(Buffer.concat([head, new Uint8Array(160).fill(byte)]))
  }, 10)
  opened.push({
    close() {
      clearInterval(timer)
      socket.terminate()
    },
  })
  return {
    texts,
    broadcastTo: (...devices: string[]) => socket.send(JSON.stringify({ cmd: 'start', mode: 'DEVICES', devices })),
    missed: (id: string) =>
      texts
        .map(parseBroadcastMessage)
        .some((said) => said?.type === 'reached' && JSON.stringify(said.missed).includes(id)),
  }
}

/** Connects to the media port, sends nothing and counts the bytes it receives. */
async function silentConnection(): Promise<{ received: number; line: Socket }> {
  const spy = { received: 0, line: connect(server.ports.media, '127.0.0.1') }
  const parser = new MediaPacketParser()
  const count = (): void => {
    spy.received += 1
  }
  spy.line.on('error', () => {})
  spy.line.on('data', (bytes) => parser.push(new Uint8Array(bytes), count))
  opened.push({ close: () => spy.line.destroy() })
  await once(spy.line, 'connect')
  return spy
}

const receivedOf = (vehicle: TalkDevice, byte: number): number =>
  vehicle.bodies.filter(([first]) => first === byte).length

it('two broadcasts behind one address: a silent vehicle receives neither the sound of the other one nor sound that cannot be assigned', async () => {
  const away = await device({ staysAway: true })
  const { id, vehicle } = await device()
  const one = await speaker({ deviceid: 'broadcast' }, 0x11)
  const two = await speaker({ deviceid: 'broadcast' }, 0x22)
  one.broadcastTo(away.id)
  await until('the one that stays away is asked', () => away.vehicle.asked.length === 1)
  two.broadcastTo(id)
  await vehicle.connected()
  await until('both gave up', () => one.missed(away.id) && two.missed(id))
  expect([receivedOf(vehicle, 0x11), receivedOf(vehicle, 0x22)]).toEqual([0, 0])
})

it('both vehicles behind one address receive one broadcast', async () => {
  const [a, b] = [await device(), await device()]
  const one = await speaker({ deviceid: 'broadcast' }, 0x11)
  one.broadcastTo(a.id, b.id)
  for (const { vehicle } of [a, b]) await until('it receives', () => receivedOf(vehicle, 0x11) > 0)
})

it('a silent connection receives no talk while two vehicles share its address, nor one that was there before the request', async () => {
  const { id, vehicle } = await device({ staysAway: true })
  const other = await device()
  const talk = await speaker({ type: 'talk', deviceid: id, channel: '1' }, 0x11)
  await until('it is asked', () => vehicle.asked.length === 1)
  const spy = await silentConnection()
  await until('the talk is given up', () => talk.texts.some((text) => text.includes('did not connect')))
  expect(spy.received).toBe(0)

  await other.vehicle.close()
  const early = await silentConnection()
  const again = await speaker({ type: 'talk', deviceid: id, channel: '1' }, 0x11)
  await until('the talk is given up', () => again.texts.some((text) => text.includes('did not connect')))
  expect(early.received).toBe(0)
})

it('a line that names the device takes the place of one that said nothing', async () => {
  const { id, vehicle } = await device({ staysAway: true })
  const talk = await speaker({ type: 'talk', deviceid: id, channel: '1' }, 0x11)
  await until('it is asked', () => vehicle.asked.length === 1)
  const spy = await silentConnection()
  await until('it is taken for the vehicle', () => spy.received > 0)
  vehicle.line = connect(server.ports.media, '127.0.0.1')
  let bytes = 0
  vehicle.line.on('data', (chunk) => {
    bytes += chunk.length
  })
  vehicle.say(MediaCodec.g726, new Uint8Array(160), { channel: 1 })
  await until('the guess is over', () => spy.line.destroyed)
  await until('the vehicle receives sound', () => bytes > 0)
  expect(talk.texts.some((text) => text.includes('error'))).toBe(false)
})
