// Belongs here: monitor data over HTTP (API2-174 to API2-178), for the top administrator as over the debug socket (DEBUG-28).
import { z } from 'zod'
import type { MonitorList } from './monitors.vcp.ts'

export const geoAuthPath = '/api/geoauth'
export const geoRulePath = '/api/georule'
export const geoDevicePath = '/api/geodevice'

/** Rows of the debug socket that are read over HTTP too. */
export const monitorPaths = {
  connections: '/api/devarray',
  devices: '/api/devinfo',
} as const satisfies Partial<Record<MonitorList, string>>

/** The session of an account of a telematics service (DEBUG-05); `sessionId` is masked (API2-179). */
const geoAuthRow = z.object({
  userName: z.string(),
  sessionId: z.string(),
  database: z.string(),
  path: z.string(),
  /** Unix seconds. */
  updatetime: z.number().int(),
})
/** A rule of the account (DEBUG-06). */
const geoRuleRow = z.object({ userName: z.string(), id: z.string(), name: z.string() })
/** A device of the account (DEBUG-07). */
const geoDeviceRow = geoRuleRow.extend({ serialNumber: z.string() })

export const geoRows = { auth: geoAuthRow, rules: geoRuleRow, devices: geoDeviceRow } as const
export type GeoList = keyof typeof geoRows
export type GeoRow<List extends GeoList> = z.infer<(typeof geoRows)[List]>

export const geoPaths: Readonly<Record<GeoList, string>> = {
  auth: geoAuthPath,
  rules: geoRulePath,
  devices: geoDevicePath,
}

const SHOWN_OF_SESSION = 4

/** API2-179: the last four characters; of one that has no more, none. */
export function maskedSession(sessionId: string): string {
  const shown = sessionId.length > SHOWN_OF_SESSION ? sessionId.slice(-SHOWN_OF_SESSION) : ''
  return `${'*'.repeat(sessionId.length - shown.length)}${shown}`
}
