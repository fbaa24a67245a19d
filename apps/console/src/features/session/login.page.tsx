import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useChannelState } from '../../engines/channel/index.ts'
import { usePreferences, useSite } from '../../platform/preferences/index.ts'
import { storageKeys } from '../../platform/storage/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { lazyPart } from '../../shared/lazy-parts/index.ts'
import './login.css'
import { LanguageField } from './components/language-field.tsx'
import { LoginBackground } from './components/login-background.tsx'
import { LoginHead } from './components/login-head.tsx'
import { PasswordField } from './components/password-field.tsx'
import { ServerFields } from './components/server-fields.tsx'
import { defaultChannelPort } from './session.login.ts'
import { useLogin, useLoginState } from './session.react.tsx'
import { createServerKind } from './session.server-kind.ts'

const CodeStep = lazyPart(async () => ({
  default: (await import('./components/code-step.tsx')).CodeStep,
}))
const ExpiredPassword = lazyPart(async () => ({
  default: (await import('./components/expired-password.tsx')).ExpiredPassword,
}))

export function LoginPage() {
  const t = useText()
  const step = useLoginState()
  useEffect(() => {
    document.title = `${t('login.title')} · ${t('app.name')}`
  }, [t])
  return (
    <main className="login">
      <LoginBackground />
      {/* What was typed stays while the code is asked for. */}
      <div hidden={step.kind === 'code'} className="login-place">
        <LoginForm />
      </div>
      {step.kind === 'code' ? (
        <div className="login-box panel">
          <LoginHead />
          <Suspense fallback={null}>
            <CodeStep step={step} />
          </Suspense>
        </div>
      ) : null}
      {step.kind === 'expired' ? (
        <Suspense fallback={null}>
          <ExpiredPassword account={step.account} />
        </Suspense>
      ) : null}
    </main>
  )
}

function LoginForm() {
  const t = useText()
  const { store } = usePreferences()
  const { loginPicture } = useSite()
  const login = useLogin()
  const { notice, pending, refused } = useProgress()
  const [user, setUser] = useState(() => store.get(storageKeys.userName) ?? '')
  const [password, setPassword] = useState('')
  const [save, setSave] = useState(false)
  const [server, setServer] = useServer()
  return (
    <form
      className="login-box panel"
      data-shake={refused || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void login.submit({ user, password, save, server })
      }}
    >
      {loginPicture ? <img className="login-picture" src={loginPicture} alt="" /> : null}
      <LoginHead />
      {server ? <ServerFields server={server} onChange={setServer} /> : null}
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
      <PasswordField
        label={t('login.password')}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
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
      <div className="login-foot">
        <p className="login-note muted">{t('login.resolution')}</p>
        <LanguageField />
      </div>
    </form>
  )
}

/** The text below the form, which depends on the input and on the state of the link. */
function useProgress() {
  const step = useLoginState()
  const link = useChannelState(({ kind }) => kind)
  const inProgress = link === 'connecting' || link === 'authenticating'
  const refused = step.kind === 'sent' && link === 'refused'
  const invalid = step.kind === 'form' ? step.fault : null
  const unreachable = step.kind === 'sent' && link === 'waiting' ? ('login.error.unreachable' as const) : null
  return {
    notice: invalid ?? (refused ? ('login.error.refused' as const) : unreachable),
    pending: step.kind === 'asking' || step.kind === 'expired' || (step.kind === 'sent' && inProgress),
    refused: refused || invalid === 'login.error.invalidUser',
  }
}

/** LOGIN-13 … 15: address and port where the deployment lets one choose, filled with the last used; null elsewhere. */
function useServer() {
  const { store } = usePreferences()
  const { calls } = useLogin()
  const [kind] = useState(() => createServerKind(calls))
  const isGlobal = useSyncExternalStore(kind.subscribe, kind.isGlobal)
  const [server, setServer] = useState(() => ({
    address: store.get(storageKeys.serverIp) ?? '',
    port: store.get(storageKeys.serverPort) || String(defaultChannelPort),
  }))
  return [isGlobal ? server : null, setServer] as const
}
