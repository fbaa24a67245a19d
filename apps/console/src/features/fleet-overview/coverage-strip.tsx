import type { CSSProperties } from 'react'
import { useDateText } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { dayDate } from '../../shared/calendar/index.ts'
import { FigureLink } from './figure-link.tsx'
import styles from './fleet-health.module.css'
import type { HealthDay } from './shown-health.ts'

const HOUR_S = 3_600
const HOUR_MINUTES = 60

/** Which share of each hour of seven days was recorded: an hour is a stripe, the darker the more of it. A day leads to its recordings. */
export function CoverageStrip(props: {
  readonly days: readonly HealthDay[]
  /** Minutes by hours since the first day. */
  readonly recorded: readonly number[]
  readonly nowS: number
  readonly addressOf: (day: string) => string | null
}) {
  const { days, recorded, nowS, addressOf } = props
  const t = useText()
  const dateText = useDateText()
  const sinceS = days[0]?.startS ?? 0
  return (
    <ol className={styles.strip} aria-label={t('health.coverage')}>
      {days.map(({ day, startS, endS }) => {
        const hours = Array.from({ length: Math.round((endS - startS) / HOUR_S) }, (_, hour) => {
          const at = Math.floor((startS - sinceS) / HOUR_S) + hour
          return recorded[at] ?? 0
        })
        const minutes = hours.reduce((sum, one) => sum + one, 0)
        const possible = Math.max(1, Math.min(endS, nowS) - startS) / 60
        const share = Math.min(100, Math.round((100 * minutes) / possible))
        const date = dayDate(day)
        const label = t('health.recordedOn', {
          day: dateText(date, { weekday: 'long', day: 'numeric', month: 'short' }),
          share,
        })
        return (
          <li key={day} title={label}>
            <FigureLink to={addressOf(day)} label={label} className={styles.day}>
              <span className={styles.hours} style={{ '--hours': stripesOf(hours) } as CSSProperties} aria-hidden />
              <span className={styles.dayName} aria-hidden>
                {dateText(date, { weekday: 'short' })}
              </span>
              <span className={`num ${styles.share}`}>{share} %</span>
            </FigureLink>
          </li>
        )
      })}
    </ol>
  )
}

/** A gradient with hard steps: one element for a day, however many hours it has. */
function stripesOf(hours: readonly number[]): string {
  const step = 100 / hours.length
  const stops = hours.map((minutes, hour) => {
    const part = Math.round((100 * Math.min(minutes, HOUR_MINUTES)) / HOUR_MINUTES)
    // Where little was recorded it is still seen that something was.
    const shade = part === 0 ? 0 : 20 + 0.8 * part
    return `color-mix(in srgb, var(--bs-primary) ${shade}%, transparent) ${hour * step}% ${(hour + 1) * step}%`
  })
  return `linear-gradient(var(--to-end), ${stops.join()})`
}
