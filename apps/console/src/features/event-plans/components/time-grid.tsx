import { type MinuteRange, paintTimeParts } from '@fleetglass/contract/event-plans'
import { type PointerEvent, useRef, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { TextInput } from '../../../ui/form/index.ts'
import styles from '../event-plans.module.css'

const HOURS = 24
const HOUR_MINUTES = 60
const CELL = 10
const hourNames = Array.from({ length: HOURS }, (_, hour) => String(hour).padStart(2, '0'))

/** PLAN-12: a row an hour, a cell a minute. It is one path, however many of its 1440 cells are on. */
export function TimeGrid(props: {
  readonly ranges: readonly MinuteRange[]
  readonly utcOffsetMinutes: number
  readonly onChange: (ranges: readonly MinuteRange[]) => void
}) {
  const t = useText()
  const { ranges, utcOffsetMinutes, onChange } = props
  const [isSettingOn, setSettingOn] = useState(true)
  const [from, setFrom] = useState('08:00')
  const [to, setTo] = useState('18:00')
  /** The cell that was painted last. */
  const last = useRef<number | null>(null)
  const paint = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): void => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const cell = (at: number, size: number, count: number): number =>
      Math.min(count - 1, Math.max(0, Math.floor((at / size) * count)))
    const hour = cell(clientY - top, height, HOURS)
    const minute = hour * HOUR_MINUTES + cell(clientX - left, width, HOUR_MINUTES)
    // A fast pointer skips cells of its row.
    const before = last.current !== null && Math.floor(last.current / HOUR_MINUTES) === hour ? last.current : minute
    last.current = minute
    onChange(
      paintTimeParts(ranges, { start: Math.min(before, minute), end: Math.max(before, minute) + 1 }, isSettingOn),
    )
  }
  const [start, end] = [minuteOf(from), to === '00:00' ? HOURS * HOUR_MINUTES : minuteOf(to)]
  return (
    <fieldset className={styles.grid}>
      <legend>{t('eventPlans.times', { zone: zoneText(utcOffsetMinutes) })}</legend>
      <div className={styles.paint}>
        {[true, false].map((isOn) => (
          <button
            key={String(isOn)}
            type="button"
            className={`btn btn-sm ${isOn === isSettingOn ? 'btn-primary' : 'btn-quiet'}`}
            aria-pressed={isOn === isSettingOn}
            onClick={() => setSettingOn(isOn)}
          >
            {isOn ? t('eventPlans.setOn') : t('eventPlans.setOff')}
          </button>
        ))}
      </div>
      <div className={styles.hours} dir="ltr">
        <div className={styles.hourNames} aria-hidden="true">
          {hourNames.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <svg
          className={styles.cells}
          viewBox={`0 0 ${HOUR_MINUTES * CELL} ${HOURS * CELL}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('eventPlans.painted', { times: timesText(ranges) || '–' })}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            last.current = null
            paint(event)
          }}
          onPointerMove={(event) => {
            if (event.buttons !== 0) paint(event)
          }}
        >
          <path className={styles.on} d={pathOf(ranges)} />
          <path className={styles.lines} d={lines} />
        </svg>
      </div>
      <div className={styles.paint}>
        <TextInput label={t('eventPlans.from')} value={from} fault={null} max={5} onChange={setFrom} />
        <TextInput label={t('eventPlans.to')} value={to} fault={null} max={5} onChange={setTo} />
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          disabled={start === null || end === null || start >= end}
          onClick={() => onChange(paintTimeParts(ranges, { start: start ?? 0, end: end ?? 0 }, isSettingOn))}
        >
          {t('eventPlans.paint')}
        </button>
      </div>
    </fieldset>
  )
}

const lines = [
  ...Array.from({ length: HOURS + 1 }, (_, hour) => `M0 ${hour * CELL}H${HOUR_MINUTES * CELL}`),
  ...Array.from({ length: 13 }, (_, step) => `M${step * 5 * CELL} 0V${HOURS * CELL}`),
].join('')

/** Each range as one rectangle an hour. */
function pathOf(ranges: readonly MinuteRange[]): string {
  const parts: string[] = []
  for (const { start, end } of ranges) {
    for (let at = start; at < end; ) {
      const hour = Math.floor(at / HOUR_MINUTES)
      const until = Math.min(end, (hour + 1) * HOUR_MINUTES)
      parts.push(`M${(at % HOUR_MINUTES) * CELL} ${hour * CELL}h${(until - at) * CELL}v${CELL}h${(at - until) * CELL}z`)
      at = until
    }
  }
  return parts.join('')
}

function timesText(ranges: readonly MinuteRange[]): string {
  return ranges.map(({ start, end }) => `${clockText(start)}–${clockText(end)}`).join(', ')
}

function clockText(minute: number): string {
  return [Math.floor(minute / HOUR_MINUTES), minute % HOUR_MINUTES]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-4]):([0-5]\d)$/.exec(text.trim()) ?? []
  const minute = Number(hours) * HOUR_MINUTES + Number(minutes)
  return minute <= HOURS * HOUR_MINUTES ? minute : null
}

function zoneText(minutes: number): string {
  return `UTC${minutes < 0 ? '-' : '+'}${clockText(Math.abs(minutes))}`
}
