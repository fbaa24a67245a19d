// A data folder with a month of tracks: made once, and kept on request.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { startServerChild } from '../../apps/server/test/recordings/server-child.ts'
import { type RegisteredFleet, writeDevices } from '../../tools/site/server-process.ts'

export interface TrackStoreOrder {
  readonly vehicles: number
  readonly days: number
  /** Where it stays for the next run; null: it is removed at the end. */
  readonly storedIn: string | null
}

export interface MadeStore {
  readonly data: string
  /** Unix seconds of the first point; the days end at midnight UTC. */
  readonly firstS: number
  readonly points: number
  /** Of points and sums, all pages of the file. */
  readonly bytes: number
  readonly fleet: RegisteredFleet
  close(): void
}

const FIRST_TERMINAL = 13_900_000_001
const DAY_S = 86_400

export async function openTrackStore({ vehicles, days, storedIn }: TrackStoreOrder): Promise<MadeStore> {
  const data =
    storedIn === null ? mkdtempSync(join(tmpdir(), 'fleetglass-tracks-')) : join(storedIn, `${vehicles}x${days}`)
  const about = join(data, 'made.json')
  // The last is the one that reports every second.
  const fleet = { devices: vehicles + 1, firstTerminal: FIRST_TERMINAL }
  if (!existsSync(about)) await make(data, about, fleet, days)
  const made = JSON.parse(readFileSync(about, 'utf8')) as Pick<MadeStore, 'firstS' | 'points' | 'bytes'>
  return {
    ...made,
    data,
    fleet,
    close: () => {
      if (storedIn === null) rmSync(data, { recursive: true, force: true })
    },
  }
}

async function make(data: string, about: string, fleet: RegisteredFleet, days: number): Promise<void> {
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true })
  // The first start makes the schema.
  await (await startServerChild({ data, settings: { 'max-licence': 20_000 } })).stop()
  const file = join(data, 'fleetglass.sqlite')
  writeDevices(file, fleet)
  const firstS = (Math.floor(Date.now() / 1000 / DAY_S) - days) * DAY_S
  const empty = statSync(file).size
  await runScript('make-store.ts', [file, fleet.devices - 1, days, firstS])
  const database = new BetterSqlite3(file, { readonly: true })
  // Counting 134 million rows takes minutes; the sums know.
  const points = database.prepare('select sum(points) from track_sums').pluck().get() as number
  database.close()
  writeFileSync(about, JSON.stringify({ firstS, points, bytes: statSync(file).size - empty }))
}

function runScript(name: string, args: readonly (string | number)[]): Promise<void> {
  const script = [join(import.meta.dirname, name), ...args.map(String)]
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...script], { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${name} ended with code ${code}`))))
  })
}
