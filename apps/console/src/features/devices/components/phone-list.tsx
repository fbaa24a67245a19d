import { useCallback, useDeferredValue, useState } from 'react'
import { type FleetState, shownDevices, useFleet, useFleetList, useFleetState } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { NoDevices } from '../../../shared/device-list/index.ts'
import { Icon, VirtualList } from '../../../ui/index.ts'
import { sortDevices, startSort } from '../devices.sort.ts'
import { PhoneRow, phoneRowPx } from './phone-row.tsx'

/** DASH-89 … 95: the device list on a phone. */
export function PhoneList() {
  const t = useText()
  const loaded = useFleetState((state) => state.loaded)
  const [openId, setOpenId] = useState<string | null>(null)
  const toggle = useCallback((id: string) => setOpenId((open) => (open === id ? null : id)), [])
  const heightPx = useCallback((id: string) => phoneRowPx(id === openId), [openId])
  const ids = useDeferredValue(useFleetList(idsInOrder))
  return (
    <div className="phone">
      <div className="phone-head">
        <h1>{t('dashboard.mobileTitle')}</h1>
        <PhoneFilter />
        <PhoneSearch />
      </div>
      {loaded ? null : [0, 1, 2, 3, 4, 5].map((row) => <div key={row} className="skeleton phone-waiting" />)}
      {loaded && ids.length === 0 ? <NoDevices /> : null}
      <VirtualList
        className="phone-list"
        items={ids}
        keyOf={(id) => id}
        heightPx={heightPx}
        entry={(id) => <PhoneRow deviceId={id} open={id === openId} onToggle={toggle} />}
      />
    </div>
  )
}

function idsInOrder(fleet: Pick<FleetState, 'devices' | 'filter'>): readonly string[] {
  return sortDevices(shownDevices(fleet), startSort).map(({ deviceId }) => deviceId)
}

/** Which filter is on, and the way out of it. */
function PhoneFilter() {
  const t = useText()
  const fleet = useFleet()
  const mode = useFleetState((state) => state.filter.mode)
  if (mode === 'all') return null
  const filter = t(`filter.${mode}`)
  return (
    <button
      type="button"
      className="btn btn-quiet btn-sm icon-text phone-filter"
      aria-label={t('dashboard.endFilter', { filter })}
      onClick={() => fleet.setFilterMode('all')}
    >
      {filter}
      <Icon name="close" size={16} />
    </button>
  )
}

function PhoneSearch() {
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
        onChange={(event) => fleet.setFilterText(event.target.value)}
      />
    </search>
  )
}
