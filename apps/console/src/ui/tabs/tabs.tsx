import type { KeyboardEvent, ReactNode } from 'react'
import styles from './tabs.module.css'

interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
}

/** Parts of a page side by side: left, right, Home and End move between the tabs, Enter, Space and a click open one. */
export function Tabs<Id extends string>(props: {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly open: Id
  readonly onOpen: (id: Id) => void
}) {
  const { label: name, tabs, open, onOpen } = props
  return (
    <div role="tablist" tabIndex={-1} aria-label={name} className={styles.tabs} onKeyDown={moveFocus}>
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="tab"
          className="btn btn-quiet btn-sm"
          aria-selected={id === open}
          aria-controls={id === open ? panelId(id) : undefined}
          tabIndex={id === open ? 0 : -1}
          onClick={() => onOpen(id)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

/** What the open tab shows. */
export function TabPanel<Id extends string>({
  tab,
  children,
}: {
  readonly tab: Tab<Id>
  readonly children: ReactNode
}) {
  return (
    <div role="tabpanel" id={panelId(tab.id)} aria-label={tab.label} className={styles.panel}>
      {children}
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
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

const panelId = (id: string): string => `tab-panel-${id}`
