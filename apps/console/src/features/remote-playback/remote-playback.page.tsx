import { useParams } from 'react-router'
import { useDevice, useFleetState } from '../../engines/fleet/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { DeviceChoice } from '../../shared/choices/index.ts'
import { DeviceSidebar } from '../../shared/device-list/index.ts'
import { Loading, PageState } from '../../ui/index.ts'
import { DeviceRemote } from './components/device-remote.tsx'
import './remote-playback.css'

/** `/remoteplayback` and `/remoteplayback/{deviceid}`: what devices recorded themselves (REPB-01 … 03). */
export function RemotePlaybackPage() {
  const { deviceid = null } = useParams()
  const t = useText()
  const device = useDevice(deviceid ?? '')
  const loaded = useFleetState((state) => state.loaded)
  if (!loaded) return <Loading label={t('page.loading')} />
  if (!device) return <NoDeviceYet deviceId={deviceid} />
  return (
    <DeviceRemote
      key={device.deviceId}
      device={device}
      deviceChoice={(disabled) => <DeviceChoice device={device} address={remoteAddress} disabled={disabled} />}
    />
  )
}

/** The address of the recordings of a device, whose id comes encoded. */
function remoteAddress(encodedId: string): string {
  return `/remoteplayback/${encodedId}`
}

/** The list to choose from; an address that names no device of this user shows a message. */
function NoDeviceYet({ deviceId }: { readonly deviceId: string | null }) {
  const t = useText()
  const mobile = useIsMobile()
  const list = <DeviceSidebar current={deviceId} address={remoteAddress} />
  if (mobile && deviceId === null) return list
  return (
    <div className={mobile ? 'remote-page remote-mobile' : 'remote-page'}>
      {list}
      <PageState
        icon="playback"
        title={t(deviceId === null ? 'remote.chooseTitle' : 'live.unknownDevice')}
        hint={t('remote.chooseHint')}
      />
    </div>
  )
}
