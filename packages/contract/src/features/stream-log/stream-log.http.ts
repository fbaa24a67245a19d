import { z } from 'zod'
import { logDevice, logExportFields, logMember, logPage, logPeriod } from '../../envelope/index.ts'

/** `POST`: what users watched, played and downloaded, newest first; for every account (API2-127, API2-130, RIGHT2-30). */
export const streamLogPath = '/gklog/uslog'
/** `POST` with the same fields and `filepass`: all rows of the filter as an encrypted archive (API2-129, API2-130). */
export const streamLogExportPath = '/gklog/uslogexport'
/** USLOG-16. */
export const STREAM_LOG_ARCHIVE = 'uslogs.7z'

/** USLOG-08. */
export const streamEntrances = { gms: 0, web: 1, rtsp: 2 } as const
/** USLOG-09. */
export const streamLogTypes = {
  liveBegin: 0,
  localPlayback: 1,
  localDownload: 2,
  remotePlayback: 3,
  remoteDownload: 4,
  liveEnd: 5,
} as const

export type StreamEntrance = (typeof streamEntrances)[keyof typeof streamEntrances]
export type StreamLogType = (typeof streamLogTypes)[keyof typeof streamLogTypes]

const entranceSchema = z.enum(streamEntrances)
const typeSchema = z.enum(streamLogTypes)

export const streamLogFilterSchema = z.object({
  /** Left out: all of them. */
  type: typeSchema.optional(),
  entrance: entranceSchema.optional(),
  member: logMember,
  deviceid: logDevice,
  ...logPeriod,
})

export const streamLogExportSchema = streamLogFilterSchema.extend(logExportFields)

export const streamLogRequestSchema = streamLogFilterSchema.extend(logPage)

/** USLOG-07. */
export const streamLogRowSchema = z.object({
  serialno: z.int(),
  username: z.string(),
  deviceid: z.string(),
  /** 0: all channels of the device. */
  channel: z.int(),
  entrance: entranceSchema,
  type: typeSchema,
  /** Unix seconds. */
  asktime: z.int(),
  /** Seconds; 0 for the begin of a live view. */
  during: z.int(),
  updatetime: z.int(),
})

export type StreamLogRow = z.infer<typeof streamLogRowSchema>

export const streamLogRowsSchema = z.array(streamLogRowSchema)
