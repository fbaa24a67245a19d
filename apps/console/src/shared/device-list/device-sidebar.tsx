import { memo, useDeferredValue } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  type Device,
  drivingState,
  type FleetState,
  shownDevices,
  useDeviceNames,
  useFleet,
  useFleetList,
  useFleetState,
} from '../../engines/fleet/index.ts'
import { useLengthUnit } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { displaySpeed, speedUnit } from '../../platform/units/index.ts'
import { Icon, VehicleIcon, VirtualList } from '../../ui/index.ts'
import './device-sidebar.css'
import { NoDevices } from './no-devices.tsx'
import { useLowWindow } from './use-low-window.ts'

/** The devices that the filter of the console leaves, each with what it is doing and the way to its page (LIVE-08). */
export function DeviceSidebar(props: {
  readonly current: string | null
  /** The address of a device's page; the id comes encoded. */
  readonly address: (encodedId: string) => string
  readonly onChoose?: () => void
  /** Shown below the name, beside the number; left out: the driver. */
  readonly noteOf?: (deviceId: string) => string
  /** Which devices can be chosen; left out: all. */
  readonly mayChoose?: (device: Device) => boolean
}) {
  const t = useText()
  const navigate = useNavigate()
  const { current, address, onChoose, noteOf, mayChoose = any } = props
  const loaded = useFleetState((state) => state.loaded)
  // What is typed is seen first, the list after it.
  const devices = useDeferredValue(useFleetList(shownOnlineFirst))
  return (
    <nav className="device-sidebar panel" aria-label={t('live.devices')}>
      <DeviceFilter
        onEnter={() => {
          const [device, ...more] = devices
          if (!device || more.length > 0 || !mayChoose(device)) return
          void navigate(address(encodeURIComponent(device.deviceId)))
          onChoose?.()
        }}
      />
      <VirtualList
        className="device-entries"
        items={devices}
        keyOf={idOf}
        heightPx={useLowWindow() ? lowEntryPx : entryPx}
        entry={(device) => (
          <DeviceEntry
            device={device}
            note={noteOf?.(device.deviceId) ?? device.driverName}
            to={mayChoose(device) ? address(encodeURIComponent(device.deviceId)) : null}
            isCurrent={device.deviceId === current}
            onChoose={onChoose}
          />
        )}
      />
      {loaded && devices.length === 0 ? <NoDevices /> : null}
    </nav>
  )
}

/** The same text as in the bar above. Enter opens the only device left. */
export function DeviceFilter({ onEnter }: { readonly onEnter?: () => void }) {
  const t = useText()
  const fleet = useFleet()
  const text = useFleetState((state) => state.filter.text)
  return (
    <div className="device-filter">
      <Icon name="search" size={16} />
      <input
        className="form-control form-control-sm"
        type="search"
        aria-label={t('live.findDevice')}
        placeholder={t('live.findDevice')}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => fleet.setFilterText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.()
        }}
      />
    </div>
  )
}

const DeviceEntry = memo(function DeviceEntry(props: {
  readonly device: Device
  readonly note: string
  /** `null`: it cannot be chosen. */
  readonly to: string | null
  readonly isCurrent: boolean
  readonly onChoose?: (() => void) | undefined
}) {
  const { device, note, to } = props
  const t = useText()
  const unit = useLengthUnit()
  const { name, number } = useDeviceNames(device)
  const more = [number, note].filter((part) => part !== '').join(' · ')
  const state = drivingState(device)
  const speedKmh = device.position?.speedKmh ?? 0
  const words = (
    <>
      <span className="device-entry-icon">
        <VehicleIcon icon={device.icon} headingDeg={device.position?.headingDeg ?? 0} />
      </span>
      <span className="device-entry-words">
        <span className="device-entry-name" dir="auto">
          {name}
        </span>
        {more === '' ? null : (
          <span className="device-entry-more" dir="auto">
            {more}
          </span>
        )}
      </span>
      <span className="device-entry-state num">
        {device.online && state !== 'idle'
          ? `${displaySpeed(speedKmh, unit, 'elsewhere')} ${speedUnit(unit)}`
          : t(`state.${state}`)}
      </span>
    </>
  )
  const className = `device-entry state-${state}`
  const isCurrent = props.isCurrent ? 'page' : undefined
  if (to === null) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a link without an address is one that cannot be followed
      <a role="link" aria-disabled="true" className={className} aria-current={isCurrent}>
        {words}
      </a>
    )
  }
  return (
    <Link className={className} to={to} aria-current={isCurrent} onClick={props.onChoose}>
      {words}
    </Link>
  )
})

const any = (): boolean => true
const idOf = (device: Device): string => device.deviceId

/** The name over the second line. */
const entryPx = (): number => 52
/** The same in a low window, where the list has little place (live.css). */
const lowEntryPx = (): number => 42

function shownOnlineFirst(fleet: Pick<FleetState, 'devices' | 'filter'>): readonly Device[] {
  return onlineFirst(shownDevices(fleet))
}

/** Online ones first, else in the order of their ids, as the fleet has them. */
export function onlineFirst(devices: readonly Device[]): readonly Device[] {
  return [...devices.filter(({ online }) => online), ...devices.filter(({ online }) => !online)]
}
