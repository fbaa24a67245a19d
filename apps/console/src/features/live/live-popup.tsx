import { useDevice } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { PageState } from '../../ui/index.ts'
import { DeviceLive } from './components/device-live.tsx'
import './live.css'

/** The live view of one device before another page (SHELL-097). It goes on by itself when the device comes online. */
export function LivePopup({ deviceId }: { readonly deviceId: string }) {
  const t = useText()
  const device = useDevice(deviceId)
  return (
    <div className="live-popup">
      {device?.online ? (
        <DeviceLive key={deviceId} device={device} />
      ) : (
        <PageState icon="offline" title={t('live.unknownDevice')} hint={t('live.popupHint')} role="alert" />
      )}
    </div>
  )
}
