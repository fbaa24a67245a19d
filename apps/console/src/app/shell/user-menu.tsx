import { Dropdown } from 'react-bootstrap'
import { useSession } from '../../engines/channel/index.ts'
import { useLogin } from '../../features/session/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'

export function UserMenu() {
  const t = useText()
  const { userName } = useSession()
  const login = useLogin()
  return (
    <Dropdown align="end">
      <Dropdown.Toggle bsPrefix="icon-button dropdown-toggle" aria-label={t('nav.user', { user: userName })}>
        <Icon name="user" />
      </Dropdown.Toggle>
      <Dropdown.Menu>
        <Dropdown.Header>{userName}</Dropdown.Header>
        <Dropdown.Item as="button" type="button" onClick={() => login.logout()}>
          <Icon name="logout" size={16} /> {t('nav.logout')}
        </Dropdown.Item>
      </Dropdown.Menu>
    </Dropdown>
  )
}
