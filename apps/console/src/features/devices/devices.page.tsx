import { administratorOnly, can } from '@fleetglass/contract/access'
import { useEffect, useState } from 'react'
import { useSession } from '../../engines/channel/index.ts'
import { filterDevices, useFleet, useFleetList, useFleetState } from '../../engines/fleet/index.ts'
import { useClock, useIsMobile, usePreferences } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { AddDevice } from './components/add-device.tsx'
import { ColumnPicker } from './components/column-picker.tsx'
import { DeviceTable } from './components/device-table.tsx'
import { NewDevices } from './components/new-devices.tsx'
import { Pager } from './components/pager.tsx'
import { PhoneList } from './components/phone-list.tsx'
import { readColumns, switchColumn } from './devices.columns.ts'
import { countPages, devicesPerPage } from './devices.paging.ts'
import { clickSort, sortDevices, startSort } from './devices.sort.ts'
import './devices.css'

export function DevicesPage() {
  return useIsMobile() ? <PhoneList /> : <Dashboard />
}

/** How long a new row is marked. */
const addedMs = 6_000

function Dashboard() {
  const t = useText()
  const { store } = usePreferences()
  const { rights } = useSession()
  const admin = can(rights, administratorOnly)
  const [chosen, setChosen] = useState(() => readColumns(store))
  const [sort, setSort] = useState(startSort)
  const filter = useFleetState((state) => state.filter)
  const [place, setPlace] = useState({ filter, page: 0 })
  // Ids only: a device that moves draws its own row, and the table only when the order changes.
  const ids = useFleetList((state) =>
    sortDevices(filterDevices(state.devices.values(), state.filter), sort).map(({ deviceId }) => deviceId),
  )
  const { addedId, noteAdded } = useAdded(ids, (index) =>
    setPlace({ filter, page: Math.floor(index / devicesPerPage) }),
  )
  const pageCount = countPages(ids.length)
  // DASH-12, DASH-13: another filter starts at the first page; and a list that shrank ends at its last one.
  const page = place.filter === filter ? Math.min(place.page, pageCount - 1) : 0
  const first = page * devicesPerPage
  const shown = ids.slice(first, first + devicesPerPage)
  return (
    <div className={admin ? 'dashboard with-side' : 'dashboard'}>
      <section className="panel dashboard-main" aria-labelledby="dashboard-title">
        <header className="panel-head">
          <h1 id="dashboard-title">{t('dashboard.title')}</h1>
          <span className="top-space" />
          <ColumnPicker chosen={chosen} onSwitch={(id) => setChosen(switchColumn(store, chosen, id))} />
          {admin ? <AddDevice onAdded={noteAdded} /> : null}
        </header>
        <DeviceTable
          ids={shown}
          columns={chosen}
          sort={sort}
          onSort={(key) => setSort(clickSort(sort, key))}
          mayRemove={admin}
          addedId={addedId}
        />
        <footer className="panel-foot">
          <span className="muted num">
            {t('dashboard.range', {
              from: ids.length === 0 ? 0 : first + 1,
              to: first + shown.length,
              total: ids.length,
            })}
          </span>
          <Pager page={page} pageCount={pageCount} onPage={(next) => setPlace({ filter, page: next })} />
        </footer>
      </section>
      {admin ? <NewDevices onAdded={noteAdded} /> : null}
    </div>
  )
}

/** The device that was just added: as soon as its row is in the list, `onListed` is told where, and it is marked for a while. */
function useAdded(ids: readonly string[], onListed: (index: number) => void) {
  const clock = useClock()
  const fleet = useFleet()
  const [addedId, setAddedId] = useState<string | null>(null)
  const index = addedId === null ? -1 : ids.indexOf(addedId)
  const listed = index >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each device, when its row has come
  useEffect(() => {
    if (!listed) return
    onListed(index)
    const timer = clock.after(addedMs, () => setAddedId(null))
    return () => timer.cancel()
  }, [listed, addedId, clock])
  const noteAdded = (deviceId: string): void => {
    // A filter must not hide what was asked for.
    fleet.setFilterMode('all')
    fleet.setFilterText('')
    setAddedId(deviceId)
  }
  return { addedId, noteAdded }
}
