import { useFleet, useFleetState } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'

/** The text filter of the shell (SYNC-34 … 39): every device list and the map follow it. */
export function DeviceSearch() {
  const t = useText()
  const fleet = useFleet()
  const text = useFleetState((state) => state.filter.text)
  return (
    <search className="device-search">
      <Icon name="search" size={18} />
      <input
        className="form-control"
        aria-label={t('filter.text')}
        placeholder={t('filter.textHint')}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => fleet.setFilterText(event.target.value)}
      />
      {text === '' ? null : (
        <button
          type="button"
          className="icon-button"
          aria-label={t('filter.clear')}
          onClick={() => fleet.setFilterText('')}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </search>
  )
}
