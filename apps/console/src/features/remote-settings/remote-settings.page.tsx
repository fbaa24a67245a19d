import {
  type Device,
  drivingState,
  type FleetState,
  shownDevices,
  useDeviceLabel,
  useDeviceNames,
  useFleetList,
  useFleetState,
} from '../../engines/fleet/index.ts'
import { openDialog } from '../../platform/pages/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { DeviceFilter, NoDevices, onlineFirst } from '../../shared/device-list/index.ts'
import { remoteSettings } from '../../shared/dialogs/index.ts'
import { Icon, VehicleIcon, VirtualList } from '../../ui/index.ts'
import './remote-settings.page.css'

/** `/devicesetup`: the devices, each with a link to its own settings (REC-02, REC-19). */
export function RemoteSettingsPage() {
  const t = useText()
  const loaded = useFleetState((state) => state.loaded)
  const devices = useFleetList(shownOnlineFirst)
  return (
    <section className="remote-settings-page" aria-labelledby="remote-title">
      <header>
        <h1 id="remote-title">{t('page.deviceSetup')}</h1>
        <p className="muted">{t('setting.hint')}</p>
      </header>
      <div className="panel remote-list">
        <DeviceFilter
          onEnter={() => {
            const [device, ...more] = devices
            if (device !== undefined && more.length === 0) openDialog(remoteSettings, { deviceId: device.deviceId })
          }}
        />
        <VirtualList
          className="remote-entries"
          items={devices}
          keyOf={idOf}
          heightPx={entryPx}
          entry={(device) => <Entry device={device} />}
        />
        {loaded && devices.length === 0 ? <NoDevices /> : null}
      </div>
    </section>
  )
}

function Entry({ device }: { readonly device: Device }) {
  const t = useText()
  const label = useDeviceLabel(device)
  const { name, number } = useDeviceNames(device)
  const state = drivingState(device)
  const more = [number, device.plate, device.driverName].filter((part) => part !== '' && part !== name)
  return (
    <button
      type="button"
      className={`remote-entry state-${state}`}
      aria-label={t('setting.open', { device: label })}
      onClick={() => openDialog(remoteSettings, { deviceId: device.deviceId })}
    >
      <VehicleIcon icon={device.icon} headingDeg={0} />
      <span className="remote-entry-words">
        <b dir="auto">{name}</b>
        <small className="muted" dir="auto">
          {more.join(' · ')}
        </small>
      </span>
      <span className="remote-entry-state">{t(device.online ? 'state.online' : 'state.offline')}</span>
      <Icon name="settings" size={18} />
    </button>
  )
}

const idOf = (device: Device): string => device.deviceId
const entryPx = (): number => 56

function shownOnlineFirst(fleet: Pick<FleetState, 'devices' | 'filter'>): readonly Device[] {
  return onlineFirst(shownDevices(fleet))
}
