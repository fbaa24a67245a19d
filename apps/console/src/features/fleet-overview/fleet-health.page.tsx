import {
  type AttentionReason,
  attentionReasons,
  type FleetHealth,
  healthOrders,
} from '@fleetglass/contract/fleet-overview'
import { useFleetState } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { ListFailed } from '../../ui/data-table/index.ts'
import { Loading, PageState } from '../../ui/index.ts'
import { Pager } from '../../ui/pager/index.ts'
import { useFigureTexts } from './figures.ts'
import styles from './fleet-health.module.css'
import { useFleetHealth } from './fleet-health.queries.ts'
import { useHealthAddresses } from './health-addresses.ts'
import { type HealthGroup, HealthGroupChoice, useHealthGroup } from './health-group.tsx'
import { HealthRow } from './health-row.tsx'
import { useHealthTexts } from './health-texts.ts'
import { HEALTH_ROWS, type HealthDay, healthRequest, type ShownHealth, useShownHealth } from './shown-health.ts'

type Show = (change: Partial<ShownHealth>) => void

/** How each device is, those that need work first. What is chosen stands in the address. */
export function FleetHealthPage() {
  const t = useText()
  const { shown, days, show } = useShownHealth()
  const group = useHealthGroup(shown.group)
  const { data, error, isError, isPlaceholderData, refetch } = useFleetHealth(
    healthRequest({ ...shown, group: group.groupId }, days),
  )
  // The names of vehicles come with the list.
  useFleetState(({ loaded }) => loaded)
  return (
    <div className={styles.page}>
      <Head shown={shown} show={show} group={group} health={data} />
      {data === undefined && error !== null ? (
        <ListFailed reason={error.message} onAgain={() => void refetch()} />
      ) : null}
      {data === undefined && error === null ? <Loading label={t('page.loading')} /> : null}
      {data !== undefined && isError ? (
        <p className={styles.stale} role="alert">
          {t('health.stale')}
        </p>
      ) : null}
      {data === undefined ? null : (
        <div aria-busy={isPlaceholderData} className={styles.list}>
          <Rows health={data} shown={shown} isLimited={group.limit !== null} days={days} show={show} />
        </div>
      )}
    </div>
  )
}

function Head(props: {
  readonly shown: ShownHealth
  readonly show: Show
  readonly group: HealthGroup
  readonly health: FleetHealth | undefined
}) {
  const { shown, show, group, health } = props
  const t = useText()
  const { count } = useFigureTexts()
  return (
    <header className={styles.head}>
      <h1>{t('page.fleetHealth')}</h1>
      <p className={styles.sum} role="status">
        {health === undefined ? null : sumOf(health)}
      </p>
      <input
        type="search"
        className="form-control"
        aria-label={t('health.search')}
        placeholder={t('health.search')}
        value={shown.search}
        maxLength={100}
        onChange={(event) => show({ search: event.target.value })}
      />
      <HealthGroupChoice group={group} onChoose={(chosen) => show({ group: chosen })} />
      <select
        className="form-select"
        aria-label={t('health.order')}
        value={shown.order}
        onChange={(event) => show({ order: healthOrders.find((order) => order === event.target.value) ?? 'need' })}
      >
        {healthOrders.map((order) => (
          <option key={order} value={order}>
            {t(`health.order.${order}`)}
          </option>
        ))}
      </select>
      <fieldset className={styles.chips} aria-label={t('health.reasons')}>
        {([null, ...attentionReasons] as const).map((reason) => (
          <Chip key={reason ?? 'all'} reason={reason} shown={shown} show={show} health={health} />
        ))}
      </fieldset>
    </header>
  )

  function sumOf({ devices, needing }: FleetHealth): string {
    return t('health.sum', { needing: count(needing), devices: count(devices) })
  }
}

function Chip(props: {
  readonly reason: AttentionReason | null
  readonly shown: ShownHealth
  readonly show: Show
  readonly health: FleetHealth | undefined
}) {
  const { reason, shown, show, health } = props
  const t = useText()
  const { count } = useFigureTexts()
  const number = reason === null ? health?.devices : health?.reasons[reason]
  return (
    <button
      type="button"
      className={`btn btn-quiet btn-sm ${styles.chip}`}
      aria-pressed={shown.reason === reason}
      onClick={() => show({ reason })}
    >
      {t(reason === null ? 'health.all' : `health.reason.${reason}`)}
      {number === undefined ? null : <span className="num"> {count(number)}</span>}
    </button>
  )
}

function Rows(props: {
  readonly health: FleetHealth
  readonly shown: ShownHealth
  /** The bar limits all lists to a group. */
  readonly isLimited: boolean
  readonly days: readonly HealthDay[]
  readonly show: Show
}) {
  const { health, shown, isLimited, days, show } = props
  const t = useText()
  const texts = useHealthTexts(health.now)
  const addresses = useHealthAddresses(days)
  const { rows, found } = health
  const pages = Math.ceil(found / HEALTH_ROWS)
  if (rows.length === 0) {
    const isFiltered = shown.search !== '' || shown.reason !== null || shown.group !== ''
    return isFiltered ? (
      <PageState icon="search" title={t('health.noneFound')}>
        <button type="button" className="btn" onClick={() => show({ search: '', reason: null, group: '' })}>
          {t('health.showAll')}
        </button>
      </PageState>
    ) : isLimited ? (
      <PageState icon="search" title={t('health.noneFound')} />
    ) : (
      <PageState icon="truck" title={t('overview.noDevices')} hint={t('health.noDevicesHint')} />
    )
  }
  return (
    <>
      {rows.map((device) => (
        <HealthRow
          key={device.deviceid}
          device={device}
          texts={texts}
          addresses={addresses}
          days={days}
          nowS={health.now}
        />
      ))}
      {pages > 1 ? (
        <Pager page={Math.min(shown.page, pages - 1)} pageCount={pages} onPage={(to) => show({ page: to })} typed />
      ) : null}
    </>
  )
}
