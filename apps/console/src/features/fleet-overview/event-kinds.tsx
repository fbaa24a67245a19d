import { OVERVIEW_KINDS_MAX, type OverviewKind } from '@fleetglass/contract/fleet-overview'
import { type CSSProperties, useId, useState } from 'react'
import { useStandardEventName } from '../../engines/events/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { FigureLink } from './figure-link.tsx'
import { useFigureTexts } from './figures.ts'
import styles from './fleet-overview.module.css'
import { useRowAddresses } from './row-addresses.ts'
import type { ShownPeriod } from './shown-period.ts'

const SHOWN_AT_FIRST = 10

/** How many events there were of each kind, beside how many there were before. */
export function EventKinds({ kinds, shown }: { readonly kinds: readonly OverviewKind[]; readonly shown: ShownPeriod }) {
  const t = useText()
  const id = useId()
  const nameOf = useStandardEventName()
  const { count } = useFigureTexts()
  const addresses = useRowAddresses(shown)
  const [isWhole, setWhole] = useState(false)
  const most = Math.max(1, ...kinds.map((kind) => kind.count))
  const listed = isWhole ? kinds : kinds.slice(0, SHOWN_AT_FIRST)
  return (
    <section className={`panel ${styles.kinds}`} aria-labelledby={id}>
      <header className={styles.panelHead}>
        <h2 id={id}>{t('overview.kinds')}</h2>
      </header>
      {kinds.length === 0 ? <p className="muted">{t('overview.noKinds')}</p> : null}
      <ol className={styles.rows}>
        {listed.map((kind) => (
          <li key={kind.code}>
            <FigureLink className={styles.row} to={kind.count === 0 ? null : addresses.events({ codes: [kind.code] })}>
              <span className={styles.who} dir="auto">
                {nameOf(kind.code) ?? t('event.numbered', { code: kind.code })}
              </span>
              <span className={styles.track} aria-hidden>
                <span className={styles.bar} style={{ '--share': `${(100 * kind.count) / most}%` } as CSSProperties} />
              </span>
              <span className="num">{count(kind.count)}</span>
              <span className={`muted ${styles.detail}`}>{t('overview.before', { count: count(kind.before) })}</span>
            </FigureLink>
          </li>
        ))}
      </ol>
      <More isWhole={isWhole} count={kinds.length} atFirst={SHOWN_AT_FIRST} onWhole={() => setWhole(true)} />
      {kinds.length === OVERVIEW_KINDS_MAX ? (
        <p className="muted">{t('overview.kindsCut', { count: count(OVERVIEW_KINDS_MAX) })}</p>
      ) : null}
    </section>
  )
}

/** Shows the rest of a list. */
export function More(props: {
  readonly isWhole: boolean
  readonly count: number
  readonly atFirst: number
  readonly onWhole: () => void
}) {
  const t = useText()
  const { isWhole, count, atFirst, onWhole } = props
  if (isWhole || count <= atFirst) return null
  return (
    <button type="button" className="btn btn-quiet btn-sm" onClick={onWhole}>
      {t('overview.showAll', { count })}
    </button>
  )
}
