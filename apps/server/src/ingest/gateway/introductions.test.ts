// Who is taken for a device, and where it is at once: through real sockets, with a whole server behind them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceCodePath } from '@fleetglass/contract/devices'
import { until } from '@fleetglass/testkit'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { DeviceClient, positionMessage } from '../../../test/device-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import type { ServerConfig } from '../../platform/config/index.ts'

const TERMINAL = '13800138000'
const recent = () => Math.floor(Date.now() / 1000) - 60

let data: string
let server: TestServer
let operator: ChannelClient
const devices: DeviceClient[] = []
const logged: string[] = []

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'fleetglass-intro-'))
  logged.length = 0
})

afterEach(async () => {
  await stop()
  rmSync(data, { recursive: true, force: true })
})

async function start(config: Partial<ServerConfig> = {}): Promise<void> {
  server = await startTestServer({ data, config, logLine: (line) => logged.push(line) })
  operator = await server.login()
}

async function stop(): Promise<void> {
  for (const device of devices.splice(0)) await device.close()
  await operator.close()
  await server.close()
}

async function connect(terminal = TERMINAL): Promise<DeviceClient> {
  const device = await DeviceClient.tcp(server.ports.signalling, terminal)
  devices.push(device)
  return device
}

async function add(deviceId = TERMINAL): Promise<void> {
  expect((await operator.request('D01', { A: deviceId, C: '4' })).fields.R).toBe('1')
}

const row = async () => (await operator.request('Q05', { A: TERMINAL })).text.split('\t')
/** Whether some column of the row is the place of the test positions. */
const onMap = async () => (await row()).some((column) => column.includes('24.0786'))
const online = async () => (await row())[4] === '1'
const beat = (device: DeviceClient) => device.answerTo(device.send({ name: 'heartbeat', body: {} }))
const asked = (device: DeviceClient) => device.received.some(({ message }) => message.name === 'positionRequest')

function answerWhere(device: DeviceClient, timeS = recent()): number {
  const answeredSerial = device.lastTakenSerial
  return device.send({ name: 'positionAnswer', body: { answeredSerial, position: positionMessage(timeS).body } })
}

function stored(): number {
  const database = new Database(join(data, 'fleetglass.sqlite'), { readonly: true })
  const { count } = database.prepare('SELECT count(*) AS count FROM track_points').get() as { count: number }
  database.close()
  return count
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
    const refusal = { answeredSerial: other.lastTakenSerial, answeredId: 0x8201, result: 3 }
    other.send({ name: 'terminalAnswer', body: refusal })
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

async function register(device: DeviceClient) {
  const body = { province: 0, city: 0, maker: 'TEST', model: 'T1', terminalId: '1', plateColour: 1, plate: 'TEST 1' }
  device.send({ name: 'registration', body: { layout: '2013', ...body } })
  return (await device.next('registrationAnswer')).body
}

function show(device: DeviceClient, code: string): Promise<number> {
  return device.answerTo(device.send({ name: 'authentication', body: { code } }))
}

async function elsewhere(kind: 'tcp' | 'udp' = 'tcp'): Promise<DeviceClient> {
  const device = await DeviceClient[kind](server.ports.signalling, TERMINAL, '2013', '127.0.0.2')
  devices.push(device)
  return device
}

describe('deviceAuthentication first-use, the default', () => {
  const resetCode = (deviceid: string) => {
    const body = { username: ADMIN, password: sha256(ADMIN_PASSWORD), deviceid }
    return callHttp(server, 'DELETE', deviceCodePath, { body })
  }

  it('[H5] from another address no other code takes the place of a device that has shown the code we gave it, nor a registration', async () => {
    await start()
    await add()
    const device = await connect()
    const { code = '' } = await register(device)
    expect(await show(device, code)).toBe(0)
    for (const wrong of ['', TERMINAL, '0123456789ABCDEF']) {
      const newcomer = await elsewhere()
      expect(await show(newcomer, wrong)).toBe(1)
      await newcomer.closed
    }
    const newcomer = await elsewhere()
    const given = await register(newcomer)
    expect(given.result).toBe(0)
    expect(await newcomer.answerTo(newcomer.send(positionMessage(recent())))).toBe(1)
    expect(await show(newcomer, given.code ?? '')).toBe(1)
    await newcomer.closed
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(0)
    expect(stored()).toBe(1)
  })

  it('[H5] the device comes back from another address with its code, also after a restart, and from its own it may register again', async () => {
    await start()
    await add()
    const device = await connect()
    const { code = '' } = await register(device)
    await show(device, code)
    await stop()
    await start()
    const newcomer = await elsewhere()
    expect(await newcomer.answerTo(newcomer.send(positionMessage(recent())))).toBe(1)
    expect(await show(newcomer, '1')).toBe(1)
    const moved = await elsewhere()
    expect(await show(moved, code)).toBe(0)
    expect(await moved.answerTo(moved.send(positionMessage(recent())))).toBe(0)
    const again = await elsewhere()
    const next = await register(again)
    expect(await show(again, next.code ?? '')).toBe(0)
    await moved.closed
    const old = await connect()
    expect(await show(old, code)).toBe(1)
  })

  it('[H5] a code that was given before the device was added counts from the first time that it is shown afterwards', async () => {
    await start()
    const device = await connect()
    const { code = '' } = await register(device)
    expect(await show(device, code)).toBe(0)
    await device.close()
    await add()
    const again = await connect()
    expect(await show(again, code)).toBe(0)
    const newcomer = await elsewhere()
    expect(await show(newcomer, TERMINAL)).toBe(1)
    expect(await again.answerTo(again.send(positionMessage(recent())))).toBe(0)
  })

  it('[D12] a code that the device fills with 00 up to a fixed width is the same code', async () => {
    await start()
    await add()
    const device = await connect()
    const { code = '' } = await register(device)
    expect(await show(device, `${code}\0\0\0\0`)).toBe(0)
    const newcomer = await elsewhere()
    expect(await show(newcomer, '\0')).toBe(1)
  })

  it('[H5] after an administrator reset it the device begins anew, with whatever code it has', async () => {
    await start()
    await add()
    const device = await connect()
    const { code = '' } = await register(device)
    await show(device, code)
    await device.close()
    expect((await resetCode('13899999999')).body).toMatchObject({ hasError: true })
    expect((await resetCode(TERMINAL)).body).toEqual({ hasError: false, message: '' })
    const replaced = await elsewhere()
    expect(await replaced.answerTo(replaced.send(positionMessage(recent())))).toBe(0)
    const next = await register(replaced)
    expect(await show(replaced, next.code ?? '')).toBe(0)
    const old = await connect()
    expect(await show(old, code)).toBe(1)
  })

  it('[H5] a device that never registers is served as before, whatever code it brings', async () => {
    await start()
    await add()
    const device = await connect()
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(0)
    expect(await show(device, 'of another platform')).toBe(0)
    const moved = await elsewhere()
    expect(await show(moved, 'of another platform')).toBe(0)
    expect(await moved.answerTo(moved.send(positionMessage(recent() + 1)))).toBe(0)
    expect(stored()).toBe(2)
  })

  it.each(['first-use', 'code'] as const)(
    '[H5] in %s 0x8100 does not reveal which numbers exist',
    async (deviceAuthentication) => {
      await start({ deviceAuthentication })
      await add()
      const device = await connect()
      const used = await register(device)
      await show(device, used.code ?? '')
      const numbers = [TERMINAL, '13800138001', '13800138002']
      await add('13800138001')
      const answers = []
      for (const number of numbers) {
        const newcomer = await DeviceClient.tcp(server.ports.signalling, number, '2013', '127.0.0.2')
        devices.push(newcomer)
        answers.push(await register(newcomer))
      }
      expect(answers.map(({ result }) => result)).toEqual([0, 0, 0])
      for (const { code } of answers) expect(code).toMatch(/^[0-9A-F]{16}$/)
    },
  )
})

describe('deviceAuthentication code', () => {
  it('a device counts once it has shown the code it was given, also after a restart, when it is kept only as a hash', async () => {
    await start({ deviceAuthentication: 'code' })
    await add()
    const device = await connect()
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(1)
    expect(await online()).toBe(false)
    const { result, code = '' } = await register(device)
    expect(result).toBe(0)
    expect(code).toMatch(/^[0-9A-F]{16}$/)
    expect(await show(device, code)).toBe(0)
    expect(await online()).toBe(true)
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(0)
    expect(stored()).toBe(1)
    await stop()

    const database = new Database(join(data, 'fleetglass.sqlite'), { readonly: true })
    expect(JSON.stringify(database.prepare('SELECT * FROM device_codes').all())).not.toContain(code)
    database.close()

    await start({ deviceAuthentication: 'code' })
    const again = await connect()
    expect(await show(again, code)).toBe(0)
    expect(await online()).toBe(true)
    await again.next('positionRequest')
  })

  it('whoever names the number with a wrong code, or registers it anew, is refused; the good connection goes on', async () => {
    await start({ deviceAuthentication: 'code' })
    await add()
    const good = await connect()
    const { code = '' } = await register(good)
    await show(good, code)
    const bad = await connect()
    const other = await register(bad)
    expect(await show(bad, other.code ?? '')).toBe(1)
    await bad.closed
    const worse = await connect()
    expect(await worse.answerTo(worse.send(positionMessage(recent())))).toBe(1)
    expect(await show(worse, '0123456789ABCDEF')).toBe(1)
    await worse.closed
    expect(await good.answerTo(good.send(positionMessage(recent())))).toBe(0)
    expect(stored()).toBe(1)
    const comesBack = await connect()
    expect(await show(comesBack, code)).toBe(0)
    await good.closed
    expect(await online()).toBe(true)
  })

  it('what unregisters (0x0003) is offline and stores nothing until it has shown a code again, its own or a new one', async () => {
    await start({ deviceAuthentication: 'code' })
    await add()
    const device = await connect()
    const { code = '' } = await register(device)
    await show(device, code)
    const unregister = async () => {
      const bye = { name: 'unknown', messageId: 0x0003, body: { raw: new Uint8Array(0) } } as const
      expect(await device.answerTo(device.send(bye))).toBe(0)
    }
    await unregister()
    expect(await online()).toBe(false)
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(1)
    expect(stored()).toBe(0)
    expect(await show(device, code)).toBe(0)
    expect(await online()).toBe(true)
    await unregister()
    const again = await register(device)
    expect(again.result).toBe(0)
    expect(await show(device, again.code ?? '')).toBe(0)
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(0)
    expect(stored()).toBe(1)
  })

  it('goes on without its code only so long', async () => {
    await start({ deviceAuthentication: 'code' })
    await add()
    const device = await connect()
    for (let n = 0; n < 80; n++) device.send(positionMessage(recent() + n))
    await device.closed
    expect(stored()).toBe(0)
  })

  it('a code that nobody has shown yet is replaced, so that a lost answer locks nobody out', async () => {
    await start({ deviceAuthentication: 'code' })
    await add()
    const device = await connect()
    const first = await register(device)
    const second = await register(device)
    expect(second.result).toBe(0)
    expect(await show(device, first.code ?? '')).toBe(1)
    expect(await show(device, second.code ?? '')).toBe(0)
  })

  it('a new device gets a code that counts for nothing; when it is added it comes again, and registers', async () => {
    await start({ deviceAuthentication: 'code' })
    const device = await connect()
    const early = await register(device)
    expect(await show(device, early.code ?? '')).toBe(1)
    expect((await row())[0]).toBe(TERMINAL)
    await add()
    await device.closed
    const again = await connect()
    expect(await show(again, early.code ?? '')).toBe(1)
    expect(await show(again, (await register(again)).code ?? '')).toBe(0)
  })

  it('a device that was removed and added again is given a new code', async () => {
    await start({ deviceAuthentication: 'code' })
    await add()
    const device = await connect()
    const { code = '' } = await register(device)
    await show(device, code)
    expect((await operator.request('D02', { A: TERMINAL })).fields.R).toBe('1')
    await add()
    await device.closed
    const again = await connect()
    expect(await show(again, code)).toBe(1)
    const next = await register(again)
    expect(next.result).toBe(0)
    expect(next.code).not.toBe(code)
    expect(await show(again, next.code ?? '')).toBe(0)
  })
})
