import { CHANNELS_DEFAULT } from '@fleetglass/contract/devices'
import { type Device, useFleetList } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { useRegisterDevice } from '../../../shared/device-actions/index.ts'
import { Icon, notify, VehicleIcon, VirtualList } from '../../../ui/index.ts'

/** DASH-86, DASH-88: the devices that are online but not registered, each with a button that registers it. A whole new fleet may come at once. */
export function NewDevices({ onAdded }: { readonly onAdded: (deviceId: string) => void }) {
  const t = useText()
  const devices = useNewDevices()
  return (
    <section className="panel new-devices" id={sectionId} tabIndex={-1} aria-labelledby="new-devices-title">
      <header className="panel-head">
        <h2 id="new-devices-title">{t('dashboard.newDevices')}</h2>
        <span className="count-badge num">{devices.length}</span>
      </header>
      <p className="muted new-hint">{t(devices.length === 0 ? 'dashboard.newNone' : 'dashboard.newHint')}</p>
      <VirtualList
        className="new-list"
        items={devices}
        keyOf={idOf}
        heightPx={entryPx}
        entry={(device) => <NewDevice device={device} onAdded={onAdded} />}
      />
    </section>
  )
}

const sectionId = 'new-devices'

function useNewDevices(): readonly Device[] {
  return useFleetList((state) => [...state.devices.values()].filter((one) => one.online && !one.registered))
}

/** On a small screen they are below everything else: a link at the top shows their number. */
export function NewDevicesBadge() {
  const t = useText()
  const { length: count } = useNewDevices()
  if (count === 0) return null
  return (
    <button
      type="button"
      className="btn btn-quiet btn-sm icon-text"
      onClick={() => document.getElementById(sectionId)?.focus()}
    >
      <Icon name="down" size={16} />
      {t('dashboard.newCount', { count })}
    </button>
  )
}

const idOf = (device: Device): string => device.deviceId
const entryPx = (): number => 52

function NewDevice(props: { readonly device: Device; readonly onAdded: (deviceId: string) => void }) {
  const t = useText()
  const { mutate, isPending } = useRegisterDevice()
  const { device, onAdded } = props
  const { deviceId, channelCount } = device
  const add = (): void =>
    mutate(
      { deviceId, channels: channelCount || CHANNELS_DEFAULT, recording: true },
      { onSuccess: () => onAdded(deviceId), onError: ({ message }) => void notify.error(message) },
    )
  return (
    <div className="new-device">
      <span className="state-badge state-idle">
        <VehicleIcon icon={device.icon} headingDeg={0} size={20} />
      </span>
      <span className="new-name">{deviceId}</span>
      <button
        type="button"
        className="btn btn-primary btn-sm icon-text"
        aria-label={t('dashboard.addLabelFor', { device: deviceId })}
        disabled={isPending}
        onClick={add}
      >
        <Icon name="plus" size={16} />
        {t('dashboard.addSubmit')}
      </button>
    </div>
  )
}
