import { join } from 'node:path'
import { errorTexts } from '@fleetglass/texts/errors'
import BetterSqlite3 from 'better-sqlite3'
import { sha256 } from '../../../test/channel-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN_PASSWORD, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

export const HOUR_MS = 3_600_000
export const REFUSED = { R: '0', W: errorTexts['error.wrong-credentials'] }
export const WRONG = { status: 401, body: failedCall('wrong-credentials') }
export const UNKNOWN_DEVICE = { status: 200, body: failedCall('unknown-device') }

export const credentials = (username: string, password = ADMIN_PASSWORD) => ({ username, password: sha256(password) })
export const seconds = (clock: { nowMs(): number }) => Math.floor(clock.nowMs() / 1000)

/** Whether user and hash are let in to a call. */
export const track = (server: TestServer, username: string, password: string) =>
  callHttp(server, 'POST', '/api/gps', { body: { username, password, deviceid: 'x', start: 1, end: 2 } })

export const cookieOf = (headers: Readonly<Record<string, string | readonly string[] | undefined>>): string =>
  (headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''

export const groups = (server: TestServer, headers: Record<string, string> = {}) =>
  callHttp(server, 'GET', '/gkserver/usergroup', { headers })

export function readFile<Row>(server: TestServer, query: string): Row[] {
  const file = new BetterSqlite3(join(server.data, 'fleetglass.sqlite'), { readonly: true })
  const rows = file.prepare(query).all() as Row[]
  file.close()
  return rows
}
