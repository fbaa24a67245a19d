import {
  type AutoUploadFile,
  autoUploadFileAddress,
  autoUploadFilesSchema,
  autoUploadPath,
} from '@fleetglass/contract/auto-upload'
import { sha256 } from '../../../test/channel-client.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { ADMIN, ADMIN_PASSWORD, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

export const VAN = '13800138001'
export const BUS = '13800138002'
export const SITE_PASSWORD = 'for-the-recorders'

/** All there is. */
export const EVER = { afterTime: 0, beforeTime: 0xffff_ffff }

export const credentials = (user = ADMIN, password = ADMIN_PASSWORD) => ({ username: user, password: sha256(password) })

export async function search(
  server: TestServer,
  fields: object = {},
  who = credentials(),
): Promise<readonly AutoUploadFile[]> {
  const answer = await callHttp(server, 'POST', autoUploadPath, { body: { ...who, ...EVER, ...fields } })
  return autoUploadFilesSchema.parse(answer.body)
}

export function download(
  server: TestServer,
  file: Pick<AutoUploadFile, 'filename' | 'serialno'>,
  headers: Readonly<Record<string, string>> = {},
  { username: user, password } = credentials(),
): Promise<Response> {
  return fetch(`${server.url}${autoUploadFileAddress(file, { user, password })}`, { headers })
}

export const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

/** A registered device that is connected, with its code as the password of its FTP account. */
export async function connectDevice(
  server: TestServer,
  deviceId = VAN,
): Promise<{ device: DeviceClient; password: string }> {
  const device = await DeviceClient.tcp(server.ports.signalling, deviceId)
  device.send({
    name: 'registration',
    body: {
      layout: '2013',
      province: 0,
      city: 0,
      maker: 'TEST',
      model: 'T1',
      terminalId: '1',
      plateColour: 1,
      plate: 'TEST 1',
    },
  })
  const password = (await device.next('registrationAnswer')).body.code ?? ''
  await device.answerTo(device.send({ name: 'authentication', body: { code: password } }))
  return { device, password }
}
