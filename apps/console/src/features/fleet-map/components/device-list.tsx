import { useCallback } from 'react'
import { type AddressBook, AddressCredit } from '../../../engines/addresses/index.ts'
import type { Device } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { NoDevices } from '../../../shared/device-list/index.ts'
import { VirtualList } from '../../../ui/index.ts'
import { type CaptionKind, placeOf } from '../fleet-map.rules.ts'
import { CaptionPicker } from './caption-picker.tsx'
import { DeviceEntry } from './device-entry.tsx'

const entry = () => 76
/** With a line for the address. */
const tallEntry = () => 96

/** MAP-32: one entry a device; only those in sight exist, so ten thousand scroll like ten. */
export function DeviceList(props: {
  readonly devices: readonly Device[]
  readonly loaded: boolean
  readonly caption: CaptionKind
  readonly onCaption: (kind: CaptionKind) => void
  readonly focusedId: string | null
  readonly onOpen: (id: string) => void
  /** Null where no addresses are looked up. */
  readonly addresses: AddressBook | null
}) {
  const t = useText()
  const { devices, addresses } = props
  const wantAddresses = useCallback(
    (first: number, last: number) =>
      addresses?.want(
        devices.slice(first, last + 1).flatMap((device) => {
          const place = placeOf(device)
          return place ? [{ deviceId: device.deviceId, place: { lat: place.lat, lng: place.lng } }] : []
        }),
      ),
    [addresses, devices],
  )
  return (
    <aside className="map-list" aria-label={t('map.list')}>
      <CaptionPicker chosen={props.caption} onChoose={props.onCaption} />
      {devices.length === 0 ? (
        <NoEntries loaded={props.loaded} />
      ) : (
        <VirtualList
          className="map-list-scroll"
          items={devices}
          keyOf={idOf}
          heightPx={addresses ? tallEntry : entry}
          onSight={wantAddresses}
          entry={(device) => (
            <DeviceEntry
              device={device}
              caption={props.caption}
              focused={device.deviceId === props.focusedId}
              onOpen={props.onOpen}
            />
          )}
        />
      )}
      <AddressCredit />
    </aside>
  )
}

const idOf = (device: Device): string => device.deviceId

function NoEntries({ loaded }: { readonly loaded: boolean }) {
  const t = useText()
  if (loaded) return <NoDevices />
  return (
    <div role="status">
      <span className="visually-hidden">{t('page.loading')}</span>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="map-list-skeleton skeleton" />
      ))}
    </div>
  )
}
