import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { filterDevices, useFleetList, useFleetState } from '../../engines/fleet/index.ts'
import { useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { PageState } from '../../ui/index.ts'
import { DeviceCard } from './components/device-card.tsx'
import { DeviceList } from './components/device-list.tsx'
import { Legend } from './components/legend.tsx'
import { MapButtons } from './components/map-buttons.tsx'
import { byCaption, type CaptionKind, captionOf, toVehicle } from './fleet-map.rules.ts'
import './fleet-map.css'
import { useMapView } from './use-map-view.ts'

export function FleetMapPage() {
  const t = useText()
  const { plateAsLabel } = useSite()
  const box = useRef<HTMLDivElement>(null)
  const anchor = useRef<HTMLDivElement>(null)
  const [caption, setCaption] = useState<CaptionKind>('device')
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const [listShown, setListShown] = useState(true)
  const loaded = useFleetState((state) => state.loaded)
  const devices = useFleetList((state) =>
    byCaption(filterDevices(state.devices.values(), state.filter), caption, plateAsLabel),
  )
  const map = useMapView(box, setFocusedId)
  const view = map.kind === 'ready' ? map.view : null

  const vehicles = useMemo(
    () => devices.flatMap((device) => toVehicle(device, captionOf(device, caption, plateAsLabel)) ?? []),
    [devices, caption, plateAsLabel],
  )
  useEffect(() => view?.setVehicles(vehicles), [view, vehicles])
  useEffect(() => view?.setFocus(focusedId, anchor.current), [view, focusedId])
  const open = useCallback(
    (id: string) => {
      setFocusedId(id)
      view?.reveal(id)
    },
    [view],
  )

  const [search, setSearch] = useSearchParams()
  const asked = search.get('device')
  useEffect(() => {
    if (asked === null || !loaded || !view) return
    open(asked)
    // It is asked once: closing the card must not open it again.
    setSearch({}, { replace: true })
  }, [asked, loaded, view, open, setSearch])

  if (map.kind === 'failed') return <PageState icon="map" title={t('map.failedTitle')} hint={map.reason} role="alert" />
  return (
    <div className={listShown ? 'fleet-map' : 'fleet-map list-hidden'}>
      <h1 className="visually-hidden">{t('map.title')}</h1>
      <DeviceList
        devices={devices}
        loaded={loaded}
        caption={caption}
        onCaption={setCaption}
        focusedId={focusedId}
        onOpen={open}
      />
      <section className="map-area" aria-label={t('map.canvas')}>
        <div className="map-box" ref={box} />
        <div className="map-anchor" ref={anchor}>
          {focusedId === null ? null : <DeviceCard deviceId={focusedId} onClose={() => setFocusedId(null)} />}
        </div>
        <MapButtons view={view} listShown={listShown} onToggleList={() => setListShown(!listShown)} />
        <Legend />
      </section>
    </div>
  )
}
