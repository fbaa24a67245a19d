import { useState } from 'react'
import { Link } from 'react-router'
import { useAddressOf } from '../../engines/addresses/index.ts'
import { type Device, drivingState, useDevice, useOfferedChannels } from '../../engines/fleet/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon, PageState, SpeedGauge } from '../../ui/index.ts'
import { DeviceLive } from './components/device-live.tsx'
import { VehicleMap } from './components/vehicle-map.tsx'
import { firstOpen, mostOpen } from './live.selection.ts'
import { keepSelection, keptSelection } from './popup-selection.ts'
import './live.css'
import { useWatched } from './use-watched.ts'

/** The live view of one device before another page (SHELL-097). It goes on by itself when the device comes online. */
export function LivePopup({ deviceId }: { readonly deviceId: string }) {
  const t = useText()
  const device = useDevice(deviceId)
  const shown = useWatched(device)
  return (
    <div className="live-popup">
      {device && shown ? (
        <PopupContent key={deviceId} device={device} />
      ) : (
        <PageState icon="offline" title={t('live.unknownDevice')} hint={t('live.popupHint')} role="alert" />
      )}
    </div>
  )
}

function PopupContent({ device }: { readonly device: Device }) {
  const t = useText()
  const { deviceId } = device
  const { open, choose } = usePopupSelection(device)
  const place = device.position ?? device.mapLocation
  const address = useAddressOf(deviceId, place)
  return (
    <>
      <DeviceLive
        device={device}
        open={open}
        onOpen={choose}
        most={mostOpen.popup}
        tools={
          <Link className="icon-button live-tool" to={`/liveview/${encodeURIComponent(deviceId)}`}>
            <Icon name="live" size={16} /> {t('nav.live')}
          </Link>
        }
      />
      <aside className="live-popup-side">
        <VehicleMap device={device} />
        <SpeedGauge
          speedKmh={device.position?.speedKmh ?? null}
          isFast={drivingState(device) === 'overSpeed'}
          place="overview"
        />
        <ul className="live-badges">
          {address === null ? null : (
            <li className="badge" aria-label={t('live.address')} dir="auto">
              {address}
            </li>
          )}
          {place ? (
            <li className="badge num" aria-label={t('live.coordinates')}>
              {`${place.lat.toFixed(6)},${place.lng.toFixed(6)}`}
            </li>
          ) : null}
        </ul>
      </aside>
    </>
  )
}

/** LIVE-21, LIVE-50: what was open when this device was looked at before, else its first channels. */
function usePopupSelection(device: Device) {
  const mobile = useIsMobile()
  const offered = useOfferedChannels(device)
  const [open, setOpen] = useState(() => keptSelection(device.deviceId) ?? firstOpen(offered, mobile))
  const choose = (channels: readonly number[]) => {
    keepSelection(device.deviceId, channels)
    setOpen(channels)
  }
  return { open, choose }
}
