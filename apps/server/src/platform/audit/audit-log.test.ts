import { createManualClock, type ManualClock } from '@fleetglass/testkit'
import { beforeEach, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import type { Database } from '../database/index.ts'
import { createLog } from '../log/index.ts'
import { createMetrics } from '../metrics/index.ts'
import type { AuditRow } from './audit.store.ts'
import { type AuditedCall, type AuditLog, auditedAction, createAuditLog } from './index.ts'

const admin = { id: 1, name: 'admin', permission: 0, access: '1' }
const removal = auditedAction('channel', 'D02', 'Removed device {A}')
const reading = auditedAction('http', 'GET /x', 'Read device {deviceid}')
const MINUTE_MS = 60_000

onBothDatabases('audit log', (databases) => {
  let database: Database
  let clock: ManualClock
  let lines: string[]
  let audit: AuditLog
  beforeEach(async () => {
    database = await databases.open()
    clock = createManualClock()
    lines = []
    audit = open(database)
  })

  const open = (on: Database): AuditLog =>
    createAuditLog({
      clock,
      log: createLog('debug', { write: (line) => lines.push(line) }),
      metrics: createMetrics(),
      database: on,
      keepDays: () => 2,
    })
  const rows = async (): Promise<AuditRow[]> => {
    const query = database.tables<{ audit_log: AuditRow }>().selectFrom('audit_log').selectAll()
    return await query.orderBy('time_ms').orderBy('seq').execute()
  }
  const call = (changes: Partial<AuditedCall> = {}): AuditedCall => ({
    action: reading,
    caller: admin,
    address: '10.0.0.1',
    result: 'ok',
    parameters: { deviceid: 'A1' },
    ...changes,
  })

  it('has the row of a change when the change is acknowledged', async () => {
    await audit.record(call({ action: removal, parameters: { A: 'A1' } }))
    expect(await rows()).toMatchObject([
      {
        time_ms: clock.nowMs(),
        transport: 'channel',
        account: 'admin',
        permission: 0,
        address: '10.0.0.1',
        action: 'D02',
        device_id: 'A1',
        result: 'ok',
        parameters: '{"A":"A1"}',
        calls: 1,
      },
    ])
  })

  it('writes changes that come together in few statements, each as a row of its own', async () => {
    await Promise.all(Array.from({ length: 1_200 }, () => audit.record(call({ action: removal }))))
    expect((await rows()).map(({ calls }) => calls)).toEqual(Array.from({ length: 1_200 }, () => 1))
  })

  it('writes equal reads of a minute as one row with their number, at the time of the first', async () => {
    const startMs = clock.nowMs()
    for (let n = 0; n < 30; n++) {
      await audit.record(call())
      clock.advance(1_000)
    }
    await audit.record(call({ parameters: { deviceid: 'B2' } }))
    expect(await rows()).toEqual([])
    clock.advance(MINUTE_MS)
    await audit.close()
    expect(await rows()).toMatchObject([
      { time_ms: startMs, device_id: 'A1', calls: 30 },
      { time_ms: startMs + 30_000, device_id: 'B2', calls: 1 },
    ])
  })

  it('counts a call that failed like a read, with the name that was claimed', async () => {
    const failed = call({ action: removal, caller: null, claimedUser: 'mallory', result: 'wrong-credentials' })
    await audit.record(failed)
    await audit.record(failed)
    await audit.close()
    expect(await rows()).toMatchObject([
      { account: 'mallory', permission: null, result: 'wrong-credentials', calls: 2 },
    ])
  })

  it('loses details under a flood of reads, and no count', async () => {
    for (let n = 0; n < 20_000; n++) {
      await audit.record(call({ caller: { ...admin, name: `user ${n % 3}` }, parameters: { deviceid: `device ${n}` } }))
    }
    // Names that nobody has are distinguished by their address alone.
    for (let n = 0; n < 20_000; n++)
      await audit.record(call({ caller: null, claimedUser: `name ${n}`, result: 'wrong-credentials' }))
    await audit.close()
    const written = await rows()
    expect(written.length).toBeLessThan(2_100)
    expect(written.reduce((sum, { calls }) => sum + calls, 0)).toBe(40_000)
    expect(
      written.find(({ account, parameters }) => account === 'user 1' && parameters === '{}')?.calls,
    ).toBeGreaterThan(6_000)
  })

  it('puts a change that cannot be stored into the log of the server, and does not hold up its answer', async () => {
    const gone = {
      ...database,
      tables: () => ({
        insertInto: () => ({
          values: () => ({
            execute: async () => {
              throw new Error('disk is full')
            },
          }),
        }),
      }),
    }
    audit = open(gone as unknown as Database)
    await audit.record(call({ action: removal, parameters: { A: 'A1' } }))
    await audit.record(call())
    await audit.close()
    const [change, reads] = lines.map((line) => JSON.parse(line))
    expect(change).toMatchObject({ level: 'error', row: { action: 'D02', account: 'admin', device_id: 'A1' } })
    expect(reads).toMatchObject({ level: 'error', calls: 1 })
  })

  it('removes rows after the days that they are kept', async () => {
    await audit.record(call({ action: removal, parameters: { A: 'old' } }))
    clock.advance(86_400_000)
    for (let n = 0; n < 5; n++) await audit.record(call({ action: removal, parameters: { A: 'new' } }))
    clock.advance(86_400_000 + 1)
    for (const job of audit.jobs) await job.run(new AbortController().signal)
    expect((await rows()).map(({ device_id }) => device_id)).toEqual(Array.from({ length: 5 }, () => 'new'))
  })
})
