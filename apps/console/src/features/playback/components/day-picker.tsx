import { languageDirection } from '@fleetglass/contract/translations'
import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import 'react-day-picker/style.css'
import { useClock, useDateText, useLanguages } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { dayDate, dayName } from '../local-days.ts'

/** The calendar; days with recordings are marked, also for those who listen (LOPB-05, LOPB-06). */
export function RecordDayPicker(props: {
  readonly day: string
  readonly recorded: readonly string[]
  readonly onDay: (day: string) => void
}) {
  const t = useText()
  const dateText = useDateText()
  const { shown } = useLanguages()
  const today = new Date(useClock().nowMs())
  const selected = dayDate(props.day)
  const [month, setMonth] = useState(selected)
  const recorded = new Set(props.recorded)
  return (
    <DayPicker
      className="record-days"
      mode="single"
      required
      showOutsideDays
      fixedWeeks
      selected={selected}
      month={month}
      onMonthChange={setMonth}
      onSelect={(date) => props.onDay(dayName(date))}
      disabled={{ after: today }}
      modifiers={{ recorded: (date) => recorded.has(dayName(date)) }}
      modifiersClassNames={{ recorded: 'has-record' }}
      dir={languageDirection(shown)}
      formatters={{
        formatCaption: (date) => dateText(date, { month: 'long', year: 'numeric' }),
        formatWeekdayName: (date) => dateText(date, { weekday: 'narrow' }),
      }}
      labels={{
        labelDayButton: (date, { recorded: has }) =>
          `${dateText(date, { dateStyle: 'full' })}${has ? `, ${t('playback.hasRecord')}` : ''}`,
        labelWeekday: (date) => dateText(date, { weekday: 'long' }),
        labelGrid: (date) => dateText(date, { month: 'long', year: 'numeric' }),
        labelPrevious: () => t('playback.previousMonth'),
        labelNext: () => t('playback.nextMonth'),
      }}
    />
  )
}
