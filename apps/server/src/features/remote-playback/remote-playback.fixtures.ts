import { afterAll, beforeAll } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const SPEED = 5
export const SIMULATED = '13800138001'
export const TERMINAL = '13912345678'
export const clock: ReturnType<typeof fastClock> = fastClock(SPEED, Date.now())
/** A day ago, on a second. */
export const T = Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400

export let server: TestServer

export const list = (deviceid: string, of = server) =>
  callHttp(of, 'POST', '/gkdevice/recordlist', {
    body: { username: ADMIN, password: sha256(ADMIN_PASSWORD), deviceid },
  })
export const watch = (deviceid: string, parameters: Record<string, string | number> = {}) =>
  StreamClient.open(server.ports.streams, { type: 'repb', deviceid, channel: 1, spbtime: T, ...parameters })
export const metric = async (name: string): Promise<number> => {
  const { text } = await callHttp(server, 'GET', '/metrics')
  return Number(new RegExp(`^${name} ([0-9.]+)`, 'm').exec(text)?.[1])
}
export const connected = () => metric('fleetglass_devices_connected')

/** Before and after each test of a file. */
export function setUpRemotePlayback(): void {
  beforeAll(async () => {
    server = await startTestServer({ clock })
    const link = await server.login()
    for (const id of [SIMULATED, TERMINAL]) await link.request('D01', { A: id, C: '4', F: '0' })
    await link.close()
    await addUsers(server, { name: 'second' })
  })
  afterAll(() => server.close())
}
