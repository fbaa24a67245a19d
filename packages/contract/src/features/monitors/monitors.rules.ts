/** The internal pages, by the first segment of their path (STAND-07). */
export const monitorPages = [
  'testvcp',
  'testdev',
  'covermonitor',
  'requestarray',
  'devarray',
  'geoarray',
  'ftpmonitor',
  'hbmonitor',
] as const
export type MonitorPage = (typeof monitorPages)[number]

/** STAND-01, STAND-07: null for any other path. */
export function monitorPageOf(path: string): MonitorPage | null {
  const segment = path.split('/').find((part) => part !== '')
  return monitorPages.find((page) => page === segment) ?? null
}

/** The same messages as on the main channel, at a path of its own (API2-183, API2-187). */
export const MONITOR_PATH = '/debug'

/** Seconds between two looks at the rows (DEBUG-20). */
export const MONITOR_REFRESH_S = 5

/** DEBUG-18: a device counts as on for so long after it was bound or last reported. */
export const MONITOR_ON_S = 120

/** DEBUG-15, DEBUG-17: what becomes of a task that fetches. */
export function coverTaskState(task: {
  readonly isHandling: boolean
  readonly downloadDone: boolean
  readonly error: string
}): 'done' | 'error' | 'processing' | 'waiting' {
  if (task.downloadDone) return 'done'
  if (task.error !== '') return 'error'
  return task.isHandling ? 'processing' : 'waiting'
}

/** DEBUG-18. `nowS`, `bindTime`: unix seconds. */
export function isDeviceOn(bindTime: number, nowS: number): boolean {
  return nowS - bindTime <= MONITOR_ON_S
}
