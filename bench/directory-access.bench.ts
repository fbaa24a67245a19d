// How soon what is open follows a change: streams whose rights end, and consoles that show whether a device is connected. A real server in a
// process of its own, everything over its sockets.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addUsers } from '../apps/server/test/accounts.ts'
import { ChannelClient, sha256 } from '../apps/server/test/channel-client.ts'
import { DeviceClient } from '../apps/server/test/devices/device-client.ts'
import { callHttp } from '../apps/server/test/http-client.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../apps/server/test/recordings/server-child.ts'
import { StreamClient } from '../apps/server/test/stream-client.ts'
import { openSessionsSchema, ownSessionsPath } from '../packages/contract/src/features/account/index.ts'
import { permissionPath } from '../packages/contract/src/features/permissions/index.ts'
import { NEW_SESSION } from '../packages/contract/src/features/session/index.ts'
import type { Bench, BenchRow } from './bench.ts'

const USERS = 20
const STREAMS_OF_USER = 25
const CONSOLES = 200
const CHANGES = 20
const BAR_MS = 1000
const GROUP = 5
const DEVICE = '13812345678'
const password = sha256(CHILD_PASSWORD)

export const bench: Bench = {
  name: 'Directory: what is open follows a change',
  async run(report) {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-access-'))
    const server = await startServerChild({ data })
    try {
      const names = Array.from({ length: USERS }, (_, n) => `user ${n}`)
      await addUsers({ data }, ...names.map((name) => ({ name, permission: GROUP })))
      const admin = await ChannelClient.connect(server.ports.main)
      await admin.login('admin', CHILD_PASSWORD)
      await admin.request('D01', { A: DEVICE, C: '4' })
      report(await signedOut(server, names))
      report(await flagTaken(server, names))
      report(await linkChanges(server))
      await admin.close()
    } finally {
      await server.kill()
      rmSync(data, { recursive: true, force: true })
    }
  },
}

interface User {
  readonly link: ChannelClient
  readonly body: { readonly username: string; readonly password: string }
  readonly streams: readonly StreamClient[]
}

async function opened(server: ServerChild, username: string): Promise<User> {
  const link = await ChannelClient.connect(server.ports.main)
  const { fields } = await link.request('Q02', { U: username, P: password, S: NEW_SESSION })
  if (fields.S === undefined) throw new Error(`the login was refused: ${fields.W}`)
  const query = { user: username, password: fields.S, deviceid: DEVICE, type: 'gps' }
  const streams = await Promise.all(
    Array.from({ length: STREAMS_OF_USER }, () => StreamClient.open(server.ports.streams, query)),
  )
  await Promise.all(streams.map((stream) => stream.until(() => stream.texts.length > 0, 'its first message')))
  return { link, body: { username, password: fields.S }, streams }
}

async function allOpened(server: ServerChild, names: readonly string[]): Promise<User[]> {
  const users: User[] = []
  for (const name of names) users.push(await opened(server, name))
  return users
}

/** From the request of the change to the end of each stream, as its client sees it. */
async function endsOf(streams: readonly StreamClient[], change: () => Promise<unknown>): Promise<number[]> {
  const startMs = performance.now()
  const ends = streams.map((stream) => stream.closed.then(() => performance.now() - startMs))
  const [, ...times] = await Promise.all([change(), ...ends])
  return times
}

async function signedOut(server: ServerChild, names: readonly string[]): Promise<BenchRow> {
  const users = await allOpened(server, names)
  const times: number[] = []
  for (const { body, streams } of users) {
    const headers = { authorization: `Basic ${Buffer.from(`${body.username}:${body.password}`).toString('base64')}` }
    const { sessions } = openSessionsSchema.parse((await callHttp(server, 'GET', ownSessionsPath, { headers })).body)
    const id = sessions.find(({ isCurrent }) => isCurrent)?.id
    times.push(...(await endsOf(streams, () => callHttp(server, 'DELETE', ownSessionsPath, { body: { ...body, id } }))))
  }
  return rowOf(`streams end with their session, ${times.length} open at first, p99`, times)
}

async function flagTaken(server: ServerChild, names: readonly string[]): Promise<BenchRow> {
  const users = await allOpened(server, names)
  const streams = users.flatMap((user) => user.streams)
  const body = { username: 'admin', password, permissions: [{ id: GROUP, access: '' }] }
  const times = await endsOf(streams, () => callHttp(server, 'PUT', permissionPath, { body }))
  await Promise.all(users.map(({ link }) => link.close()))
  return rowOf(`${streams.length} streams end when their flag is taken away, p99`, times)
}

/** A device connects: until each console has its row. */
async function linkChanges(server: ServerChild): Promise<BenchRow> {
  const consoles: ChannelClient[] = []
  for (let n = 0; n < CONSOLES; n++) {
    const console = await ChannelClient.connect(server.ports.main)
    await console.login('admin', CHILD_PASSWORD)
    console.send('Q14', { X: 'follow', F: '1' })
    consoles.push(console)
  }
  await Promise.all(consoles.map((console) => console.next()))
  const times: number[] = []
  for (let n = 0; n < CHANGES; n++) {
    const device = await DeviceClient.tcp(server.ports.signalling, DEVICE)
    const startMs = performance.now()
    const arrivals = consoles.map(async (console) => {
      await rowOfDevice(console)
      return performance.now() - startMs
    })
    const [, ...arrived] = await Promise.all([device.login(), ...arrivals])
    times.push(...arrived)
    const gone = consoles.map(rowOfDevice)
    await device.close()
    await Promise.all(gone)
  }
  await Promise.all(consoles.map((console) => console.close()))
  return rowOf(`a device that connects is shown by ${CONSOLES} consoles, p99`, times)
}

async function rowOfDevice(console: ChannelClient): Promise<void> {
  for (;;) {
    const { payload } = await console.next()
    if (
      Buffer.from(payload ?? [])
        .toString()
        .includes(DEVICE)
    )
      return
  }
}

function rowOf(what: string, times: readonly number[]): BenchRow {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const value = at(0.99)
  const note = `median ${at(0.5).toFixed(1)} ms, slowest ${(sorted.at(-1) ?? 0).toFixed(1)} ms`
  return { what, value, unit: 'ms', bar: `< ${BAR_MS} ms`, holds: value < BAR_MS, note }
}
