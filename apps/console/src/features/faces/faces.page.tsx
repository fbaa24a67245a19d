import { type KeyboardEvent, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDevice } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { DeviceSidebar } from '../../shared/device-list/index.ts'
import { useSelection } from '../../ui/data-table/index.ts'
import { DeviceSlots } from './components/device-slots.tsx'
import { FaceLibrary } from './components/face-library.tsx'
import styles from './faces.module.css'

const tabs = ['add', 'edit'] as const
type Tab = (typeof tabs)[number]

/** FACE-01: the devices, and beside them the library (Add) or the slots of the chosen device (Edit). */
export function FacesPage() {
  const t = useText()
  const id = useId()
  const [parameters] = useSearchParams()
  const deviceId = parameters.get('device')
  const device = useDevice(deviceId ?? '')
  const [tab, setTab] = useState<Tab>('add')
  // FACE-09: what is selected stays while devices and tabs change.
  const selection = useSelection()
  const known = device === undefined ? null : device.deviceId
  return (
    <section className={styles.page} aria-labelledby={id}>
      <DeviceSidebar current={known} address={(encodedId) => `/facerecognitionsetting?device=${encodedId}`} />
      <div className={`panel ${styles.main}`}>
        <header className={styles.head}>
          <h1 id={id}>{t('page.faces')}</h1>
          <Tabs open={tab} onOpen={setTab} />
        </header>
        <div role="tabpanel" id={`faces-${tab}`} aria-label={t(`faces.tab.${tab}`)} className={styles.tab}>
          {tab === 'add' ? (
            <FaceLibrary deviceId={known} selection={selection} />
          ) : (
            <DeviceSlots key={known} deviceId={known} />
          )}
        </div>
      </div>
    </section>
  )
}

/** Left, right, Home and End move between the tabs, Enter, Space and a click open one. */
function Tabs({ open, onOpen }: { readonly open: Tab; readonly onOpen: (tab: Tab) => void }) {
  const t = useText()
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const here = buttons.indexOf(event.target as HTMLButtonElement)
    const ahead = document.documentElement.dir === 'rtl' ? -1 : 1
    const goals: Readonly<Record<string, number>> = {
      ArrowRight: here + ahead,
      ArrowLeft: here - ahead,
      Home: 0,
      End: buttons.length - 1,
    }
    const goal = goals[event.key]
    if (goal === undefined || here === -1) return
    event.preventDefault()
    buttons[goal]?.focus()
  }
  return (
    <div role="tablist" tabIndex={-1} aria-label={t('faces.tabs')} className={styles.tabs} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          className="btn btn-quiet btn-sm"
          aria-selected={tab === open}
          aria-controls={tab === open ? `faces-${tab}` : undefined}
          tabIndex={tab === open ? 0 : -1}
          onClick={() => onOpen(tab)}
        >
          {t(`faces.tab.${tab}`)}
        </button>
      ))}
    </div>
  )
}
