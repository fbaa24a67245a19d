// What real devices do, and what hostile ones could, on a media connection: counted, reported, survived.
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { concat, fromHex } from '@fleetglass/bytes'
import type { Diagnostic } from '@fleetglass/contract/streams'
import { encodePackets, PayloadType } from '@fleetglass/jt1078'
import { until } from '@fleetglass/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { type GatewayAlone, startGatewayAlone } from '../../../test/gateway-alone.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'

const DEVICE = '13800138000'
const SIM = fromHex('013800138000')
const SETS = concat([
  fromHex('000000016742c01eda0280bfe5c044000003000400000300c83c58ba80'),
  fromHex('0000000168ce3c80'),
])
const KEY = concat([SETS, fromHex('0000000165'), new Uint8Array(3_000).fill(0x55)])
const SLICE = concat([fromHex('0000000141'), new Uint8Array(1_200).fill(0x66)])

let alone: GatewayAlone
let device: DeviceClient
let channels = 0
const lines: { destroy(): void }[] = []

beforeAll(async () => {
  alone = await startGatewayAlone(DEVICE)
  device = await DeviceClient.tcp(alone.gateway.ports.signalling, DEVICE)
  await device.login()
})
afterEach(() => {
  for (const line of lines.splice(0)) line.destroy()
})
afterAll(async () => {
  await device.close()
  await alone.close()
})

interface Watched {
  readonly channel: number
  readonly frames: MediaFrame[]
  readonly received: () => readonly Diagnostic[]
}

/** A channel without viewers before. */
async function watch(): Promise<Watched> {
  channels += 1
  const channel = channels
  const frames: MediaFrame[] = []
  const reader = { frame: (frame: MediaFrame) => void frames.push(frame), state: () => undefined }
  const subscription = alone.streams.subscribe({ deviceId: DEVICE, channel }, reader)
  lines.push({ destroy: () => subscription.close() })
  const asked = await device.next('unknown')
  const body = { answeredSerial: device.lastTakenSerial, answeredId: asked.messageId, result: 0 }
  device.send({ name: 'terminalAnswer', body })
  const received = () => alone.streams.startupTrace({ deviceId: DEVICE, channel })?.evidence ?? []
  return { channel, frames, received }
}

interface Cut {
  readonly simRaw?: Uint8Array
  readonly channel: number
  readonly payload: Uint8Array
  readonly firstSerial: number
  readonly timestampMs?: number
  readonly dataType?: number
}

const cut = ({ simRaw = SIM, timestampMs = 1_000, dataType = 0, ...rest }: Cut): Uint8Array[] =>
  encodePackets({ simRaw, timestampMs, dataType, payloadType: PayloadType.h264, ...rest })

/** Pictures with their packets, the serial running on. */
function sender(channel: number) {
  let firstSerial = 0
  return (payload: Uint8Array, over: Partial<Cut> = {}): Uint8Array[] => {
    const packets = cut({ channel, payload, firstSerial, ...over })
    firstSerial += packets.length
    return packets
  }
}

async function tcp(): Promise<Socket> {
  const socket = connect({ port: alone.gateway.ports.media, host: '127.0.0.1' })
  lines.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

function udp(): { send(packets: readonly Uint8Array[]): Promise<void> } {
  const socket: UdpSocket = createSocket('udp4')
  lines.push({ destroy: () => socket.close() })
  return {
    async send(packets) {
      for (const packet of packets) {
        await new Promise((resolve) => socket.send(packet, alone.gateway.ports.media, '127.0.0.1', resolve))
      }
    },
  }
}

const counted = async (line: string): Promise<number> =>
  Number(new RegExp(`^${line} (\\d+)$`, 'm').exec(await alone.metrics.text())?.[1] ?? 0)

describe('devices that are not as they should be', () => {
  it('packets lost or out of order by UDP cost the pictures up to the next key frame, which says so', async () => {
    const { channel, frames } = await watch()
    const { send } = udp()
    const picture = sender(channel)
    await send(picture(KEY))
    await until('the first', () => frames.length === 1)
    const [first = new Uint8Array(0), second = new Uint8Array(0)] = picture(SLICE, { dataType: 1 })
    await send([second, first])
    await send(picture(SLICE, { dataType: 1 }))
    const [, ...rest] = picture(KEY)
    await send(rest)
    await send(picture(SLICE, { dataType: 1 }))
    await send(picture(KEY, { timestampMs: 1_500 }))
    await until('the next key frame', () => frames.at(-1)?.keyFrame === true && frames.length > 1)
    expect(frames.map(({ keyFrame, discontinuity }) => [keyFrame, discontinuity])).toEqual([
      [true, true],
      [true, true],
    ])
  })

  it('stamps that are always zero give times that go on', async () => {
    const { channel, frames } = await watch()
    const line = await tcp()
    const picture = sender(channel)
    for (let n = 0; n < 5; n++) line.write(concat(picture(KEY, { timestampMs: 0 })))
    await until('five pictures', () => frames.length === 5)
    const times = frames.map(({ timestampMs }) => timestampMs)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(Math.abs((times[0] ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  it('ten thousand channels in one connection: one is taken, the others are counted and cost nothing', async () => {
    const { channel, frames } = await watch()
    const line = await tcp()
    const picture = sender(channel)
    const dropped = 'fleetglass_media_frames_dropped_total{reason="other-channel"}'
    const before = await counted(dropped)
    line.write(concat(picture(KEY)))
    await until('the first', () => frames.length === 1)
    const foreign: Uint8Array[] = []
    for (let n = 0; n < 10_000; n++) {
      // Other numbers, and among them the channel that is taken.
      const simRaw = Uint8Array.of(1, 0x38, 0, 0x13, (n >> 8) & 0xff, 0x77)
      foreign.push(...cut({ simRaw, channel: n & 0xff, payload: KEY.subarray(0, 900), firstSerial: n & 0xffff }))
    }
    line.write(concat(foreign))
    line.write(concat(picture(SLICE, { dataType: 1, timestampMs: 1_066 })))
    await until('the picture behind them', () => frames.length === 2)
    expect(frames[1]).toMatchObject({ keyFrame: false, discontinuity: false })
    await until('they are counted', async () => (await counted(dropped)) - before === 10_000)
  })

  it('packets without a byte, and audio without one, are no pictures and no end', async () => {
    const { channel, frames } = await watch()
    const line = await tcp()
    const picture = sender(channel)
    const nothing = new Uint8Array(0)
    line.write(
      concat([...picture(nothing), ...picture(nothing, { dataType: 1 }), ...picture(nothing, { dataType: 3 })]),
    )
    line.write(concat([...picture(KEY), ...picture(nothing, { dataType: 1 }), ...picture(SLICE, { dataType: 1 })]))
    line.write(concat(picture(KEY)))
    await until('the pictures', () => frames.filter(({ keyFrame, kind }) => kind === 'video' && keyFrame).length === 2)
    expect(frames.every(({ payload }) => payload.length > 0)).toBe(true)
  })

  it('pictures without start codes and parameter sets that cannot be, as of 16384 pixels and more, are reported and survived', async () => {
    const { channel, frames, received } = await watch()
    const line = await tcp()
    const picture = sender(channel)
    const wrongSets = concat([fromHex('000000016742c01edc007d1e40'), fromHex('0000000168ce3c80')])
    const damage = () => received().find(({ kind }) => kind === 'damaged')
    line.write(concat(picture(new Uint8Array(2_000).fill(0x42))))
    await until('the first is reported', () => damage()?.detail.includes('no start code'))
    line.write(
      concat(picture(concat([wrongSets, fromHex('0000000165'), new Uint8Array(100).fill(1)]), { timestampMs: 1_040 })),
    )
    await until('the second is reported', () => damage()?.detail.includes('parameter sets'))
    expect(damage()).toMatchObject({ count: 2, detail: expect.stringContaining('cannot be read') })
    expect(frames).toEqual([])
    line.write(concat(picture(KEY)))
    await until('a picture', () => frames.length === 1)
  })

  it('a damaged access unit is passed on as it is, and those behind it too', async () => {
    const { channel, frames } = await watch()
    const line = await tcp()
    const picture = sender(channel)
    const damaged = Uint8Array.from(SLICE, (byte, at) => (at > 20 && at % 3 === 0 ? byte ^ 0xff : byte))
    line.write(concat([...picture(KEY), ...picture(damaged, { dataType: 1 }), ...picture(SLICE, { dataType: 1 })]))
    await until('three', () => frames.length === 3)
    expect(frames[1]?.payload).toEqual(damaged)
    expect(frames[2]?.payload).toEqual(SLICE)
  })
})
