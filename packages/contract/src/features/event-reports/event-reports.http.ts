import { z } from 'zod'
import { type Requirement, requirements } from '../../access/index.ts'
import { ruleMessage } from '../../errors/index.ts'
import { isScript } from '../event-plans/index.ts'

/** `GET` lists names; `POST` adds, `PUT` changes and `DELETE` removes a report, and each answers with the full list (API2-100 to API2-104). */
export const eventReportPath = '/gkevent/eventreport'
/** `POST`: the full list. */
export const eventReportListPath = '/gkevent/eventreportlist'
/** `POST`: report files of a range (API2-105). */
export const reportFilesPath = '/gkevent/reportlist'
/** `GET`, by a link without credentials: the secret is `fileid` (API2-108, API2-110). */
export const reportFilePath = '/gkevent/reportfile'
export const reportFileAddress = ({ filename, fileid }: Pick<ReportFile, 'filename' | 'fileid'>): string =>
  `${reportFilePath}/${encodeURIComponent(filename)}?id=${encodeURIComponent(fileid)}`

export const eventReportsAccess: Requirement = requirements.advancedSettings
export const reportFilesAccess: Requirement = requirements.reportFiles

/** RPT-20. What `events` means depends on it: event codes, or the one limit of the other three. */
export const REPORT_TYPES = ['event', 'sdcard', 'idle', 'usage'] as const
export type ReportType = (typeof REPORT_TYPES)[number]

/** Minutes (RPT-11). */
export const REPORT_PERIODS = { hourly: 60, daily: 1440, weekly: 10_080, monthly: 43_200 } as const

/** Of a site; the next one is refused. */
export const EVENT_REPORTS_MAX = 200
/** Rows of a report file; the last line of a longer one says so. */
export const REPORT_ROWS_MAX = 500_000
const RECEIVERS_MAX = 50
const DEVICES_MAX = 10_000
const EVENTS_MAX = 1_000
const MOST_MINUTES = 366 * 1440
const OFFSET_S_MAX = 14 * 3600

/** No line break: names stand in file names, subjects and heads of mails. */
const line = (most: number) =>
  z
    .string('is no text')
    .trim()
    .max(most, `has more than ${most} characters`)
    .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, 'has characters that cannot be seen')

const mailAddress = z.string().regex(/^[^\s,;<>@"]+@[^\s,;<>@"]+$/, 'is no mail address')

/** A comma list (RPT-08); blanks around its parts do not count. */
function commaList(part: z.ZodType<string, string>, most: number) {
  return z
    .string('is no text')
    .max(400_000)
    .transform((text) => [
      ...new Set(
        text
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      ),
    ])
    .pipe(z.array(part).max(most, `names more than ${most}`))
    .transform((parts) => parts.join())
}

/** RPT-03. */
export const eventReportSchema = z.object({
  enable: z.literal([0, 1], 'is neither 0 nor 1').default(1),
  profile: line(64).min(1, 'is empty'),
  type: z.enum(REPORT_TYPES, 'is no type of report'),
  period: z
    .int('is no number of minutes')
    .min(1, 'is no period')
    .max(MOST_MINUTES, 'is longer than a year')
    .default(REPORT_PERIODS.daily),
  unit: z.literal([0, 1], 'is neither 0 nor 1').default(0),
  sender: z.union([z.literal(''), mailAddress.max(254)]).default(''),
  receivers: commaList(mailAddress, RECEIVERS_MAX).default(''),
  devices: commaList(z.string().regex(/^[\w.-]{1,64}$/, 'is no device id'), DEVICES_MAX).default(''),
  /** As of a push plan, or empty (RPT-30). */
  script: z
    .string('is no text')
    .trim()
    .max(500)
    .refine((text) => text === '' || isScript(text), ruleMessage('not-script'))
    .default(''),
  memo: line(500).default(''),
  events: z
    .array(z.number('is no number').nonnegative('is below 0'), 'is no list')
    .max(EVENTS_MAX, `has more than ${EVENTS_MAX} numbers`)
    .default([]),
  tz: z.int('is no number of seconds').min(-OFFSET_S_MAX, 'is no offset').max(OFFSET_S_MAX, 'is no offset').default(0),
})

const isLimited = ({ type, events }: { readonly type: ReportType; readonly events: readonly number[] }) =>
  type === 'event' ? events.every((code) => Number.isInteger(code)) : events.length === 1
const oneLimit = 'must be the one limit of this type, or event codes for the type event'

export type EventReportFields = z.output<typeof eventReportSchema>
export type EventReportInput = z.input<typeof eventReportSchema>
export interface EventReport extends EventReportFields {
  readonly reportid: number
  /** Unix seconds. */
  readonly updatetime: number
}

export const eventReportAddSchema = z.object({
  eventReport: eventReportSchema.refine(isLimited, { message: oneLimit, path: ['events'] }),
})
export const eventReportSaveSchema = z.object({
  eventReport: eventReportSchema
    .extend({ reportid: z.int('is no number') })
    .refine(isLimited, { message: oneLimit, path: ['events'] }),
})
export const eventReportRemovalSchema = z.object({ eventReport: z.object({ reportid: z.int('is no number') }) })

export const eventReportsSchema = z.array(
  eventReportSchema.extend({ reportid: z.int(), updatetime: z.int() }),
) as unknown as z.ZodType<readonly EventReport[]>

/** RPT-22: an answer of `GET`. */
export const reportNamesSchema = z.array(
  z.object({ reportid: z.int(), profile: z.string(), type: z.enum(REPORT_TYPES) }),
)
export type ReportName = z.infer<typeof reportNamesSchema>[number]

/** RPT-37: the time of a file that is compared with the range. */
export const REPORT_FILE_TIMES = ['updatetime', 'starttime', 'endtime'] as const
export type ReportFileTime = (typeof REPORT_FILE_TIMES)[number]

/** `from` and `to` have a zone offset (API2-107); both ends are included. */
const moment = z.iso
  .datetime({ offset: true, error: 'is no time with an offset' })
  .transform((text) => Date.parse(text) / 1000)

export const reportFilesQuerySchema = z
  .object({
    reportid: z.int('is no number').optional(),
    from: moment,
    to: moment,
    queryby: z.enum(REPORT_FILE_TIMES).default('updatetime'),
  })
  .refine(({ from, to }) => from <= to, 'the range ends before it starts')

/** The newest of more files are answered. */
export const REPORT_FILES_ANSWERED_MAX = 5_000

/** RPT-21. Times are unix seconds; the period is `[starttime, endtime)`. */
const reportFileSchema = z.object({
  reportid: z.int(),
  /** As the report was called when the file was written. */
  profile: z.string(),
  type: z.enum(REPORT_TYPES),
  period: z.int(),
  filename: z.string(),
  filetype: z.literal('csv'),
  fileid: z.string(),
  starttime: z.int(),
  endtime: z.int(),
  updatetime: z.int(),
})
export type ReportFile = z.infer<typeof reportFileSchema>
export const reportFilesSchema = z.array(reportFileSchema)
