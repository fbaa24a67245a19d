import { Link } from 'react-router'
import { drivingState, useDevice } from '../../../engines/fleet/index.ts'
import { useLengthUnit } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { displaySpeed, speedUnit } from '../../../platform/units/index.ts'
import { Icon, VehicleIcon } from '../../../ui/index.ts'
import { mobileRowColor } from '../devices.rows.ts'
import { useMayLive, useMayPlayback } from '../use-may-live.ts'

/** One device; a tap shows where one can go with it (DASH-89, DASH-90). */
export function PhoneRow(props: { readonly deviceId: string; readonly open: boolean; readonly onToggle: () => void }) {
  const t = useText()
  const unit = useLengthUnit()
  const mayLive = useMayLive()
  const mayPlayback = useMayPlayback()
  const device = useDevice(props.deviceId)
  if (!device) return null
  const state = drivingState(device)
  const address = encodeURIComponent(device.deviceId)
  return (
    <div className={`phone-device row-${mobileRowColor(device)}`}>
      <button type="button" className="phone-row" aria-expanded={props.open} onClick={props.onToggle}>
        <span className={`state-badge state-${state}`}>
          <VehicleIcon icon={device.icon} headingDeg={device.position?.headingDeg ?? 0} />
          {device.recording ? <span className="recording-dot" title={t('state.recording')} /> : null}
        </span>
        <span className="phone-text">
          <strong>{device.deviceId}</strong>
          <span>{[device.plate, device.driverName || device.memo].filter((part) => part !== '').join(' · ')}</span>
        </span>
        <span className="phone-facts num">
          <strong>
            {device.online && device.position
              ? `${displaySpeed(device.position.speedKmh, unit)} ${speedUnit(unit)}`
              : t(`state.${state}`)}
          </strong>
          <span>
            {device.statusTimeS === null ? t('dashboard.never') : localTimeText(device.statusTimeS).slice(5, 16)}
          </span>
        </span>
      </button>
      {props.open ? (
        <div className="phone-actions">
          {mayLive ? (
            <Link className="btn btn-primary icon-text" to={`/liveview/${address}`}>
              <Icon name="live" size={18} />
              {t('list.live')}
            </Link>
          ) : null}
          {mayPlayback ? (
            <Link className="btn btn-quiet icon-text" to={`/splayback/${address}`}>
              <Icon name="playback" size={18} />
              {t('list.playback')}
            </Link>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
