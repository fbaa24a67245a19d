import { type Device, useDeviceNames } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { DeviceSidebar } from '../device-list/index.ts'
import './choices.css'
import { DevicePopup } from './device-popup.tsx'

/** The device switcher (LOPB-15, REPB-20): what is chosen, and behind it the list of devices with its search. */
export function DeviceChoice(props: {
  readonly device: Device
  /** Where a device of this encoded id is played. */
  readonly address: (encodedId: string) => string
  /** A download is under way. */
  readonly disabled?: boolean
}) {
  const { device } = props
  const t = useText()
  const names = useDeviceNames(device)
  const name = [names.name, names.number, device.driverName].filter((part) => part !== '').join(' - ')
  return (
    <DevicePopup
      label={t('playback.device')}
      name={name}
      disabled={props.disabled}
      list={({ hide }) => (
        <div className="device-choice-list">
          <DeviceSidebar current={device.deviceId} address={props.address} onChoose={hide} />
        </div>
      )}
    />
  )
}
