import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { SettingsDevice } from '../../../test/devices/settings-device.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { everything } from '../../../test/recordings/full-recorder.ts'

export const VAN = '13812345678'
export const OFFLINE = '13812345679'

export const clock = createManualClock()
export const logged: string[] = []
let server: TestServer
export let device: SettingsDevice
export const mainPort = (): number => server.ports.main

export async function connect(parameters = everything(), version: '2013' | '2019' = '2019'): Promise<void> {
  device = await SettingsDevice.connect(server.ports.signalling, VAN, parameters, version)
}

interface Reported {
  readonly hasError?: boolean
  readonly message?: string
  readonly outcome?: string
  readonly [name: string]: unknown
}

export async function call(
  method: string,
  path: string,
  body: object = {},
  username: string = ADMIN,
): Promise<Reported> {
  const credentials = { username, password: sha256(ADMIN_PASSWORD) }
  return (await callHttp(server, method, `/gkserver/gkdevicesetup/${path}`, { body: { ...credentials, ...body } })).body
}
export const save = (deviceParams: object, user?: string, id: string = VAN) => call('PUT', id, { deviceParams }, user)
export const confirm = (keys: readonly string[], user?: string) => call('POST', `${VAN}/confirm`, { keys }, user)
export const asks = (name: string) => until(name, () => device.asked.some((one) => one.name === name))
export const done = { hasError: false, message: '', outcome: 'set' }

const only = (...flags: string[]) =>
  withoutFlags(fullAccess, [...(['F_api_full'] as const), ...[...itemFlags].filter((flag) => !flags.includes(flag))])
const itemFlags = [
  ...(['F_rmdvrs_plate', 'F_rmdvrs_wifipassword', 'F_rmdvrs_wifi', 'F_rmdvrs_adas', 'F_rmdvrs_dsm'] as const),
  ...(['F_rmdvrs_speedlimit', 'F_rmdvrs_server', 'F_rmdvrs_driver'] as const),
]

/** One server for the tests of a file, with accounts of different flags; the device disconnects after each test. */
export function useRemoteSettings(): void {
  beforeAll(async () => {
    server = await startTestServer({ clock, logLine: (line) => logged.push(line) })
    const admin = await server.login()
    await admin.request('D01', { A: VAN, C: '4' })
    await admin.request('D01', { A: OFFLINE, C: '4' })
    await admin.close()
    await addUsers(
      server,
      { name: 'adas', permission: 5, access: only('F_rmdvrs_adas', 'F_rmdvrs_wifi') },
      { name: 'blind', permission: 6, access: withoutFlags(fullAccess, ['F_rmdvrs', 'F_api_full']) },
      { name: 'program', permission: 7, access: `${'0'.repeat(76)}1` },
    )
  })
  afterEach(async () => device?.close())
  afterAll(async () => server.close())
}
