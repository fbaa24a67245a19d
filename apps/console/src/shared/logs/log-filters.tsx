import { isLogFilter } from '@fleetglass/contract/envelope'
import { useText } from '../../platform/texts/index.ts'
import { type DayRange, dayAfter, dayDate, RangeCalendar } from '../../shared/calendar/index.ts'
import { type Choice, SelectInput, TextInput } from '../../ui/form/index.ts'
import styles from './logs.module.css'

/** A filter of a log: a text that is compared as a whole, or one of some choices, of which the first is all. */
export interface LogFilter {
  readonly id: string
  readonly label: string
  readonly max?: number
  readonly choices?: readonly Choice<string>[]
}

/** Filters as they are set, by id, and the days. */
export interface LogFilters {
  readonly values: Readonly<Record<string, string>>
  readonly range: DayRange | null
}

export const noLogFilters: LogFilters = { values: {}, range: null }

/** The period of whole local days, as the server takes it (API2-128). */
export function logPeriodOf({ first, last }: DayRange): { afterUpdatetime: string; beforeUpdatetime: string } {
  const start = (day: string) => dayDate(day).toISOString()
  return { afterUpdatetime: start(first), beforeUpdatetime: start(dayAfter(last, 1)) }
}

export function LogFilterFields(props: {
  readonly filters: readonly LogFilter[]
  readonly placeholder: string
  readonly set: LogFilters
  readonly onSet: (set: LogFilters) => void
}) {
  const t = useText()
  const { filters, placeholder, set, onSet } = props
  const put = (id: string) => (value: string) => onSet({ ...set, values: { ...set.values, [id]: value } })
  const { range } = set
  return (
    <>
      {filters.map(({ id, label, max = 64, choices }) =>
        choices === undefined ? (
          <TextInput
            key={id}
            label={label}
            value={set.values[id] ?? ''}
            fault={null}
            max={max}
            control={{ placeholder }}
            onChange={(text) => {
              // USLOG-10, USLOG-11.
              if (isLogFilter(text)) put(id)(text)
            }}
          />
        ) : (
          <SelectInput
            key={id}
            label={label}
            value={set.values[id] ?? ''}
            fault={null}
            choices={choices}
            control={{}}
            onChange={put(id)}
          />
        ),
      )}
      <RangeCalendar range={range} onRange={(next) => onSet({ ...set, range: next })} />
      <p className={`muted ${styles.days}`}>
        <span role="status">
          {range === null ? t('logs.chooseDays') : t('logs.range', { first: range.first, last: range.last })}
        </span>
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          disabled={range === null}
          onClick={() => onSet({ ...set, range: null })}
        >
          {t('logs.reset')}
        </button>
      </p>
    </>
  )
}
