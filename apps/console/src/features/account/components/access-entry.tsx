import { Dropdown } from 'react-bootstrap'
import { openDialog } from '../../../platform/pages/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { accountAccess } from '../../../shared/dialogs/index.ts'
import { Icon } from '../../../ui/index.ts'

/** Opens the user's own sessions and tokens. */
export function AccessEntry() {
  const t = useText()
  return (
    <Dropdown.Item as="button" type="button" onClick={() => openDialog(accountAccess, {})}>
      <Icon name="lock" size={16} /> {t('account.open')}
    </Dropdown.Item>
  )
}
