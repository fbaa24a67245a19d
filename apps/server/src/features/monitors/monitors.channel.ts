import {
  ECHO,
  MONITOR_MAX_ROWS,
  type MonitorList,
  monitorAccess,
  monitorLists,
  PING,
} from '@fleetglass/contract/monitors'
import { type ChannelMessage, message } from '../../platform/channel/index.ts'
import {
  connectionRows,
  coverRows,
  deviceRows,
  heartbeatRows,
  type Monitored,
  requestRows,
  uploadRows,
} from './monitor-rows.ts'

/** The rows of the internal pages, as they are now. */
export type MonitorRows = Readonly<Record<MonitorList, () => readonly object[] | Promise<readonly object[]>>>

export function monitorRowsOf(monitored: Monitored): MonitorRows {
  return {
    cover: () => coverRows(monitored),
    requests: () => requestRows(monitored),
    uploads: () => uploadRows(monitored),
    heartbeats: () => heartbeatRows(monitored),
    connections: () => connectionRows(monitored),
    devices: () => deviceRows(monitored),
  }
}

/** For the top administrator alone (DEBUG-28). */
export function monitorMessages(rows: MonitorRows): ChannelMessage[] {
  const lists = Object.entries(monitorLists).map(([list, code]) =>
    message(code, monitorAccess, `Read the internal page of ${list}`, async (call) => {
      const all = await rows[list as MonitorList]()
      call.reply({ T: String(all.length) }, JSON.stringify(all.slice(0, MONITOR_MAX_ROWS)))
    }),
  )
  return [
    ...lists,
    message(PING, 'login', 'Checked the connection', (call) => call.reply()),
    message(ECHO, 'login', 'Checked the connection with an echo', (call) => call.reply({}, call.payload)),
  ]
}
