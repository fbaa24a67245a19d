import type { FleetOverview } from '@fleetglass/contract/fleet-overview'
import { type CSSProperties, useId } from 'react'
import { useDateText } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { dayOf } from '../../shared/calendar/index.ts'
import { FigureLink } from './figure-link.tsx'
import { type Counted, FIGURES, isFigure, sizeOf, useFigureTexts } from './figures.ts'
import styles from './fleet-overview.module.css'
import { useRowAddresses } from './row-addresses.ts'
import { overviewAddress, type Shown, type ShownPeriod } from './shown-period.ts'

interface Part extends Counted {
  readonly startS: number
  readonly endS: number
}

/** One figure hour by hour of a day, or day by day of a longer period. */
export function OverviewChart({
  overview,
  shown,
  show,
}: {
  readonly overview: FleetOverview
  readonly shown: ShownPeriod
  readonly show: (change: Partial<Shown>) => void
}) {
  const t = useText()
  const id = useId()
  const { figure } = shown
  const parts = partsOf(overview, shown)
  const most = Math.max(...parts.map((part) => sizeOf(figure, part)))
  return (
    <section className={`panel ${styles.chart}`} aria-labelledby={id}>
      <header className={styles.panelHead}>
        <h2 id={id}>{t('overview.chart')}</h2>
        <select
          className="form-select form-select-sm"
          aria-label={t('overview.shown')}
          value={figure}
          onChange={({ target }) => isFigure(target.value) && show({ figure: target.value })}
        >
          {FIGURES.map((one) => (
            <option key={one} value={one}>
              {t(`overview.${one}`)}
            </option>
          ))}
        </select>
      </header>
      <ol className={styles.columns}>
        {parts.map((part) => (
          <Column key={part.startS} part={part} shown={shown} share={most === 0 ? 0 : sizeOf(figure, part) / most} />
        ))}
      </ol>
    </section>
  )
}

function Column({ part, shown, share }: { readonly part: Part; readonly shown: ShownPeriod; readonly share: number }) {
  const dateText = useDateText()
  const { text } = useFigureTexts()
  const addresses = useRowAddresses(shown)
  const { length, figure, nowS } = shown
  const day = dayOf(part.startS * 1000)
  const clock = localTimeText(part.startS).slice(11, 16)
  const date = new Date(part.startS * 1000)
  const isAhead = part.startS > nowS
  const [tick, name, to] =
    length === 'day'
      ? [
          clock.slice(0, 2),
          clock,
          figure === 'events' ? addresses.events({ startS: part.startS, endS: part.endS }) : null,
        ]
      : [
          length === 'week' ? dateText(date, { weekday: 'short' }) : String(date.getDate()),
          dateText(date, { weekday: 'short', day: 'numeric', month: 'short' }),
          overviewAddress(shown, { length: 'day', day }),
        ]
  const value = isAhead ? '' : text(figure, part)
  const label = isAhead ? name : `${name}: ${value}`
  return (
    <li title={label}>
      <FigureLink to={isAhead ? null : to} label={label} className={styles.column}>
        <span className={styles.tick} aria-hidden={to !== null && !isAhead}>
          {tick}
        </span>
        <span className={styles.lane}>
          <span className={styles.laneBar} style={{ '--share': `${100 * share}%` } as CSSProperties} />
        </span>
        <span className={`num ${styles.partValue}`}>{value}</span>
      </FigureLink>
    </li>
  )
}

function partsOf({ parts, devices }: FleetOverview, { request, nowS }: ShownPeriod): readonly Part[] {
  // While the figures of another period are still shown, there may be more or fewer of them.
  return parts.slice(0, request.parts.length - 1).map((part, at) => {
    const [startS = 0, endS = 0] = request.parts.slice(at, at + 2)
    const minutes = devices * Math.max(0, Math.floor((Math.min(endS, nowS) - startS) / 60))
    return { ...part, startS, endS, minutes }
  })
}
