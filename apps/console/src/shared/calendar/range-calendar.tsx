import { DayPicker } from 'react-day-picker'
import 'react-day-picker/style.css'
import { useClock } from '../../platform/preferences/index.ts'
import './calendar.css'
import { useCalendarWords } from './calendar-words.ts'
import { dayDate, dayName } from './local-days.ts'

/** Local days `YYYY-MM-DD`, both included. */
export interface DayRange {
  readonly first: string
  readonly last: string
}

/** The first and the last day of a range up to today are chosen here; one click chooses one day. */
export function RangeCalendar(props: {
  readonly range: DayRange | null
  readonly onRange: (range: DayRange | null) => void
}) {
  const { range, onRange } = props
  const clock = useClock()
  return (
    <DayPicker
      {...useCalendarWords()}
      className="day-calendar"
      mode="range"
      // A second click on the chosen day, as its last one, keeps it.
      required
      today={new Date(clock.nowMs())}
      showOutsideDays
      fixedWeeks
      selected={range === null ? undefined : { from: dayDate(range.first), to: dayDate(range.last) }}
      onSelect={(chosen) =>
        onRange(chosen.from && chosen.to ? { first: dayName(chosen.from), last: dayName(chosen.to) } : null)
      }
    />
  )
}
