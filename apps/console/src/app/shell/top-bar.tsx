import { useRef } from 'react'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { ChoiceMenu } from '../../ui/index.ts'
import { contributionsOf } from '../pages.ts'
import { BarEntries } from './bar-entries.tsx'
import { Brand } from './brand.tsx'
import { DeviceSearch } from './device-search.tsx'
import { useDisplayChoices } from './display-choices.ts'
import { LinkNotice } from './link-notice.tsx'
import { MainNav } from './main-nav.tsx'
import { useFitting } from './use-fitting.ts'
import { UserMenu } from './user-menu.tsx'

const filters = contributionsOf('barFilters')
const entries = contributionsOf('barEntries')

/** The bar on top: where one can go, and what one can choose. A phone has the choices in its account menu. */
export function TopBar() {
  const mobile = useIsMobile()
  const bar = useRef<HTMLElement>(null)
  useFitting(bar)
  return (
    <header ref={bar} className="top-bar">
      <Brand />
      <MainNav />
      <span className="top-space" />
      <LinkNotice />
      <BarEntries entries={filters} />
      {mobile ? null : <DeviceSearch />}
      <BarEntries entries={entries} />
      {mobile ? null : <DisplayMenus />}
      <UserMenu />
    </header>
  )
}

function DisplayMenus() {
  const choices = useDisplayChoices()
  return (
    <div className="display-menus">
      {choices.map((choice) => (
        <ChoiceMenu key={choice.icon} {...choice} />
      ))}
    </div>
  )
}
