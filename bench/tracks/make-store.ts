// Fills the track tables of a server's data folder: `node make-store.ts <sqlite file> <vehicles> <days> <first second>`. The tracks
// of some vehicles come from the simulator's generator, point by point in the form the position log stores, their sums from
// the server's own rule; the other vehicles have copies of them, which cost a database exactly as much.
import { generateTrack } from '@fleetglass/simulator'
import BetterSqlite3 from 'better-sqlite3'
import { COLUMNS, SLOT_S, sumsOf, WIDTH, writePoint } from '../../apps/server/test/stored-tracks.ts'

const [file = '', ...numbers] = process.argv.slice(2)
const [vehicles = 0, days = 0, firstS = 0] = numbers.map(Number)
/** A position every ten seconds, as the issue counts: 134 million of 500 vehicles in 31 days. */
const STEP_S = 10
const DRIVEN = Math.min(25, vehicles)
const ROWS_A_TRANSACTION = 500_000

const database = new BetterSqlite3(file)
// A store that is lost with the machine is made again: nothing waits for the disk.
database.pragma('journal_mode = OFF')
database.pragma('synchronous = OFF')
database.pragma('cache_size = -200000')
const keys = database.prepare('select key from devices order by key').pluck().all() as number[]
const insert = database.prepare(`insert into track_points values (${COLUMNS.map(() => '?').join(', ')})`)
const sum = database.prepare(`insert into track_sums values (${new Array(14).fill('?').join(', ')})`)
for (let n = 0; n < DRIVEN; n++) drive(keys[n]!, n, STEP_S, days)
const copyPoints = database.prepare(`insert into track_points
  select ?, time_s, lat_e6, lng_e6, motion, state, alarm_bits from track_points where device_key = ?`)
const copySums =
  database.prepare(`insert into track_sums select ?, slot, points, first_s, last_s, distance_mm, max_speed_dkmh,
  driving_s, standing_s, stops, stopped_s, overspeeds, stands_s, idle_s from track_sums where device_key = ?`)
for (let n = DRIVEN; n < vehicles; n++) {
  copyPoints.run(keys[n], keys[n % DRIVEN])
  copySums.run(keys[n], keys[n % DRIVEN])
}
// One more reports every second for a day.
drive(keys[vehicles]!, vehicles, 1, 1)
database.pragma('journal_mode = WAL')
database.close()

function drive(deviceKey: number, vehicle: number, stepS: number, ofDays: number): void {
  const toS = firstS + ofDays * 86_400
  const centre = { lat: 24.0786, lng: 120.5285 }
  const values = new Float64Array(WIDTH)
  const slots = new Map<number, number[]>()
  let rows = 0
  database.exec('begin')
  for (const point of generateTrack({ seed: 7, centre, vehicle, fromS: firstS, toS, stepS })) {
    const { accOn, ...rest } = point
    writePoint(values, 0, { ...rest, deviceKey, alarmBits: 0, statusBits: accOn ? 0b11 : 0b10 })
    insert.run([...values])
    const slot = Math.floor(point.timeS / SLOT_S)
    const ofSlot = slots.get(slot) ?? []
    if (ofSlot.length === 0) slots.set(slot, ofSlot)
    ofSlot.push(values[1]!, values[2]!, values[3]!, values[4]!)
    if (++rows % ROWS_A_TRANSACTION === 0) database.exec('commit; begin')
  }
  for (const row of sumsOf(deviceKey, slots)) sum.run(row)
  database.exec('commit')
}
