// One server whose ports go over a real NATS server, which is ended and started again meanwhile.
import { mayReconnect } from '@fleetglass/contract/streams'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ChannelClient } from '../channel-client.ts'
import { CameraDevice } from '../devices/camera-device.ts'
import { clipVideo } from '../devices/clip-video.ts'
import { fastClock } from '../fast-clock.ts'
import { startTestServer, type TestServer, until } from '../harness.ts'
import { callHttp } from '../http-client.ts'
import { StreamClient } from '../stream-client.ts'
import { program } from './nats-buses.ts'
import { type NatsServerOfTest, startNats } from './nats-server.ts'

const VAN = '13812345678'
/** As docs/bus.md has it: nothing beside the subjects of the prefix. */
const OWN_USER = `authorization { users: [
  { user: fg, password: "sesame", permissions: { publish: "fleetglass.>", subscribe: "fleetglass.>" } }
] }\n`
const clock = fastClock(10, Date.UTC(2026, 8, 1, 10, 0, 0))

/** A viewer with so many pictures. That the device is there comes over the bus: until then the viewer tries again. */
function playing({ ports }: TestServer, pictures: number): Promise<StreamClient> {
  return until('pictures come', async () => {
    const viewer = await StreamClient.open(ports.streams, { deviceid: VAN, channel: 1 })
    const closed = viewer.closed.then(({ code }) => code)
    const code = await Promise.race([closed, viewer.until(() => viewer.video.length >= pictures, 'pictures')]).catch(
      () => closed,
    )
    if (code === undefined) return viewer
    if (!mayReconnect(code)) throw new Error(`the viewer was closed with ${code}`)
    return null
  })
}

describe.skipIf(program === null)('a server with its ports over NATS', () => {
  let nats: NatsServerOfTest
  let server: TestServer
  let admin: ChannelClient
  let device: CameraDevice

  beforeAll(async () => {
    nats = await startNats(program ?? '', OWN_USER)
    const bus = { bus: `nats://127.0.0.1:${nats.port}`, busPrefix: 'fleetglass', busUser: 'fg', busPassword: 'sesame' }
    server = await startTestServer({ clock, config: bus })
    admin = await server.login()
    await admin.request('D01', { A: VAN, C: '4' })
    device = await CameraDevice.connect(server.ports.signalling, VAN, clock, { 1: clipVideo(VAN, 1, { lengthS: 240 }) })
  })

  afterAll(async () => {
    await device?.close()
    await admin?.close()
    await server?.close()
    await nats?.close()
  })

  const health = async (): Promise<[number, unknown]> => {
    const { status, body } = await callHttp(server, 'GET', '/healthz')
    return [status, (body as { bus?: string }).bus]
  }
  const metric = async (name: string): Promise<number> => {
    const { text } = await callHttp(server, 'GET', '/metrics')
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
  }
  const command = async (): Promise<Record<string, string | undefined>> => {
    const reply = admin.request('D07', { A: VAN })
    await device.signalling.next('terminalControl')
    const body = { answeredSerial: device.signalling.lastTakenSerial, answeredId: 0x8105, result: 1 }
    device.signalling.send({ name: 'terminalAnswer', body })
    return (await reply).fields
  }
  const watch = async (pictures: number): Promise<void> => {
    const viewer = await playing(server, pictures)
    expect(viewer.video[0]).toMatchObject({ keyFrame: true, discontinuity: true, channel: 1 })
    expect(viewer.video.map((frame) => frame.sequence)).toEqual(viewer.video.map((_, index) => index))
    await viewer.close()
  }

  it('carries live pictures, and a command with its answer', async () => {
    await watch(20)
    expect(await command()).toMatchObject({ R: '0', E: 'device-failed' })
    expect(await health()).toEqual([200, 'ok'])
    expect(await metric('fleetglass_bus_connected')).toBe(1)
    expect(await metric('fleetglass_bus_received_bytes_total')).toBeGreaterThan(10_000)
  })

  it('says that the bus is down, refuses a command at once, and goes on by itself when it is back', async () => {
    await nats.kill()
    // It goes on to record and to store: a supervisor has no reason to restart it.
    await until('it is noticed', async () => /^Reconnecting since 20\d\d-/.test(String((await health())[1])))
    expect((await health())[0]).toBe(200)
    expect(await metric('fleetglass_bus_connected')).toBe(0)
    expect((await admin.request('D07', { A: VAN })).fields).toMatchObject({ R: '0', E: 'bus-unavailable' })

    await nats.start()
    await until('it is back', async () => (await health())[1] === 'ok')
    expect(await metric('fleetglass_bus_interruptions_total')).toBe(1)
    expect(await command()).toMatchObject({ R: '0', E: 'device-failed' })
    await watch(5)
  })
})

describe.skipIf(program === null)('a server that starts before NATS', () => {
  it('is live and not ready until it is connected, and answers over the bus then', async () => {
    const nats = await startNats(program ?? '', OWN_USER)
    onTestFinished(() => nats.close())
    await nats.kill()
    const bus = { bus: `nats://127.0.0.1:${nats.port}`, busPrefix: 'fleetglass', busUser: 'fg', busPassword: 'sesame' }
    const lines: string[] = []
    const server = await startTestServer({ clock, config: bus, logLine: (line) => lines.push(line) })
    onTestFinished(() => server.close())
    const ask = async (path: string) => {
      const { status, body } = await callHttp(server, 'GET', path)
      return [status, (body as { bus?: string }).bus]
    }
    expect(await ask('/healthz')).toEqual([200, expect.stringMatching(/^Connecting since 20\d\d-/)])
    expect((await ask('/readyz'))[0]).toBe(503)
    expect(lines.filter((line) => line.includes('NATS cannot be reached'))).toHaveLength(1)
    const admin = await server.login()
    await admin.request('D01', { A: VAN, C: '4' })
    expect((await admin.request('D07', { A: VAN })).fields).toMatchObject({ R: '0' })
    const device = await CameraDevice.connect(server.ports.signalling, VAN, clock, {
      1: clipVideo(VAN, 1, { lengthS: 240 }),
    })
    onTestFinished(() => device.close())
    await nats.start()
    await until('it is connected', async () => (await ask('/readyz'))[0] === 200)
    expect(await ask('/healthz')).toEqual([200, 'ok'])
    await (await playing(server, 5)).close()
    await admin.close()
  })
})
