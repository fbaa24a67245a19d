import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useDevice, useFleetState } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Loading, PageState } from '../../ui/index.ts'
import { DeviceChoice } from './components/device-choice.tsx'
import { DevicePlayback } from './components/device-playback.tsx'
import './playback.css'

/** `/splayback` and `/splayback/{deviceid}`: recordings of the server (LOPB-01 … 03). The day stands in the address. */
export function PlaybackPage() {
  const t = useText()
  const { deviceid = null } = useParams()
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const device = useDevice(deviceid ?? '')
  const loaded = useFleetState((state) => state.loaded)
  const choice = (
    <DeviceChoice deviceId={deviceid} onDevice={(id) => void navigate(`/splayback/${encodeURIComponent(id)}`)} />
  )
  if (!loaded) return <Loading label={t('page.loading')} />
  if (!device)
    return (
      <div className="playback-choose">
        <PageState
          icon="playback"
          title={t(deviceid === null ? 'playback.chooseTitle' : 'live.unknownDevice')}
          hint={t('playback.chooseHint')}
        >
          {choice}
        </PageState>
      </div>
    )
  return (
    <DevicePlayback
      key={device.deviceId}
      device={device}
      day={search.get('day')}
      onDay={(day) => setSearch({ day }, { replace: true })}
      deviceChoice={choice}
    />
  )
}
