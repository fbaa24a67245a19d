import type { FleetOverview } from '@fleetglass/contract/fleet-overview'
import { useFleetState } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { ListFailed } from '../../ui/data-table/index.ts'
import { Loading, PageState } from '../../ui/index.ts'
import { AttentionPanel } from './attention-panel.tsx'
import { EventKinds } from './event-kinds.tsx'
import { FigureCards } from './figure-cards.tsx'
import styles from './fleet-overview.module.css'
import { useFleetOverview } from './fleet-overview.queries.ts'
import { OverviewChart } from './overview-chart.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { type Shown, type ShownPeriod, useShownPeriod } from './shown-period.ts'
import { VehiclesTable } from './vehicles-table.tsx'

/** What the fleet did in a period, compared with the period before. The period stands in the address. */
export function FleetOverviewPage() {
  const t = useText()
  const { shown, show } = useShownPeriod()
  const { data, error, isPlaceholderData, refetch } = useFleetOverview(shown.request)
  // The names of vehicles come with the list.
  useFleetState(({ loaded }) => loaded)
  return (
    <div className={styles.page}>
      <PeriodChoice shown={shown} show={show} devices={data?.devices ?? null} />
      {data === undefined && error !== null ? (
        <ListFailed reason={error.message} onAgain={() => void refetch()} />
      ) : null}
      {data === undefined && error === null ? <Loading label={t('page.loading')} /> : null}
      {data === undefined ? null : (
        <div className={styles.content} aria-busy={isPlaceholderData}>
          <Overview overview={data} shown={shown} show={show} />
        </div>
      )}
    </div>
  )
}

function Overview({
  overview,
  shown,
  show,
}: {
  readonly overview: FleetOverview
  readonly shown: ShownPeriod
  readonly show: (change: Partial<Shown>) => void
}) {
  const t = useText()
  if (overview.devices === 0) {
    return <PageState icon="truck" title={t('overview.noDevices')} hint={t('overview.noDevicesHint')} />
  }
  const isNothing = overview.vehicles.length === 0
  return (
    <>
      {isNothing ? (
        <div className={`panel ${styles.wide}`}>
          <PageState icon="reports" title={t('overview.nothing')} hint={t('overview.nothingHint')} />
        </div>
      ) : (
        <FigureCards overview={overview} shown={shown} />
      )}
      {isNothing ? null : <OverviewChart overview={overview} shown={shown} show={show} />}
      <AttentionPanel overview={overview} shown={shown} />
      {isNothing ? null : (
        <>
          <EventKinds kinds={overview.kinds} shown={shown} />
          <VehiclesTable overview={overview} shown={shown} />
        </>
      )}
    </>
  )
}
