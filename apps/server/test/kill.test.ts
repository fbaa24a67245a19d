// SIGKILL at a random moment, again and again on the same data folder: what was acknowledged is there.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { ChannelClient } from './channel-client.ts'
import { DeviceClient, positionMessage } from './device-client.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from './server-child.ts'

const ROUNDS = 20
const VEHICLES = 8
const FIRST_TERMINAL = 13_700_000_001
const terminal = (n: number) => String(FIRST_TERMINAL + n)

describe('SIGKILL while positions are stored', () => {
  it(`${ROUNDS} times: every acknowledged position is in the database, and the next start needs no help`, async () => {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-kill-'))
    const seed = Math.floor(Math.random() * 1e9)
    const random = numbers(seed)
    const acknowledged = new Map<string, number[]>()
    let nextTimeS = Math.floor(Date.now() / 1000) - 86_400
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const server = await startServerChild({ data, settings: { 'log-level': 'info' } })
        expect(server.startMs, `start ${round}`).toBeLessThan(5_000)
        if (round === 0) await register(server)
        nextTimeS = await sendUntilKilled(server, nextTimeS, 50 + random() * 600, acknowledged)
      }
      const missing = missingOf(join(data, 'fleetglass.sqlite'), acknowledged)
      const count = [...acknowledged.values()].reduce((sum, times) => sum + times.length, 0)
      expect(count, `seed ${seed}`).toBeGreaterThan(ROUNDS * VEHICLES)
      expect(missing, `seed ${seed}, of ${count} acknowledged`).toEqual([])
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  }, 180_000)
})

async function register(server: ServerChild): Promise<void> {
  const channel = await ChannelClient.connect(server.ports.main)
  await channel.login('admin', CHILD_PASSWORD)
  for (let n = 0; n < VEHICLES; n++) {
    const { fields } = await channel.request('D01', { A: terminal(n), C: '1' })
    expect(fields.R, fields.W).toBe('1')
  }
  await channel.close()
}

/** All vehicles send as fast as they can until the server dies; answers the first time that was not used. */
async function sendUntilKilled(
  server: ServerChild,
  fromTimeS: number,
  afterMs: number,
  acknowledged: Map<string, number[]>,
): Promise<number> {
  const devices = await Promise.all(
    Array.from({ length: VEHICLES }, (_, n) => DeviceClient.tcp(server.ports.signalling, terminal(n))),
  )
  const timeOfSerial = devices.map(() => new Map<number, number>())
  let timeS = fromTimeS
  const death = new Promise((resolve) => setTimeout(resolve, afterMs)).then(() => server.kill())
  let dead = false
  void death.then(() => {
    dead = true
  })
  while (!dead) {
    for (const [n, device] of devices.entries()) timeOfSerial[n]?.set(device.send(positionMessage(timeS)), timeS)
    timeS++
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await death
  await Promise.all(devices.map((device) => device.closed))
  for (const [n, device] of devices.entries()) {
    const times = acknowledged.get(terminal(n)) ?? []
    for (const { message } of device.received) {
      if (message.name !== 'platformAnswer' || message.body.result !== 0) continue
      const time = timeOfSerial[n]?.get(message.body.answeredSerial)
      if (time !== undefined) times.push(time)
    }
    acknowledged.set(terminal(n), times)
  }
  return timeS
}

function missingOf(file: string, acknowledged: ReadonlyMap<string, readonly number[]>): string[] {
  const database = new Database(file)
  const find = database.prepare(
    'SELECT 1 FROM track_points JOIN devices ON devices.key = device_key WHERE device_id = ? AND time_s = ?',
  )
  const missing: string[] = []
  for (const [deviceId, times] of acknowledged) {
    for (const timeS of times) if (!find.get(deviceId, timeS)) missing.push(`${deviceId} ${timeS}`)
  }
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
  return missing
}

/** Numbers from 0 to 1 that a printed seed brings back. */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}
