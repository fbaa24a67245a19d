import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'
import { DeviceSidebar } from '../device-list/index.ts'
import { type Device, useDeviceLabel } from '../fleet/index.ts'
import './choices.css'
import { usePopup } from './use-popup.ts'

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
  const { open, setOpen, box, button, typed } = usePopup()
  const label = useDeviceLabel(device)
  const name = [label, device.memo, device.driverName].filter((part) => part !== '').join(' - ')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc leaves the list, wherever in it the focus is
    <div className="device-choice" ref={box} onKeyDown={typed}>
      <button
        type="button"
        ref={button}
        className="icon-button device-choice-button"
        disabled={props.disabled}
        aria-expanded={open}
        aria-label={`${t('playback.device')}: ${name}`}
        onClick={() => setOpen(!open)}
      >
        <span>{name}</span>
        <Icon name="down" size={16} />
      </button>
      {open ? (
        <div className="device-choice-list">
          <DeviceSidebar current={device.deviceId} address={props.address} onChoose={() => setOpen(false)} />
        </div>
      ) : null}
    </div>
  )
}
