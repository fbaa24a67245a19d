// Who is taken for a device, and where it is at once: through real sockets, with a whole server behind them.
import { until } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { type DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import {
  add,
  connect,
  elsewhere,
  logged,
  online,
  recent,
  register,
  row,
  server,
  setUpIntroductions,
  start,
  stop,
  stored,
  TERMINAL,
} from './introductions.fixtures.ts'

setUpIntroductions()

/** Whether some column of the row is the place of the test positions. */
const onMap = async () => (await row()).some((column) => column.includes('24.0786'))
const beat = (device: DeviceClient) => device.answerTo(device.send({ name: 'heartbeat', body: {} }))
const asked = (device: DeviceClient) => device.received.some(({ message }) => message.name === 'positionRequest')

function answerWhere(device: DeviceClient, timeS = recent()): number {
  const answeredSerial = device.lastTakenSerial
  return device.send({ name: 'positionAnswer', body: { answeredSerial, position: positionMessage(timeS).body } })
}

async function metric(name: string): Promise<string[]> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return text.split('\n').filter((line) => line.startsWith(name))
}

describe('where a vehicle is', () => {
  it('[D8] is asked when a known device connects; its answer is shown, stored and acknowledged', async () => {
    await start()
    await add()
    const device = await connect()
    await device.login()
    await device.next('positionRequest')
    const serial = answerWhere(device)
    await until('it is on the map', onMap)
    await until('it is stored', () => stored() === 1)
    expect(await device.answerTo(serial)).toBe(0)
    expect(asked(device)).toBe(false)
  })

  it('a device that registers is online, and is sent commands, once its code has been answered', async () => {
    await start()
    await add()
    const device = await connect()
    const { code } = await register(device)
    expect(await online()).toBe(false)
    device.send({ name: 'authentication', body: { code: code ?? '' } })
    await until('it is asked where it is', () => asked(device))
    expect(device.received.map(({ message }) => message.name)).toEqual(['platformAnswer', 'positionRequest'])
    expect(await online()).toBe(true)
  })

  it('a device that registers and does not authenticate is online with what it says next', async () => {
    await start()
    await add()
    const device = await connect()
    await register(device)
    expect(await online()).toBe(false)
    expect(await beat(device)).toBe(0)
    await until('it is online', online)
  })

  it('is asked when a connected device is added, also when it never registered', async () => {
    await start()
    const device = await connect()
    await beat(device)
    expect(asked(device)).toBe(false)
    await add()
    await device.next('positionRequest')
    answerWhere(device)
    await until('it is on the map', onMap)
  })

  it('is not asked of one that begins with it, nor during registration; silence and refusals change nothing', async () => {
    await start()
    await add()
    const device = await connect()
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(0)
    await beat(device)
    expect(asked(device)).toBe(false)
    const other = await connect()
    await other.login()
    await other.next('positionRequest')
    const failure = { answeredSerial: other.lastTakenSerial, answeredId: 0x8201, result: 3 }
    other.send({ name: 'terminalAnswer', body: failure })
    expect(await beat(other)).toBe(0)
    expect(await other.answerTo(other.send(positionMessage(recent() + 1)))).toBe(0)
    expect(asked(other)).toBe(false)
  })

  it('is known after a restart before the device says anything', async () => {
    await start()
    await add()
    const device = await connect()
    const timeS = recent()
    await device.answerTo(device.send(positionMessage(timeS)))
    await stop()
    await start()
    expect(await onMap()).toBe(true)
    expect(await online()).toBe(false)
    expect((await row()).join('\t')).toContain(String(timeS))
  })
})

describe('deviceAuthentication open', () => {
  it('the newer connection of a number takes its place, which is counted and logged', async () => {
    await start({ deviceAuthentication: 'open' })
    await add()
    const old = await connect()
    await beat(old)
    const young = await connect()
    await beat(young)
    await old.closed
    expect(await online()).toBe(true)
    const wanted = 'fleetglass_signalling_takeovers_total{device="registered"} 1'
    await until('the takeover is counted', async () =>
      (await metric('fleetglass_signalling_takeovers')).includes(wanted),
    )
    expect(logged.some((line) => line.includes('took the place') && line.includes(TERMINAL))).toBe(true)
  })
})

describe('deviceAuthentication open, two lines of one number', () => {
  it('a newcomer takes the place of an authenticated device neither by a datagram nor by a line without authentication', async () => {
    await start({ deviceAuthentication: 'open' })
    await add()
    const device = await connect()
    await device.login()
    for (const kind of ['udp', 'tcp'] as const) {
      const newcomer = await elsewhere(kind)
      expect(await newcomer.answerTo(newcomer.send(positionMessage(recent())))).toBe(1)
      expect(stored()).toBe(0)
      expect(await onMap()).toBe(false)
    }
    const byDatagram = await elsewhere('udp')
    expect(await byDatagram.answerTo(byDatagram.send({ name: 'authentication', body: { code: '1' } }))).toBe(1)
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(0)
    expect(stored()).toBe(1)
  })

  it('a device that comes back from elsewhere takes its place by authenticating, or when the old line has ended', async () => {
    await start({ deviceAuthentication: 'open' })
    await add()
    const old = await connect()
    await old.login()
    const moved = await elsewhere('tcp')
    await moved.login()
    await old.closed
    expect(await moved.answerTo(moved.send(positionMessage(recent())))).toBe(0)
    const waiting = await connect()
    const datagrams = await elsewhere('udp')
    expect(await datagrams.answerTo(datagrams.send(positionMessage(recent() + 1)))).toBe(0)
    await moved.closed
    await waiting.close()
    expect(stored()).toBe(2)
  })

  it('each position is acknowledged under the number that sent it, though one line speaks for two', async () => {
    await start({ deviceAuthentication: 'open' })
    await add()
    const line = await connect()
    const serial = line.send(positionMessage(recent()))
    const own = line.terminalRaw
    line.terminalRaw = Uint8Array.of(1, 0x38, 0, 0x13, 0x80, 1)
    line.send({ name: 'heartbeat', body: {} })
    const answer = await until('the position is acknowledged', () =>
      line.received.find(({ message }) => message.name === 'platformAnswer' && message.body.answeredSerial === serial),
    )
    expect(Uint8Array.from(answer.header.terminal.raw)).toEqual(own)
  })
})
