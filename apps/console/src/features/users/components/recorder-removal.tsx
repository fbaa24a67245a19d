import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Device, useDevice, useFleetState } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { type Asked, DeviceDialogs } from '../../../shared/device-actions/index.ts'
import { DeviceSidebar } from '../../../shared/device-list/index.ts'
import { Loading, PageState } from '../../../ui/index.ts'
import styles from '../users.module.css'

/** The name in the address of the page for the list of recorders; its value is the chosen device, or empty. */
export const RECORDERS = 'recorders'

export function recordersAddress(encodedId = ''): string {
  return `/usersetting?${RECORDERS}=${encodedId}`
}

/** USR-44 … 46: the devices of the user on the left, the chosen one and its removal on the right. */
export function RecorderRemoval() {
  const t = useText()
  const [search] = useSearchParams()
  const [asked, setAsked] = useState<Asked | null>(null)
  const deviceId = search.get(RECORDERS) ?? ''
  const device = useDevice(deviceId)
  const loaded = useFleetState((state) => state.loaded)
  if (!loaded) return <Loading label={t('page.loading')} />
  return (
    <div className={styles.recorders}>
      <DeviceSidebar current={deviceId} address={recordersAddress} />
      {device === undefined ? (
        <PageState icon="truck" title={t('playback.chooseTitle')} hint={t('users.recordersHint')} />
      ) : (
        <RecorderDetails device={device} onRemove={() => setAsked({ name: 'remove', deviceId })} />
      )}
      <DeviceDialogs asked={asked} onClose={() => setAsked(null)} />
    </div>
  )
}

function RecorderDetails({ device, onRemove }: { readonly device: Device; readonly onRemove: () => void }) {
  const t = useText()
  const { deviceId, plate, driverName, memo, online } = device
  const rows = [
    [t('column.plate'), plate],
    [t('column.driver'), driverName],
    [t('column.memo'), memo],
    [t('users.recorderState'), t(online ? 'state.online' : 'state.offline')],
  ] as const
  return (
    <section className={`panel ${styles.recorder}`} aria-labelledby="recorder-title">
      <h2 id="recorder-title" dir="auto">
        {deviceId}
      </h2>
      <dl>
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{text || '–'}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="btn btn-danger" onClick={onRemove}>
        {t('dashboard.remove')}
      </button>
    </section>
  )
}
