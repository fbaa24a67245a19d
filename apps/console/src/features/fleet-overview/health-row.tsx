import { type AttentionReason, attentionCodes, type HealthDevice } from '@fleetglass/contract/fleet-overview'
import { type ReactNode, useId } from 'react'
import { useLabelOf } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'
import { CoverageStrip } from './coverage-strip.tsx'
import { FigureLink } from './figure-link.tsx'
import styles from './fleet-health.module.css'
import type { HealthAddresses } from './health-addresses.ts'
import { type HealthTexts, momentText } from './health-texts.ts'
import type { HealthDay } from './shown-health.ts'

export interface HealthRowProps {
  readonly device: HealthDevice
  readonly texts: HealthTexts
  readonly addresses: HealthAddresses
  readonly days: readonly HealthDay[]
  readonly nowS: number
}

/** A device: what is wrong with it first, then its figures, each with the rows behind it. */
export function HealthRow({ device, texts, addresses, days, nowS }: HealthRowProps) {
  const t = useText()
  const id = useId()
  const labelOf = useLabelOf()
  const { deviceid, reasons, online, contact } = device
  const has = (reason: AttentionReason): boolean => reasons.includes(reason)
  return (
    <article className={`panel ${styles.row}`} aria-labelledby={id} data-device={deviceid}>
      <header className={styles.who}>
        <h2 id={id} dir="auto">
          <FigureLink to={addresses.device(deviceid)} className={styles.name}>
            {labelOf(deviceid)}
          </FigureLink>
        </h2>
        <span className={online ? styles.online : styles.offline}>
          {online ? t('health.online') : t('health.offline')}
        </span>
        {reasons.length === 0 ? (
          <p className={styles.fine}>
            <Icon name="check" size={16} /> {t('health.fine')}
          </p>
        ) : (
          <ul className={styles.reasons}>
            {reasons.map((reason) => (
              <li key={reason}>
                <Icon name="warning" size={16} /> {texts.reason(device, reason)}
              </li>
            ))}
          </ul>
        )}
      </header>
      <dl className={styles.figures}>
        <Figure
          label={t('health.contact')}
          value={texts.contact(device)}
          hint={momentText(contact)}
          to={addresses.events(deviceid)}
          isBad={has('offline')}
        />
        <Figure label={t('health.signal')} value={texts.signal(device)} to={addresses.device(deviceid)} />
        <Figure
          label={t('health.disk')}
          value={texts.cards(device)}
          to={addresses.events(deviceid, attentionCodes.disk)}
          isBad={has('disk')}
        />
        <Figure
          label={t('health.cameras')}
          value={texts.cameras(device)}
          to={has('camera') ? addresses.events(deviceid, attentionCodes.camera) : addresses.live(deviceid)}
          isBad={has('camera')}
        />
        <Figure
          label={t('health.clockOffset')}
          value={texts.clock(device)}
          to={addresses.positions(deviceid)}
          isBad={has('clock')}
        />
        <Figure
          label={t('health.firmware')}
          value={device.firmware || t('health.unknown')}
          hint={device.model}
          to={addresses.info(deviceid)}
        />
      </dl>
      <CoverageStrip
        days={days}
        recorded={device.recorded}
        nowS={nowS}
        addressOf={(day) => addresses.recordings(deviceid, day)}
      />
    </article>
  )
}

function Figure(props: {
  readonly label: string
  readonly value: ReactNode
  readonly hint?: string
  readonly to: string | null
  readonly isBad?: boolean
}) {
  const { label, value, hint, to, isBad = false } = props
  return (
    <div>
      <dt>{label}</dt>
      <dd title={hint}>
        <FigureLink to={to} className={isBad ? `${styles.value} ${styles.bad}` : styles.value}>
          <bdi>{value}</bdi>
        </FigureLink>
      </dd>
    </div>
  )
}
