export {
  type GeoList,
  type GeoRow,
  geoPaths,
  geoRows,
  maskedSession,
  monitorPaths,
} from './monitors.http.ts'
export {
  decodeMonitorLimits,
  encodeMonitorLimits,
  type LimitedMonitor,
  type MonitorLimits,
  monitorLimitCodes,
  monitorLimitDefaults,
  monitorLimitSections,
  monitorLimitsSchema,
  readMonitorLimits,
  storedMonitorLimitsSchema,
} from './monitors.limits.ts'
export {
  coverTaskState,
  isDeviceOn,
  MONITOR_PATH,
  MONITOR_REFRESH_S,
  type MonitorPage,
  monitorPageOf,
  monitorPages,
} from './monitors.rules.ts'
export {
  coverTaskTypes,
  ECHO,
  MONITOR_LOGIN,
  MONITOR_MAX_ROWS,
  type MonitorList,
  type MonitorRow,
  monitorAccess,
  monitorLists,
  monitorRows,
  PING,
} from './monitors.vcp.ts'
