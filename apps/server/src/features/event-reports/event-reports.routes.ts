import { AppError } from '@fleetglass/contract/errors'
import {
  eventReportAddSchema,
  eventReportListPath,
  eventReportPath,
  eventReportRemovalSchema,
  eventReportSaveSchema,
  eventReportsAccess,
  reportFilePath,
  reportFilesAccess,
  reportFilesPath,
  reportFilesQuerySchema,
} from '@fleetglass/contract/event-reports'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import { endpoint, type HttpEndpoint, rawEndpoint, sendFileFailure, sendRanged } from '../../platform/http/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { EventReports } from '../../services/event-reports/index.ts'

const nothing = z.object({})
const linkSchema = z.object({ id: z.string().max(100) })

export interface EventReportRouteDeps {
  readonly clock: Clock
  readonly log: Log
  readonly reports: EventReports
}

/** Scheduled reports and their files. A report belongs to the site: its readers see every device. */
export const eventReportEndpoints = ({ clock, log, reports }: EventReportRouteDeps): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: eventReportPath,
    access: eventReportsAccess,
    audit: 'Read the names of event reports',
    body: nothing,
    handle: () => reports.names(),
  }),
  endpoint({
    method: 'POST',
    path: eventReportListPath,
    access: eventReportsAccess,
    audit: 'Read the event reports',
    body: nothing,
    handle: () => reports.list(),
  }),
  endpoint({
    method: 'POST',
    path: eventReportPath,
    access: eventReportsAccess,
    audit: 'Added the event report {eventReport}',
    body: eventReportAddSchema,
    handle: ({ body }) => reports.add(body.eventReport),
  }),
  endpoint({
    method: 'PUT',
    path: eventReportPath,
    access: eventReportsAccess,
    audit: 'Changed the event report {eventReport}',
    body: eventReportSaveSchema,
    handle({ body: { eventReport } }) {
      const { reportid, ...report } = eventReport
      return reports.save(reportid, report)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: eventReportPath,
    access: eventReportsAccess,
    audit: 'Deleted the event report {eventReport}',
    body: eventReportRemovalSchema,
    handle: ({ body }) => reports.remove(body.eventReport.reportid),
  }),
  endpoint({
    method: 'POST',
    path: reportFilesPath,
    access: reportFilesAccess,
    audit: 'Read the list of report files',
    body: reportFilesQuerySchema,
    async handle({ body }) {
      const files = await reports.files(body)
      return files.map(({ bytes: _, delivery: __, ...file }) => file)
    },
  }),
  rawEndpoint({
    path: `${reportFilePath}/:filename`,
    // The link carries no credentials: its id is the secret (API2-110).
    access: 'anyone',
    audit: 'Read the report file {filename}',
    listeners: 'web',
    async handle(request, reply) {
      reply.header('cache-control', 'no-store')
      const { filename = '' } = request.params as { filename?: string }
      const link = linkSchema.safeParse(request.query)
      const file = link.success ? await reports.file(link.data.id, filename) : null
      if (file === null) return sendFileFailure(reply, new AppError('unknown-report-file'))
      const { fileid, bytes } = file
      const ranged = {
        name: asciiName(filename),
        type: 'text/csv; charset=utf-8',
        tag: `"${fileid}"`,
        byteLength: bytes,
        read: (start: number, end: number) => reports.read(fileid, start, end),
        onError: (error: Error) => log.warn({ file: filename, reason: error.message }, 'A report file cannot be read'),
        onUnread: () => log.info({ file: filename }, 'A download of a report file that nobody reads was ended'),
        onEnd: () => undefined,
      }
      return sendRanged(request, reply, ranged, clock)
    },
  }),
]

/** A header has Latin letters alone; a browser takes the name of the address otherwise. */
function asciiName(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '_').replaceAll('"', '')
}
