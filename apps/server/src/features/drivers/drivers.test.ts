import { deviceInfoPath } from '@fleetglass/contract/device-info'
import { type DriverInfo, driverInfoPath, driverInfosSchema } from '@fleetglass/contract/drivers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const VAN = '13812345678'
const START_MS = Date.UTC(2026, 8, 1, 10)
const made = { layout: '2013', province: 0, city: 0, maker: 'MKR', terminalId: 'T1', plateColour: 2 } as const

describe('drivers, and what devices report about themselves', () => {
  // A kind of message changes something once in 5 s, and a device is asked some seconds after it came.
  const clock = fastClock(20, START_MS)
  let server: TestServer
  let admin: ChannelClient
  let device: DeviceClient
  beforeAll(async () => {
    server = await startTestServer({ clock })
    admin = await server.login()
    await admin.request('D01', { A: VAN, C: '1' })
    await addUsers(server, { name: 'second', permission: 2 })
    device = await DeviceClient.tcp(server.ports.signalling, VAN)
    await device.login()
  })
  afterAll(async () => {
    await admin.close()
    await device.close()
    await server.close()
  })
  const call = (method: string, path: string, body: object = {}, username = ADMIN) =>
    callHttp(server, method, path, { body: { username, password: sha256(ADMIN_PASSWORD), ...body } })
  const driver = async (): Promise<DriverInfo | undefined> =>
    driverInfosSchema.parse(JSON.parse((await call('POST', driverInfoPath)).text))[0]
  const info = async () => JSON.parse((await call('POST', deviceInfoPath)).text)[0]
  const record = async () => JSON.parse((await admin.request('D03', { A: VAN })).text)
  const nextChange = async (): Promise<void> => {
    const atMs = clock.monotonicMs() + 6_000
    await until('the device may report again', () => clock.monotonicMs() > atMs)
  }

  it('[DEVINFO-04] a device is asked once what it is made of; model, firmware and ICCID are kept, before that its SIM number', async () => {
    // It registered a moment ago, when it logged in.
    await nextChange()
    device.send({ name: 'registration', body: { ...made, model: 'MODEL-R', plate: 'KAA-1207' } })
    await until('its registration is kept', async () => (await info()).model === 'MODEL-R')
    expect(await info()).toEqual({ deviceid: VAN, model: 'MODEL-R', firmware: '', mobile: VAN })
    await device.next('attributesRequest')
    const body = {
      typeBits: 0,
      maker: 'MKR',
      model: 'MODEL-A\u0007',
      terminalId: 'T1',
      iccid: '89860123456789012345',
    }
    device.send({ name: 'attributes', body: { ...body, hardware: 'H2', firmware: 'V3.1', layout: '2013' } })
    const seen = { deviceid: VAN, model: 'MODEL-A', firmware: 'V3.1', mobile: '89860123456789012345' }
    await until('its attributes are kept', async () => (await info()).firmware === 'V3.1')
    expect(await info()).toEqual(seen)
    // It is not queried again when it reconnects, and its last report is still stored.
    await device.close()
    device = await DeviceClient.tcp(server.ports.signalling, VAN)
    await device.login()
    await nextChange()
    await nextChange()
    expect(device.received.map(({ message }) => message.name)).not.toContain('attributesRequest')
    expect(await info()).toEqual(seen)
    // Logging in registered another plate, which counts unless the one before was reported a moment ago.
    device.send({ name: 'registration', body: { ...made, model: 'MODEL-R', plate: 'KAA-1207' } })
    await until('its plate is stored', async () => (await record()).plate === 'KAA-1207')
  })

  it('plate and driver that the device reports fill what is empty, and never take the place of what was typed', async () => {
    expect(await record()).toMatchObject({ plate: 'KAA-1207', driver: '', driverlicense: '' })
    const card = (driverName: string, licence: string) => {
      const read = { driverName, licence, authority: 'Changhua', validUntil: '20301231' }
      device.send({
        name: 'driverIdentity',
        body: { layout: '2013', state: 1, time: '260901100000', result: 0, card: read },
      })
    }
    card('Chen Wei', 'L-1')
    await until('the card filled the driver', async () => (await record()).driver === 'Chen Wei')
    expect((await record()).driverlicense).toBe('L-1')
    // Another card follows while no user has typed anything else.
    await nextChange()
    card('Lin Mei', 'L-2')
    await until('the next driver is known', async () => (await record()).driver === 'Lin Mei')
    await admin.request('D04', { A: VAN }, JSON.stringify({ driver: 'Typed', plate: 'MINE-1' }))
    await nextChange()
    card('Wu Chih', 'L-3')
    device.send({ name: 'registration', body: { ...made, model: 'MODEL-R', plate: 'OTHER-9' } })
    await until('the licence, which nobody typed, follows', async () => (await record()).driverlicense === 'L-3')
    expect(await record()).toMatchObject({ driver: 'Typed', plate: 'MINE-1' })
  })

  it('[DRV-04] a saved driver is in the list, in the record and after a reload, with the time; without the right, or for an unknown device, nothing is', async () => {
    const saved = { driver: 'Hsu Kuo', gender: 'm', phone: '+886 4 123', birthday: '1984-02-29' }
    const beforeS = Math.floor(clock.nowMs() / 1000)
    expect((await call('PUT', driverInfoPath, { deviceid: VAN, ...saved })).body).toMatchObject({ hasError: false })
    expect(await driver()).toMatchObject({ deviceid: VAN, ...saved })
    expect((await driver())?.update).toBeGreaterThanOrEqual(beforeS)
    expect(await record()).toMatchObject({ driver: 'Hsu Kuo' })
    await call('PUT', driverInfoPath, { deviceid: VAN, phone: '' })
    expect(await driver()).toMatchObject({ ...saved, phone: '' })
    for (const bad of [{ birthday: '1985-02-29' }, { phone: '=1' }, { driver: 'x'.repeat(32) }]) {
      expect((await call('PUT', driverInfoPath, { deviceid: VAN, ...bad })).body).toMatchObject({ hasError: true })
    }
    expect((await call('PUT', driverInfoPath, { deviceid: 'nobody', driver: 'x' })).body.message).toBe(
      'there is no such device',
    )
    for (const method of ['POST', 'PUT']) {
      expect((await call(method, driverInfoPath, { deviceid: VAN, driver: 'x' }, 'second')).status).toBe(403)
    }
    expect(await driver()).toMatchObject({ driver: 'Hsu Kuo' })
  })
})
