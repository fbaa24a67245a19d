import { z } from 'zod'
import { administratorOnly } from '../../access/index.ts'

/** DEBUG-28. */
export const monitorAccess = administratorOnly

/** The login of a monitor: user in `U`, hash of the password in `P`, as with `Q02`. */
export const MONITOR_LOGIN = 'DB1'
/** Answered at once, without anything in it. */
export const PING = 'ping'
/** Answered with its own payload. */
export const ECHO = 'echo'

/** Rows of one answer; `T` is the total. */
export const MONITOR_MAX_ROWS = 2000

/** Each answers a list as JSON payload. */
export const monitorLists = {
  cover: 'DB2',
  requests: 'DB4',
  uploads: 'DB5',
  heartbeats: 'DB7',
  connections: 'DB9',
  devices: 'DB10',
} as const
export type MonitorList = keyof typeof monitorLists

const seconds = z.number().int()

/** DEBUG-11: fetched for a plan, ordered by a user, passed on to another system. */
export const coverTaskTypes = ['default', 'footage', 'relay'] as const

/** A piece of footage, or pictures, that is fetched from a device (DEBUG-01). Times: unix seconds. */
const coverRow = z.object({
  taskid: z.number().int(),
  deviceid: z.string(),
  appdevid: z.string(),
  /** Number of the event that it is fetched for; 0: of none. */
  serialno: z.number().int(),
  isHandling: z.boolean(),
  downloadDone: z.boolean(),
  taskType: z.enum(coverTaskTypes),
  /** Attempts so far. */
  tryCount: z.number().int(),
  /** Those of them in a row that brought nothing. */
  recvFail: z.number().int(),
  /** As the plan's `downloadtype` (DEBUG-14): what is done now, and what was ordered. */
  dltype: z.literal([0, 1, 2]),
  originDltype: z.literal([0, 1, 2]),
  /** As the plan's `mediatype` (DEBUG-14). */
  mediaType: z.literal([1, 3, 4, 5, 6]),
  streamType: z.string(),
  /** Bytes per second. */
  downloadSpeed: z.number().int(),
  chs: z.string(),
  starttime: seconds,
  endtime: seconds,
  percent: z.number(),
  bytes: z.number(),
  error: z.string(),
  /** 0: there is no error. */
  errortime: seconds,
})

/** A stream with readers now (DEBUG-03). */
const requestRow = z.object({
  taskid: z.number().int(),
  deviceid: z.string(),
  /** 0: the stream is of the whole device. */
  channel: z.number().int(),
  type: z.string(),
  user: z.string(),
  ip: z.string(),
  asktime: seconds,
  state: z.string(),
})

/** Footage that a device uploads as files by FTP, and files of events that the server uploads (DEBUG-04). Times: unix seconds. */
const uploadRow = z.object({
  taskid: z.number().int(),
  isProcessing: z.boolean(),
  isDone: z.boolean(),
  deviceid: z.string(),
  appdevid: z.string(),
  /** 0: it is of no event. */
  eventtime: seconds,
  addtime: seconds,
  starttime: seconds,
  endtime: seconds,
  bytes: z.number(),
  /** Below the data folder; empty where a device uploads. */
  filePath: z.string(),
  /** Where the server uploads to, without user and password; empty where a device uploads. */
  curl: z.string(),
  error: z.string(),
})

/** Counts of a device's connection since it was made (DEBUG-10). */
const heartbeatRow = z.object({
  deviceid: z.string(),
  /** Messages of JT/T 808 in all. */
  all: z.number().int(),
  /** Heartbeats (0x0002). */
  hb: z.number().int(),
  /** Positions without an alarm, one by one or many at once. */
  re: z.number().int(),
  /** Positions with an alarm. */
  ev: z.number().int(),
  /** Everything else. */
  el: z.number().int(),
  /** Commands whose answer is awaited. */
  wait: z.number().int(),
  /** Streams that come from it now. */
  run: z.number().int(),
})

/** A device's connection (DEBUG-08). Times: unix seconds; `Sock1` to `Sock8`: what becomes of the channel's stream. */
const sockets = z.object({
  Sock1: z.string(),
  Sock2: z.string(),
  Sock3: z.string(),
  Sock4: z.string(),
  Sock5: z.string(),
  Sock6: z.string(),
  Sock7: z.string(),
  Sock8: z.string(),
})
const connectionRow = sockets.extend({
  deviceid: z.string(),
  ArrivedTime: seconds,
  LastRecvTime: seconds,
  /** 0: nothing was sent. */
  LastSentTime: seconds,
  ChCount: z.number().int(),
  EnableSave: z.number().int(),
  RecAudio: z.number().int(),
})

/** A device that is connected, registered or not (DEBUG-09). */
const deviceRow = z.object({
  deviceid: z.string(),
  /** It is registered here; its messages are taken. */
  isVcp: z.boolean(),
  ChCount: z.number().int(),
  /** The event profile whose names its events have. */
  eventGroup: z.string(),
  /** As the device reported it. */
  modelName: z.string(),
  /** Each message binds the device to its connection anew. */
  bindTime: seconds,
  IP: z.string(),
  port: z.number().int(),
  /** Edition of JT/T 808. */
  version: z.string(),
})

export const monitorRows = {
  cover: coverRow,
  requests: requestRow,
  uploads: uploadRow,
  heartbeats: heartbeatRow,
  connections: connectionRow,
  devices: deviceRow,
} as const
export type MonitorRow<List extends MonitorList> = z.infer<(typeof monitorRows)[List]>
