import { useEffect, useState } from 'react'
import { useChannelState } from '../../engines/channel/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'
import { storageKeys } from '../../platform/storage/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import './login.css'
import { LoginScene } from './components/login-scene.tsx'
import { PasswordField } from './components/password-field.tsx'
import { checkLoginForm } from './session.form.ts'
import { useLogin } from './session.react.tsx'

export function LoginPage() {
  const t = useText()
  const { store } = usePreferences()
  const login = useLogin()
  const link = useChannelState(({ kind }) => kind)
  const [user, setUser] = useState(() => store.get(storageKeys.userName) ?? '')
  const [password, setPassword] = useState('')
  const [save, setSave] = useState(false)
  const [fault, setFault] = useState<ReturnType<typeof checkLoginForm>>(null)
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    document.title = `${t('login.title')} · ${t('app.name')}`
  }, [t])
  useEffect(() => {
    if (link === 'refused' || link === 'waiting') setAsked(false)
  }, [link])

  const submit = (): void => {
    const wrong = checkLoginForm({ user, password })
    setFault(wrong)
    if (wrong) return
    setAsked(true)
    void login.submit({ user, password, save })
  }
  const pending = asked || link === 'connecting' || link === 'authenticating'
  const refused = link === 'refused' && !asked && fault === null
  const notice = fault ?? (refused ? 'login.error.refused' : link === 'waiting' ? 'login.error.unreachable' : null)
  return (
    <main className="login">
      <LoginScene />
      <form
        className="login-box panel"
        data-shake={refused || undefined}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="login-head">
          <BrandMark size={44} />
          <div>
            <h1>{t('app.name')}</h1>
            <p className="muted">{t('login.lead')}</p>
          </div>
        </div>
        <div>
          <label className="form-label" htmlFor="login-user">
            {t('login.user')}
          </label>
          <input
            id="login-user"
            className="form-control"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={user}
            onChange={(event) => setUser(event.target.value)}
          />
        </div>
        <PasswordField value={password} onChange={setPassword} />
        <div className="form-check form-switch">
          <input
            id="login-save"
            className="form-check-input"
            type="checkbox"
            role="switch"
            aria-checked={save}
            checked={save}
            onChange={(event) => setSave(event.target.checked)}
          />
          <label className="form-check-label" htmlFor="login-save">
            {t('login.save')}
          </label>
        </div>
        <p className="login-notice" role="alert">
          {notice ? t(notice) : null}
        </p>
        <button type="submit" className="btn btn-primary login-submit" disabled={pending}>
          {t(pending ? 'login.pending' : 'login.submit')}
        </button>
        <p className="login-note muted">{t('login.resolution')}</p>
      </form>
    </main>
  )
}
