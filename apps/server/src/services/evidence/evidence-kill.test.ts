// SIGKILL of the server while it writes a package, and after: a package is whole, or failed with a reason, and never half.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EvidencePackage, evidenceFileAddress, evidencePath } from '@fleetglass/contract/evidence'
import { type RecordingLock, recordingLocksPath } from '@fleetglass/contract/exports'
import { verifyEvidence } from '@fleetglass/evidence'
import { until } from '@fleetglass/testkit'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { recordVideo } from '../../../test/devices/recorded-video.ts'
import { ADMIN } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../../../test/recordings/server-child.ts'

const DEVICE = '12345678999'
const START_S = Date.UTC(2026, 8, 1, 10) / 1000
/** As long as writing them takes: there is time to be killed in. */
const MINUTES = 40
/** The lease of a killed process ends, and the next look follows; or a busy machine comes to its turn. */
const PATIENCE_MS = 180_000
const reasons = ['of the first camera', 'of the second camera'] as const
const credentials = { username: ADMIN, password: sha256(CHILD_PASSWORD) }

const data = mkdtempSync(join(tmpdir(), 'fleetglass-evidence-kill-'))
const folder = join(data, 'evidence')
let server: ServerChild | null = null
afterAll(async () => {
  await server?.kill()
  rmSync(data, { recursive: true, force: true })
})

const start = async (): Promise<ServerChild> => {
  const settings = { 'time-zone': 0, 'recording-days': 29_999 }
  server = await startServerChild({ data, settings, compileCache: join(tmpdir(), 'fleetglass-compiled') })
  return server
}

const basic = {
  authorization: `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`,
}
const read = async <Answer>(at: ServerChild, path: string): Promise<Answer> =>
  JSON.parse((await callHttp(at, 'GET', path, { headers: basic })).text) as Answer
const packages = (at: ServerChild) => read<EvidencePackage[]>(at, evidencePath)
/** Not from the server, which answers an address only so often. */
function count(table: string): number {
  const database = new Database(join(data, 'fleetglass.sqlite'), { readonly: true })
  try {
    return (database.prepare(`select count(*) as count from ${table}`).get() as { count: number }).count
  } finally {
    database.close()
  }
}
const unfinished = (): number => count("evidence_packages where state in ('waiting', 'making')")
const locksOf = async (at: ServerChild) =>
  (await read<RecordingLock[]>(at, `${recordingLocksPath}?deviceid=${DEVICE}`)).map(
    ({ ch, reason }) => `${ch} ${reason}`,
  )

function partBeingWritten(): string | null {
  const [name] = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.part')) : []
  if (name === undefined) return null
  const path = join(folder, name)
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return bytes > 1_000_000 ? path : null
}

async function ask(at: ServerChild, channel: number, reason: string): Promise<string> {
  const wish = { deviceid: DEVICE, channels: [channel], start: START_S, end: START_S + MINUTES * 60, reason }
  const { body } = await callHttp(at, 'POST', evidencePath, { body: { ...credentials, ...wish } })
  expect(body).toMatchObject({ reason })
  return (body as unknown as EvidencePackage).id
}

describe('an evidence package', () => {
  it('is whole, or failed with a reason, after the server was killed while it wrote it, and its recordings stay locked', async () => {
    for (let minute = 0; minute < MINUTES; minute++) {
      const startMs = (START_S + minute * 60) * 1000
      for (const channel of [1, 2])
        recordVideo(join(data, 'media'), { deviceId: DEVICE, channel, startMs, clip: 'road' })
    }
    let running = await start()
    const link = await ChannelClient.connect(running.ports.main)
    await link.login(ADMIN, CHILD_PASSWORD)
    await link.request('D01', { A: DEVICE, C: '2', F: '0' })
    await link.close()
    // A package has what is in the index when it is made.
    await until('all recordings are in the index', () => count('recordings') === 2 * MINUTES, PATIENCE_MS)
    await running.stop()
    running = await start()

    const asked = [await ask(running, 1, reasons[0]), await ask(running, 2, reasons[1])]
    // Two of one second have no order: which of them is written first is seen by its file.
    const part = await until('one is being written', partBeingWritten, PATIENCE_MS)
    await running.kill()
    const first = asked.findIndex((id) => part.includes(id))
    const [stays, goes] = first === 0 ? asked : asked.toReversed()
    const stayingLock = `${first + 1} ${reasons[first]}`
    expect(readdirSync(folder)).toEqual([`${stays}.zip.part`])
    rmSync(join(data, 'media', DEVICE, '20260901', String(2 - first)), { recursive: true })

    running = await start()
    expect(existsSync(part)).toBe(false)
    expect(await locksOf(running)).toContain(stayingLock)
    expect((await packages(running)).every(({ state, bytes }) => state !== 'ready' || bytes > 0)).toBe(true)
    await until('both are over', () => unfinished() === 0, PATIENCE_MS)
    const over = await packages(running)
    expect(over.find(({ id }) => id === stays)).toMatchObject({ state: 'ready', failure: null })
    expect(over.find(({ id }) => id === goes)).toMatchObject({ state: 'failed', failure: expect.any(String) as string })

    await running.kill()
    running = await start()
    // One that failed needs nothing.
    expect(await locksOf(running)).toEqual([stayingLock])
    expect(readdirSync(folder)).toEqual([`${stays}.zip`])
    const { username: user, password } = credentials
    const reply = await fetch(
      `http://127.0.0.1:${running.ports.http}${evidenceFileAddress({ id: stays ?? '', user, password })}`,
    )
    const zip = new Uint8Array(await reply.arrayBuffer())
    const source = { size: zip.length, read: async (at: number, length: number) => zip.subarray(at, at + length) }
    expect(await verifyEvidence(source)).toMatchObject({ isValid: true, manifest: { id: stays } })
  }, 600_000)
})
