import { useText } from '../../../platform/texts/index.ts'
import { hoursWithData, hourTowards } from '../coverage.ts'
import { minuteText } from '../time-range.ts'
import type { Track } from '../track.ts'

/** The hours of the day; one without GPS data cannot be chosen, the slider goes on to the next that has some (GPSP-23, GPSP-24). */
export function HourSlider(props: {
  readonly track: Track
  readonly hour: number
  readonly onHour: (hour: number) => void
}) {
  const t = useText()
  const { track, hour } = props
  const within = { from: minuteText(hour * 60), to: minuteText(hour * 60 + 60) }
  const hours = new Set(hoursWithData(track))
  return (
    <div className="hour-slider" dir="ltr">
      <label>
        <span>{t('gpsPlayback.hour')}</span>
        <span className="num">{t('gpsPlayback.hourAt', within)}</span>
        <input
          type="range"
          className="form-range"
          aria-label={t('gpsPlayback.hour')}
          aria-valuetext={t('gpsPlayback.hourAt', within)}
          min={0}
          max={23}
          step={1}
          value={hour}
          onChange={({ target }) => props.onHour(hourTowards(track, hour, Number(target.value)))}
        />
      </label>
      <div className="hour-marks num">
        {track.hours.map((_, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour
            key={index}
            type="button"
            tabIndex={-1}
            aria-label={minuteText(index * 60)}
            aria-pressed={index === hour}
            disabled={!hours.has(index)}
            onClick={() => props.onHour(index)}
          >
            {index}
          </button>
        ))}
      </div>
    </div>
  )
}
