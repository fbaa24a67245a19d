import { memo } from 'react'
import { Link } from 'react-router'
import { useAddress } from '../../../engines/addresses/index.ts'
import { type Device, drivingState, numberOf } from '../../../engines/fleet/index.ts'
import { openDialog } from '../../../platform/pages/index.ts'
import { useLengthUnit, useSite } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { displaySpeed, speedUnit } from '../../../platform/units/index.ts'
import { useMayLive, useMayLivePopup } from '../../../shared/access/index.ts'
import { livePopup } from '../../../shared/dialogs/index.ts'
import { Icon, VehicleIcon } from '../../../ui/index.ts'
import { type CaptionKind, captionOf, placeOf } from '../fleet-map.rules.ts'

/** MAP-33 … MAP-39. Drawn again only when this device is another one than before. */
export const DeviceEntry = memo(function DeviceEntry(props: {
  readonly device: Device
  readonly caption: CaptionKind
  readonly focused: boolean
  readonly onOpen: (id: string) => void
}) {
  const t = useText()
  const unit = useLengthUnit()
  const { plateAsLabel } = useSite()
  const mayLive = useMayLive()
  const { device } = props
  const state = drivingState(device)
  const place = placeOf(device)
  const title = captionOf(device, props.caption, plateAsLabel)
  const number = numberOf(device, plateAsLabel)
  const address = useAddress(device.deviceId)
  return (
    <div className="map-entry" data-focused={props.focused || undefined}>
      <button
        type="button"
        className="map-entry-open"
        aria-pressed={props.focused}
        onClick={() => props.onOpen(device.deviceId)}
      >
        <span className={`state-badge state-${state}`}>
          <VehicleIcon icon={device.icon} headingDeg={device.position?.headingDeg ?? 0} />
          {device.recording ? <span className="recording-dot" title={t('state.recording')} /> : null}
        </span>
        <span className="map-entry-text">
          <strong dir="auto">{title}</strong>
          {title === number ? null : (
            <span className="muted" dir="auto">
              {number}
            </span>
          )}
          <span className="muted num">
            {place ? `${place.lat.toFixed(6)}, ${place.lng.toFixed(6)}` : t('map.noPosition')}
          </span>
          <span className={`state-word state-${state}`}>
            {t(`state.${state}`)}
            {device.online && device.position ? (
              <>
                {' · '}
                <span className="num">{`${displaySpeed(device.position.speedKmh, unit)} ${speedUnit(unit)}`}</span>
              </>
            ) : null}
          </span>
          {address === null ? null : (
            <span className="muted map-entry-address" title={address} dir="auto">
              {address}
            </span>
          )}
        </span>
      </button>
      {device.online && mayLive ? <LiveButton deviceId={device.deviceId} title={title} /> : null}
    </div>
  )
})

/** MAP-39, LIVE-20: the live view before the map; where a site has no such modal, its page. */
function LiveButton({ deviceId, title }: { readonly deviceId: string; readonly title: string }) {
  const t = useText()
  const looks = {
    className: 'icon-button',
    'aria-label': `${t('map.liveview')} ${title}`,
    title: t('map.liveview'),
    children: <Icon name="live" />,
  }
  if (!useMayLivePopup()) return <Link {...looks} to={`/liveview/${encodeURIComponent(deviceId)}`} />
  return <button type="button" {...looks} onClick={() => openDialog(livePopup, { deviceId })} />
}
