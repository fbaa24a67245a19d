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
