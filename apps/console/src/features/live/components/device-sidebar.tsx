import { Link } from 'react-router'
import {
  type Device,
  drivingState,
  filterDevices,
  useFleet,
  useFleetList,
  useFleetState,
} from '../../../engines/fleet/index.ts'
import { useLengthUnit } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { displaySpeed, speedUnit } from '../../../platform/units/index.ts'
import { Icon, VehicleIcon } from '../../../ui/index.ts'

/** The devices that the filter of the console leaves, each with what it is doing (LIVE-08). */
export function DeviceSidebar({
  current,
  onChoose,
}: {
  readonly current: string | null
  readonly onChoose?: () => void
}) {
  const t = useText()
  const devices = useFleetList((state) => sorted(filterDevices(state.devices.values(), state.filter)))
  return (
    <nav className="device-sidebar panel" aria-label={t('live.devices')}>
      <DeviceFilter />
      <ul className="device-entries">
        {devices.map((device) => (
          <DeviceEntry
            key={device.deviceId}
            device={device}
            isCurrent={device.deviceId === current}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {devices.length === 0 ? <p className="device-none muted">{t('live.noDevices')}</p> : null}
    </nav>
  )
}

function DeviceFilter() {
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
      />
    </div>
  )
}

function DeviceEntry(props: {
  readonly device: Device
  readonly isCurrent: boolean
  readonly onChoose?: (() => void) | undefined
}) {
  const { device } = props
  const t = useText()
  const unit = useLengthUnit()
  const state = drivingState(device)
  const speedKmh = device.position?.speedKmh ?? 0
  return (
    <li>
      <Link
        className={`device-entry state-${state}`}
        to={`/liveview/${encodeURIComponent(device.deviceId)}`}
        aria-current={props.isCurrent ? 'page' : undefined}
        onClick={props.onChoose}
      >
        <span className="device-entry-icon">
          <VehicleIcon icon={device.icon} headingDeg={device.position?.headingDeg ?? 0} />
        </span>
        <span className="device-entry-words">
          <span className="device-entry-name">{nameOf(device)}</span>
          {secondLine(device) === '' ? null : <span className="device-entry-id">{secondLine(device)}</span>}
        </span>
        <span className="device-entry-state num">
          {device.online && state !== 'idle'
            ? `${displaySpeed(speedKmh, unit)} ${speedUnit(unit)}`
            : t(`state.${state}`)}
        </span>
      </Link>
    </li>
  )
}

/** Online ones first, then by name. */
function sorted(devices: readonly Device[]): readonly Device[] {
  return [...devices].sort((a, b) => Number(b.online) - Number(a.online) || nameOf(a).localeCompare(nameOf(b)))
}

function nameOf(device: Device): string {
  return device.memo || device.plate || device.deviceId
}

function secondLine(device: Device): string {
  return [device.driverName, nameOf(device) === device.deviceId ? '' : device.deviceId]
    .filter((part) => part)
    .join(' · ')
}
