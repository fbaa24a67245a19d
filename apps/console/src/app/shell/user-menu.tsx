import { can } from '@fleetglass/contract/access'
import { Dropdown } from 'react-bootstrap'
import { useSession } from '../../engines/channel/index.ts'
import { NotificationSwitch } from '../../features/events/index.ts'
import { useLogin } from '../../features/session/index.ts'
import type { IconName } from '../../platform/icons/index.ts'
import { leavePage, type ShellModal, shellModal } from '../../platform/pages/index.ts'
import { useIsMobile, useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'

/** What concerns the one who is logged in, and what the console is. */
export function UserMenu() {
  const t = useText()
  const { userName, rights } = useSession()
  const { changePassword, copyright } = useSite()
  const mobile = useIsMobile()
  const login = useLogin()
  return (
    <Dropdown align="end">
      <Dropdown.Toggle bsPrefix="icon-button dropdown-toggle" aria-label={t('nav.user', { user: userName })}>
        <Icon name="user" />
      </Dropdown.Toggle>
      <Dropdown.Menu className="user-menu">
        <Dropdown.Header>{userName}</Dropdown.Header>
        {!mobile && can(rights, { anyOf: ['F_event'] }) ? <NotificationSwitch /> : null}
        {changePassword ? <Opens modal={{ kind: 'changePassword' }} icon="key" label={t('password.title')} /> : null}
        <Opens
          modal={{ kind: 'display' }}
          icon="theme"
          label={t('display.title')}
          className={mobile ? undefined : 'display-instead'}
        />
        {mobile ? null : <Opens modal={{ kind: 'keyboard' }} icon="keyboard" label={t('nav.keyboard')} />}
        {copyright ? <Opens modal={{ kind: 'copyright' }} icon="copyright" label={t('nav.copyright')} /> : null}
        <Dropdown.Divider />
        <Dropdown.Item as="button" type="button" onClick={() => leavePage(() => login.logout())}>
          <Icon name="logout" size={16} /> {t('nav.logout')}
        </Dropdown.Item>
      </Dropdown.Menu>
    </Dropdown>
  )
}

function Opens(props: {
  readonly modal: ShellModal
  readonly icon: IconName
  readonly label: string
  readonly className?: string | undefined
}) {
  return (
    <Dropdown.Item
      as="button"
      type="button"
      className={props.className}
      onClick={() => shellModal.setState(props.modal, true)}
    >
      <Icon name={props.icon} size={16} /> {props.label}
    </Dropdown.Item>
  )
}
