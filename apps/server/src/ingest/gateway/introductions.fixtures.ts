import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message } from '@fleetglass/jt808'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect } from 'vitest'
import type { ChannelClient } from '../../../test/channel-client.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import type { ServerConfig } from '../../platform/config/index.ts'

export const TERMINAL = '13800138000'
export const recent = () => Math.floor(Date.now() / 1000) - 60

export let data: string
export let server: TestServer
export let operator: ChannelClient
export const devices: DeviceClient[] = []
export const logged: string[] = []

export async function start(config: Partial<ServerConfig> = {}): Promise<void> {
  server = await startTestServer({ data, config, logLine: (line) => logged.push(line) })
  operator = await server.login()
}

export async function stop(): Promise<void> {
  for (const device of devices.splice(0)) await device.close()
  await operator.close()
  await server.close()
}

export async function connect(terminal = TERMINAL): Promise<DeviceClient> {
  const device = await DeviceClient.tcp(server.ports.signalling, terminal)
  devices.push(device)
  return device
}

export async function add(deviceId = TERMINAL): Promise<void> {
  expect((await operator.request('D01', { A: deviceId, C: '4' })).fields.R).toBe('1')
}

export const row = async () => (await operator.request('Q05', { A: TERMINAL })).text.split('\t')
export const online = async () => (await row())[4] === '1'

export function stored(): number {
  const database = new Database(join(data, 'fleetglass.sqlite'), { readonly: true })
  const { count } = database.prepare('SELECT count(*) AS count FROM track_points').get() as { count: number }
  database.close()
  return count
}

export async function register(
  device: DeviceClient,
): Promise<Extract<Message, { name: 'registrationAnswer' }>['body']> {
  const body = { province: 0, city: 0, maker: 'TEST', model: 'T1', terminalId: '1', plateColour: 1, plate: 'TEST 1' }
  device.send({ name: 'registration', body: { layout: '2013', ...body } })
  return (await device.next('registrationAnswer')).body
}

export function show(device: DeviceClient, code: string): Promise<number> {
  return device.answerTo(device.send({ name: 'authentication', body: { code } }))
}

export async function elsewhere(kind: 'tcp' | 'udp' = 'tcp'): Promise<DeviceClient> {
  const device = await DeviceClient[kind](server.ports.signalling, TERMINAL, '2013', '127.0.0.2')
  devices.push(device)
  return device
}

/** Before and after each test of a file. */
export function setUpIntroductions(): void {
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'fleetglass-intro-'))
    logged.length = 0
  })

  afterEach(async () => {
    await stop()
    rmSync(data, { recursive: true, force: true })
  })
}
