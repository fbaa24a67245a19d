import {
  ECHO,
  MONITOR_MAX_ROWS,
  type MonitorList,
  monitorAccess,
  monitorLists,
  PING,
} from '@fleetglass/contract/monitors'
import type { MainChannel } from '../../platform/channel/index.ts'
import {
  connectionRows,
  coverRows,
  deviceRows,
  heartbeatRows,
  type Monitored,
  requestRows,
  uploadRows,
} from './monitor-rows.ts'

/** The rows of the internal pages, for the top administrator alone (DEBUG-28). */
export function monitorMessages(channel: MainChannel, monitored: Monitored): void {
  const rows: Readonly<Record<MonitorList, () => readonly object[]>> = {
    cover: () => coverRows(monitored),
    requests: () => requestRows(monitored),
    uploads: () => uploadRows(monitored),
    heartbeats: () => heartbeatRows(monitored),
    connections: () => connectionRows(monitored),
    devices: () => deviceRows(monitored),
  }
  for (const [list, code] of Object.entries(monitorLists)) {
    channel.message(code, monitorAccess, (call) => {
      const all = rows[list as MonitorList]()
      call.reply({ T: String(all.length) }, JSON.stringify(all.slice(0, MONITOR_MAX_ROWS)))
    })
  }
  channel.message(PING, 'login', (call) => call.reply())
  channel.message(ECHO, 'login', (call) => call.reply({}, call.payload))
}
