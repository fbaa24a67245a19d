import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AuditLog, auditedAction, openAudit } from '../apps/server/test/audit-alone.ts'
import type { Bench, BenchRow } from './bench.ts'
import { writeCost } from './logs/write-cost.ts'

const RECORDED = 200_000

/** What the audit log costs: changes with and without it, by turns, and the recording of a call alone. Reads are a row of the bench of logs. */
export const bench: Bench = {
  name: 'audit log',
  async run(report) {
    const changes = {
      method: 'PUT',
      what: 'changes, each on disk before its answer',
      writes: 'calls',
      bar: null,
    } as const
    await writeCost(report, changes)
    const folder = mkdtempSync(join(tmpdir(), 'fleetglass-bench-'))
    const { audit, close } = await openAudit(join(folder, 'audit.sqlite'))
    try {
      await recordAlone(report, audit)
    } finally {
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** What recording one call costs the loop, without the listener around it. */
async function recordAlone(report: (row: BenchRow) => void, audit: AuditLog): Promise<void> {
  const action = auditedAction('http', 'POST /x', 'Read the track of device {deviceid}')
  const caller = { id: 1, name: 'admin', permission: 0, access: '1' }
  const startMs = performance.now()
  for (let n = 0; n < RECORDED; n++) {
    const parameters = { deviceid: `device ${n % 200}`, afterTime: 1_790_000_000, beforeTime: 1_790_003_600 }
    await audit.record({ action, caller, address: '10.0.0.1', result: 'ok', parameters })
  }
  const microseconds = ((performance.now() - startMs) * 1000) / RECORDED
  report({
    what: 'one core at 1 000 reads/s',
    value: microseconds / 10,
    unit: '%',
    bar: '< 5 %',
    holds: microseconds / 10 < 5,
    note: `${microseconds.toFixed(2)} µs for each`,
  })
}
