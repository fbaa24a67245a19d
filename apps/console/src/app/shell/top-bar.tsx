import { can, requirements } from '@fleetglass/contract/access'
import { useVisitor } from '../../engines/access/index.ts'
import { GroupFilter } from '../../features/groups/index.ts'
import { IdleClock } from '../../features/idle/index.ts'
import { StreamStatusButton } from '../../features/stream-status/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { BrandMark } from '../../ui/index.ts'
import { DeviceSearch } from './device-search.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { LinkNotice } from './link-notice.tsx'
import { MainNav } from './main-nav.tsx'
import { ThemePicker } from './theme-picker.tsx'
import { UnitPicker } from './unit-picker.tsx'
import { UserMenu } from './user-menu.tsx'

/** The bar on top: where one can go, and what one can choose. */
export function TopBar() {
  const t = useText()
  const mobile = useIsMobile()
  const { rights } = useVisitor()
  const mayFilterGroups = can(rights, requirements.groupFilter)
  return (
    <header className="top-bar">
      <span className="brand">
        <BrandMark />
        <span>{t('app.name')}</span>
      </span>
      <MainNav />
      <span className="top-space" />
      <LinkNotice />
      {mayFilterGroups ? <GroupFilter /> : null}
      {mobile ? null : <DeviceSearch />}
      <IdleClock />
      {can(rights, requirements.statusIcon) ? <StreamStatusButton /> : null}
      <LanguagePicker />
      <ThemePicker />
      <UnitPicker />
      <UserMenu />
    </header>
  )
}
