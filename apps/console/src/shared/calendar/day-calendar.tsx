import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import 'react-day-picker/style.css'
import './calendar.css'
import { useCalendarWords } from './calendar-words.ts'
import { dayDate, dayName } from './local-days.ts'

/** One day up to today is chosen here (LOPB-05, GPSP-05, GPSP-06); days may be marked, also for those who listen. */
export function DayCalendar(props: {
  readonly day: string
  readonly marked?: readonly string[]
  /** The text of the mark. */
  readonly markLabel?: string
  readonly onDay: (day: string) => void
}) {
  const words = useCalendarWords()
  const selected = dayDate(props.day)
  const [month, setMonth] = useState(selected)
  const marked = new Set(props.marked)
  return (
    <DayPicker
      {...words}
      className="day-calendar"
      mode="single"
      required
      showOutsideDays
      fixedWeeks
      selected={selected}
      month={month}
      onMonthChange={setMonth}
      onSelect={(date) => props.onDay(dayName(date))}
      modifiers={{ marked: (date) => marked.has(dayName(date)) }}
      modifiersClassNames={{ marked: 'is-marked' }}
      labels={{
        ...words.labels,
        labelDayButton: (date, { marked: has }) =>
          `${words.labels.labelDayButton(date)}${has && props.markLabel ? `, ${props.markLabel}` : ''}`,
      }}
    />
  )
}
