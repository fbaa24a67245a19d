import {
  coverTaskState,
  type GeoList,
  type GeoRow,
  isDeviceOn,
  type LimitedMonitor,
  type MonitorList,
  type MonitorPage,
  type MonitorRow,
} from '@fleetglass/contract/monitors'
import type { TextKey } from '@fleetglass/texts'
import { localTimeText } from '../../platform/time/index.ts'

/** A cell as text; headings are the names of the fields, as who looks after the server knows them. */
export interface MonitorColumn<Row = never> {
  readonly name: string
  readonly text: (row: Row, nowS: number) => string | { readonly key: TextKey }
}

type Columns<List extends MonitorList> = readonly MonitorColumn<MonitorRow<List>>[]

/** A field as it is. */
function plain<Row>(...names: readonly (keyof Row & string)[]): readonly MonitorColumn<Row>[] {
  return names.map((name) => ({ name, text: (row) => String(row[name]) }))
}

/** A field of unix seconds; empty for 0. */
function time<Row>(...names: readonly (keyof Row & string)[]): readonly MonitorColumn<Row>[] {
  return names.map((name) => ({ name, text: (row) => timeText(Number(row[name])) }))
}

function timeText(unixS: number): string {
  return unixS === 0 ? '' : localTimeText(unixS)
}

const cover: Columns<'cover'> = [
  { name: 'state', text: (row) => ({ key: `monitor.${coverTaskState(row)}` }) },
  ...plain<MonitorRow<'cover'>>('taskid', 'deviceid', 'appdevid', 'serialno', 'isHandling', 'downloadDone'),
  { name: 'taskType', text: ({ taskType }) => ({ key: `monitor.type.${taskType}` }) },
  ...plain<MonitorRow<'cover'>>('tryCount', 'recvFail'),
  { name: 'dltype', text: ({ dltype }) => ({ key: `eventPlans.downloadtype.${dltype}` }) },
  { name: 'originDltype', text: ({ originDltype }) => ({ key: `eventPlans.downloadtype.${originDltype}` }) },
  { name: 'mediaType', text: ({ mediaType }) => ({ key: `eventPlans.mediatype.${mediaType}` }) },
  ...plain<MonitorRow<'cover'>>('streamType', 'downloadSpeed', 'chs'),
  ...time<MonitorRow<'cover'>>('starttime', 'endtime'),
  ...plain<MonitorRow<'cover'>>('percent', 'bytes', 'error'),
  ...time<MonitorRow<'cover'>>('errortime'),
]

const requests: Columns<'requests'> = [
  ...plain<MonitorRow<'requests'>>('taskid', 'deviceid', 'channel', 'type', 'user', 'ip'),
  ...time<MonitorRow<'requests'>>('asktime'),
  ...plain<MonitorRow<'requests'>>('state'),
]

const uploads: Columns<'uploads'> = [
  ...plain<MonitorRow<'uploads'>>('taskid', 'deviceid', 'appdevid', 'isProcessing', 'isDone'),
  ...time<MonitorRow<'uploads'>>('eventtime', 'addtime', 'starttime', 'endtime'),
  ...plain<MonitorRow<'uploads'>>('bytes', 'filePath', 'curl', 'error'),
]

const connections: Columns<'connections'> = [
  ...plain<MonitorRow<'connections'>>('deviceid'),
  ...time<MonitorRow<'connections'>>('ArrivedTime', 'LastRecvTime', 'LastSentTime'),
  ...plain<MonitorRow<'connections'>>('ChCount', 'EnableSave', 'RecAudio'),
  ...plain<MonitorRow<'connections'>>('Sock1', 'Sock2', 'Sock3', 'Sock4', 'Sock5', 'Sock6', 'Sock7', 'Sock8'),
]

const heartbeats: Columns<'heartbeats'> = plain('deviceid', 'all', 'hb', 're', 'ev', 'el', 'wait', 'run')

const devices: Columns<'devices'> = [
  { name: 'state', text: (row, nowS) => ({ key: isDeviceOn(row.bindTime, nowS) ? 'monitor.on' : 'monitor.off' }) },
  ...plain<MonitorRow<'devices'>>('deviceid', 'isVcp', 'ChCount', 'eventGroup', 'modelName'),
  ...time<MonitorRow<'devices'>>('bindTime'),
  ...plain<MonitorRow<'devices'>>('IP', 'port', 'version'),
]

const geo: { readonly [List in GeoList]: readonly MonitorColumn<GeoRow<List>>[] } = {
  auth: [...plain<GeoRow<'auth'>>('userName', 'sessionId', 'database', 'path'), ...time<GeoRow<'auth'>>('updatetime')],
  rules: plain('userName', 'id', 'name'),
  devices: plain('userName', 'id', 'serialNumber', 'name'),
}

/** DEBUG-05 to DEBUG-07. */
export const geoColumns = geo as Readonly<Record<GeoList, readonly MonitorColumn[]>>

/** What a page of rows shows (STAND-07, DEBUG-29, DEBUG-30). */
export interface MonitorTable<List extends MonitorList = MonitorList> {
  readonly list: List
  readonly columns: readonly MonitorColumn[]
  /** What of it can be limited (DEBUG-25). */
  readonly limited?: LimitedMonitor
}

const table = <List extends MonitorList>(
  list: List,
  columns: Columns<List>,
  limited?: LimitedMonitor,
): MonitorTable => ({
  list,
  columns: columns as readonly MonitorColumn[],
  ...(limited && { limited }),
})

export const monitorTables: Readonly<Partial<Record<MonitorPage, MonitorTable>>> = {
  covermonitor: table('cover', cover, 'cover'),
  requestarray: table('requests', requests),
  ftpmonitor: table('uploads', uploads, 'uploads'),
  devarray: table('connections', connections),
  hbmonitor: table('heartbeats', heartbeats, 'heartbeats'),
  testdev: table('devices', devices),
}
