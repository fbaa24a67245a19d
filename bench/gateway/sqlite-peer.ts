// The peer: the same rows into the same table by bare batched inserts, one thread, nothing else. Prints rows per second.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const [vehicles = 1000, batch = 8000, seconds = 5] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'fleetglass-peer-'))
const database = new Database(join(folder, 'peer.sqlite'))
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
database.pragma('wal_autocheckpoint = 20000')
database.pragma('cache_size = -16000')
database.exec(`CREATE TABLE track_points (
  device_key integer NOT NULL, time_s bigint NOT NULL, lat_e6 integer NOT NULL, lng_e6 integer NOT NULL,
  motion bigint NOT NULL, state bigint NOT NULL, alarm_bits bigint NOT NULL,
  PRIMARY KEY (device_key, time_s)) WITHOUT ROWID`)
const insert = database.prepare(`INSERT INTO track_points VALUES (${new Array(7).fill('?').join(', ')})`)
const perVehicle = Math.max(1, Math.round(batch / vehicles))
let step = 0
const writeBatch = database.transaction(() => {
  let rows = 0
  // In order of device and time, which is what a careful writer does.
  for (let key = 1; key <= vehicles && rows < batch; key++) {
    for (let n = 0; n < perVehicle; n++, rows++) {
      const at = step + n
      insert.run(
        key,
        1_790_000_000 + at,
        24_078_600 + at * 7,
        120_528_500 + at * 11,
        300 * 2 ** 35 + (at % 360) * 2 ** 26 + 8_292_401,
        50_332_648,
        0,
      )
    }
  }
  step += perVehicle
  return rows
})

const startedMs = performance.now()
let rows = 0
while (performance.now() - startedMs < seconds * 1000) rows += writeBatch.immediate()
const rate = rows / ((performance.now() - startedMs) / 1000)
database.close()
rmSync(folder, { recursive: true, force: true })
console.log(Math.round(rate))
