import { deviceInfoPath, deviceInfoReadPath, deviceInfosSchema } from '@fleetglass/contract/device-info'
import { expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const VAN = '13812345678'
const BUS = '13812345679'

it('[API2-139] device info for all devices is a GET, answered to every login with the devices that it sees', async () => {
  const server = await startTestServer()
  const link = await server.login()
  for (const id of [VAN, BUS]) await link.request('D01', { A: id, C: '2' })
  await link.close()
  const device = await DeviceClient.tcp(server.ports.signalling, VAN)
  await device.login()
  await addUsers(server, { name: 'third', permission: 3, access: '' })
  const read = async (user: string) => {
    const authorization = `Basic ${Buffer.from(`${user}:${sha256(ADMIN_PASSWORD)}`).toString('base64')}`
    const { text } = await callHttp(server, 'GET', deviceInfoReadPath, { headers: { authorization } })
    return deviceInfosSchema.parse(JSON.parse(text))
  }
  expect(deviceInfoReadPath).toBe('/gkdevice/deviceinfo')
  const known = await until('its model is known', async () => {
    const rows = await read(ADMIN)
    return rows.some(({ model }) => model === 'T1') && rows
  })
  expect(known.map(({ deviceid, model }) => [deviceid, model])).toEqual([
    [VAN, 'T1'],
    [BUS, ''],
  ])
  expect(await read('third')).toEqual(known)
  const body = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
  expect(JSON.parse((await callHttp(server, 'POST', deviceInfoPath, { body })).text)).toEqual(known)
  expect((await callHttp(server, 'GET', deviceInfoReadPath)).body).toMatchObject({ hasError: true })
  await device.close()
  await server.close()
})
