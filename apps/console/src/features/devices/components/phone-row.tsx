import { memo } from 'react'
import { Link } from 'react-router'
import { type Device, drivingState, useDevice, useDeviceNames } from '../../../engines/fleet/index.ts'
import { gpsPlaybackAddress } from '../../../platform/pages/index.ts'
import { useLengthUnit } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { displaySpeed, speedUnit } from '../../../platform/units/index.ts'
import { useMayOpen } from '../../../shared/access/index.ts'
import { Icon, VehicleIcon } from '../../../ui/index.ts'
import { mobileRowColor } from '../devices.rows.ts'

/** How high a row is, the space below it included; an open one has its buttons too. */
export function phoneRowPx(open: boolean): number {
  return open ? 136 : 80
}

/** One device; a tap shows where one can go with it (DASH-89, DASH-90). */
export const PhoneRow = memo(function PhoneRow(props: {
  readonly deviceId: string
  readonly open: boolean
  readonly onToggle: (deviceId: string) => void
}) {
  const device = useDevice(props.deviceId)
  if (!device) return null
  return (
    <div className={`phone-device row-${mobileRowColor(device)}`}>
      <button
        type="button"
        className="phone-row"
        aria-expanded={props.open}
        onClick={() => props.onToggle(props.deviceId)}
      >
        <PhoneFacts device={device} />
      </button>
      {props.open ? <PhoneActions device={device} /> : null}
    </div>
  )
})

function PhoneFacts({ device }: { readonly device: Device }) {
  const t = useText()
  const unit = useLengthUnit()
  const { online, position, statusTimeS } = device
  const { name, number } = useDeviceNames(device)
  const state = drivingState(device)
  return (
    <>
      <span className={`state-badge state-${state}`}>
        <VehicleIcon icon={device.icon} headingDeg={position?.headingDeg ?? 0} />
        {device.recording ? <span className="recording-dot" title={t('state.recording')} /> : null}
      </span>
      <span className="phone-text">
        <strong dir="auto">{name}</strong>
        <span dir="auto">{[number, device.plate, device.driverName].filter((part) => part !== '').join(' · ')}</span>
      </span>
      <span className="phone-facts num">
        <strong>
          {online && position
            ? `${displaySpeed(position.speedKmh, unit)} ${speedUnit(unit)}`
            : t(online ? 'state.online' : 'state.offline')}
        </strong>
        {online ? <span>{t(`state.${state}`)}</span> : null}
        <span>{statusTimeS === null ? t('dashboard.never') : localTimeText(statusTimeS).slice(5, 16)}</span>
      </span>
    </>
  )
}

/** What can be had comes first: of a device that is away, what it has recorded. */
function PhoneActions({ device }: { readonly device: Device }) {
  const t = useText()
  const mayLive = useMayOpen('/liveview/:deviceid?')
  const mayPlayback = useMayOpen('/splayback/:deviceid?')
  const mayGps = useMayOpen('/gpsplayback')
  const address = encodeURIComponent(device.deviceId)
  const gpsAddress = gpsPlaybackAddress(device.deviceId)
  const ways = [
    { may: mayLive, to: `/liveview/${address}`, icon: 'live', labelKey: 'list.live' },
    { may: mayPlayback, to: `/splayback/${address}`, icon: 'playback', labelKey: 'list.playback' },
    { may: mayGps, to: gpsAddress, icon: 'route', labelKey: 'gpsPlayback.openHere' },
  ] as const
  const [live, ...recorded] = ways
  const ordered = (device.online ? ways : [...recorded, live]).filter(({ may }) => may)
  return (
    <div className="phone-actions">
      {ordered.map(({ to, icon, labelKey }, index) => (
        <Link key={to} className={`btn ${index === 0 ? 'btn-primary' : 'btn-quiet'} icon-text`} to={to}>
          <Icon name={icon} size={18} />
          {t(labelKey)}
        </Link>
      ))}
    </div>
  )
}
