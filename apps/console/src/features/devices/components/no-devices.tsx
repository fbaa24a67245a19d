import { useFleet, useFleetState } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { PageState } from '../../../ui/index.ts'

/** An empty list says why: nothing is registered yet, or the filter leaves nothing over. */
export function NoDevices() {
  const t = useText()
  const fleet = useFleet()
  const all = useFleetState((state) => state.counts.all)
  if (all === 0) return <PageState icon="truck" title={t('dashboard.emptyTitle')} hint={t('dashboard.emptyHint')} />
  const showAll = (): void => {
    fleet.setFilterMode('all')
    fleet.setFilterText('')
  }
  return (
    <PageState icon="search" title={t('dashboard.noneTitle')} hint={t('dashboard.noneHint')}>
      <button type="button" className="btn btn-primary" onClick={showAll}>
        {t('dashboard.showAll')}
      </button>
    </PageState>
  )
}
