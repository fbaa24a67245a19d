import {
  type StreamLogRow,
  streamEntrances,
  streamLogExportPath,
  streamLogExportSchema,
  streamLogPath,
  streamLogRequestSchema,
  streamLogTypes,
} from '@fleetglass/contract/stream-log'
import type { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { Account, Visibility } from '../../services/directory/index.ts'
import { exportPages, type LogColumn, type LogExports } from '../../services/log-export/index.ts'
import type { StreamLog, StreamLogEntry } from '../../services/stream-log/index.ts'

export interface StreamLogDeps {
  readonly streamLog: Pick<StreamLog, 'find'>
  readonly visibility: Pick<Visibility, 'devices' | 'seesAll'>
  readonly exports: LogExports
}

/** The user stream log: a page of it, and all of it as an archive. */
export function streamLogEndpoints({ streamLog, visibility, exports }: StreamLogDeps): HttpEndpoint[] {
  const limiter = createConcurrencyLimiter()
  const filterOf = (account: Account, body: Omit<z.output<typeof streamLogExportSchema>, 'filepass'>) => ({
    fromMs: body.afterUpdatetime,
    toMs: body.beforeUpdatetime,
    user: body.member,
    deviceId: body.deviceid,
    type: body.type,
    entrance: body.entrance,
    // RIGHT2-32: devices that the caller does not see are left out.
    devices: visibility.seesAll(account) ? null : visibility.devices(account),
  })
  return [
    endpoint({
      method: 'POST',
      path: streamLogPath,
      access: 'login',
      audit: 'Read the user stream log',
      body: streamLogRequestSchema,
      async handle({ account, body }) {
        const { offset, limit } = body
        const release = await limiter.acquire(account.id)
        try {
          return (await streamLog.find(filterOf(account, body), { offset, limit })).map(rowOf)
        } finally {
          release()
        }
      },
    }),
    endpoint({
      method: 'POST',
      path: streamLogExportPath,
      access: 'login',
      audit: 'Downloaded the user stream log as an archive',
      body: streamLogExportSchema,
      handle({ account, body, gone }) {
        const filter = filterOf(account, body)
        return exports.write({
          account,
          gone,
          password: body.filepass,
          columns,
          pages: exportPages<StreamLogEntry, StreamLogEntry>(
            (before, limit) => streamLog.find({ ...filter, before }, { offset: 0, limit }),
            (entry) => entry,
          ),
        })
      },
    }),
  ]
}

const entranceNames = { [streamEntrances.gms]: 'GMS', [streamEntrances.web]: 'Web', [streamEntrances.rtsp]: 'Rtsp' }
const typeNames = {
  [streamLogTypes.liveBegin]: 'Liveview ask',
  [streamLogTypes.localPlayback]: 'Local playback',
  [streamLogTypes.localDownload]: 'Download local',
  [streamLogTypes.remotePlayback]: 'Remote playback',
  [streamLogTypes.remoteDownload]: 'Download remote',
  [streamLogTypes.liveEnd]: 'Liveview end',
}

/** USLOG-18: the columns of the table; times in UTC. */
const columns: readonly LogColumn<StreamLogEntry>[] = [
  { label: 'User', value: ({ user }) => user },
  { label: 'Device ID', value: ({ deviceId }) => deviceId },
  { label: 'Ch', value: ({ channel }) => channel },
  { label: 'Entrance', value: ({ entrance }) => entranceNames[entrance] },
  { label: 'Type', value: ({ type }) => typeNames[type] },
  { label: 'Ask Time', value: ({ askMs }) => new Date(askMs).toISOString() },
  { label: 'Duration', value: ({ duringS }) => duringS },
  { label: 'Update Time', value: ({ updateMs }) => new Date(updateMs).toISOString() },
]

function rowOf(entry: StreamLogEntry): StreamLogRow {
  return {
    serialno: entry.serialNo,
    username: entry.user,
    deviceid: entry.deviceId,
    channel: entry.channel,
    entrance: entry.entrance,
    type: entry.type,
    asktime: Math.floor(entry.askMs / 1000),
    during: entry.duringS,
    updatetime: Math.floor(entry.updateMs / 1000),
  }
}
