import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import { minutesOfDay, type RecordedDay, recordedHours, recordedRuns, timeOfDay } from '../recorded-day.ts'

const secondsOfDay = minutesOfDay * 60
const wholeDay = { from: 0, to: 24 }

/** The minutes that are named below the bar; the sparse ones give way on a narrow screen. */
function marks({ from, to }: { readonly from: number; readonly to: number }) {
  const step = to - from <= 2 ? 15 : to - from <= 6 ? 30 : 60
  return Array.from({ length: ((to - from) * 60) / step + 1 }, (_, index) => ({
    minute: from * 60 + index * step,
    sparse: index % (to - from > 8 ? 3 : 2) !== 0,
  }))
}

/** The day from left to right: recorded stretches, and where the picture stands. A click or the arrow keys go there. */
export function DayBar(props: {
  readonly day: RecordedDay
  /** Second of the day of the picture; null while nothing of this day plays. */
  readonly atS: number | null
  /** Whether it shows the hours with recordings at first, and not the whole day. */
  readonly zoomed: boolean
  readonly onTime: (secondOfDay: number) => void
}) {
  const t = useText()
  const { day, atS, onTime } = props
  const runs = useMemo(() => recordedRuns(day), [day])
  const [zoomed, setZoomed] = useState(props.zoomed)
  const hours = zoomed ? recordedHours(day) : wholeDay
  const shownFromS = hours.from * 3600
  const shownS = (hours.to - hours.from) * 3600
  const placeOf = (second: number) => `${((second - shownFromS) / shownS) * 100}%`
  const [pointedS, setPointedS] = useState<number | null>(null)

  const pointed = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width))
    return Math.min(secondsOfDay - 1, Math.floor(shownFromS + share * shownS))
  }
  const typed = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, atS ?? (runs[0]?.from ?? 0) * 60, runs)
    if (target === null) return
    event.preventDefault()
    onTime(target)
  }
  const labelledS = pointedS ?? atS
  const isShown = (second: number) => second >= shownFromS && second <= shownFromS + shownS
  return (
    <div className="day-bar">
      <div
        className="day-bar-track"
        role="slider"
        tabIndex={0}
        aria-label={t('playback.timeline')}
        aria-valuemin={0}
        aria-valuemax={secondsOfDay - 1}
        aria-valuenow={Math.floor(atS ?? 0)}
        aria-valuetext={atS === null ? '–' : t('playback.timelineAt', { time: timeOfDay(atS) })}
        onKeyDown={typed}
        onPointerDown={(event) => onTime(pointed(event))}
        onPointerMove={(event) => setPointedS(pointed(event))}
        onPointerLeave={() => setPointedS(null)}
      >
        <svg viewBox={`${hours.from * 60} 0 ${shownS / 60} 1`} preserveAspectRatio="none" aria-hidden="true">
          {runs.map(({ from, to }) => (
            <rect key={from} className="day-bar-run" x={from} y="0" width={to - from} height="1" />
          ))}
        </svg>
        {atS === null || !isShown(atS) ? null : <span className="day-bar-cursor" style={{ left: placeOf(atS) }} />}
        {labelledS === null || !isShown(labelledS) ? null : (
          <span
            className="day-bar-time num"
            style={{ left: `clamp(2.25rem, ${placeOf(labelledS)}, calc(100% - 2.25rem))` }}
          >
            {timeOfDay(labelledS)}
          </span>
        )}
      </div>
      <div className="day-bar-hours num" aria-hidden="true">
        {marks(hours).map(({ minute, sparse }) => (
          <span key={minute} style={{ left: placeOf(minute * 60) }} data-sparse={sparse}>
            {minute % 60 === 0 ? minute / 60 : timeOfDay(minute * 60).slice(0, 5)}
          </span>
        ))}
      </div>
      <button type="button" className="icon-button day-bar-zoom" onClick={() => setZoomed(!zoomed)}>
        <Icon name={zoomed ? 'minus' : 'plus'} size={14} /> {t(zoomed ? 'playback.wholeDay' : 'playback.recordedPart')}
      </button>
    </div>
  )
}

function keyTarget(
  key: string,
  atS: number,
  runs: readonly { readonly from: number; readonly to: number }[],
): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -10,
    ArrowRight: 10,
    ArrowDown: -60,
    ArrowUp: 60,
    PageDown: -600,
    PageUp: 600,
  }
  const step = steps[key]
  if (step !== undefined) return Math.min(secondsOfDay - 1, Math.max(0, atS + step))
  if (key === 'Home') return (runs[0]?.from ?? 0) * 60
  if (key === 'End') return ((runs.at(-1)?.to ?? 1) - 1) * 60
  return null
}
