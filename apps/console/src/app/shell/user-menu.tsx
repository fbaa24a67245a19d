import { Dropdown } from 'react-bootstrap'
import { useSession } from '../../engines/channel/index.ts'
import { useLogin } from '../../features/session/index.ts'
import type { IconName } from '../../platform/icons/index.ts'
import { type DialogName, leavePage, openDialog } from '../../platform/pages/index.ts'
import { useIsMobile, useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { changePassword } from '../../shared/dialogs/index.ts'
import { Icon } from '../../ui/index.ts'
import { contributionsOf } from '../pages.ts'
import { BarEntries } from './bar-entries.tsx'
import { commandDialog, copyrightDialog, displayDialog, keyboardDialog } from './dialogs.ts'

const accountEntries = contributionsOf('accountEntries')

/** What concerns the one who is logged in, and what the console is. */
export function UserMenu() {
  const t = useText()
  const { userName } = useSession()
  const site = useSite()
  const mobile = useIsMobile()
  const login = useLogin()
  return (
    <Dropdown align="end">
      <Dropdown.Toggle bsPrefix="icon-button dropdown-toggle" aria-label={t('nav.user', { user: userName })}>
        <Icon name="user" />
      </Dropdown.Toggle>
      <Dropdown.Menu className="user-menu">
        <Dropdown.Header>{userName}</Dropdown.Header>
        <Opens dialog={commandDialog} icon="search" label={t('command.title')} />
        <BarEntries entries={accountEntries} />
        {site.changePassword ? <Opens dialog={changePassword} icon="key" label={t('password.title')} /> : null}
        <Opens
          dialog={displayDialog}
          icon="theme"
          label={t('display.title')}
          className={mobile ? undefined : 'display-instead'}
        />
        {mobile ? null : <Opens dialog={keyboardDialog} icon="keyboard" label={t('nav.keyboard')} />}
        {site.copyright ? <Opens dialog={copyrightDialog} icon="copyright" label={t('nav.copyright')} /> : null}
        <Dropdown.Divider />
        <Dropdown.Item as="button" type="button" onClick={() => leavePage(() => login.logout())}>
          <Icon name="logout" size={16} /> {t('nav.logout')}
        </Dropdown.Item>
      </Dropdown.Menu>
    </Dropdown>
  )
}

function Opens(props: {
  readonly dialog: DialogName
  readonly icon: IconName
  readonly label: string
  readonly className?: string | undefined
}) {
  return (
    <Dropdown.Item as="button" type="button" className={props.className} onClick={() => openDialog(props.dialog, {})}>
      <Icon name={props.icon} size={16} /> {props.label}
    </Dropdown.Item>
  )
}
