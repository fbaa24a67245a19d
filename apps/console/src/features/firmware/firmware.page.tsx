import { useId, useState } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { TabPanel, Tabs } from '../../ui/tabs/index.ts'
import { FirmwareStore } from './components/firmware-store.tsx'
import styles from './firmware.module.css'

/** FW-01: firmware of devices. */
export function FirmwarePage() {
  const t = useText()
  const id = useId()
  const store = { id: 'store', label: t('firmware.tab.store') }
  const [open, setOpen] = useState(store.id)
  return (
    <section className={`panel ${styles.page}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h1 id={id}>{t('page.firmware')}</h1>
        <Tabs label={t('firmware.tabs')} tabs={[store]} open={open} onOpen={setOpen} />
      </header>
      <TabPanel tab={store}>
        <FirmwareStore />
      </TabPanel>
    </section>
  )
}
