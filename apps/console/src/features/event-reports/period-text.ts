import { REPORT_PERIODS } from '@fleetglass/contract/event-reports'
import type { Translate } from '../../platform/texts/index.ts'

export const PERIOD_NAMES = ['hourly', 'daily', 'weekly', 'monthly'] as const

/** RPT-40 to RPT-44. */
export function periodText(minutes: number, t: Translate): string {
  const name = PERIOD_NAMES.find((one) => REPORT_PERIODS[one] === minutes)
  return name === undefined ? t('eventReports.period.other', { count: minutes }) : t(`eventReports.period.${name}`)
}
