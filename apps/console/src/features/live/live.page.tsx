import { mayBeginTalk } from '@fleetglass/contract/talk'
import { useState } from 'react'
import { useParams } from 'react-router'
import { type Device, useDevice, useFleetState, useOfferedChannels } from '../../engines/fleet/index.ts'
import { openDialog } from '../../platform/pages/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { useMayTalk } from '../../shared/access/index.ts'
import { DeviceSidebar } from '../../shared/device-list/index.ts'
import { talk } from '../../shared/dialogs/index.ts'
import { Icon, Loading, PageState } from '../../ui/index.ts'
import { DeviceLive } from './components/device-live.tsx'
import { VehicleCard } from './components/vehicle-card.tsx'
import { VehicleMap } from './components/vehicle-map.tsx'
import { firstOpen, mostOpen } from './live.selection.ts'
import './live.css'
import { useWatched } from './use-watched.ts'

/** `/liveview`: the devices to choose from (LIVE-01); `/liveview/{deviceid}`: one of them (LIVE-02). */
export function LivePage() {
  const { deviceid = null } = useParams()
  const mobile = useIsMobile()
  const device = useDevice(deviceid ?? '')
  return mobile ? (
    <MobileLive deviceId={deviceid} device={device} />
  ) : (
    <DesktopLive deviceId={deviceid} device={device} />
  )
}

const liveAddress = (encodedId: string): string => `/liveview/${encodedId}`

interface Shown {
  readonly deviceId: string | null
  readonly device: Device | undefined
}

function DesktopLive({ deviceId, device }: Shown) {
  const [mapShown, setMapShown] = useState(true)
  return (
    <div className="live-page">
      <aside className="live-side">
        <DeviceSidebar current={deviceId} address={liveAddress} />
        {device && mapShown ? <VehicleMap device={device} /> : null}
        {device ? <VehicleCard device={device} /> : null}
      </aside>
      <LiveMain deviceId={deviceId} device={device} mapShown={mapShown} onMap={setMapShown} />
    </div>
  )
}

function MobileLive({ deviceId, device }: Shown) {
  const t = useText()
  const [listOpen, setListOpen] = useState(false)
  const [mapShown, setMapShown] = useState(false)
  if (deviceId === null) return <DeviceSidebar current={null} address={liveAddress} />
  return (
    <div className="live-page live-page-mobile">
      <button
        type="button"
        className="icon-button live-list-button"
        aria-expanded={listOpen}
        onClick={() => setListOpen((open) => !open)}
      >
        <Icon name="list" size={18} /> {t(listOpen ? 'live.hideDevices' : 'live.showDevices')}
      </button>
      {listOpen ? <DeviceSidebar current={deviceId} address={liveAddress} onChoose={() => setListOpen(false)} /> : null}
      <LiveMain deviceId={deviceId} device={device} mapShown={mapShown} onMap={setMapShown} />
      {device?.online && mapShown ? <VehicleMap device={device} /> : null}
      {device?.online ? <VehicleCard device={device} /> : null}
    </div>
  )
}

interface MapSwitch {
  readonly mapShown: boolean
  readonly onMap: (shown: boolean) => void
}

/** LIVE-12, LIVE-13, LIVE-51: unknown and offline look the same, but only once the list is known. */
function LiveMain({ deviceId, device, ...map }: Shown & MapSwitch) {
  const t = useText()
  const loaded = useFleetState((state) => state.loaded)
  const shown = useWatched(device)
  if (!loaded) return <Loading label={t('page.loading')} />
  if (deviceId === null) return <PageState icon="live" title={t('live.chooseTitle')} hint={t('live.chooseHint')} />
  if (!device || !shown)
    return <PageState icon="offline" title={t('live.unknownDevice')} hint={t('live.unknownHint')} role="alert" />
  return <OneDevice key={device.deviceId} device={device} {...map} />
}

/** A new device gets a new one of these, so that its selection starts fresh. */
function OneDevice({ device, mapShown, onMap }: { readonly device: Device } & MapSwitch) {
  const t = useText()
  const mobile = useIsMobile()
  const mayTalk = useMayTalk()
  const offered = useOfferedChannels(device)
  const [open, setOpen] = useState(() => firstOpen(offered, mobile))
  return (
    <DeviceLive
      device={device}
      open={open}
      onOpen={setOpen}
      most={mostOpen.page}
      tools={
        <>
          {mayTalk && mayBeginTalk(device) ? (
            <button
              type="button"
              className="icon-button live-tool"
              onClick={() => openDialog(talk, { deviceId: device.deviceId })}
            >
              <Icon name="phone" size={16} /> {t('talk.open')}
            </button>
          ) : null}
          <button
            type="button"
            className="icon-button live-tool"
            aria-pressed={mapShown}
            onClick={() => onMap(!mapShown)}
          >
            <Icon name="map" size={16} /> {t('live.map')}
          </button>
        </>
      }
    />
  )
}
