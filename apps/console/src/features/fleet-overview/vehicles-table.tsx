import { type FleetOverview, OVERVIEW_VEHICLES_MAX } from '@fleetglass/contract/fleet-overview'
import { useEffect, useId, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { useFleetState, useLabelOf } from '../../engines/fleet/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { VEHICLES } from './figure-cards.tsx'
import { FigureLink } from './figure-link.tsx'
import { type Counted, FIGURES, type Figure, type FigureTexts, sizeOf, useFigureTexts } from './figures.ts'
import styles from './fleet-overview.module.css'
import { type RowAddresses, useRowAddresses } from './row-addresses.ts'
import type { ShownPeriod } from './shown-period.ts'

interface VehicleRow extends Counted {
  readonly deviceId: string
  readonly label: string
}

/** The figures of each vehicle, the largest of the shown figure first. They add up to those of the period. */
export function VehiclesTable({ overview, shown }: { readonly overview: FleetOverview; readonly shown: ShownPeriod }) {
  const t = useText()
  const id = useId()
  const isNarrow = useIsMobile()
  const labelOf = useLabelOf()
  const texts = useFigureTexts()
  const addresses = useRowAddresses(shown)
  const { figure } = shown
  // The names of vehicles come with the list.
  const isLoaded = useFleetState(({ loaded }) => loaded)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are others then
  const rows = useMemo(() => rowsOf(overview, figure, labelOf), [overview, figure, labelOf, isLoaded])
  const { hash, key } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same way may be taken again
  useEffect(() => {
    if (hash !== `#${VEHICLES}`) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [hash, key])
  return (
    <section className={`panel ${styles.vehicles}`} aria-labelledby={id}>
      <header className={styles.panelHead}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {t('overview.vehicles')}
        </h2>
        {rows.length === OVERVIEW_VEHICLES_MAX ? (
          <p className="muted">{t('overview.vehiclesCut', { count: texts.count(OVERVIEW_VEHICLES_MAX) })}</p>
        ) : null}
      </header>
      <DataTable
        key={figure}
        label={t('overview.vehicles')}
        columns={columnsOf({ t, texts, addresses, overview })}
        rows={rows}
        keyOf={({ deviceId }) => deviceId}
        density="dense"
        stacked={isNarrow}
      />
    </section>
  )
}

function rowsOf(
  { vehicles, devices, period }: FleetOverview,
  figure: Figure,
  labelOf: (deviceId: string) => string,
): readonly VehicleRow[] {
  const minutes = Math.round(period.minutes / devices)
  return vehicles
    .map(({ deviceid, ...figures }) => ({ ...figures, minutes, deviceId: deviceid, label: labelOf(deviceid) }))
    .sort((one, other) => sizeOf(figure, other) - sizeOf(figure, one))
}

function columnsOf(parts: {
  readonly t: Translate
  readonly texts: FigureTexts
  readonly addresses: RowAddresses
  readonly overview: FleetOverview
}): readonly DataColumn<VehicleRow>[] {
  const { t, texts, addresses, overview } = parts
  const to: Readonly<Record<Figure, (deviceId: string) => string | null>> = {
    distance: addresses.mileage,
    driving: addresses.drives,
    idle: addresses.drives,
    events: (deviceId) => addresses.events({ deviceId }),
    recorded: addresses.recordings,
  }
  return [
    { id: 'vehicle', label: t('overview.vehicle'), text: ({ label }) => label, total: t('overview.total') },
    ...FIGURES.map(
      (figure): DataColumn<VehicleRow> => ({
        id: figure,
        label: t(`overview.${figure}`),
        numeric: true,
        text: (row) => texts.text(figure, row),
        value: (row) => sizeOf(figure, row),
        cell: (row) => <FigureLink to={to[figure](row.deviceId)}>{texts.text(figure, row)}</FigureLink>,
        total: texts.text(figure, overview.period),
      }),
    ),
  ]
}
