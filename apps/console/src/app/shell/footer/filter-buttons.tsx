import { type FilterMode, useFleet, useFleetState } from '../../../engines/fleet/index.ts'
import { useIsMobile, useSite } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'

const modes: readonly FilterMode[] = [
  'driving',
  'idle',
  'overSpeed',
  'online',
  'offline',
  'all',
  'recording',
  'unrecording',
]

/** FOOT-11 … 23: one button a filter, with the number of devices behind it. */
export function FilterButtons({ mapDisabled }: { readonly mapDisabled: boolean }) {
  const t = useText()
  const { recordingButton } = useSite()
  const shown = modes.filter((mode) => {
    if (mode === 'overSpeed') return !mapDisabled
    return recordingButton || (mode !== 'recording' && mode !== 'unrecording')
  })
  return (
    <fieldset className="filters" aria-label={t('footer.filters')}>
      {shown.map((mode) => (
        <FilterButton key={mode} mode={mode} />
      ))}
    </fieldset>
  )
}

function FilterButton({ mode }: { readonly mode: FilterMode }) {
  const t = useText()
  const mobile = useIsMobile()
  const fleet = useFleet()
  const count = useFleetState((state) => state.counts[mode])
  const chosen = useFleetState((state) => state.filter.mode === mode)
  const label = t(`filter.${mode}`)
  return (
    <button
      type="button"
      className={`filter-button mode-${mode}`}
      aria-pressed={chosen}
      aria-label={`${label}: ${count}`}
      title={label}
      onClick={() => fleet.setFilterMode(mode)}
    >
      <Icon name={mode} size={16} />
      {mobile ? null : <span>{label}</span>}
      <span className="num">{count}</span>
    </button>
  )
}
