import type { FleetOverview } from '@fleetglass/contract/fleet-overview'
import { useId } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { FigureLink } from './figure-link.tsx'
import { FIGURES, type Figure, useFigureTexts } from './figures.ts'
import styles from './fleet-overview.module.css'
import { useRowAddresses } from './row-addresses.ts'
import { overviewAddress, type ShownPeriod } from './shown-period.ts'

/** The table of vehicles: figures without a page of their own lead to it. */
export const VEHICLES = 'vehicles'

/** The figures of the period, each with its difference to the period before, and a way to its rows. */
export function FigureCards({ overview, shown }: { readonly overview: FleetOverview; readonly shown: ShownPeriod }) {
  const t = useText()
  const id = useId()
  return (
    <section className={`${styles.wide} ${styles.cards}`} aria-labelledby={id}>
      <h2 id={id} className="visually-hidden">
        {t('overview.figures')}
      </h2>
      {FIGURES.map((figure) => (
        <FigureCard key={figure} figure={figure} overview={overview} shown={shown} />
      ))}
      <p className={`muted ${styles.compared}`}>
        {t(`overview.${shown.isRunning ? 'comparedSoFar' : 'comparedWith'}.${shown.length}`)}
      </p>
    </section>
  )
}

function FigureCard(props: { readonly figure: Figure; readonly overview: FleetOverview; readonly shown: ShownPeriod }) {
  const { figure, overview, shown } = props
  const t = useText()
  const id = useId()
  const { text, difference } = useFigureTexts()
  const addresses = useRowAddresses(shown)
  const { period, before } = overview
  const byVehicle = `${overviewAddress(shown, { figure })}#${VEHICLES}`
  const [to, label] = {
    distance: [addresses.mileage(null) ?? byVehicle, t('overview.distanceRows')] as const,
    driving: [byVehicle, t('overview.vehicleRows')] as const,
    idle: [byVehicle, t('overview.vehicleRows')] as const,
    events: [addresses.events() ?? byVehicle, t('overview.eventRows')] as const,
    recorded: [byVehicle, t('overview.vehicleRows')] as const,
  }[figure]
  return (
    <article className={`panel ${styles.card}`} aria-labelledby={id}>
      <h3 id={id}>{t(`overview.${figure}`)}</h3>
      <p className={`num ${styles.value}`}>{text(figure, period)}</p>
      <p className={styles.difference}>{difference(figure, period, before) ?? '\u2013'}</p>
      <FigureLink to={to}>{label}</FigureLink>
    </article>
  )
}
