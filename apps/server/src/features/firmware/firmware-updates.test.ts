import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deviceFirmwarePath, deviceFirmwaresSchema } from '@fleetglass/contract/firmware'
import type { Fleet } from '@fleetglass/simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import type { ChannelClient } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { errorCode, failedMessage } from '../../../test/failures.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import {
  attributesOf,
  FIRST_DEVICE,
  firmwareCalls,
  firmwareOf,
  NEW,
  OLD,
  startDevices,
  storeUrl,
  uploadFirmware,
} from './firmware.fixtures.ts'

const PATIENCE_MS = 60_000
const SECRET = 'pass-of-the-file'

let server: TestServer
let link: ChannelClient
const lines: string[] = []
let fleet: Fleet | null = null
let device: DeviceClient | null = null
beforeEach(async () => {
  lines.length = 0
  server = await startTestServer({ logLine: (line) => lines.push(line) })
  link = await server.login()
})
afterEach(async () => {
  await fleet?.close()
  await device?.close()
  fleet = null
  device = null
  await server.close()
})

const only = async () => (await firmwareCalls(server).devices(FIRST_DEVICE))[0]
const ended = () =>
  until(
    'the update has ended',
    async () => {
      const firmware = await only()
      return (firmware?.update?.endtime ?? 0) > 0 && firmware?.status === 100 && firmware
    },
    PATIENCE_MS,
  )

describe('a firmware update', () => {
  it('[FW-16] [FW-18] [API2-122] [API2-124] downloads the file, installs it and reports the new version', async () => {
    fleet = await startDevices(server, link)
    const [simulated] = fleet.devices
    simulated?.setFault('firmwareCutsAtBytes', 60_000)
    const id = await uploadFirmware(link, firmwareOf(NEW, 200_000), { name: 'other.bin' })
    const { fields } = await link.request('D10', { A: FIRST_DEVICE, L: storeUrl(server, id), U: 'u', P: SECRET })
    expect(fields.R).toBe('1')
    const firmware = await ended()
    expect(firmware).toMatchObject({ deviceid: FIRST_DEVICE, version: NEW, status: 100 })
    expect(firmware.update).toMatchObject({ stage: 'done', reason: '', before: OLD, by: 'user' })
    expect(simulated?.firmware.version).toBe(NEW)
    expect(await firmwareCalls(server).devices()).toEqual([firmware])
  })

  it('[FW-17] [FW-19] [VCP-109] [VCP-110] has the progress of the bytes that the device has read, at least 1, and 0 for a device that is offline', async () => {
    await oneDevice()
    const content = firmwareOf(NEW, 1_000_000)
    const id = await uploadFirmware(link, content)
    const status = async (A = '') => {
      const { fields, text } = await link.request('D11', { A })
      expect(fields.R).toBe('1')
      return deviceFirmwaresSchema.parse(JSON.parse(text))[0]
    }
    expect((await status())?.status).toBe(100)
    const { url } = await order(storeUrl(server, id))
    expect(await status()).toMatchObject({ deviceid: FIRST_DEVICE, version: OLD, status: 1 })
    const half = await fetch(url, { headers: { range: 'bytes=0-499999' } })
    expect((await half.arrayBuffer()).byteLength).toBe(500_000)
    await until('half is read', async () => (await status(FIRST_DEVICE))?.status === 49)
    const rest = await fetch(url, { headers: { range: 'bytes=500000-' } })
    await rest.arrayBuffer()
    await until('all is read', async () => (await status())?.status === 99)
    report(0, NEW)
    expect((await ended()).update).toMatchObject({ stage: 'done', reason: '' })
    expect((await status())?.status).toBe(100)
    await device?.close()
    await until('it is offline', async () => (await status())?.status === 0)
    expect((await link.request('D11', { A: 'nobody' })).fields).toMatchObject(failedMessage('unknown-device'))
  })

  it('[FW-32] has an address of its own, with byte ranges, which ends with it', async () => {
    await oneDevice()
    const content = firmwareOf(NEW, 1_000)
    const id = await uploadFirmware(link, content)
    const { url } = await order(storeUrl(server, id))
    expect(url).toMatch(new RegExp(`^http://127.0.0.1:${server.ports.streams}/firmware/update/[0-9a-f]{32}$`))
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect(createHash('md5').update(whole).digest('hex')).toBe(createHash('md5').update(content).digest('hex'))
    const beyond = await fetch(url, { headers: { range: `bytes=${content.length}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${content.length}`])
    expect((await fetch(`${url.slice(0, -32)}${'0'.repeat(32)}`)).status).toBe(404)
    report(1, OLD)
    expect((await ended()).update).toMatchObject({ stage: 'failed', reason: 'failed' })
    expect((await fetch(url)).status).toBe(404)
  })

  it('[FW-18] whose success is reported before the device confirms the command is done at once', async () => {
    await oneDevice()
    const id = await uploadFirmware(link, firmwareOf(NEW))
    const reply = link.request('D10', { A: FIRST_DEVICE, L: storeUrl(server, id) })
    const command = await taken()
    report(0, NEW)
    await until('the report is taken', async () => (await only())?.update?.stage === 'verifying')
    confirm(command.serial, 0)
    expect((await reply).fields.R).toBe('1')
    expect((await ended()).update).toMatchObject({ stage: 'done', reason: '' })
  })

  it.each([
    ['download', 'failed'],
    ['check', 'failed'],
    ['old-version', 'old-version'],
  ])('[FW-19] of a device with the fault "%s" is shown as failed: %s', async (fault, reason) => {
    fleet = await startDevices(server, link)
    fleet.devices[0]?.setFault('firmwareFault', fault)
    const id = await uploadFirmware(link, firmwareOf(NEW))
    expect((await link.request('D10', { A: FIRST_DEVICE, L: storeUrl(server, id) })).fields.R).toBe('1')
    const firmware = await ended()
    expect([firmware.version, firmware.update?.stage, firmware.update?.reason]).toEqual([OLD, 'failed', reason])
  })

  it('[FW-18] takes an address elsewhere, with user and password for it, which are in no log, list or audit row', async () => {
    fleet = await startDevices(server, link)
    const asked: (string | undefined)[] = []
    const elsewhere = createServer((request, response) => {
      asked.push(request.headers.authorization)
      response.end(firmwareOf('FG-SIM 9', 10))
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    const fields = { A: FIRST_DEVICE, L: `http://127.0.0.1:${port}/a.bin`, U: 'fleet', P: SECRET }
    expect((await link.request('D10', fields)).fields.R).toBe('1')
    const firmware = await ended()
    elsewhere.close()
    expect(firmware.version).toBe('FG-SIM 9')
    expect(asked).toEqual([`Basic ${Buffer.from(`fleet:${SECRET}`).toString('base64')}`])
    const stored = (table: string) => changeDatabase(server, (file) => file.prepare(`select * from ${table}`).all())
    const rows = await until('it is in the audit log', async () => {
      const found = await stored('audit_log')
      return JSON.stringify(found).includes('D10') && found
    })
    const everything = JSON.stringify([lines, firmware, rows, await stored('firmware_updates')])
    expect(everything).toContain(FIRST_DEVICE)
    expect(everything).not.toContain(SECRET)
  })

  it('[FW-14] [VCP-107] [VCP-108] is refused for a device that is offline or unknown, beside one that runs, and with an address that is none', async () => {
    await link.request('D01', { A: 'parked', C: '1' })
    const url = 'http://127.0.0.1:9/a.bin'
    const refusal = async (fields: Record<string, string>) => (await link.request('D10', fields)).fields
    expect(await refusal({ A: 'parked', L: url })).toMatchObject(failedMessage('device-offline'))
    expect(await refusal({ A: 'nobody', L: url })).toMatchObject(failedMessage('unknown-device'))
    for (const L of ['', 'a.bin', 'ftp://host/a.bin', 'http://host/a\r\nb', 'http://u:p@host/', 'http://host/;x'])
      expect([L, (await refusal({ A: 'parked', L })).E]).toEqual([L, errorCode('firmware-url')])
    expect(await refusal({ A: 'parked', L: url, P: 'a;b' })).toMatchObject(failedMessage('firmware-login'))
    await oneDevice()
    await order(url)
    expect(await refusal({ A: FIRST_DEVICE, L: url })).toMatchObject(failedMessage('firmware-update-running'))
  })

  it('[API2-126] is neither started nor polled by a call of its own: there are only the list, the store, plans and rollouts', async () => {
    await oneDevice()
    const order = { deviceid: FIRST_DEVICE, url: 'http://127.0.0.1:9/a.bin', user: '', pass: '' }
    for (const path of [deviceFirmwarePath, `${deviceFirmwarePath}/*`, `${deviceFirmwarePath}/${FIRST_DEVICE}`])
      for (const method of ['POST', 'PUT'])
        expect([method, path, (await firmwareCalls(server).call(method, path, order)).status]).toEqual([
          method,
          path,
          404,
        ])
    expect([orders, (await only())?.update]).toEqual([[], null])
    const calls = [...server.endpoints].filter(({ kind, name }) => kind !== 'message' && /firmware|fw/i.test(name))
    expect([...new Set(calls.map(({ name }) => name.replace(/^[A-Z]+ /, '')))].sort()).toEqual([
      '/firmware/:firmwareid',
      '/firmware/update/:token',
      '/gkdevice/autofwplan',
      '/gkdevice/firmware/:deviceid',
      '/gkdevice/firmwarerollout',
      '/gkdevice/firmwarerollout/:rolloutid',
      '/gkdevice/firmwarestore',
    ])
  })

  it('[FW-19] that the device refuses fails with the reason', async () => {
    await oneDevice()
    for (const [result, code, reason] of [
      [1, 'device-failed', 'refused'],
      [3, 'device-unsupported', 'unsupported'],
    ] as const) {
      const reply = link.request('D10', { A: FIRST_DEVICE, L: 'http://127.0.0.1:9/a.bin' })
      confirm((await taken()).serial, result)
      expect((await reply).fields.E).toBe(errorCode(code))
      expect((await only())?.update).toMatchObject({ stage: 'failed', reason })
    }
  })

  it('[RIGHT-068] [RIGHT2-21] [API2-123] [API2-125] is for permissions below 2, and of devices that the user sees', async () => {
    fleet = await startDevices(server, link)
    await addUsers(server, { name: 'op', permission: 2 })
    const operator = await server.connect()
    await operator.login('op', ADMIN_PASSWORD)
    for (const code of ['D10', 'D11']) {
      const { fields } = await operator.request(code, { A: FIRST_DEVICE, L: 'http://127.0.0.1:9/a.bin' })
      expect([code, fields]).toEqual([code, expect.objectContaining(failedMessage('permission-denied'))])
    }
    await operator.close()
    expect((await only())?.update).toBeNull()
    const one = await firmwareCalls(server).call('GET', `${deviceFirmwarePath}/nobody`)
    expect(one.body.code).toBe(errorCode('unknown-device'))
  })
})

/** A device of the test itself: it reports the version that the test sets, and takes commands that the test confirms. */
let version = OLD
const orders: { readonly serial: number; readonly parameters: string }[] = []

async function oneDevice(): Promise<void> {
  version = OLD
  orders.length = 0
  await link.request('D01', { A: FIRST_DEVICE, C: '1' })
  const client = await DeviceClient.tcp(server.ports.signalling, FIRST_DEVICE)
  device = client
  await client.login()
  // It ends with the connection.
  void obey(client).catch(() => undefined)
  await until('it is online and its version is known', async () => {
    const firmware = await only()
    return firmware?.status === 100 && firmware.version === OLD
  })
}

async function obey(client: DeviceClient): Promise<never> {
  for (;;) {
    const { header, message } = await client.nextOf(['attributesRequest', 'terminalControl'])
    if (message.name === 'terminalControl') {
      expect(message.body.command).toBe(1)
      orders.push({ serial: header.serial, parameters: message.body.parameters })
    } else client.send({ name: 'attributes', body: attributesOf(version) })
  }
}

async function taken() {
  const order = await until('the command has come', () => orders.shift())
  const [url = '', , user, password] = order.parameters.split(';')
  return { ...order, url, user, password }
}

function confirm(serial: number, result: number): void {
  device?.send({ name: 'terminalAnswer', body: { answeredSerial: serial, answeredId: 0x8105, result } })
}

/** An update that the device has confirmed. */
async function order(url: string) {
  const reply = link.request('D10', { A: FIRST_DEVICE, L: url, U: 'fleet', P: SECRET })
  const command = await taken()
  expect([command.user, command.password]).toEqual(['fleet', SECRET])
  confirm(command.serial, 0)
  expect((await reply).fields.R).toBe('1')
  return command
}

function report(result: number, now: string): void {
  version = now
  device?.send({ name: 'upgradeResult', body: { kind: 0, result } })
}
