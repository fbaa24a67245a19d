import { drivingAboveKmh } from '../../../engines/fleet/index.ts'
import { rowSeconds } from '../coverage.ts'
import { secondOfHour, type Track } from '../track.ts'
import type { ChartCanvas } from './use-canvas.ts'

/** GPSP-26, GPSP-67: the speed that fills the chart; what is faster is drawn as high. */
export const chartScale = 150

/** Room for the times below and the speeds beside the bars. */
export const chartMargin = { left: 34, right: 8, top: 8, bottom: 20 } as const

const overspeedKmh = 100

/** Where a second of the hour stands, as a share of the bars' width. */
export function barsWidth(widthPx: number): number {
  return widthPx - chartMargin.left - chartMargin.right
}

/** How much of the chart a bar fills, 0 to 1. */
export function barShare(speed: number): number {
  return Math.min(1, Math.max(0, speed / chartScale))
}

/** The bars of an hour: one for each point, at its second (GPSP-25, GPSP-67). `shown` makes the number that is drawn of km/h. */
export function paintSpeeds(chart: ChartCanvas, track: Track, hour: number, shown: (kmh: number) => number): void {
  const { context, widthPx, heightPx, ink } = chart
  const bottom = heightPx - chartMargin.bottom
  const high = bottom - chartMargin.top
  const wide = barsWidth(widthPx)
  paintScale(chart, bottom, high, wide)
  const { from, to } = track.hours[hour] ?? { from: 0, to: 0 }
  const barPx = Math.max(1.5, wide / rowSeconds)
  const colors = { fast: ink('--st-overSpeed'), drives: ink('--st-driving'), stands: ink('--st-idle') }
  for (let index = from; index < to; index++) {
    const kmh = track.speedsKmh[index]!
    const x = chartMargin.left + (secondOfHour(track.timesMs[index]!) / rowSeconds) * wide
    const barHeight = Math.max(3, barShare(shown(kmh)) * high)
    context.fillStyle = kmh >= overspeedKmh ? colors.fast : kmh > drivingAboveKmh ? colors.drives : colors.stands
    context.fillRect(x, bottom - barHeight, barPx, barHeight)
  }
}

function paintScale({ context, widthPx, ink }: ChartCanvas, bottom: number, high: number, wide: number): void {
  context.font = '11px system-ui, sans-serif'
  context.fillStyle = ink('--fg-muted')
  context.textBaseline = 'middle'
  context.textAlign = 'right'
  for (const speed of [0, 50, 100, chartScale]) {
    const y = bottom - (speed / chartScale) * high
    context.fillStyle = ink('--fg-line')
    context.fillRect(chartMargin.left, Math.round(y), widthPx - chartMargin.left - chartMargin.right, 1)
    context.fillStyle = ink('--fg-muted')
    context.fillText(String(speed), chartMargin.left - 6, y)
  }
  context.textBaseline = 'top'
  context.textAlign = 'center'
  for (let minute = 0; minute <= 60; minute += 10)
    context.fillText(`:${String(minute).padStart(2, '0')}`, chartMargin.left + (minute / 60) * wide, bottom + 5)
}
