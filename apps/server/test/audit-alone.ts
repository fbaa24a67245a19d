// The audit log with a listener in front of it, without the server around it: for measuring.
import { z } from 'zod'
import { migrations } from '../migrations/index.ts'
import { type AuditLog, createAuditLog } from '../src/platform/audit/index.ts'
import { systemClock } from '../src/platform/clock/index.ts'
import { openDatabase } from '../src/platform/database/index.ts'
import { createWebListener, endpoint, type WebListener } from '../src/platform/http/index.ts'
import { createLog } from '../src/platform/log/index.ts'
import { createMetrics } from '../src/platform/metrics/index.ts'
import { createStreamLog, type StreamLog } from '../src/services/stream-log/index.ts'

export { auditedAction } from '../src/platform/audit/index.ts'
export type { AuditLog, WebListener }

export const MEASURED_PATH = '/measured'

const caller = { id: 1, name: 'admin', permission: 0, access: '1', groupId: 1 }
const log = createLog('silent')

export interface LogsAlone {
  readonly audit: AuditLog
  readonly streamLog: StreamLog
  close(): Promise<void>
}

export async function openAudit(location: string): Promise<LogsAlone> {
  const onFailure = (error: Error): never => {
    throw error
  }
  const database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
  const deps = { clock: systemClock, log, metrics: createMetrics(), database, keepDays: () => 1 }
  const audit = createAuditLog(deps)
  const streamLog = await createStreamLog({ ...deps, metrics: createMetrics() })
  return {
    audit,
    streamLog,
    async close() {
      await streamLog.close()
      await audit.close()
      await database.close()
    },
  }
}

/** A listener with one call that reads and one that changes, both for accounts; `null`: nothing is recorded. `served` is called for each. */
export async function measuredListener(
  audit: AuditLog | null,
  served: () => void = () => undefined,
): Promise<{ listener: WebListener; port: number }> {
  const metrics = createMetrics()
  const connectionsPerAddress = 1_000
  const listener = await createWebListener({
    name: 'web',
    clock: systemClock,
    log,
    metrics,
    connectionsPerAddress,
    // The limit of calls is by address: each request of the bench has one of its own.
    trustedProxies: ['127.0.0.1'],
    ...(audit && { audit }),
  })
  const authenticator = {
    verify: async () => caller,
    ofApiToken: async () => null,
    ofCookie: async () => null,
    openReader: null,
    takesQueryCredentials: false,
  }
  const body = z.object({ deviceid: z.string(), afterTime: z.number(), beforeTime: z.number() })
  const handle = () => {
    served()
    return { hasError: false, message: '' }
  }
  const shared = { path: MEASURED_PATH, access: 'login', body, handle } as const
  for (const measured of [
    endpoint({ ...shared, method: 'POST', audit: 'Read the track of device {deviceid}' }),
    endpoint({ ...shared, method: 'PUT', audit: 'Changed device {deviceid}' }),
  ]) {
    measured.mount(listener.fastify, authenticator)
  }
  const { port } = await listener.listen({ host: '127.0.0.1', port: 0 })
  return { listener, port }
}
