import { administratorOnly, can } from '@fleetglass/contract/access'
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useSession } from '../../engines/channel/index.ts'
import { type FleetState, shownDevices, useFleet, useFleetList, useFleetState } from '../../engines/fleet/index.ts'
import { openDialog } from '../../platform/pages/index.ts'
import { useClock, useIsMobile, usePreferences } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import {
  useMayEditDevice,
  useMayOpen,
  useMayRemoteSettings,
  useMaySteer,
  useMayTalkOnHttps,
} from '../../shared/access/index.ts'
import { type Asked, DeviceDialogs, deviceActionNames, deviceActions } from '../../shared/device-actions/index.ts'
import { deviceEditor, remoteSettings } from '../../shared/dialogs/index.ts'
import { lazyPart } from '../../shared/lazy-parts/index.ts'
import { useMemoColumns } from '../../shared/memos/index.ts'
import { ColumnMenu } from '../../ui/data-table/index.ts'
import { Pager } from '../../ui/pager/index.ts'
import { AddDevice } from './components/add-device.tsx'
import { DeviceTable } from './components/device-table.tsx'
import { NewDevices, NewDevicesBadge } from './components/new-devices.tsx'
import { PhoneList } from './components/phone-list.tsx'
import type { RowEditor } from './components/row-edit.tsx'
import { type ColumnId, columnIds, columns as columnsById, readColumns, switchColumn } from './devices.columns.ts'
import { countPages, devicesPerPage } from './devices.paging.ts'
import { clickSort, type Sort, sortDevices, startSort } from './devices.sort.ts'
import './devices.css'

/** The ground of the small maps comes after the list. */
const MapCards = lazyPart(async () => ({ default: (await import('./components/map-cards.tsx')).MapCards }))

export function DevicesPage() {
  return useIsMobile() ? <PhoneList /> : <Dashboard />
}

/** How long a new row is marked. */
const addedMs = 6_000

function Dashboard() {
  const t = useText()
  const { store, site } = usePreferences()
  const { rights } = useSession()
  const admin = can(rights, administratorOnly)
  const showsMaps = useMayOpen('/')
  const [chosen, setChosen] = useState(() => readColumns(store, site.widerColumns))
  const offered = useOfferedColumns()
  const columns = useMemo(() => chosen.filter((id) => offered.includes(id)), [chosen, offered])
  const [sort, setSort] = useState(startSort)
  const [asked, setAsked] = useState<Asked | null>(null)
  const memos = useMemoColumns()
  const actions = useMemo(() => deviceActionNames.filter((name) => can(rights, deviceActions[name].access)), [rights])
  const editors = useRowEditors()
  // What is typed into the filter is seen first, the table after it.
  const ids = useDeferredValue(useSortedIds(sort))
  const { page, pageCount, first, shown, turnTo, show } = usePage(ids)
  const { addedId, noteAdded } = useAdded(ids, show)
  // The table answers to the filter first, the small maps after it.
  const mapped = useDeferredValue(shown)
  // DASH-87: in the peer-to-peer deployment devices do not add themselves.
  const showsNew = admin && !site.p2p
  return (
    <div className={showsMaps || showsNew ? 'dashboard with-side' : 'dashboard'}>
      <section className="panel dashboard-main" aria-labelledby="dashboard-title">
        <header className="panel-head">
          <h1 id="dashboard-title">{t('dashboard.title')}</h1>
          <span className="top-space" />
          {showsNew ? <NewDevicesBadge /> : null}
          <ColumnMenu
            choices={offered.map((id) => ({
              id,
              label: t(columnsById[id].labelKey),
              isShown: columns.includes(id),
            }))}
            onChoose={(id) => setChosen(switchColumn(store, chosen, id))}
          />
          {admin ? <AddDevice onAdded={noteAdded} /> : null}
        </header>
        <DeviceTable
          ids={shown}
          sort={sort}
          onSort={(key) => setSort(clickSort(sort, key))}
          addedId={addedId}
          row={{ columns, memoColumns: memos.columns, editors, actions, mayRemove: admin, onAsk: setAsked }}
        />
        <footer className="panel-foot">
          <span className="muted num">
            {t('dashboard.range', {
              from: ids.length === 0 ? 0 : first + 1,
              to: first + shown.length,
              total: ids.length,
            })}
          </span>
          <Pager page={page} pageCount={pageCount} onPage={turnTo} />
        </footer>
      </section>
      {showsMaps || showsNew ? (
        <div className="dashboard-side">
          {showsMaps ? (
            <Suspense fallback={<div className="skeleton map-cards-waiting" />}>
              <MapCards ids={mapped} />
            </Suspense>
          ) : null}
          {showsNew ? <NewDevices onAdded={noteAdded} /> : null}
        </div>
      ) : null}
      <DeviceDialogs asked={asked} onClose={() => setAsked(null)} />
      {memos.dialog}
    </div>
  )
}

/** DASH-58, DASH-70: a saved record changes rows, so the list is loaded again. */
function useRowEditors(): readonly RowEditor[] {
  const fleet = useFleet()
  const mayEdit = useMayEditDevice()
  const mayRemote = useMayRemoteSettings()
  return useMemo(() => {
    const open = (deviceId: string) => openDialog(deviceEditor, { deviceId, onSaved: () => fleet.flagChange() })
    return [
      ...(mayEdit ? [{ labelKey: 'editor.server', open } as const] : []),
      ...(mayRemote
        ? [{ labelKey: 'setting.title', open: (deviceId: string) => openDialog(remoteSettings, { deviceId }) } as const]
        : []),
    ]
  }, [fleet, mayEdit, mayRemote])
}

/** The columns that may be switched on: those with a button only for who may use it. */
function useOfferedColumns(): readonly ColumnId[] {
  const maySteer = useMaySteer()
  const mayTalk = useMayTalkOnHttps()
  return useMemo(() => {
    const offered = { ptz: maySteer, talk: mayTalk } as Readonly<Partial<Record<ColumnId, boolean>>>
    return columnIds.filter((id) => offered[id] !== false)
  }, [maySteer, mayTalk])
}

/** Ids only: a device that moves draws its own row, and the table only when the order changes. */
function useSortedIds(sort: Sort): readonly string[] {
  const sortedIds = useCallback(
    (fleet: Pick<FleetState, 'devices' | 'filter'>) =>
      sortDevices(shownDevices(fleet), sort).map(({ deviceId }) => deviceId),
    [sort],
  )
  return useFleetList(sortedIds)
}

/** The page that is shown. DASH-12, DASH-13: another filter starts at the first; a list that shrank ends at its last one. */
function usePage(ids: readonly string[]) {
  const filter = useFleetState((state) => state.filter)
  const [place, setPlace] = useState({ filter, page: 0 })
  const pageCount = countPages(ids.length)
  const page = place.filter === filter ? Math.min(place.page, pageCount - 1) : 0
  const first = page * devicesPerPage
  const shown = useMemo(() => ids.slice(first, first + devicesPerPage), [ids, first])
  const turnTo = (next: number): void => setPlace({ filter, page: next })
  return {
    page,
    pageCount,
    first,
    shown,
    turnTo,
    /** Turns to the page of one device, by its place in the list. */
    show: (index: number): void => turnTo(Math.floor(index / devicesPerPage)),
  }
}

/** The device that was just added: as soon as its row is in the list, `onListed` gets its place, and it is marked for a while. */
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
    // A filter must not hide the requested device.
    fleet.setFilterMode('all')
    fleet.setFilterText('')
    setAddedId(deviceId)
  }
  return { addedId, noteAdded }
}
