import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react'
import { useLengthUnit } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { displaySpeed, speedUnit } from '../../../platform/units/index.ts'
import { rowSeconds } from '../coverage.ts'
import { clockText, nearestTo, secondOfHour, type Track } from '../track.ts'
import { barsWidth, chartMargin, paintSpeeds } from './speed-painter.ts'
import { useCanvas } from './use-canvas.ts'

/**
 * The speeds of an hour. The value under the pointer is shown beside it and on the map, without a picture drawn by the
 * page; arrow keys go from bar to bar.
 */
export function SpeedChart(props: {
  readonly track: Track
  readonly hour: number
  /** The bar that is pointed at; null when none is. */
  readonly onPoint: (index: number | null) => void
  /** The bar that was clicked. */
  readonly onOpen: (index: number) => void
}) {
  const t = useText()
  const unit = useLengthUnit()
  const { track, hour, onPoint, onOpen } = props
  const span = track.hours[hour] ?? { from: 0, to: 0 }
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const at = useRef<number | null>(null)
  useCanvas(
    canvas,
    useCallback(
      (chart) => paintSpeeds(chart, track, hour, (kmh) => displaySpeed(kmh, unit, 'elsewhere')),
      [track, hour, unit],
    ),
  )
  const words = (index: number) =>
    t('gpsPlayback.speedAt', {
      speed: displaySpeed(track.speedsKmh[index]!, unit, 'elsewhere'),
      unit: speedUnit(unit),
      time: clockText(track.timesMs[index]!),
    })
  const show = (index: number | null) => {
    at.current = index
    onPoint(index)
    if (!tip.current || !box.current || !canvas.current) return
    tip.current.hidden = index === null
    if (index === null) return
    const text = words(index)
    tip.current.textContent = text
    box.current.setAttribute('aria-valuetext', text)
    box.current.setAttribute('aria-valuenow', String(index - span.from + 1))
    const wide = canvas.current.clientWidth
    const x = chartMargin.left + (secondOfHour(track.timesMs[index]!) / rowSeconds) * barsWidth(wide)
    const half = tip.current.offsetWidth / 2
    tip.current.style.transform = `translateX(${Math.min(wide - 2 * half, Math.max(0, x - half))}px)`
  }
  const under = ({ clientX }: { readonly clientX: number }): number | null => {
    const element = canvas.current
    if (!element || span.from === span.to) return null
    const { left, width } = element.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (clientX - left - chartMargin.left) / Math.max(1, barsWidth(width))))
    const first = track.timesMs[span.from]!
    const startMs = first - secondOfHour(first) * 1000
    return nearestTo(track, startMs + share * rowSeconds * 1000, span)
  }
  // Another hour has other bars.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pointed at belongs to the hour before
  useEffect(() => {
    at.current = null
    if (tip.current) tip.current.hidden = true
  }, [track, hour])
  const typed = (event: KeyboardEvent) => {
    const goal = goalOf(event.key, at.current, span)
    if (goal === null && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (goal !== null) show(goal)
    else if (at.current !== null) onOpen(at.current)
  }
  const [first, last] = [span.from, span.to - 1]
  return (
    <div
      ref={box}
      className="speed-chart"
      role="slider"
      tabIndex={0}
      dir="ltr"
      aria-label={t('gpsPlayback.speeds')}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, last - first + 1)}
      aria-valuenow={1}
      aria-valuetext={first <= last ? words(first) : ''}
      data-points={span.to - span.from}
      onKeyDown={typed}
      onPointerMove={(event: PointerEvent) => show(under(event))}
      onPointerLeave={() => show(null)}
      onClick={(event) => {
        const index = under(event)
        if (index !== null) onOpen(index)
      }}
    >
      <canvas ref={canvas} />
      <div ref={tip} className="speed-tip num" hidden />
    </div>
  )
}

const pageBars = 60

function goalOf(key: string, at: number | null, { from, to }: { readonly from: number; readonly to: number }) {
  if (from === to) return null
  const now = at ?? from - 1
  const goals: Readonly<Record<string, number>> = {
    ArrowLeft: now - 1,
    ArrowRight: now + 1,
    PageUp: now - pageBars,
    PageDown: now + pageBars,
    Home: from,
    End: to - 1,
  }
  const goal = goals[key]
  return goal === undefined ? null : Math.min(to - 1, Math.max(from, goal))
}
