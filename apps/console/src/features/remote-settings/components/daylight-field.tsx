import { summerOf } from '@fleetglass/contract/remote-settings'
import { languageDirection } from '@fleetglass/contract/translations'
import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import 'react-day-picker/style.css'
import { useClock, useDateText, useLanguages } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { dayDate, dayName } from '../../../shared/calendar/index.ts'
import { clickedDay, noDays, summerDays, summerText } from '../daylight.rules.ts'
import { zoneText } from '../time-zones.ts'
import type { FieldProps } from './field.types.ts'
import { SwitchField } from './plain-fields.tsx'

/** RDEV-051 … 057: whether there is daylight saving, and from which day to which. */
export function DaylightField({ label, text, onText, about: { zoneS } }: FieldProps) {
  const t = useText()
  const dateText = useDateText()
  const summer = summerOf(text)
  const days = summerDays(summer, zoneS)
  const change = (enabled: boolean, range: typeof days): void => onText(summerText(enabled, range, zoneS))
  const dayText = (day: string): string =>
    day === '' ? t('setting.noDay') : dateText(dayDate(day), { dateStyle: 'medium' })
  return (
    <div className="remote-daylight">
      <SwitchField label={label} text={summer.enabled ? '1' : '0'} onText={(on) => change(on === '1', days)} />
      <SummerCalendar days={days} onDay={(day) => change(summer.enabled, clickedDay(days, day))} />
      <dl className="remote-days">
        <div>
          <dt>{t('setting.start')}</dt>
          <dd>{dayText(days.start)}</dd>
        </div>
        <div>
          <dt>{t('setting.end')}</dt>
          <dd>{dayText(days.end)}</dd>
        </div>
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          disabled={days.start === '' && days.end === ''}
          onClick={() => change(summer.enabled, noDays)}
        >
          {t('setting.reset')}
        </button>
      </dl>
      <small className="muted">{t('setting.zoneHint', { zone: zoneText(zoneS) })}</small>
    </div>
  )
}

function SummerCalendar(props: { readonly days: typeof noDays; readonly onDay: (day: string) => void }) {
  const t = useText()
  const dateText = useDateText()
  const { shown } = useLanguages()
  const { start, end } = props.days
  const nowMs = useClock().nowMs()
  const [month, setMonth] = useState(() => (start === '' ? new Date(nowMs) : dayDate(start)))
  return (
    <DayPicker
      className="day-calendar"
      showOutsideDays
      fixedWeeks
      month={month}
      onMonthChange={setMonth}
      onDayClick={(date) => props.onDay(dayName(date))}
      modifiers={{
        selected: (date) => [start, end].includes(dayName(date)),
        between: (date) => start !== '' && end !== '' && dayName(date) > start && dayName(date) < end,
      }}
      modifiersClassNames={{ between: 'is-between' }}
      dir={languageDirection(shown)}
      formatters={{
        formatCaption: (date) => dateText(date, { month: 'long', year: 'numeric' }),
        formatWeekdayName: (date) => dateText(date, { weekday: 'narrow' }),
      }}
      labels={{
        labelDayButton: (date) => dayLabel(dateText(date, { dateStyle: 'full' }), dayName(date)),
        labelWeekday: (date) => dateText(date, { weekday: 'long' }),
        labelGrid: (date) => dateText(date, { month: 'long', year: 'numeric' }),
        labelPrevious: () => t('setting.previousMonth'),
        labelNext: () => t('setting.nextMonth'),
      }}
    />
  )

  function dayLabel(words: string, day: string): string {
    if (day === start) return `${words}, ${t('setting.start')}`
    return day === end ? `${words}, ${t('setting.end')}` : words
  }
}
