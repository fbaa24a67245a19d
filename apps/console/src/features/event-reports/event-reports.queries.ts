import {
  type EventReport,
  type EventReportFields,
  eventReportListPath,
  eventReportPath,
  eventReportsSchema,
  type ReportFileTime,
  reportFilesPath,
  reportFilesSchema,
  reportNamesSchema,
} from '@fleetglass/contract/event-reports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { type DayRange, dayAfter, dayStartS } from '../../shared/calendar/index.ts'
import { notify } from '../../ui/index.ts'

export function useEventReports() {
  const { userName } = useSession()
  const call = useServerCall()
  return useQuery({
    queryKey: ['event-reports', userName],
    queryFn: async () => eventReportsSchema.parse(await call('POST', eventReportListPath, {})),
    retry: mayAskAgain,
  })
}

/** Each write answers with the full list. */
export function useReportWrites() {
  const t = useText()
  const { userName } = useSession()
  const call = useServerCall()
  const queries = useQueryClient()
  const write = async (method: 'POST' | 'PUT' | 'DELETE', eventReport: object): Promise<readonly EventReport[]> => {
    const all = eventReportsSchema.parse(await call(method, eventReportPath, { eventReport }))
    queries.setQueryData(['event-reports', userName], all)
    return all
  }
  const save = useMutation({
    meta: { saysItself: true },
    mutationFn: ({ reportid, report }: { readonly reportid: number | null; readonly report: EventReportFields }) =>
      reportid === null ? write('POST', report) : write('PUT', { ...report, reportid }),
    onSuccess: (_, { report }) => notify.success(t('eventReports.saved', { profile: report.profile })),
  })
  const remove = useMutation({ mutationFn: (reportid: number) => write('DELETE', { reportid }) })
  return { save, remove }
}

export function useReportNames() {
  const { userName } = useSession()
  return useQuery({
    queryKey: ['event-report-names', userName],
    queryFn: async () => reportNamesSchema.parse(await askJson('GET', eventReportPath)),
    retry: mayAskAgain,
  })
}

/** What was asked for with the button. */
export interface ReportFilesQuery {
  /** Null: all reports. */
  readonly reportid: number | null
  readonly range: DayRange
  readonly queryby: ReportFileTime
  /** Grows with each query, so that the same one is asked again. */
  readonly turn: number
}

/** API2-107: whole local days, with the offset of the browser. */
export function useReportFiles(query: ReportFilesQuery | null) {
  const { userName } = useSession()
  const call = useServerCall()
  return useQuery({
    queryKey: ['report-files', userName, query],
    enabled: query !== null,
    queryFn: async () => {
      if (query === null) return []
      const { reportid, range, queryby } = query
      const from = zonedText(dayStartS(range.first), 'T', ':')
      const to = zonedText(dayStartS(dayAfter(range.last, 1)) - 1, 'T', ':')
      const asked = { from, to, queryby, ...(reportid !== null && { reportid }) }
      return reportFilesSchema.parse(await call('POST', reportFilesPath, asked))
    },
    gcTime: 0,
    retry: mayAskAgain,
  })
}

/** `YYYY-MM-DD HH:mm:ss+0800` in the zone of the browser (RPT-45); an API takes `T` and `+08:00`. */
export function zonedText(unixS: number, between: ' ' | 'T' = ' ', inZone: '' | ':' = ''): string {
  const minutes = -new Date(unixS * 1000).getTimezoneOffset()
  const local = new Date((unixS + minutes * 60) * 1000).toISOString().slice(0, 19).replace('T', between)
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${inZone}${two(size % 60)}`
}
