import { type EventReport, eventReportSchema, REPORT_PERIODS } from '@fleetglass/contract/event-reports'
import { z } from 'zod'

const LIST = /^\s*(\d+(\.\d+)?(\s*,\s*\d+(\.\d+)?)*)?\s*$/

function numbersOf(text: string): number[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(Number)
}

export const reportFormSchema = z
  .object({ ...eventReportSchema.shape, events: z.string().regex(LIST).transform(numbersOf) })
  .refine(({ type, events }) => (type === 'event' ? events.every(Number.isInteger) : events.length === 1), {
    path: ['events'],
  })

/** What is typed for a report: numbers as a comma list. */
export type ReportForm = z.input<typeof reportFormSchema>

const noReport: ReportForm = {
  enable: 1,
  profile: '',
  type: 'event',
  period: REPORT_PERIODS.daily,
  unit: 0,
  sender: '',
  receivers: '',
  devices: '',
  script: '',
  memo: '',
  events: '',
  tz: 0,
}

/** RPT-07, RPT-12, RPT-13: `tzS` is the offset of the browser. */
export function formOf(report: EventReport | null, tzS: number): ReportForm {
  if (report === null) return { ...noReport, tz: tzS }
  const { reportid: _, updatetime: __, events, ...fields } = report
  return { ...fields, events: events.join(', ') }
}
