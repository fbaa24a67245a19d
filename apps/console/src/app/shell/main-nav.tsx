import { pageAt } from '@fleetglass/contract/pages'
import { NavLink, useLocation } from 'react-router'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { NavMenu } from '../../shared/nav-menu/index.ts'
import { useVisitor } from '../../shared/visitor/index.ts'
import { Icon } from '../../ui/index.ts'
import { type NavEntry, navigationOf, settingsNote } from '../navigation.ts'
import { builtPages, contributionsOf } from '../pages.ts'
import { BarEntries } from './bar-entries.tsx'
import { menuIcons, pageIcon } from './page-icons.ts'

const navMenus = contributionsOf('navMenus')

/** Where one can go: exactly the pages that are built and that this account has here. */
export function MainNav() {
  const t = useText()
  const visitor = useVisitor()
  const mobile = useIsMobile()
  const navigation = navigationOf(builtPages, visitor)
  const { bar, menus } = mobile ? forPhone(navigation) : navigation
  const note = settingsNote(visitor)
  const labelOf = ({ page }: NavEntry): string => t(page.labelKey ?? page.titleKey)
  return (
    <nav className="top-nav" aria-label={t('nav.label')}>
      {mobile ? <PhonePages bar={bar} labelOf={labelOf} /> : null}
      {(mobile ? [] : bar).map((entry) => (
        <NavLink key={entry.to} to={entry.to} end={entry.to === '/'} title={labelOf(entry)}>
          <Icon name={pageIcon(entry.page.path)} />
          <span>{labelOf(entry)}</span>
        </NavLink>
      ))}
      <BarEntries entries={navMenus} />
      {menus.map(({ menu, entries }) => (
        <NavMenu
          key={menu}
          icon={menuIcons[menu]}
          label={t(`menu.${menu}`)}
          entries={entries.map((entry) => ({ to: entry.to, label: labelOf(entry) }))}
          note={menu === 'settings' && note ? <p className="nav-note">{t(note)}</p> : null}
        />
      ))}
    </nav>
  )
}

/** A phone has no room for another menu: what one looks at each day is with the pages of the bar. */
function forPhone({ bar, menus }: ReturnType<typeof navigationOf>): ReturnType<typeof navigationOf> {
  const ofEvents = menus.filter(({ menu }) => menu === 'events').flatMap(({ entries }) => entries)
  return { bar: [...bar, ...ofEvents], menus: menus.filter(({ menu }) => menu !== 'events') }
}

/** The whole bar behind the name of the page one is on: side by side their names do not fit a phone. */
function PhonePages(props: { readonly bar: readonly NavEntry[]; readonly labelOf: (entry: NavEntry) => string }) {
  const t = useText()
  const { pathname } = useLocation()
  const here = pageAt(pathname)
  if (props.bar.length === 0) return null
  return (
    <NavMenu
      icon={here?.menu === 'bar' || here?.menu === 'events' ? pageIcon(here.path) : 'list'}
      label={here ? t(here.labelKey ?? here.titleKey) : t('nav.label')}
      entries={props.bar.map((entry) => ({
        to: entry.to,
        label: props.labelOf(entry),
        icon: pageIcon(entry.page.path),
      }))}
    />
  )
}
