// The signalling side through real sockets, with a whole server behind it.
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fromHex, toHex } from '@fleetglass/bytes'
import { encodeBody, type Message } from '@fleetglass/jt808'
import { until } from '@fleetglass/testkit'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelClient } from '../../../test/channel-client.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

const TERMINAL = '13800138000'
const T0 = 1_790_000_000 - (1_790_000_000 % 86_400)
const recent = () => Math.floor(Date.now() / 1000) - 60

let server: TestServer
let console_: ChannelClient
const devices: DeviceClient[] = []

beforeEach(async () => {
  server = await startTestServer()
  console_ = await server.login()
})

afterEach(async () => {
  for (const device of devices.splice(0)) await device.close()
  await console_.close()
  await server.close()
})

async function tcp(terminal: string | Uint8Array = TERMINAL, version: '2013' | '2019' = '2013') {
  const device = await DeviceClient.tcp(server.ports.signalling, terminal, version)
  devices.push(device)
  return device
}

async function add(deviceId = TERMINAL): Promise<void> {
  const reply = await console_.request('D01', { A: deviceId, C: '4' })
  expect(reply.fields.R, reply.fields.W).toBe('1')
}

function stored(): { time_s: number; lat_e6: number; state: number }[] {
  return rowsOf('track_points ORDER BY time_s')
}

/** Points whose time the device did not know. */
function strays(): { arrived_s: number; said_s: number }[] {
  return rowsOf('track_strays')
}

function rowsOf<Row>(table: string): Row[] {
  const database = new Database(join(server.data, 'fleetglass.sqlite'), { readonly: true })
  try {
    return database.prepare(`SELECT * FROM ${table}`).all() as Row[]
  } finally {
    database.close()
  }
}

async function row(deviceId = TERMINAL): Promise<string[]> {
  const reply = await console_.request('Q05', { A: deviceId })
  return reply.text.split('\t')
}

const metrics = async () => (await fetch(`${server.url}/metrics`)).text()

const isListed = async (deviceId = TERMINAL) => (await row(deviceId))[0] === deviceId

for (const version of ['2013', '2019'] as const) {
  describe(`a device that speaks ${version}`, () => {
    it('registers, authenticates, and its positions are on disk when they are acknowledged', async () => {
      await add()
      const device = await tcp(TERMINAL, version)
      await device.login()
      const timeS = recent()
      expect(await device.answerTo(device.send(positionMessage(timeS)))).toBe(0)
      expect(stored()).toMatchObject([{ time_s: timeS, lat_e6: 24_078_600 }])
    })

    it('is answered with its own number bytes and its own header', async () => {
      const raw = version === '2013' ? fromHex('000056aebc2a') : fromHex('0000000000000056aebc2a').slice(1)
      const device = await tcp(raw, version)
      await device.login()
      device.send({ name: 'heartbeat', body: {} })
      await until('an answer came', () => device.received.length > 0)
      const [{ header }] = device.received as [DeviceClient['received'][number]]
      expect(toHex(header.terminal.raw)).toBe(toHex(raw))
      expect(header.version).toBe(version)
      expect(header.serial).toBe(2)
    })
  })
}

describe('who may store', () => {
  it('a device no user added is listed as new, and nothing of it is stored', async () => {
    const device = await tcp()
    await device.login()
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(1)
    expect(await isListed()).toBe(true)
    expect(stored()).toEqual([])
  })

  it('[M9] positions of a number that no user has added get result 1, so that its backlog arrives after it has been added', async () => {
    const device = await tcp()
    await device.login()
    const timeS = recent()
    const backlog: Message = {
      name: 'positionBatch',
      body: { kind: 1, entries: [3, 2, 1].map((agoS) => ({ position: positionMessage(timeS - agoS).body })) },
    }
    expect(await device.answerTo(device.send(backlog))).toBe(1)
    expect(await device.answerTo(device.send({ name: 'heartbeat', body: {} }))).toBe(0)
    await add()
    expect(await device.answerTo(device.send(backlog))).toBe(0)
    expect(stored()).toHaveLength(3)
  })

  it('[M9] positions of a number that no user has added are acknowledged and dropped where the site says so', async () => {
    const dropping = await startTestServer({ config: { newDevicePositions: 'drop' } })
    const device = await DeviceClient.tcp(dropping.ports.signalling, TERMINAL)
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(0)
    await device.close()
    await dropping.close()
  })

  it('[D9] a short report (0x5501) is stored, and answered with 0x4401 after that', async () => {
    const id = '700160818000'
    await add(id)
    const socket = connect(server.ports.signalling, '127.0.0.1')
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    const body = '0127061008045322332880113555602f05003101000000060800001093143501000200030003010005'
    const report = Buffer.from(`55018028${id}${body}`, 'hex')
    const sum = report.reduce((total, byte) => total ^ byte, 0)
    socket.write(Buffer.concat([Buffer.of(0x7e), report, Buffer.of(sum, 0x7e)]))
    await until('it is answered', () => received.length > 0)
    const content = `44010003${id}${toHex(report.subarray(10, 11))}550100`
    const check = Buffer.from(content, 'hex').reduce((total, byte) => total ^ byte, 0)
    expect(toHex(Buffer.concat(received))).toBe(`7e${content}${toHex(Uint8Array.of(check))}7e`)
    expect(stored()).toHaveLength(1)
    socket.destroy()
  })

  it('[D9] the positions that a small tracker sends in bulk (0x0210) are stored, and acknowledged after that', async () => {
    await add()
    const device = await tcp()
    const timeS = recent()
    const entries = [2, 1].map((agoS) => ({ position: positionMessage(timeS - agoS).body }))
    const serial = device.send({ name: 'trackerReport', body: { kind: 'positions', entries } })
    expect(await device.answerTo(serial)).toBe(0)
    expect(stored()).toHaveLength(2)
    const battery = { kind: 'battery', batteryPercent: 84, time: '250711145301' } as const
    expect(await device.answerTo(device.send({ name: 'trackerReport', body: battery }))).toBe(0)
  })

  it('stores the points of a device from the moment it is added until it is removed', async () => {
    const device = await tcp()
    await device.login()
    await add()
    const timeS = recent()
    await device.answerTo(device.send(positionMessage(timeS)))
    expect(stored()).toHaveLength(1)
    expect((await console_.request('D02', { A: TERMINAL })).fields.R).toBe('1')
    await device.answerTo(device.send(positionMessage(timeS + 1)))
    expect(stored()).toHaveLength(1)
  })

  it('a device that was added with the zeros in front is found by its short number', async () => {
    await add('013800138000')
    const device = await tcp()
    await device.answerTo(device.send(positionMessage(recent())))
    expect(stored()).toHaveLength(1)
    expect(await isListed('013800138000')).toBe(true)
  })

  it('a longer number that ends in the digits of a registered device is another device', async () => {
    await add('013800138000')
    const device = await tcp(fromHex('99999999013800138000'), '2019')
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(1)
    expect(stored()).toEqual([])
  })

  it('closes the connection of an unknown device where the site says so', async () => {
    const strict = await startTestServer({ config: { admission: 'refuse' } })
    const device = await DeviceClient.tcp(strict.ports.signalling, TERMINAL)
    device.send({ name: 'heartbeat', body: {} })
    await device.closed
    await strict.close()
  })
})

describe('what devices send', () => {
  it('positions come before any registration, and over UDP', async () => {
    await add()
    const device = await DeviceClient.udp(server.ports.signalling, TERMINAL)
    devices.push(device)
    const timeS = recent()
    expect(await device.answerTo(device.send(positionMessage(timeS)))).toBe(0)
    expect(stored()).toMatchObject([{ time_s: timeS }])
  })

  it('a batch is acknowledged once, when all of it is on disk', async () => {
    await add()
    const device = await tcp()
    const entries = [0, 1, 2, 3, 4].map((n) => ({ position: positionMessage(T0 + n - 86_400 * 300).body }))
    const serial = device.send({ name: 'positionBatch', body: { kind: 1, entries } })
    expect(await device.answerTo(serial)).toBe(0)
    expect(stored()).toHaveLength(5)
  })

  it('a position that is not located is acknowledged and is no point of the track', async () => {
    await add()
    const device = await tcp()
    expect(await device.answerTo(device.send(positionMessage(recent(), { statusBits: 0b01 })))).toBe(0)
    expect(stored()).toEqual([])
  })

  it('a device without a clock has its point kept apart, with the time of arrival', async () => {
    await add()
    const device = await tcp()
    const position = positionMessage(0)
    const body = { ...position.body, timeBytes: new Uint8Array(6), localTimeS: null }
    await device.answerTo(device.send({ name: 'position', body }))
    const [point] = strays()
    expect([stored(), point?.said_s]).toEqual([[], 0])
    expect(Math.abs((point?.arrived_s ?? 0) - Date.now() / 1000)).toBeLessThan(60)
  })

  it('a clock more than ten minutes ahead is no clock: it hides nothing that comes later', async () => {
    await add()
    const device = await tcp()
    await device.answerTo(device.send(positionMessage(Math.floor(Date.now() / 1000) + 3_600)))
    expect([stored(), strays()]).toMatchObject([[], [{ said_s: expect.any(Number) }]])
    await device.answerTo(device.send(positionMessage(recent())))
    expect((await row()).join('\t')).toContain('24.0786')
  })

  it('every up message is answered, also one with an unknown number', async () => {
    const device = await tcp()
    const ids = [0x0002, 0x0003, 0x0702, 0x0900, 0x0f77, 0xe123]
    for (const messageId of ids) {
      const serial = device.send({ name: 'unknown', messageId, body: { raw: Uint8Array.of(1, 2, 3) } } as Message)
      expect(await device.answerTo(serial)).toBe(0)
    }
  })

  it('sends the time to devices that request it, with both messages', async () => {
    const device = await tcp(TERMINAL, '2019')
    device.send({ name: 'unknown', messageId: 0x0004, body: { raw: new Uint8Array(0) } })
    const standard = await device.next('serverTime')
    device.send({ name: 'unknown', messageId: 0x0109, body: { raw: new Uint8Array(0) } })
    const other = await device.next('timeAnswer')
    const now = new Date()
    expect(standard.body.utc.slice(0, 4)).toBe(now.toISOString().slice(2, 7).replace('-', ''))
    expect(other.body.year).toBe(now.getUTCFullYear())
  })

  it('a batch of thousands is taken in slices, and acknowledged when all of it is on disk', async () => {
    await add()
    const device = await tcp()
    const entries = Array.from({ length: 3_000 }, (_, n) => ({ position: positionMessage(T0 + n - 86_400 * 300).body }))
    const body = encodeBody({ name: 'positionBatch', body: { kind: 1, entries } }, '2013')
    const total = Math.ceil(body.length / 1_000)
    const first = device.sendPackets(0x0704, body, total)
    expect(await device.answerTo((first + total - 1) & 0xffff)).toBe(0)
    expect(stored()).toHaveLength(3_000)
  })

  it('a message larger than a connection may keep is refused aloud', async () => {
    const device = await tcp()
    const body = new Uint8Array(1_023 * 2_400)
    device.sendPackets(0x0704, body, 2_400)
    await until('it is refused', () =>
      device.received.some(({ message }) => message.name === 'platformAnswer' && message.body.result === 1),
    )
    expect(await metrics()).toContain('fleetglass_connections_refused_total')
  })

  it('asks for the packets of a message that did not come', async () => {
    await add()
    const device = await tcp()
    const entries = [0, 1, 2].map((n) => ({ position: positionMessage(T0 + n - 86_400 * 300).body }))
    const body = encodeBody({ name: 'positionBatch', body: { kind: 1, entries } }, '2013')
    const first = device.sendPackets(0x0704, body, 4, [2])
    const { body: request } = await device.next('terminalPacketRequest')
    expect(request).toEqual({ firstSerial: first, packetNumbers: [2] })
    device.sendPacket(0x0704, body, { first, total: 4, number: 2, size: Math.ceil(body.length / 4) })
    for (let n = 0; n < 4; n++) expect(await device.answerTo((first + n) & 0xffff)).toBe(0)
    expect(stored()).toHaveLength(3)
  })
})

describe('the life of connections', () => {
  it('a new connection of the same terminal replaces the old one, and the device stays online', async () => {
    await add()
    const old = await tcp()
    await old.login()
    const young = await tcp()
    await young.login()
    await old.closed
    expect((await row())[4]).toBe('1')
    expect(await young.answerTo(young.send(positionMessage(recent())))).toBe(0)
  })

  it('a device that hangs up is offline', async () => {
    await add()
    const device = await tcp()
    await device.login()
    expect((await row())[4]).toBe('1')
    await device.close()
    await until('the device is offline', async () => (await row())[4] === '0')
  })

  it('2 000 datagrams from as many ports take no place from others', async () => {
    const flood = await Promise.all(
      Array.from({ length: 2_050 }, async () => {
        const socket = createSocket('udp4')
        await new Promise<void>((resolve) => socket.bind(0, '127.0.0.3', resolve))
        return socket
      }),
    )
    for (const socket of flood) {
      await new Promise<void>((resolve) =>
        socket.send(Uint8Array.of(0x7e, 1), server.ports.signalling, '127.0.0.1', () => resolve()),
      )
    }
    const peers = async () => /\nfleetglass_signalling_udp_peers (\d+)/.exec(await metrics())?.[1]
    await until('the address has all it may have', async () => (await peers()) === '2000')
    const device = await DeviceClient.udp(server.ports.signalling, TERMINAL)
    devices.push(device)
    expect(await device.answerTo(device.send({ name: 'heartbeat', body: {} }))).toBe(0)
    await until('the rest is counted', async () => (await metrics()).includes('{reason="too-many-of-address"} 50'))
    for (const socket of flood) socket.close()
  })

  it('a wrong checksum costs the frame, not the connection', async () => {
    const device = await tcp()
    for (let n = 0; n < 20; n++) {
      device.sendBytes(fromHex('7e000200000138001380000001ff7e'))
      expect(await device.answerTo(device.send({ name: 'heartbeat', body: {} }))).toBe(0)
    }
  })

  it('kilobytes without a frame close the connection, and no other one', async () => {
    const good = await tcp()
    const bad = await tcp('13800138001')
    for (let n = 0; n < 40; n++) bad.sendBytes(new Uint8Array(2048).fill(0x41))
    await bad.closed
    expect(await good.answerTo(good.send({ name: 'heartbeat', body: {} }))).toBe(0)
  })

  it('bad frames without end cost the connection', async () => {
    const bad = await tcp()
    for (let n = 0; n < 70; n++) bad.sendBytes(fromHex('7e000200000138001380000001ff7e'))
    await bad.closed
  })
})
