import { useText } from '../../../platform/texts/index.ts'
import { hourHasRecord, isWritten, minuteHasRecord, type RecordedDay } from '../recorded-day.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const minutes = Array.from({ length: 60 }, (_, minute) => minute)
const seconds = Array.from({ length: 12 }, (_, step) => step * 5)

const two = (value: number) => String(value).padStart(2, '0')

/** Hour, minute and second of a day; what has no recording cannot be chosen (LOPB-07 … 11). */
export function TimePicker(props: {
  readonly day: RecordedDay
  /** The hour whose minutes are shown. */
  readonly hour: number
  /** Second of the day that plays; null when nothing does. */
  readonly chosenS: number | null
  /** Unix seconds: later ones of the minute that is being written cannot be chosen yet. */
  readonly nowS: number
  readonly onHour: (hour: number) => void
  readonly onMinute: (secondOfDay: number) => void
  readonly onSecond: (secondOfDay: number) => void
}) {
  const t = useText()
  const { day, hour, chosenS, nowS } = props
  const chosenMinute = chosenS === null ? -1 : Math.floor(chosenS / 60)
  const isShownHour = Math.floor(chosenMinute / 60) === hour
  return (
    <div className="time-picker">
      <Grid title={t('playback.hour')} className="time-hours">
        {hours.map((value) => (
          <button
            key={value}
            type="button"
            className="time-button num"
            aria-label={t('playback.hourLabel', { hour: two(value) })}
            aria-pressed={value === hour}
            disabled={!hourHasRecord(day, value)}
            onClick={() => props.onHour(value)}
          >
            {value}
          </button>
        ))}
      </Grid>
      <Grid title={t('playback.minute')} className="time-minutes">
        {minutes.map((value) => (
          <button
            key={value}
            type="button"
            className="time-button num"
            aria-label={t('playback.minuteLabel', { time: `${two(hour)}:${two(value)}` })}
            aria-pressed={isShownHour && chosenMinute % 60 === value}
            disabled={!minuteHasRecord(day, hour, value)}
            onClick={() => props.onMinute((hour * 60 + value) * 60)}
          >
            {value}
          </button>
        ))}
      </Grid>
      <Grid title={t('playback.second')} className="time-seconds">
        {seconds.map((value) => (
          <button
            key={value}
            type="button"
            className="time-button num"
            aria-label={t('playback.secondLabel', { second: two(value) })}
            aria-pressed={chosenS !== null && Math.floor((chosenS % 60) / 5) * 5 === value}
            disabled={chosenMinute < 0 || !isWritten(day, chosenMinute * 60 + value, nowS)}
            onClick={() => props.onSecond(chosenMinute * 60 + value)}
          >
            {value}
          </button>
        ))}
      </Grid>
    </div>
  )
}

function Grid(props: { readonly title: string; readonly className: string; readonly children: React.ReactNode }) {
  return (
    <fieldset className="time-grid">
      <legend>{props.title}</legend>
      <div className={props.className}>{props.children}</div>
    </fieldset>
  )
}
