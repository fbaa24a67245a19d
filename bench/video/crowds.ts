// Crowds of viewers: accounts enough for them, their addresses, and what they get.
import type { ChildProcess } from 'node:child_process'
import { liveStreamAddress } from '@fleetglass/contract/streams'
import Database from 'better-sqlite3'
import { CHILD_PASSWORD } from '../../apps/server/test/recordings/server-child.ts'
import { hashPassword } from '../../tools/site/operator.ts'
import type { MeasuredServer } from '../../tools/site/server-process.ts'
import { pause, said } from './children.ts'

/** Streams of one account are bounded. */
export const VIEWERS_PER_ACCOUNT = 250

export function accountOf(n: number): string {
  return n === 0 ? 'admin' : `viewer${n}`
}

/** Copies of the administrator, beside the server: one account may not open so many streams. */
export function addAccounts(server: MeasuredServer, count: number): void {
  const database = new Database(server.databaseFile)
  const add = database.prepare(`INSERT INTO users (name, password_hash, permission, group_id, map_location)
    SELECT ?, password_hash, permission, group_id, map_location FROM users WHERE name = 'admin'`)
  for (let n = 1; n < count; n++) add.run(accountOf(n))
  database.close()
}

export function addressOf(terminal: number, user: string): string {
  const password = hashPassword(CHILD_PASSWORD)
  return liveStreamAddress({ deviceid: String(terminal), channel: 1, user, password })
}

/** What a crowd got for which work of the sender. */
export interface Watched {
  /** Of a core. */
  readonly cpu: number
  readonly cpuPerMb: number
  /** Of the bytes that were to come in that time. */
  readonly share: number
  readonly dropped: number
}

/** Watches for so long. Throws when a viewer was cut off. */
export async function watchCrowd(
  crowd: ChildProcess,
  {
    viewers,
    kbitPerS,
    measuredMs,
  }: { readonly viewers: number; readonly kbitPerS: number; readonly measuredMs: number },
  sender: { cpuS(): Promise<number>; dropped(): Promise<number> },
): Promise<Watched> {
  const look = async () => {
    crowd.send('report')
    const seen = await said<{ readonly bytes: number; readonly ended: number }>(crowd)
    return { ...seen, cpuS: await sender.cpuS(), dropped: await sender.dropped() }
  }
  const before = await look()
  const begunMs = performance.now()
  await pause(measuredMs)
  const seconds = (performance.now() - begunMs) / 1000
  const after = await look()
  if (after.ended > 0) throw new Error(`${after.ended} viewers were cut off`)
  const megabytes = (after.bytes - before.bytes) / 1e6
  const cpuS = after.cpuS - before.cpuS
  const share = megabytes / ((viewers * kbitPerS * seconds) / 8000)
  return { cpu: cpuS / seconds, cpuPerMb: cpuS / megabytes, share, dropped: after.dropped - before.dropped }
}
