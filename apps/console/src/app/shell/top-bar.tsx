import { can, requirements } from '@fleetglass/contract/access'
import { useRef } from 'react'
import { BroadcastButton } from '../../features/broadcast/index.ts'
import { FootageButton } from '../../features/footage/index.ts'
import { GroupFilter } from '../../features/groups/index.ts'
import { IdleClock } from '../../features/idle/index.ts'
import { RandomLiveButton } from '../../features/random-live/index.ts'
import { StreamStatusButton } from '../../features/stream-status/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useVisitor } from '../../shared/access/index.ts'
import { ChoiceMenu } from '../../ui/index.ts'
import { Brand } from './brand.tsx'
import { DeviceSearch } from './device-search.tsx'
import { useDisplayChoices } from './display-choices.ts'
import { LinkNotice } from './link-notice.tsx'
import { MainNav } from './main-nav.tsx'
import { useFitting } from './use-fitting.ts'
import { UserMenu } from './user-menu.tsx'

/** The bar on top: where one can go, and what one can choose. A phone has the choices in its account menu. */
export function TopBar() {
  const mobile = useIsMobile()
  const { rights } = useVisitor()
  const bar = useRef<HTMLElement>(null)
  useFitting(bar)
  return (
    <header ref={bar} className="top-bar">
      <Brand />
      <MainNav />
      <span className="top-space" />
      <LinkNotice />
      {can(rights, requirements.groupFilter) ? <GroupFilter /> : null}
      {mobile ? null : <DeviceSearch />}
      <IdleClock />
      {mobile ? null : <RandomLiveButton />}
      <BroadcastButton />
      <FootageButton />
      {can(rights, requirements.statusIcon) ? <StreamStatusButton /> : null}
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
