import { useText } from '../../../platform/texts/index.ts'
import { dayMinutes, type MinuteRange, minuteText, moved, stepMinutes } from '../time-range.ts'

/** Two ends of a range of the day on one line (GPSP-07 … GPSP-09). */
export function RangeSlider(props: { readonly range: MinuteRange; readonly onRange: (range: MinuteRange) => void }) {
  const t = useText()
  const { range } = props
  const share = (minute: number) => `${(minute / dayMinutes) * 100}%`
  return (
    <fieldset className="range-slider" dir="ltr">
      <legend>
        <span>{t('gpsPlayback.range')}</span>
        <output className="num">{`${minuteText(range.from)} – ${minuteText(range.to)}`}</output>
      </legend>
      <div className="range-line">
        <div className="range-part" style={{ left: share(range.from), width: share(range.to - range.from) }} />
        {(['from', 'to'] as const).map((end) => (
          <input
            key={end}
            type="range"
            className="form-range"
            aria-label={t(`gpsPlayback.${end}`)}
            aria-valuetext={minuteText(range[end])}
            min={0}
            max={dayMinutes}
            step={stepMinutes}
            value={range[end]}
            // Where both stand at the end of the line, the one that can go back lies on top.
            style={{ zIndex: end === 'from' && range.from > dayMinutes / 2 ? 3 : 2 }}
            onChange={({ target }) => props.onRange(moved(range, end, Number(target.value)))}
          />
        ))}
      </div>
    </fieldset>
  )
}
