import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { FirmwareStore } from './components/firmware-store.tsx'
import styles from './firmware.module.css'

interface Tab {
  readonly id: string
  readonly label: string
  readonly content: () => ReactNode
}

/** FW-01: firmware of devices. */
export function FirmwarePage() {
  const t = useText()
  const id = useId()
  const tabs: readonly Tab[] = [{ id: 'store', label: t('firmware.tab.store'), content: () => <FirmwareStore /> }]
  const [open, setOpen] = useState(tabs[0]?.id)
  return (
    <section className={`panel ${styles.page}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h1 id={id}>{t('page.firmware')}</h1>
        <Tabs tabs={tabs} open={open} onOpen={setOpen} />
      </header>
      {tabs.map((tab) =>
        tab.id === open ? (
          <div key={tab.id} role="tabpanel" id={`firmware-${tab.id}`} aria-label={tab.label} className={styles.tab}>
            {tab.content()}
          </div>
        ) : null,
      )}
    </section>
  )
}

/** Left, right, Home and End move between the tabs, Enter, Space and a click open one. */
function Tabs(props: {
  readonly tabs: readonly Tab[]
  readonly open: string | undefined
  readonly onOpen: (id: string) => void
}) {
  const t = useText()
  const { tabs, open, onOpen } = props
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
    <div role="tablist" tabIndex={-1} aria-label={t('firmware.tabs')} className={styles.tabs} onKeyDown={move}>
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="tab"
          className="btn btn-quiet btn-sm"
          aria-selected={id === open}
          aria-controls={id === open ? `firmware-${id}` : undefined}
          tabIndex={id === open ? 0 : -1}
          onClick={() => onOpen(id)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
