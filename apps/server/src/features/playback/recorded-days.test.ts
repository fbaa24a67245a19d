import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { errorCode } from '../../../test/failures.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'

const DAY_S = Date.UTC(2026, 8, 1) / 1000
const BEFORE_S = DAY_S - 86_400

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const admin = await server.login()
  for (const id of ['recorded', 'eventful', 'quiet']) await admin.request('D01', { A: id, C: '1' })
  await admin.close()
  await changeDatabase(server, (file) => {
    const keyOf = (id: string) =>
      (file.prepare('select key from devices where device_id = ?').get(id) as { key: number }).key
    const recording = file.prepare("insert into recordings values (?, ?, ?, ?, 1, 0, ?, '')")
    recording.run(keyOf('recorded'), DAY_S * 1000, DAY_S * 1000 + 59_000, 1, 'x/0000.mp4')
    const event = file.prepare(
      `insert into events (device_key, time_s, code, change, name, memo, call) values (?, ?, 15, 'new', '', '', 0)`,
    )
    // The last second of a day, twice, and the first of the next.
    for (const timeS of [DAY_S - 1, DAY_S - 1, DAY_S]) event.run(keyOf('eventful'), timeS)
  })
  await addUsers(server, { name: 'blind', permission: 4, access: withoutFlags(fullAccess, ['F_event', 'F_api_full']) })
})
afterAll(() => server.close())

const hex = (...times: readonly number[]) => times.map((timeS) => timeS.toString(16)).join(',')
async function days(fields: Record<string, string>, user = 'admin'): Promise<string> {
  const link = await server.connect()
  await link.login(user, ADMIN_PASSWORD)
  const { fields: answered, text } = await link.request('Q08', fields)
  await link.close()
  return answered.R === '1' ? text : `refused: ${answered.E}`
}

it('[VCP-062] [VCP-063] [VCP-064] Q08 lists the local days with an event or a recording, ascending and each once', async () => {
  expect(await days({ T: '0' })).toBe(hex(BEFORE_S, DAY_S))
  expect(await days({ T: '0', A: 'eventful' })).toBe(hex(BEFORE_S, DAY_S))
  expect(await days({ T: '0', A: 'recorded' })).toBe(hex(DAY_S))
  expect(await days({ T: '0', A: 'quiet' })).toBe('')
  // One second further east both events are of one day.
  expect(await days({ T: '1', A: 'eventful' })).toBe(hex(DAY_S - 1))
  expect(await days({ T: '-3600', A: 'eventful' })).toBe(hex(BEFORE_S + 3600))
  expect(await days({ T: '0', A: 'nobody' })).toBe(`refused: ${errorCode('unknown-device')}`)
})

it('[LOPB-06] Q08 lists the days with a recording alone where it is asked for them', async () => {
  expect(await days({ T: '0', K: 'recording' })).toBe(hex(DAY_S))
  expect(await days({ T: '0', A: 'eventful', K: 'recording' })).toBe('')
  expect(await days({ T: '0', K: 'snow' })).toBe(`refused: ${errorCode('invalid-day-query')}`)
})

it('days of events are listed only for users who may query events', async () => {
  expect(await days({ T: '0' }, 'blind')).toBe(hex(DAY_S))
})
