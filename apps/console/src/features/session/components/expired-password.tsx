import { useId } from 'react'
import { Modal } from 'react-bootstrap'
import { useText } from '../../../platform/texts/index.ts'
import type { AccountHash } from '../session.calls.ts'
import { useLogin } from '../session.react.tsx'
import { PasswordForm } from './change-password.tsx'

/** LOGIN-18, LOGIN-66, LOGIN-68: before the login another password is chosen; the login goes on with it. */
export function ExpiredPassword({ account }: { readonly account: AccountHash }) {
  const t = useText()
  const login = useLogin()
  const titleId = useId()
  return (
    <Modal show centered onHide={() => void login.expiredPasswordChanged(null)} aria-labelledby={titleId}>
      <Modal.Header closeButton closeLabel={t('action.close')}>
        <Modal.Title as="h2" id={titleId}>
          {t('password.title')}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>
        <p className="password-lead">{t('password.expired')}</p>
        <PasswordForm account={account} onChanged={(newHash) => void login.expiredPasswordChanged(newHash)} />
      </Modal.Body>
    </Modal>
  )
}
