import { NavLink } from 'react-router'
import type { PageDescriptor } from '../../platform/pages/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { BrandMark, Icon } from '../../ui/index.ts'
import { DeviceSearch } from './device-search.tsx'
import { LinkNotice } from './link-notice.tsx'
import { ThemePicker } from './theme-picker.tsx'
import { UnitPicker } from './unit-picker.tsx'
import { UserMenu } from './user-menu.tsx'

/** The bar on top: where one can go, and what one can choose. */
export function TopBar({ pages }: { readonly pages: readonly PageDescriptor[] }) {
  const t = useText()
  const mobile = useIsMobile()
  return (
    <header className="top-bar">
      <span className="brand">
        <BrandMark />
        <span>{t('app.name')}</span>
      </span>
      <nav className="top-nav" aria-label={t('nav.label')}>
        {pages.map(({ path, nav }) =>
          nav ? (
            <NavLink key={path} to={nav.to} end={nav.to === '/'} title={t(nav.labelKey)}>
              <Icon name={nav.icon} />
              <span>{t(nav.labelKey)}</span>
            </NavLink>
          ) : null,
        )}
      </nav>
      <span className="top-space" />
      <LinkNotice />
      {mobile ? null : <DeviceSearch pages={pages} />}
      <ThemePicker />
      <UnitPicker />
      <UserMenu />
    </header>
  )
}
