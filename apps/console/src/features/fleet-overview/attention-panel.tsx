import {
  type AttentionReason,
  attentionCodes,
  attentionReasons,
  type FleetOverview,
  OVERVIEW_ATTENTION_MAX,
  type OverviewAttention,
} from '@fleetglass/contract/fleet-overview'
import { useId, useState } from 'react'
import { useLabelOf } from '../../engines/fleet/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { More } from './event-kinds.tsx'
import { FigureLink } from './figure-link.tsx'
import { useFigureTexts } from './figures.ts'
import styles from './fleet-overview.module.css'
import { type RowAddresses, useRowAddresses } from './row-addresses.ts'
import type { ShownPeriod } from './shown-period.ts'

const SHOWN_AT_FIRST = 5

/** Devices that need attention, by reason. */
export function AttentionPanel({ overview, shown }: { readonly overview: FleetOverview; readonly shown: ShownPeriod }) {
  const t = useText()
  const id = useId()
  const { count } = useFigureTexts()
  const { attention } = overview
  const reasons = attentionReasons.filter((reason) => (overview.period.attention[reason] ?? 0) > 0)
  return (
    <section className={`panel ${styles.attention}`} aria-labelledby={id}>
      <header className={styles.panelHead}>
        <h2 id={id}>{t('overview.attention')}</h2>
      </header>
      {reasons.length === 0 ? <p className="muted">{t('overview.nothingToDo')}</p> : null}
      <div className={styles.reasons}>
        {reasons.map((reason) => (
          <Reason key={reason} reason={reason} overview={overview} shown={shown} />
        ))}
      </div>
      {attention.length === OVERVIEW_ATTENTION_MAX ? (
        <p className="muted">{t('overview.attentionCut', { count: count(OVERVIEW_ATTENTION_MAX) })}</p>
      ) : null}
    </section>
  )
}

function Reason(props: {
  readonly reason: AttentionReason
  readonly overview: FleetOverview
  readonly shown: ShownPeriod
}) {
  const { reason, overview, shown } = props
  const t = useText()
  const id = useId()
  const labelOf = useLabelOf()
  const { count } = useFigureTexts()
  const addresses = useRowAddresses(shown)
  const [isWhole, setWhole] = useState(false)
  const devices = overview.attention.filter((one) => one.reason === reason)
  const before = overview.before.attention[reason]
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>
        {t(`overview.reason.${reason}`)} <span className="num">{count(overview.period.attention[reason] ?? 0)}</span>
        {before === null ? null : (
          <span className={`muted ${styles.detail}`}> {t('overview.before', { count: count(before) })}</span>
        )}
      </h3>
      <ul className={styles.rows}>
        {(isWhole ? devices : devices.slice(0, SHOWN_AT_FIRST)).map((one) => (
          <li key={one.deviceid}>
            <FigureLink className={styles.deviceRow} to={addressOf(addresses, one)}>
              <span className={styles.who} dir="auto">
                {labelOf(one.deviceid)}
              </span>
              <span className={`muted ${styles.detail}`}>{detailOf(t, one, count)}</span>
            </FigureLink>
          </li>
        ))}
      </ul>
      <More isWhole={isWhole} count={devices.length} atFirst={SHOWN_AT_FIRST} onWhole={() => setWhole(true)} />
    </section>
  )
}

/** The events that show it; the device itself where there are none. */
function addressOf(addresses: RowAddresses, { deviceid, reason, count }: OverviewAttention): string | null {
  const hasEvents = (reason === 'disk' || reason === 'camera') && count > 0
  if (!hasEvents) return addresses.device(deviceid)
  return addresses.events({ deviceId: deviceid, codes: attentionCodes[reason] })
}

function detailOf(t: Translate, { reason, count, last }: OverviewAttention, number: (count: number) => string): string {
  if (reason === 'offline') {
    return last === null ? t('overview.never') : t('overview.since', { time: localTimeText(last) })
  }
  if (count === 0 || last === null) return t('overview.present')
  const seen = { count: number(count), time: localTimeText(last) }
  return reason === 'clock' ? t('overview.positionsUntil', seen) : t('overview.eventsUntil', seen)
}
