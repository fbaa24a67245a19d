import type { TextKey } from '@fleetglass/texts'
import { useFleet, useFleetState } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { PageState } from '../../ui/index.ts'

/** An empty list shows the reason: nothing is registered yet, or which search or filter nothing matches, and the way back. */
export function NoDevices() {
  const t = useText()
  const fleet = useFleet()
  const all = useFleetState((state) => state.counts.all)
  const { mode, text } = useFleetState((state) => state.filter)
  if (all === 0) return <PageState icon="truck" title={t('dashboard.emptyTitle')} hint={t('dashboard.emptyHint')} />
  const searched = text.trim() !== ''
  const filtered = mode !== 'all'
  return (
    <PageState
      icon="search"
      title={t('dashboard.noneTitle')}
      hint={t(hintOf(searched, filtered), { text: text.trim(), filter: t(`filter.${mode}`) })}
    >
      {searched ? (
        <button type="button" className="btn btn-primary" onClick={() => fleet.setFilterText('')}>
          {t('filter.clear')}
        </button>
      ) : null}
      {filtered ? (
        <button
          type="button"
          className={searched ? 'btn btn-quiet' : 'btn btn-primary'}
          onClick={() => fleet.setFilterMode('all')}
        >
          {t('dashboard.showAll')}
        </button>
      ) : null}
    </PageState>
  )
}

function hintOf(searched: boolean, filtered: boolean): TextKey {
  if (searched && filtered) return 'dashboard.noneBoth'
  return searched ? 'dashboard.noneSearch' : 'dashboard.noneFilter'
}
