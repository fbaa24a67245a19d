// Devices of the 2019 edition, whose 10 SIM bytes in front of sound take as much room as 6 in front of a picture.
import { concat, fromHex, toHex } from '@fleetglass/bytes'
import { MediaCodec } from '@fleetglass/contract/streams'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { ChannelClient } from '../../../test/channel-client.ts'
import { TalkDevice } from '../../../test/devices/talk-device.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const PARAMETER_SETS = fromHex('000000016742c01eda0280bfe5c044000003000400000300c83c58ba800000000168ce3c80')
const KEY_FRAME = concat([PARAMETER_SETS, fromHex('0000000165'), new Uint8Array(3_000).fill(0x55)])
const SOUND = new Uint8Array(160).fill(0xd5)

/** The header of a packet that was refused, and its 200 bytes. */
const REFUSED = concat([
  fromHex('30316364810600140000000001310000000901300000019846131d3f00c8'),
  new Uint8Array(200).fill(0xd5),
])

let server: TestServer
let admin: ChannelClient
const opened: { close(): unknown }[] = []

beforeAll(async () => {
  server = await startTestServer({})
  admin = await server.login()
})

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

afterAll(async () => {
  await admin.close()
  await server.close()
})

async function vehicle(id: string): Promise<TalkDevice> {
  await admin.request('D01', { A: id, C: '4', F: '0' })
  const device = await TalkDevice.connect(server.ports.signalling, id, { version: '2019' })
  opened.push(device)
  return device
}

async function viewer(parameters: Record<string, string>): Promise<StreamClient> {
  const client = await StreamClient.open(server.ports.streams, parameters)
  opened.push(client)
  return client
}

it('[D1] takes the one packet of sound that a device answers a talk with', async () => {
  const device = await vehicle('13100000009')
  const talk = await viewer({ type: 'talk', deviceid: '13100000009', channel: '1' })
  const line = await device.connected()
  line.write(REFUSED)
  await talk.until(() => talk.media.length > 0, 'the sound')
  expect(talk.media[0]).toMatchObject({ kind: 'audio', codec: MediaCodec.g711a, channel: 1 })
  expect(toHex(new Uint8Array(talk.media[0]!.payload))).toBe('d5'.repeat(200))
})

// Its eighth byte, 13, is a P frame's type with six bytes. The other numbers read as I, P and B frames of channels 0 to 99.
for (const id of ['13800138001', '13900010001', '13801200001', '19901230001']) {
  it(`[D1] talks with ${id} of the 2019 edition`, async () => {
    const device = await vehicle(id)
    const talk = await viewer({ type: 'talk', deviceid: id, channel: '1' })
    await device.connected()
    device.say(MediaCodec.g711a, SOUND, { timestampMs: Date.now() })
    await talk.until(() => talk.media.length > 0, 'the first sound')
  })

  it(`[D1] shows live video of ${id} that begins with sound`, async () => {
    const device = await vehicle(id)
    const live = await viewer({ type: 'live', deviceid: id, channel: '1' })
    await device.connected()
    device.say(MediaCodec.g711a, SOUND, { channel: 1, timestampMs: Date.now() })
    device.show(KEY_FRAME)
    device.say(MediaCodec.g711a, SOUND, { channel: 1, timestampMs: Date.now() })
    await live.until(() => live.video.length > 0, 'the picture')
    await live.until(() => live.media.some(({ kind }) => kind === 'audio'), 'the sound')
  })
}

it('[D1] distinguishes a vehicle of 2013 whose number is the front of the other one', async () => {
  const other = await TalkDevice.connect(server.ports.signalling, '131', {})
  opened.push(other)
  await admin.request('D01', { A: '131', C: '4', F: '0' })
  const device = await vehicle('13100000008')
  const talk = await viewer({ type: 'talk', deviceid: '13100000008', channel: '1' })
  await device.connected()
  device.say(MediaCodec.g711a, SOUND, { timestampMs: Date.now() })
  await talk.until(() => talk.media.length > 0, 'the sound')
})
