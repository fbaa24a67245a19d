import { z } from 'zod'
import { logExportFields, logMember, logPage, logPeriod } from '../../envelope/index.ts'

/** `GET`: the actions that the access log tells apart (API2-131, API2-134). */
export const accessActionPath = '/gklog/accessaction'
/** `POST`: what users and programs called, newest first; for every account (API2-132, RIGHT2-30). */
export const accessLogPath = '/gklog/accesslog'
/** `POST` with the same fields and `filepass`: all rows of the filter as an encrypted archive (API2-133, API2-134). */
export const accessLogExportPath = '/gklog/accesslogexport'
/** ACCLOG-10. */
export const ACCESS_LOG_ARCHIVE = 'accesslogs.7z'

/** ACCLOG-05: of the web ports, of the main channel, of the recorder server itself. */
const typeSchema = z.enum(['web', 'vcp', 'gms'])

/** ACCLOG-07. In patterns `%` stands for any text. */
export const accessActionSchema = z.object({
  type: typeSchema,
  method: z.string(),
  action: z.string(),
  data: z.object({ url: z.string().optional(), body: z.string().optional() }).optional(),
})

export type AccessAction = z.infer<typeof accessActionSchema>

export const accessActionsSchema = z.array(accessActionSchema)

const filters = {
  /** A whole address; empty: any. */
  ip: z.string().max(64).default(''),
  member: logMember,
  /** An action of the catalogue; empty: any. */
  action: z.string().max(200).default(''),
  ...logPeriod,
}

export const accessLogRequestSchema = z.object({ ...filters, ...logPage })

export const accessLogExportSchema = z.object({ ...filters, ...logExportFields })

/** ACCLOG-04. */
export const accessLogRowSchema = z.object({
  serialno: z.string(),
  /** Unix seconds. */
  datetime: z.int(),
  type: typeSchema,
  ip: z.string(),
  username: z.string(),
  /** Empty: it is about no device. */
  deviceid: z.string(),
  /** Empty: no entry of the catalogue matches. */
  action: z.string(),
  /** Of a web call its method, of the main channel the code of the message. */
  method: z.string(),
  /** JSON: `url` of a web call, `body` with secrets as `***`, `result`, and `calls` where the row stands for several equal ones. */
  data: z.string(),
})

export type AccessLogRow = z.infer<typeof accessLogRowSchema>

export const accessLogRowsSchema = z.array(accessLogRowSchema)
