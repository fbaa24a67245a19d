import { useParams, useSearchParams } from 'react-router'
import { useDevice, useFleetState } from '../../engines/fleet/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { dayOf } from '../../shared/calendar/index.ts'
import { DeviceChoice } from '../../shared/choices/index.ts'
import { DeviceSidebar } from '../../shared/device-list/index.ts'
import { Loading, PageState } from '../../ui/index.ts'
import { DevicePlayback } from './components/device-playback.tsx'
import './playback.css'
import { playbackAddress } from './playback-address.ts'

/** `/splayback` and `/splayback/{deviceid}`: recordings of the server (LOPB-01 … 03). The day stands in the address. */
export function PlaybackPage() {
  const { deviceid = null } = useParams()
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const device = useDevice(deviceid ?? '')
  const loaded = useFleetState((state) => state.loaded)
  if (!loaded) return <Loading label={t('page.loading')} />
  if (!device) return <NoDeviceYet deviceId={deviceid} />
  return (
    <DevicePlayback
      key={device.deviceId}
      device={device}
      day={search.get('day') ?? dayAt(search.get('at'))}
      atS={secondsAt(search.get('at'))}
      onDay={(day) => setSearch({ day }, { replace: true })}
      deviceChoice={<DeviceChoice device={device} address={playbackAddress} />}
    />
  )
}

/** The list to choose from; an address that names no device of this user shows a message. */
function NoDeviceYet({ deviceId }: { readonly deviceId: string | null }) {
  const t = useText()
  const mobile = useIsMobile()
  const list = <DeviceSidebar current={deviceId} address={playbackAddress} />
  if (mobile && deviceId === null) return list
  return (
    <div className={mobile ? 'playback-page playback-mobile' : 'playback-page'}>
      {list}
      <PageState
        icon="playback"
        title={t(deviceId === null ? 'playback.chooseTitle' : 'live.unknownDevice')}
        hint={t('playback.chooseHint')}
      />
    </div>
  )
}

/** The moment of the address in unix seconds; null where it names none. */
function secondsAt(at: string | null): number | null {
  return at !== null && /^\d{1,11}$/.test(at) ? Number(at) : null
}

function dayAt(at: string | null): string | null {
  const seconds = secondsAt(at)
  return seconds === null ? null : dayOf(seconds * 1000)
}
