import {
  type BroadcastMessage,
  MAX_BROADCAST_DEVICES,
  MAX_BROADCAST_START_BYTES,
  parseBroadcastMessage,
} from '@fleetglass/contract/broadcast'
import { encodeMediaHeader, MediaCodec } from '@fleetglass/contract/streams'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { TalkDevice, type TalkDeviceOptions } from '../../../test/devices/talk-device.ts'
import { failedStream } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { createFanOut } from './fan-out.ts'

const OFFLINE = '13700000099'

/** The speaker's side of a broadcast. */
class Speaker {
  readonly said: BroadcastMessage[] = []
  readonly closed: Promise<number>
  readonly #socket: WebSocket
  #sequence = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('message', (data) => {
      const message = parseBroadcastMessage(data.toString())
      if (message) this.said.push(message)
    })
  }

  static async open(port: number, user = ADMIN): Promise<Speaker> {
    const query = new URLSearchParams({ deviceid: 'broadcast', user, password: sha256(ADMIN_PASSWORD) })
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws.cgi?${query}`, { perMessageDeflate: false })
    const speaker = new Speaker(socket)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return speaker
  }

  command(command: object): void {
    this.#socket.send(JSON.stringify(command))
  }

  speak(byte: number): void {
    const payload = new Uint8Array(160).fill(byte)
    const flags = { keyFrame: true, discontinuity: false, mainStream: false, channel: 1 }
    const time = { timestampMs: 1_790_000_000_000, sequence: this.#sequence++ }
    const head = encodeMediaHeader({ kind: 'audio', codec: MediaCodec.g726, ...flags, ...time }, payload.length)
    this.#socket.send(Buffer.concat([head, payload]))
  }

  hearing(count: number): Promise<unknown> {
    return until(`${count} hear it`, () =>
      this.said.some((message) => message.type === 'reached' && message.hearing === count),
    )
  }

  /** Number of devices that receive the sound, as last reported. */
  hearingNow(): number | undefined {
    return this.said.findLast((message) => message.type === 'reached')?.hearing
  }

  missed(): { deviceid: string; reason: string }[] {
    return this.said.flatMap((message) => (message.type === 'reached' ? message.missed : []))
  }

  async close(): Promise<void> {
    this.#socket.close()
    await this.closed
  }
}

describe('broadcasts', () => {
  let server: TestServer
  let admin: ChannelClient
  let terminals = 13_700_000_000
  const opened: { close(): Promise<unknown> }[] = []

  beforeAll(async () => {
    server = await startTestServer({ config: { site: { broadcast: true } } })
    admin = await server.login()
    await addUsers(server, { name: 'two', permission: 2 }, { name: 'three', permission: 3 })
    await admin.request('D01', { A: OFFLINE, C: '4', F: '0' })
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

  async function speaker(user = ADMIN): Promise<Speaker> {
    const one = await Speaker.open(server.ports.streams, user)
    opened.push(one)
    return one
  }

  it('[STRM-05] [BCST-03] [BCST-06] [BCST-07] chosen devices are opened with data type 4 and receive the speech between start and end', async () => {
    const one = await device()
    const two = await device()
    const other = await device()
    const talk = await speaker()
    talk.speak(1)
    talk.command({ cmd: 'start', mode: 'DEVICES', devices: [one.id, two.id, OFFLINE, 'nobody'] })
    await talk.hearing(2)
    expect(talk.said[0]).toEqual({ type: 'state', state: 'started', devices: [one.id, two.id], offline: [OFFLINE] })
    expect(talk.missed()).toEqual([{ deviceid: 'nobody', reason: 'there is no such device' }])
    talk.speak(2)
    talk.speak(3)
    for (const { vehicle } of [one, two]) {
      expect(vehicle.asked).toEqual([{ dataType: 4, channel: 1 }])
      await until('both frames are received', () => vehicle.received.length === 2)
      expect(vehicle.bodies.map(([first]) => first)).toEqual([2, 3])
      expect(vehicle.received[0]?.payloadType).toBe(MediaCodec.g726)
    }
    talk.command({ cmd: 'end' })
    await until('it has ended', () => talk.said.at(-1)?.type === 'state')
    expect(talk.said.at(-1)).toEqual({ type: 'state', state: 'ended' })
    talk.speak(4)
    for (const { vehicle } of [one, two]) {
      await until('the line is closed', () => vehicle.line?.destroyed)
      expect(vehicle.ended).toEqual([{ channel: 1, command: 4 }])
      expect(vehicle.received).toHaveLength(2)
    }
    expect(other.vehicle.asked).toEqual([])
  })

  it('[BCST-01] [BCST-04] [BCST-07] GLOBAL means the devices that a user of permission 2 sees, and a closed page ends it', async () => {
    const { id, vehicle } = await device()
    const talk = await speaker('two')
    talk.command({ cmd: 'start', mode: 'GLOBAL' })
    await talk.hearing(1)
    const [started] = talk.said
    expect(started).toMatchObject({ state: 'started', devices: [id] })
    expect(started).toHaveProperty('offline', expect.arrayContaining([OFFLINE]))
    await talk.close()
    await until('the device is notified', () => vehicle.ended.length === 1)
  })

  it('[M1] [BCST-07] GLOBAL asks no device of another group; one that leaves the groups of the speaker receives no more sound, and the others go on', async () => {
    const south = await server.directory.registry.addGroup(1, 'South')
    const north = await server.directory.registry.addGroup(1, 'North')
    if (typeof south === 'string' || typeof north === 'string') throw new Error('no groups')
    await addUsers(server, { name: 'of north', permission: 2, groupId: north.id })
    const leaves = await device()
    const stays = await device()
    const unseen = await device()
    for (const { id } of [leaves, stays]) await server.directory.registry.setGroups(id, [north.id])
    const talk = await speaker('of north')
    talk.command({ cmd: 'start', mode: 'GLOBAL' })
    await talk.hearing(2)
    const seen = [leaves.id, stays.id]
    expect(talk.said[0]).toEqual({ type: 'state', state: 'started', devices: seen, offline: [] })
    expect(unseen.vehicle.asked).toEqual([])
    await server.directory.registry.setGroups(leaves.id, [south.id])
    await until('its line is closed', () => leaves.vehicle.ended.length === 1)
    talk.speak(5)
    await until('the other receives sound', () => stays.vehicle.received.length === 1)
    expect(leaves.vehicle.received).toEqual([])
    await talk.hearing(1)
    expect(talk.missed()).toEqual([{ deviceid: leaves.id, reason: 'there is no such device' }])
    await server.directory.accounts.edit('of north', { groupId: south.id })
    await until('the other line is closed too', () => stays.vehicle.ended.length === 1)
  })

  it('[BCST-07] a device that refuses, or is talked to, is missed and the others hear', async () => {
    const refusing = await device({ result: 1 })
    const busy = await device()
    const received = await device()
    const talk = await StreamClient.open(server.ports.streams, { type: 'talk', deviceid: busy.id, channel: 1 })
    opened.push(talk)
    await busy.vehicle.connected()
    // Whose line it is, is known by its first packet: all these vehicles have one address.
    busy.vehicle.say(MediaCodec.g726, new Uint8Array(160))
    await talk.until(() => talk.states.includes('playing'), 'the talk is open')
    const operator = await speaker()
    operator.command({ cmd: 'start', mode: 'DEVICES', devices: [refusing.id, busy.id, received.id] })
    await operator.hearing(1)
    await until('both are notified', () => operator.missed().length === 2)
    expect(operator.missed()).toEqual(
      expect.arrayContaining([
        { deviceid: busy.id, reason: 'device busy' },
        { deviceid: refusing.id, reason: expect.stringContaining('refused') },
      ]),
    )
    operator.speak(7)
    await until('the sound arrives', () => received.vehicle.received.length === 1)
    expect(busy.vehicle.received).toEqual([])
  })

  it('[BCST-07] a device that takes an audio format which cannot be made is missed, and is none of those that hear', async () => {
    const mute = await device({ abilities: { audioCodec: MediaCodec.aac } })
    const received = await device()
    const talk = await speaker()
    talk.command({ cmd: 'start', mode: 'DEVICES', devices: [mute.id, received.id] })
    await until('it is reported', () => talk.missed().length === 1)
    expect(talk.missed()).toEqual([{ deviceid: mute.id, reason: 'its audio format 19 cannot be made' }])
    await until('the other receives sound', () => {
      talk.speak(7)
      return received.vehicle.received.length > 0
    })
    talk.command({ cmd: 'end' })
    await until('it has ended', () => talk.said.at(-1)?.type === 'state')
    expect(talk.hearingNow()).toBe(1)
    expect(mute.vehicle.received).toEqual([])
  })

  it('[BCST-04] [BCST-09] permission 3 is refused; commands that are none are ignored, and so is a second start', async () => {
    expect(await (await speaker('three')).closed).toBe(4403)
    const { id, vehicle } = await device()
    const talk = await speaker()
    for (const command of [
      { cmd: 'sing' },
      { cmd: 'start', mode: 'SOME' },
      { cmd: 'start', mode: 'DEVICES', devices: 'all' },
    ]) {
      talk.command(command)
    }
    talk.command({ cmd: 'start', mode: 'DEVICES', devices: [id] })
    talk.command({ cmd: 'start', mode: 'DEVICES', devices: [OFFLINE] })
    await talk.hearing(1)
    expect(talk.said.filter(({ type }) => type === 'state')).toHaveLength(1)
    expect(vehicle.asked).toHaveLength(1)
  })

  it('[BCST-02] as many chosen devices as a broadcast has are taken, with ids as long as they may be; other streams are said little', async () => {
    const talk = await speaker()
    const devices = Array.from({ length: MAX_BROADCAST_DEVICES }, (_, at) => String(at).padStart(31, 'x'))
    talk.command({ cmd: 'start', mode: 'DEVICES', devices })
    await until('none of them is there', () => talk.missed().length === MAX_BROADCAST_DEVICES)
    talk.command({ cmd: 'end', more: 'x'.repeat(MAX_BROADCAST_START_BYTES) })
    expect(await talk.closed).toBe(1009)
    const gps = await StreamClient.open(server.ports.streams, { type: 'gps', deviceid: OFFLINE, channel: 1 })
    gps.socket.send('x'.repeat(5000))
    expect((await gps.closed).code).toBe(1009)
  })

  it('[STRM-05] the names of the whole fleet are no device and no type', async () => {
    const talk = await StreamClient.open(server.ports.streams, { type: 'broadcast', deviceid: OFFLINE, channel: 1 })
    expect((await talk.closed).code).toBe(4404)
  })
})

describe('a broadcast to a large fleet', () => {
  const VEHICLES = 2_001
  const FIRST = 13_600_000_000

  /** Data types that this device was asked for; it refuses each, so that the next one gets its turn. */
  async function refuseAll(device: DeviceClient, dataTypes: number[]): Promise<void> {
    for (;;) {
      const down = await device.nextOf(['unknown']).catch(() => null)
      if (down === null) return
      const { message, header } = down
      if (message.name !== 'unknown' || message.messageId !== 0x9101) continue
      const { raw } = message.body
      dataTypes.push(raw[6 + (raw[0] ?? 0)] ?? -1)
      const body = { answeredSerial: header.serial, answeredId: 0x9101, result: 1 }
      device.send({ name: 'terminalAnswer', body })
    }
  }

  it('[BCST-01] [BCST-07] GLOBAL asks every device that is online, also above 2,000 of them', async () => {
    const server = await startTestServer({ config: { site: { broadcast: true } } })
    let admin = await server.login()
    const devices: DeviceClient[] = []
    const dataTypes: number[] = []
    for (let at = 0; at < VEHICLES; at++) {
      // One link may not send as many messages as there are vehicles.
      if (at % 100 === 99) {
        await admin.close()
        admin = await server.login()
      }
      const id = String(FIRST + at)
      await admin.request('D01', { A: id, C: '1' })
      const device = await DeviceClient.udp(server.ports.signalling, id, '2013', `127.0.1.${1 + (at % 250)}`)
      await device.answerTo(device.send({ name: 'heartbeat', body: {} }))
      void refuseAll(device, dataTypes)
      devices.push(device)
    }
    const talk = await Speaker.open(server.ports.streams)
    talk.command({ cmd: 'start', mode: 'GLOBAL' })
    await until('every device has refused', () => talk.missed().length === VEHICLES, 60_000)
    expect(talk.said[0]).toMatchObject({ type: 'state', state: 'started', offline: [] })
    const [started] = talk.said
    expect(started?.type === 'state' && started.state === 'started' && started.devices).toHaveLength(VEHICLES)
    expect(dataTypes).toEqual(Array.from({ length: VEHICLES }, () => 4))
    await talk.close()
    for (const device of devices) await device.close()
    await admin.close()
    await server.close()
  }, 120_000)

  it('[BCST-07] each frame goes once to each receiver in order, slice by slice; frames that are late are dropped', async () => {
    const given: [receiver: number, frame: number][] = []
    const receivers = Array.from({ length: 1_000 }, (_, at) => at)
    const fanOut = createFanOut(
      () => receivers,
      (receiver: number, frame) => given.push([receiver, frame[0] ?? -1]),
    )
    for (let frame = 0; frame < 40; frame++) fanOut.say(Uint8Array.of(frame))
    // Other work gets its turn long before all have it.
    expect(given.length).toBeLessThan(receivers.length)
    await until('the last frame has arrived everywhere', () => given.at(-1)?.join() === '999,39')
    // The first was under way, and a second of frames waited behind it.
    const frames = [0, ...Array.from({ length: 25 }, (_, at) => 15 + at)]
    expect(given).toEqual(frames.flatMap((frame) => receivers.map((receiver) => [receiver, frame])))
    fanOut.say(Uint8Array.of(99))
    fanOut.clear()
    const before = given.length
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    expect(given).toHaveLength(before)
  })
})

describe('a site that does not say so', () => {
  it('[BCST-05] [BCST-09] does not offer a broadcast to any user', async () => {
    const server = await startTestServer()
    const talk = await Speaker.open(server.ports.streams)
    expect(await talk.closed).toBe(4403)
    expect(talk.said).toEqual([failedStream('broadcast-off')])
    await server.close()
  })
})
