// The server on one core, with devices registered beforehand.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type ServerChild, startServerChild } from '../../apps/server/test/recordings/server-child.ts'

export const SERVER_CORE = 0
export const LOAD_CORE = 1

export interface MeasuredServer extends ServerChild {
  /** Ends the process and answers how many positions of this fleet are in its database then. */
  endAndCountPoints(fleet: RegisteredFleet): Promise<number>
  /** Its SQLite file. */
  readonly databaseFile: string
  /** Bytes of recordings on disk. */
  recordedBytes(): number
  /** Ends the process and removes its data. */
  close(): Promise<void>
}

export interface RegisteredFleet {
  readonly devices: number
  readonly firstTerminal: number
  readonly channels?: number
  /** 0 stream only, 1 record every channel. */
  readonly records?: boolean
}

/** Starts a server that has these devices registered, all its threads on one core. */
export function startServerWith(...fleets: readonly RegisteredFleet[]): Promise<MeasuredServer> {
  return startServerSet({}, ...fleets)
}

/** The same with settings of its own. */
export async function startServerSet(
  settings: Readonly<Record<string, string | number>>,
  ...fleets: readonly RegisteredFleet[]
): Promise<MeasuredServer> {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-'))
  const common = { 'max-licence': 20_000, 'log-level': 'info', 'connections-per-address': 5000 }
  const options = { data, core: SERVER_CORE, settings: { ...common, ...settings } }
  // The first start makes the schema; the rows are written beside it, since a console may not register that fast.
  await (await startServerChild(options)).stop()
  for (const fleet of fleets) writeDevices(join(data, 'fleetglass.sqlite'), fleet)
  const server = await startServerChild(options)
  return {
    ...server,
    databaseFile: join(data, 'fleetglass.sqlite'),
    async endAndCountPoints({ devices, firstTerminal }) {
      await server.stop()
      const database = new Database(join(data, 'fleetglass.sqlite'), { readonly: true })
      const { points } = database
        .prepare(`SELECT count(*) AS points FROM track_points WHERE device_key IN
          (SELECT key FROM devices WHERE cast(device_id AS integer) BETWEEN ? AND ?)`)
        .get(firstTerminal, firstTerminal + devices - 1) as { points: number }
      database.close()
      return points
    },
    recordedBytes() {
      const files = readdirSync(data, { recursive: true, encoding: 'utf8' })
      return files
        .filter((file) => file.includes('/'))
        .reduce((sum, file) => sum + (statSync(join(data, file), { throwIfNoEntry: false })?.size ?? 0), 0)
    },
    async close() {
      await server.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Registers these devices, in the root group, in the database of a server that does not run. */
export function writeDevices(
  file: string,
  { devices, firstTerminal, channels = 1, records = false }: RegisteredFleet,
): void {
  const database = new Database(file)
  const insertDevice = database.prepare(`INSERT INTO devices (device_id, video, retention_days, utc_offset_minutes,
    driver, memo, plate, external_id, icon, talk_channel, map_location, audio)
    VALUES (?, ?, 0, 480, '', '', '', '', 0, 1, '', 'multi-recorded')`)
  const insertChannel = database.prepare(`INSERT INTO device_channels (device_key, number, enabled, record, stream)
    VALUES (?, ?, 1, 1, 'sub')`)
  database.transaction(() => {
    for (let n = 0; n < devices; n++) {
      const { lastInsertRowid } = insertDevice.run(String(firstTerminal + n), records ? 'record-enabled' : 'live-only')
      for (let channel = 1; channel <= channels; channel++) insertChannel.run(lastInsertRowid, channel)
    }
  })()
  database.close()
}

/** Starts this Node with a script on one core. */
export function pinned(core: number, args: readonly string[], ipc = false): ChildProcess {
  const stdio = ipc ? (['ignore', 'pipe', 'inherit', 'ipc'] as const) : (['ignore', 'pipe', 'inherit'] as const)
  return spawn('taskset', ['-c', String(core), process.execPath, '--disable-warning=ExperimentalWarning', ...args], {
    stdio: [...stdio],
    cwd: join(import.meta.dirname, '../..'),
  })
}
