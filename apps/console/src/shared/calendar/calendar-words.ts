import { languageDirection } from '@fleetglass/contract/translations'
import { useClock, useDateText, useLanguages } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'

/** What all calendars have in common: days up to today, in the words and the direction of the language. */
export function useCalendarWords() {
  const t = useText()
  const dateText = useDateText()
  const { shown } = useLanguages()
  return {
    disabled: { after: new Date(useClock().nowMs()) },
    dir: languageDirection(shown),
    formatters: {
      formatCaption: (date: Date) => dateText(date, { month: 'long', year: 'numeric' }),
      formatWeekdayName: (date: Date) => dateText(date, { weekday: 'narrow' }),
    },
    labels: {
      labelDayButton: (date: Date) => dateText(date, { dateStyle: 'full' }),
      labelWeekday: (date: Date) => dateText(date, { weekday: 'long' }),
      labelGrid: (date: Date) => dateText(date, { month: 'long', year: 'numeric' }),
      labelPrevious: () => t('playback.previousMonth'),
      labelNext: () => t('playback.nextMonth'),
    },
  } as const
}
