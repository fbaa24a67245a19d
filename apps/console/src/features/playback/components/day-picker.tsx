import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import 'react-day-picker/style.css'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { dayDate, dayName } from '../local-days.ts'

/** The calendar; days with recordings are marked, also for those who listen (LOPB-05, LOPB-06). */
export function RecordDayPicker(props: {
  readonly day: string
  readonly recorded: readonly string[]
  readonly onDay: (day: string) => void
}) {
  const t = useText()
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
      labels={{
        labelDayButton: (date, { recorded: has }) =>
          `${date.toLocaleDateString(undefined, { dateStyle: 'full' })}${has ? `, ${t('playback.hasRecord')}` : ''}`,
      }}
    />
  )
}
