import { overviewLengths } from '@fleetglass/contract/fleet-overview'
import { useLabelOf } from '../../engines/fleet/index.ts'
import { useDateText } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { dayDate, dayOf } from '../../shared/calendar/index.ts'
import { Icon } from '../../ui/index.ts'
import { useFigureTexts } from './figures.ts'
import styles from './fleet-overview.module.css'
import { dayOfNeighbour, type Shown, type ShownPeriod } from './shown-period.ts'

/** Which period: its length, the one before and after, and the vehicle where it is only one. */
export function PeriodChoice({
  shown,
  show,
  devices,
}: {
  readonly shown: ShownPeriod
  readonly show: (change: Partial<Shown>) => void
  /** How many the figures are of; null while it is not known. */
  readonly devices: number | null
}) {
  const t = useText()
  const labelOf = useLabelOf()
  const { count } = useFigureTexts()
  const next = dayOfNeighbour(shown, 1)
  const today = dayOf(shown.nowS * 1000)
  return (
    <header className={styles.head}>
      <h1>{t('page.fleetOverview')}</h1>
      <fieldset className={styles.lengths} aria-label={t('overview.period')}>
        {overviewLengths.map((length) => (
          <button
            key={length}
            type="button"
            className="btn btn-quiet btn-sm"
            aria-pressed={shown.length === length}
            onClick={() => show({ length })}
          >
            {t(`overview.length.${length}`)}
          </button>
        ))}
      </fieldset>
      <div className={styles.steps}>
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          aria-label={t('overview.previous')}
          title={t('overview.previous')}
          onClick={() => show({ day: dayOfNeighbour(shown, -1) })}
        >
          <Icon name="previous" size={16} />
        </button>
        <strong className={styles.range} role="status">
          <PeriodText shown={shown} />
        </strong>
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          aria-label={t('overview.next')}
          title={t('overview.next')}
          disabled={next > today}
          onClick={() => show({ day: next })}
        >
          <Icon name="next" size={16} />
        </button>
      </div>
      <button
        type="button"
        className="btn btn-quiet btn-sm"
        disabled={shown.isRunning}
        onClick={() => show({ day: today })}
      >
        {t('overview.now')}
      </button>
      <span className={styles.about}>
        {shown.deviceId === null ? (
          devices !== null && t('overview.ofDevices', { count: count(devices) })
        ) : (
          <>
            <span dir="auto">{t('overview.oneDevice', { device: labelOf(shown.deviceId) })}</span>
            <button type="button" className="btn btn-quiet btn-sm" onClick={() => show({ deviceId: null })}>
              {t('overview.allDevices')}
            </button>
          </>
        )}
      </span>
    </header>
  )
}

function PeriodText({ shown }: { readonly shown: ShownPeriod }) {
  const t = useText()
  const dateText = useDateText()
  const [first, end] = [dayDate(dayOf(shown.startS * 1000)), dayDate(dayOf((shown.endS - 1) * 1000))]
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const soFar = shown.isRunning ? <span className="muted"> · {t('overview.soFar')}</span> : null
  if (shown.length === 'month') {
    return (
      <>
        {dateText(first, { year: 'numeric', month: 'long' })}
        {soFar}
      </>
    )
  }
  if (shown.length === 'day') {
    return (
      <>
        {dateText(first, { ...day, weekday: 'short' })}
        {soFar}
      </>
    )
  }
  return (
    <>
      {t('overview.range', { first: dateText(first, day), last: dateText(end, day) })}
      {soFar}
    </>
  )
}
