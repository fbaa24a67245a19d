import { languageDirection } from '@fleetglass/contract/translations'
import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import 'react-day-picker/style.css'
import './calendar.css'
import { useClock, useDateText, useLanguages } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { dayDate, dayName } from './local-days.ts'

/** One day up to today is chosen here (LOPB-05, GPSP-05, GPSP-06); days may be marked, also for those who listen. */
export function DayCalendar(props: {
  readonly day: string
  readonly marked?: readonly string[]
  /** The text of the mark. */
  readonly markLabel?: string
  readonly onDay: (day: string) => void
}) {
  const t = useText()
  const dateText = useDateText()
  const { shown } = useLanguages()
  const today = new Date(useClock().nowMs())
  const selected = dayDate(props.day)
  const [month, setMonth] = useState(selected)
  const marked = new Set(props.marked)
  return (
    <DayPicker
      className="day-calendar"
      mode="single"
      required
      showOutsideDays
      fixedWeeks
      selected={selected}
      month={month}
      onMonthChange={setMonth}
      onSelect={(date) => props.onDay(dayName(date))}
      disabled={{ after: today }}
      modifiers={{ marked: (date) => marked.has(dayName(date)) }}
      modifiersClassNames={{ marked: 'is-marked' }}
      dir={languageDirection(shown)}
      formatters={{
        formatCaption: (date) => dateText(date, { month: 'long', year: 'numeric' }),
        formatWeekdayName: (date) => dateText(date, { weekday: 'narrow' }),
      }}
      labels={{
        labelDayButton: (date, { marked: has }) =>
          `${dateText(date, { dateStyle: 'full' })}${has && props.markLabel ? `, ${props.markLabel}` : ''}`,
        labelWeekday: (date) => dateText(date, { weekday: 'long' }),
        labelGrid: (date) => dateText(date, { month: 'long', year: 'numeric' }),
        labelPrevious: () => t('playback.previousMonth'),
        labelNext: () => t('playback.nextMonth'),
      }}
    />
  )
}
