import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Device, useDevice, useFleetState } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { DeviceSidebar } from '../../../shared/device-list/index.ts'
import { Loading, PageState } from '../../../ui/index.ts'
import { useDeviceFirmwares } from '../device-firmware.queries.ts'
import styles from '../firmware.module.css'
import { noOrder } from '../update-order.ts'
import { useCooldown } from '../use-cooldown.ts'
import { DeviceUpdate } from './device-update.tsx'

/** FW-03: the devices, and beside them the update of the chosen one. What is typed stays for the next device. */
export function FirmwareUpdate() {
  const t = useText()
  const [parameters] = useSearchParams()
  const loaded = useFleetState((state) => state.loaded)
  const device = useDevice(parameters.get('device') ?? '')
  const firmwares = useDeviceFirmwares().data
  const noteOf = useCallback(
    (deviceId: string) => firmwares?.get(deviceId)?.version || t('firmware.noVersion'),
    [firmwares, t],
  )
  const [order, setOrder] = useState(noOrder)
  const cooldown = useCooldown()
  if (!loaded) return <Loading label={t('page.loading')} />
  return (
    <div className={styles.update}>
      <DeviceSidebar
        current={device?.deviceId ?? null}
        address={(encodedId) => `/devicefirmwareupdate?device=${encodedId}`}
        noteOf={noteOf}
        mayChoose={mayChoose}
      />
      {device === undefined ? (
        <PageState icon="truck" title={t('firmware.chooseDevice')} hint={t('firmware.chooseDeviceHint')} />
      ) : (
        <DeviceUpdate key={device.deviceId} device={device} order={order} onOrder={setOrder} cooldown={cooldown} />
      )}
    </div>
  )
}

/** FW-04. */
function mayChoose({ online, registered }: Device): boolean {
  return online && registered
}
