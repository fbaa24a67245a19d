import { type FormEvent, useId } from 'react'
import { useText } from '../../../platform/texts/index.ts'

/** Who looks: the socket takes a user and a password of its own (DEBUG-27). */
export function LoginForm({ onLogin }: { readonly onLogin: (user: string, password: string) => void }) {
  const t = useText()
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onLogin(String(form.get('user')), String(form.get('password')))
  }
  return (
    <form className="monitor-login panel" onSubmit={submit}>
      <p className="muted">{t('monitor.loginHint')}</p>
      <label htmlFor={`${id}-user`}>{t('monitor.user')}</label>
      <input id={`${id}-user`} name="user" className="form-control" autoComplete="username" required />
      <label htmlFor={`${id}-password`}>{t('monitor.password')}</label>
      <input
        id={`${id}-password`}
        name="password"
        type="password"
        className="form-control"
        autoComplete="current-password"
        required
      />
      <button type="submit" className="btn btn-primary">
        {t('monitor.login')}
      </button>
    </form>
  )
}
