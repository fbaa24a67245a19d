import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { lostPositions } from './lost-positions.ts'

it('a position that lies there unanswered does not stand for one that was answered and lost', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-lost-'))
  const file = join(folder, 'tracks.sqlite')
  const database = new BetterSqlite3(file)
  database.exec('create table devices (key integer, device_id text); insert into devices values (1, 500), (2, 501)')
  database.exec('create table track_points (device_key integer, time_s integer)')
  // The first has lost its second position and has two that were never acknowledged.
  database.exec('insert into track_points values (1, 100), (1, 102), (1, 103), (1, 104), (2, 100), (2, 101)')
  database.close()
  expect(lostPositions(file, { firstTerminal: 500, firstTimeS: 100, acknowledgedEach: [3, 2] })).toBe(1)
  rmSync(folder, { recursive: true })
})
