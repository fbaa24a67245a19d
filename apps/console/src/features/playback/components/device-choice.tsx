import { type Device, useFleetList } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'

/** The device switcher (LOPB-15): registered devices by name, offline ones included. */
export function DeviceChoice(props: {
  readonly deviceId: string | null
  readonly onDevice: (deviceId: string) => void
}) {
  const t = useText()
  const devices = useFleetList((state) =>
    [...state.devices.values()]
      .filter(({ registered }) => registered)
      .sort((a, b) => a.deviceId.localeCompare(b.deviceId)),
  )
  return (
    <select
      className="form-select device-choice"
      aria-label={t('playback.device')}
      value={props.deviceId ?? ''}
      onChange={(event) => props.onDevice(event.target.value)}
    >
      <option value="" disabled>
        {t('playback.chooseDevice')}
      </option>
      {devices.map((device) => (
        <option key={device.deviceId} value={device.deviceId}>
          {optionText(device)}
        </option>
      ))}
    </select>
  )
}

function optionText(device: Device): string {
  return [device.deviceId, device.memo, device.driverName].filter((part) => part !== '').join(' - ')
}
