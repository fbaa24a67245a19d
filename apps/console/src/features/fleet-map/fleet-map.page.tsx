import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Device, type FleetState, useFleetList, useFleetState } from '../../engines/fleet/index.ts'
import { type MapPlace, useMapView, useTileSource } from '../../engines/map/index.ts'
import { placeOf } from '../../platform/pages/index.ts'
import { useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { createListOrder } from '../../shared/device-list/index.ts'
import { PageState } from '../../ui/index.ts'
import { DeviceCard } from './components/device-card.tsx'
import { DeviceList } from './components/device-list.tsx'
import { FloatingPanel } from './components/floating-panel.tsx'
import { Legend } from './components/legend.tsx'
import { MapButtons } from './components/map-buttons.tsx'
import { StreetHint } from './components/street-hint.tsx'
import { type CaptionKind, captionOf, createVehicles } from './fleet-map.rules.ts'
import './fleet-map.css'
import { Addresses, useAddressBook } from '../../engines/addresses/index.ts'
import { useFocus } from './use-focus.ts'

/** What the tallest card of a vehicle needs above its marker. */
const cardHeightPx = 500

export function FleetMapPage() {
  const t = useText()
  const { plateAsLabel, markerCaption } = useSite()
  const box = useRef<HTMLDivElement>(null)
  const anchor = useRef<HTMLDivElement>(null)
  const beside = useRef<HTMLDivElement>(null)
  const [caption, setCaption] = useState<CaptionKind>(markerCaption)
  const [listShown, setListShown] = useState(true)
  const [grouping, setGrouping] = useState(true)
  const { focusedId, floating, focus, closeFloating, close } = useFocus()
  const addresses = useAddressBook()
  const source = useTileSource()
  const map = useMapView({ container: box, source, grouping, cardHeightPx, onPick: focus })
  const view = map.kind === 'ready' ? map.view : null

  const loaded = useFleetState((state) => state.loaded)
  const [order] = useState(createListOrder)
  const nameOf = useCallback((device: Device) => captionOf(device, caption, plateAsLabel), [caption, plateAsLabel])
  const listed = useCallback(
    (fleet: Pick<FleetState, 'devices' | 'filter'>) => order({ ...fleet, nameOf }),
    [order, nameOf],
  )
  // What is typed is seen first, list and map after it.
  const devices = useDeferredValue(useFleetList(listed))
  const vehiclesOf = useMemo(() => createVehicles(caption, plateAsLabel), [caption, plateAsLabel])
  const vehicles = useMemo(() => vehiclesOf(devices), [vehiclesOf, devices])
  useEffect(() => view?.setVehicles(vehicles), [view, vehicles])
  useEffect(() => view?.setFocus(focusedId, anchor.current, beside.current), [view, focusedId])
  const open = useCallback(
    (id: string) => {
      focus(id)
      view?.reveal(id)
    },
    [view, focus],
  )

  const [search, setSearch] = useSearchParams()
  const asked = search.get('device')
  useEffect(() => {
    if (asked === null || !loaded || !view) return
    open(asked)
    // It is read once: closing the card must not open it again.
    setSearch({}, { replace: true })
  }, [asked, loaded, view, open, setSearch])

  const place = placeOf(search)
  useEffect(() => {
    if (place === null || !view) return
    view.fitPlaces(aroundTown(place))
    setSearch({}, { replace: true })
  }, [place, view, setSearch])

  if (map.kind === 'failed') return <PageState icon="map" title={t('map.failedTitle')} hint={map.reason} role="alert" />
  return (
    <Addresses value={addresses}>
      <div className={listShown ? 'fleet-map' : 'fleet-map list-hidden'}>
        <h1 className="visually-hidden">{t('map.title')}</h1>
        <DeviceList
          devices={devices}
          loaded={loaded}
          caption={caption}
          onCaption={setCaption}
          focusedId={focusedId}
          onOpen={open}
          addresses={addresses}
        />
        <section className="map-area" aria-label={t('map.canvas')}>
          <div className="map-box" ref={box} />
          <div className="map-anchor" ref={anchor}>
            {focusedId === null ? null : <DeviceCard deviceId={focusedId} onClose={close} />}
          </div>
          <MapButtons
            view={view}
            listShown={listShown}
            onToggleList={() => setListShown(!listShown)}
            grouping={grouping}
            onToggleGrouping={() => setGrouping(!grouping)}
          />
          <Legend />
          {'credit' in source && source.credit !== '' ? <span className="map-credit">{source.credit}</span> : null}
          <StreetHint source={source} />
          <div ref={beside}>
            {focusedId !== null && floating ? <FloatingPanel deviceId={focusedId} onClose={closeFloating} /> : null}
          </div>
        </section>
      </div>
    </Addresses>
  )
}

/** Half of a side of what is shown of a town, in degrees: some seven kilometres. */
const TOWN_DEG = 0.03

/** Two corners around the middle of a town. */
function aroundTown({ lat, lng }: MapPlace): readonly MapPlace[] {
  return [
    { lat: lat - TOWN_DEG, lng: lng - TOWN_DEG },
    { lat: lat + TOWN_DEG, lng: lng + TOWN_DEG },
  ]
}
