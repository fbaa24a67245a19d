import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useState } from 'react'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { minutesOfDay, type RecordedDay, recordedRuns, timeOfDay } from '../recorded-day.ts'

const secondsOfDay = minutesOfDay * 60

/** The day from left to right: recorded stretches, and where the picture stands. A click or the arrow keys go there. */
export function DayBar(props: {
  readonly day: RecordedDay
  /** Asked a few times a second; null while nothing plays. */
  readonly positionMs: () => number | null
  readonly onTime: (secondOfDay: number) => void
}) {
  const t = useText()
  const { day, onTime } = props
  const runs = useMemo(() => recordedRuns(day), [day])
  const atS = usePosition(props.positionMs, day.startS)
  const [pointedS, setPointedS] = useState<number | null>(null)

  const pointed = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width))
    return Math.min(secondsOfDay - 1, Math.floor(share * secondsOfDay))
  }
  const typed = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, atS ?? (runs[0]?.from ?? 0) * 60, runs)
    if (target === null) return
    event.preventDefault()
    onTime(target)
  }
  const shownS = pointedS ?? atS
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
        <svg viewBox={`0 0 ${minutesOfDay} 1`} preserveAspectRatio="none" aria-hidden="true">
          {runs.map(({ from, to }) => (
            <rect key={from} className="day-bar-run" x={from} y="0" width={to - from} height="1" />
          ))}
        </svg>
        {atS === null ? null : <span className="day-bar-cursor" style={{ left: `${(atS / secondsOfDay) * 100}%` }} />}
        {shownS === null ? null : (
          <span
            className="day-bar-time num"
            style={{ left: `clamp(2.25rem, ${(shownS / secondsOfDay) * 100}%, calc(100% - 2.25rem))` }}
          >
            {timeOfDay(shownS)}
          </span>
        )}
      </div>
      <div className="day-bar-hours num" aria-hidden="true">
        {Array.from({ length: 25 }, (_, hour) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day never change places
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }} data-sparse={hour % 3 !== 0}>
            {hour}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Second of the day that is on the screen, at most four times a second. */
function usePosition(positionMs: () => number | null, startS: number): number | null {
  const clock = useClock()
  const [atS, setAtS] = useState<number | null>(null)
  useEffect(() => {
    const look = () => {
      const ms = positionMs()
      const second = ms === null ? null : Math.floor(ms / 1000 - startS)
      setAtS(second !== null && second >= 0 && second < secondsOfDay ? second : null)
    }
    look()
    const timer = clock.every(250, look)
    return () => timer.cancel()
  }, [clock, positionMs, startS])
  return atS
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
