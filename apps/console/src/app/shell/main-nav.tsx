import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useVisitor } from '../../engines/access/index.ts'
import { useEmbeddedPages } from '../../features/embedded-pages/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'
import { type NavEntry, navigationOf, settingsNote } from '../navigation.ts'
import { builtPages } from '../pages.ts'
import { NavMenu } from './nav-menu.tsx'
import { menuIcons, pageIcon } from './page-icons.ts'

/** Where one can go: exactly the pages that are built and that this account has here. */
export function MainNav() {
  const t = useText()
  const visitor = useVisitor()
  const { bar, menus } = navigationOf(builtPages, visitor)
  // Without the list the navigation does without these entries; the page itself says what is wrong.
  const { data: embedded = [] } = useEmbeddedPages()
  const note = settingsNote(visitor)
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another entry
  useEffect(() => {
    // On a phone the entry of this page may be out of sight.
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  const labelOf = ({ page }: NavEntry): string => t(page.labelKey ?? page.titleKey)
  return (
    <nav ref={nav} className="top-nav" aria-label={t('nav.label')}>
      {bar.map((entry) => (
        <NavLink key={entry.to} to={entry.to} end={entry.to === '/'} title={labelOf(entry)}>
          <Icon name={pageIcon(entry.page.path)} />
          <span>{labelOf(entry)}</span>
        </NavLink>
      ))}
      {embedded.length === 0 ? null : (
        <NavMenu
          icon="embedded"
          label={t('menu.embedded')}
          entries={embedded.map(({ title }, index) => ({ to: `/iframe/${index}`, label: title }))}
        />
      )}
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
