import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../platform/texts/index.ts'
import { TabPanel, Tabs } from '../../ui/tabs/index.ts'
import { FirmwarePlans } from './components/firmware-plans.tsx'
import { FirmwareRollouts } from './components/firmware-rollouts.tsx'
import { FirmwareStore } from './components/firmware-store.tsx'
import { FirmwareUpdate } from './components/firmware-update.tsx'
import styles from './firmware.module.css'

/** FW-02, and rollouts. */
const tabIds = ['update', 'store', 'plans', 'rollouts'] as const
type TabId = (typeof tabIds)[number]

const contents: Readonly<Record<TabId, () => ReactNode>> = {
  update: () => <FirmwareUpdate />,
  store: () => <FirmwareStore />,
  plans: () => <FirmwarePlans />,
  rollouts: () => <FirmwareRollouts />,
}

/** FW-01: firmware of devices. The address has the open tab, so that a reload shows it again. */
export function FirmwarePage() {
  const t = useText()
  const id = useId()
  const [parameters, setParameters] = useSearchParams()
  const open = tabIds.find((tab) => tab === parameters.get('tab')) ?? 'update'
  const tabs = tabIds.map((tab) => ({ id: tab, label: t(`firmware.tab.${tab}`) }))
  return (
    <section className={`panel ${styles.page}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h1 id={id}>{t('page.firmware')}</h1>
        <Tabs label={t('firmware.tabs')} tabs={tabs} open={open} onOpen={(tab) => setParameters({ tab })} />
      </header>
      <TabPanel tab={{ id: open, label: t(`firmware.tab.${open}`) }}>{contents[open]()}</TabPanel>
    </section>
  )
}
