import { type ReactNode, useId } from 'react'
import { Dropdown } from 'react-bootstrap'
import { NavLink, useLocation } from 'react-router'
import type { IconName } from '../../platform/icons/index.ts'
import { Icon } from '../../ui/index.ts'

/** A row of entries that scrolls must not cut the menu off. */
const overAll = { strategy: 'fixed' } as const

export interface NavMenuEntry {
  readonly to: string
  readonly label: string
  readonly icon?: IconName
}

/** Several pages behind one entry of the bar. It is marked as the current one while one of them is open. */
export function NavMenu(props: {
  readonly icon: IconName
  readonly label: string
  readonly entries: readonly NavMenuEntry[]
  /** What stands below the entries. */
  readonly note?: ReactNode
}) {
  const id = useId()
  const { pathname } = useLocation()
  const isHere = props.entries.some(({ to }) => pathname === to)
  return (
    <Dropdown className="nav-menu">
      <Dropdown.Toggle
        as="button"
        type="button"
        bsPrefix="nav-menu-toggle"
        id={id}
        title={props.label}
        data-current={isHere || undefined}
      >
        <Icon name={props.icon} />
        <span>{props.label}</span>
        <Icon name="down" size={14} />
      </Dropdown.Toggle>
      <Dropdown.Menu renderOnMount={false} aria-labelledby={id} popperConfig={overAll}>
        {props.entries.map(({ to, label, icon }) => (
          <Dropdown.Item key={to} as={NavLink} to={to} end={to === '/'}>
            {icon ? <Icon name={icon} size={18} /> : null}
            {label}
          </Dropdown.Item>
        ))}
        {props.note}
      </Dropdown.Menu>
    </Dropdown>
  )
}
