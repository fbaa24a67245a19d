// Belongs here: monitor data over HTTP. Does not: what the rows say (monitor-rows.ts), the account of the telematics service.
import {
  type GeoList,
  geoPaths,
  MONITOR_MAX_ROWS,
  maskedSession,
  monitorAccess,
  monitorPaths,
} from '@fleetglass/contract/monitors'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { Telematics } from '../../services/telematics/index.ts'
import type { MonitorRows } from './monitors.channel.ts'

/** API2-174 to API2-178. Without an account the lists of the telematics service are empty (DEBUG-30). */
export function monitorEndpoints(rows: MonitorRows, telematics: Telematics): HttpEndpoint[] {
  const geo: Readonly<Record<GeoList, () => Promise<readonly object[]>>> = {
    auth: async () => (await telematics.auth()).map((row) => ({ ...row, sessionId: maskedSession(row.sessionId) })),
    rules: () => telematics.rules(),
    devices: () => telematics.devices(),
  }
  const list = (path: string, what: string, read: () => readonly object[] | Promise<readonly object[]>): HttpEndpoint =>
    endpoint({
      method: 'GET',
      path,
      access: monitorAccess,
      audit: `Read the internal page of ${what}`,
      body: z.object({}),
      handle: async () => (await read()).slice(0, MONITOR_MAX_ROWS),
    })
  return [
    ...Object.entries(geoPaths).map(([name, path]) => list(path, `telematics ${name}`, geo[name as GeoList])),
    list(monitorPaths.connections, 'connections', rows.connections),
    list(monitorPaths.devices, 'devices', rows.devices),
  ]
}
