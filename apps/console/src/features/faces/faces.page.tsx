import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDevice } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { DeviceSidebar } from '../../shared/device-list/index.ts'
import { useSelection } from '../../ui/data-table/index.ts'
import { TabPanel, Tabs } from '../../ui/tabs/index.ts'
import { DeviceSlots } from './components/device-slots.tsx'
import { FaceLibrary } from './components/face-library.tsx'
import styles from './faces.module.css'

type Tab = 'add' | 'edit'

/** FACE-01: the devices, and beside them the library (Add) or the slots of the chosen device (Edit). */
export function FacesPage() {
  const t = useText()
  const id = useId()
  const [parameters] = useSearchParams()
  const deviceId = parameters.get('device')
  const device = useDevice(deviceId ?? '')
  const [open, setOpen] = useState<Tab>('add')
  // FACE-09: what is selected stays while devices and tabs change.
  const selection = useSelection()
  const known = device === undefined ? null : device.deviceId
  const tabs = (['add', 'edit'] as const).map((tab) => ({ id: tab, label: t(`faces.tab.${tab}`) }))
  return (
    <section className={styles.page} aria-labelledby={id}>
      <DeviceSidebar current={known} address={(encodedId) => `/facerecognitionsetting?device=${encodedId}`} />
      <div className={`panel ${styles.main}`}>
        <header className={styles.head}>
          <h1 id={id}>{t('page.faces')}</h1>
          <Tabs label={t('faces.tabs')} tabs={tabs} open={open} onOpen={setOpen} />
        </header>
        <TabPanel tab={{ id: open, label: t(`faces.tab.${open}`) }}>
          {open === 'add' ? (
            <FaceLibrary deviceId={known} selection={selection} />
          ) : (
            <DeviceSlots key={known} deviceId={known} />
          )}
        </TabPanel>
      </div>
    </section>
  )
}
