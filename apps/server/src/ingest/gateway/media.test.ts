// The media side through real sockets: a reader of the real streams asks, a device answers and sends.

import { createSocket } from 'node:dgram'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { concat, fromHex } from '@fleetglass/bytes'
import { decodeSignalling, encodePackets, type LiveRequest, PayloadType } from '@fleetglass/jt1078'
import { nalUnits } from '@fleetglass/media'
import { until } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { type GatewayAlone, startGatewayAlone } from '../../../test/gateway-alone.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'

const CAPTURES = join(import.meta.dirname, '../../../../../../shared/device-frames/media')

const SPS = fromHex('000000016742c01eda0280bfe5c044000003000400000300c83c58ba80')
const PPS = fromHex('0000000168ce3c80')
const IDR = concat([fromHex('0000000165'), new Uint8Array(3_000).fill(0x55)])
const SLICE = concat([fromHex('0000000141'), new Uint8Array(1_200).fill(0x66)])

let alone: GatewayAlone
let device: DeviceClient
const sockets: Socket[] = []

async function start(deviceId: string, raw: Uint8Array | string, version: '2013' | '2019' = '2013'): Promise<void> {
  alone = await startGatewayAlone(deviceId)
  device = await DeviceClient.tcp(alone.gateway.ports.signalling, raw, version)
  await device.login()
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await device.close()
  await alone.close()
})

/** Subscribes, and answers the device's 0x9101 as a willing device does. */
async function watch(deviceId: string, channel: number): Promise<{ frames: MediaFrame[]; request: LiveRequest }> {
  const frames: MediaFrame[] = []
  alone.streams.subscribe({ deviceId, channel }, { frame: (frame) => frames.push(frame), state: () => undefined })
  const asked = await device.next('unknown')
  const serial = device.lastTakenSerial
  const decoded = decodeSignalling(asked.messageId, asked.body.raw)
  if (!decoded?.ok || decoded.value.name !== 'liveRequest') throw new Error('something else was asked')
  device.send({ name: 'terminalAnswer', body: { answeredSerial: serial, answeredId: asked.messageId, result: 0 } })
  return { frames, request: decoded.value.body }
}

async function mediaSocket(from = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: alone.gateway.ports.media, host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

const closed = (socket: Socket) =>
  new Promise((resolve) => (socket.destroyed ? resolve(0) : socket.once('close', resolve)))

/** Frames of one channel as a device cuts them, the serial running on. */
function sender(simRaw: Uint8Array, channel: number) {
  let serial = 0
  return (payload: Uint8Array, over: { dataType?: number; timestampMs?: number; payloadType?: number } = {}) => {
    const packets = encodePackets({
      simRaw,
      channel,
      payloadType: PayloadType.h264,
      dataType: 0,
      timestampMs: 1_000,
      payload,
      firstSerial: serial,
      ...over,
    })
    serial += packets.length
    return concat(packets)
  }
}

describe('a live channel', () => {
  const SIM = fromHex('013800138000')

  it('is asked to come to the address its own line came in on, and its frames reach the reader', async () => {
    await start('13800138000', '13800138000')
    const { frames, request } = await watch('13800138000', 2)
    expect(request).toMatchObject({ host: '127.0.0.1', tcpPort: alone.gateway.ports.media, udpPort: 0, channel: 2 })
    const socket = await mediaSocket()
    const send = sender(SIM, 2)
    const bytes = concat([
      send(concat([SPS, PPS, IDR])),
      send(SLICE, { dataType: 1, timestampMs: 1_066 }),
      send(SLICE, { dataType: 1, timestampMs: 1_132 }),
    ])
    // Cut where no device would cut on purpose.
    for (let at = 0; at < bytes.length; at += 333) socket.write(bytes.subarray(at, at + 333))
    await until('three frames came', () => frames.length >= 3)
    expect(frames.map((frame) => [frame.keyFrame, frame.discontinuity])).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ])
    // The line follows the quickest packets slowly, so that a step may differ by a millisecond or two.
    expect(Math.abs(frames[1]!.timestampMs - frames[0]!.timestampMs - 66)).toBeLessThanOrEqual(2)
    expect(Math.abs(frames[0]!.timestampMs - Date.now())).toBeLessThan(60_000)
    expect(frames[0]!.payload).toEqual(concat([SPS, PPS, IDR]))
  })

  it('[STRM-22] every key frame has its parameter sets in front, also when the device sends them once', async () => {
    await start('13800138000', '13800138000')
    const { frames } = await watch('13800138000', 1)
    const socket = await mediaSocket()
    const send = sender(SIM, 1)
    socket.write(send(concat([SPS, PPS])))
    socket.write(send(IDR, { timestampMs: 1_040 }))
    // The device calls it a P frame; the NAL units say what it is.
    socket.write(send(IDR, { dataType: 1, timestampMs: 1_080 }))
    await until('two key frames came', () => frames.length >= 2)
    for (const frame of frames) {
      expect(frame.keyFrame).toBe(true)
      expect(nalUnits(frame.payload).map((unit) => unit[0]! & 0x1f)).toEqual([7, 8, 5])
    }
  })

  it('[STRM-20] time never goes back within a kind except where the frame says so', async () => {
    await start('13800138000', '13800138000')
    const { frames } = await watch('13800138000', 1)
    const socket = await mediaSocket()
    const send = sender(SIM, 1)
    const times = [50_000, 50_040, 50_030, 50_120, 40_000, 40_040]
    for (const timestampMs of times) socket.write(send(concat([SPS, PPS, IDR]), { timestampMs }))
    await until('all frames came', () => frames.length >= times.length)
    expect(frames.map((frame) => frame.discontinuity)).toEqual([true, false, false, false, true, false])
    for (let n = 1; n < frames.length; n++) {
      if (!frames[n]!.discontinuity) expect(frames[n]!.timestampMs).toBeGreaterThanOrEqual(frames[n - 1]!.timestampMs)
    }
  })

  it('comes over UDP too, a packet a datagram', async () => {
    await start('13800138000', '13800138000')
    const { frames } = await watch('13800138000', 1)
    const udp = createSocket('udp4')
    const packets = encodePackets({
      simRaw: SIM,
      channel: 1,
      payloadType: 98,
      dataType: 0,
      timestampMs: 5,
      firstSerial: 0,
      payload: concat([SPS, PPS, IDR]),
    })
    for (const packet of packets)
      await new Promise((resolve) => udp.send(packet, alone.gateway.ports.media, '127.0.0.1', resolve))
    await until('the frame came', () => frames.length === 1)
    udp.close()
  })

  it('[STRM-23] audio comes without its chip header', async () => {
    await start('13800138000', '13800138000')
    const { frames } = await watch('13800138000', 1)
    const socket = await mediaSocket()
    const send = sender(SIM, 1)
    const codes = new Uint8Array(160).fill(0xd5)
    socket.write(send(concat([SPS, PPS, IDR])))
    socket.write(send(concat([fromHex('00015000'), codes]), { dataType: 3, payloadType: 6, timestampMs: 1_020 }))
    const audio = await until('sound came', () => frames.find((frame) => frame.kind === 'audio'))
    expect(audio).toMatchObject({ codec: 6, payload: codes })
  })
})

describe('whose line it is', () => {
  it('is identified by the raw number bytes of the control connection, whatever their width', async () => {
    await start('56aebc2a', fromHex('000056aebc2a'))
    const { frames } = await watch('56aebc2a', 1)
    const socket = await mediaSocket()
    socket.write(sender(fromHex('0000000000000056aebc2a').slice(1), 1)(concat([SPS, PPS, IDR])))
    await until('the frame came', () => frames.length === 1)
  })

  it('a line that no client requested is closed', async () => {
    await start('13800138000', '13800138000')
    const socket = await mediaSocket()
    socket.write(sender(fromHex('013800138000'), 1)(IDR))
    await closed(socket)
  })

  it('a connection of an unknown device is closed', async () => {
    await start('13800138000', '13800138000')
    const socket = await mediaSocket()
    socket.write(sender(fromHex('019999999999'), 1)(IDR))
    await closed(socket)
  })

  it('junk is skipped up to 64 KiB, then the line is closed', async () => {
    await start('13800138000', '13800138000')
    const { frames } = await watch('13800138000', 1)
    const patient = await mediaSocket()
    patient.write(new Uint8Array(60_000).fill(0x41))
    patient.write(sender(fromHex('013800138000'), 1)(concat([SPS, PPS, IDR])))
    await until('the frame behind the junk came', () => frames.length === 1)
    const hopeless = await mediaSocket()
    hopeless.write(new Uint8Array(70_000).fill(0x41))
    await closed(hopeless)
  })

  it('a newer line of the same channel replaces the older', async () => {
    await start('13800138000', '13800138000')
    const { frames } = await watch('13800138000', 1)
    const old = await mediaSocket()
    old.write(sender(fromHex('013800138000'), 1)(concat([SPS, PPS, IDR])))
    await until('the first frame came', () => frames.length === 1)
    const young = await mediaSocket()
    young.write(sender(fromHex('013800138000'), 1)(concat([SPS, PPS, IDR])))
    await closed(old)
    await until('the second frame came', () => frames.length === 2)
    expect(frames[1]!.discontinuity).toBe(true)
  })

  it('comes from elsewhere only when it was asked for and has not come, and does not replace the one that publishes', async () => {
    await start('13800138000', '13800138000')
    const { frames } = await watch('13800138000', 1)
    const picture = () => sender(fromHex('013800138000'), 1)(concat([SPS, PPS, IDR]))
    const camera = await mediaSocket('127.0.0.2')
    camera.write(picture())
    await until('the first frame came', () => frames.length === 1)
    const unauthenticated = await mediaSocket('127.0.0.3')
    unauthenticated.write(picture())
    await closed(unauthenticated)
    expect(camera.destroyed).toBe(false)
    camera.write(picture())
    await until('the camera goes on', () => frames.length === 2)
  })

  it('datagrams of an unknown number open no line', async () => {
    await start('13800138000', '13800138000')
    const socket = createSocket('udp4')
    for (let n = 0; n < 5; n++)
      socket.send(sender(fromHex('013800138009'), 1)(SLICE.subarray(0, 500)), alone.gateway.ports.media, '127.0.0.1')
    await new Promise<void>((resolve) =>
      socket.send(
        sender(fromHex('013800138009'), 2)(SLICE.subarray(0, 500)),
        alone.gateway.ports.media,
        '127.0.0.1',
        () => resolve(),
      ),
    )
    await until('they were refused', async () =>
      (await alone.metrics.text()).includes('fleetglass_connections_refused_total{reason="unknown-device"} 6'),
    )
    expect(await alone.metrics.text()).not.toContain('fleetglass_media_closed_total{reason="unknown-device"}')
    socket.close()
  })
})

describe.skipIf(!existsSync(CAPTURES))('captures of real devices', () => {
  const captures = [
    { file: 'smallchi-jt1078-2.bin', sim: '012345678999', channel: 1, video: 270, key: 6 },
    { file: 'smallchi-jt1078-5.bin', sim: '012345678999', channel: 3, video: 2067, key: 66 },
    { file: 'xtream-sim6-h264-adpcm.part1.bin', sim: '013800138999', channel: 2, video: 11, key: 1 },
  ]
  for (const { file, sim, channel, video, key } of captures) {
    it(`${file} comes through whole`, async () => {
      const raw = fromHex(sim)
      const deviceId = sim.replace(/^0+/, '')
      await start(deviceId, raw)
      const { frames } = await watch(deviceId, channel)
      const socket = await mediaSocket()
      socket.end(readFileSync(join(CAPTURES, file)))
      await closed(socket)
      const pictures = frames.filter((frame) => frame.kind === 'video')
      expect(pictures).toHaveLength(video)
      expect(pictures.filter((frame) => frame.keyFrame)).toHaveLength(key)
    })
  }
})
