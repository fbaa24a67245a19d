import { useRef, useState } from 'react'
import { useSession } from '../../../engines/channel/index.ts'
import { useClock, usePreferences, useSite } from '../../../platform/preferences/index.ts'
import { sha256Hex } from '../../../platform/sha256/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import type { AccountHash } from '../session.calls.ts'
import { checkPasswordForm } from '../session.password.ts'
import { useLogin } from '../session.react.tsx'
import '../login.css'
import { PasswordField } from './password-field.tsx'

/** LOGIN-67: how long the server's message stays. */
const REFUSAL_MS = 5000

/** The password of the one who is logged in; afterwards the page begins anew at the login (LOGIN-64, LOGIN-65). */
export function ChangePassword() {
  const { userName, passwordHash } = useSession()
  const login = useLogin()
  return <PasswordForm account={{ user: userName, passwordHash }} onChanged={() => login.passwordChanged()} />
}

/** Current password, new password and its repetition; what is wrong stands below each (LOGIN-59 … 77). */
export function PasswordForm(props: { readonly account: AccountHash; readonly onChanged: (newHash: string) => void }) {
  const t = useText()
  const { strictPassword } = useSite()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [repeat, setRepeat] = useState('')
  const { refusal, pending, change } = useChange(props.account, props.onChanged)
  const check = checkPasswordForm({ current, next, repeat }, props.account, strictPassword)
  const incorrect = (wrong: boolean) => (wrong ? t('password.incorrect') : null)
  return (
    <form
      className="password-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (check.canSave && !pending) void change(sha256Hex(next))
      }}
    >
      <input
        className="visually-hidden"
        type="text"
        autoComplete="username"
        value={props.account.user}
        readOnly
        hidden
      />
      <PasswordField
        label={t('password.current')}
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        fault={incorrect(check.currentWrong)}
      />
      <PasswordField label={t('password.new')} autoComplete="new-password" value={next} onChange={setNext} />
      {strictPassword ? (
        <p className="password-rule" data-refused={check.nextRefused || undefined}>
          {t('password.rule')}
        </p>
      ) : null}
      <PasswordField
        label={t('password.repeat')}
        autoComplete="new-password"
        value={repeat}
        onChange={setRepeat}
        fault={incorrect(check.repeatWrong)}
      />
      <div className="password-end">
        <p className="password-refusal" role="alert">
          {refusal}
        </p>
        <button type="submit" className="btn btn-primary" disabled={!check.canSave || pending}>
          {t('password.save')}
        </button>
      </div>
    </form>
  )
}

/** Asks the server to change it. What the server says against it is told for a while. */
function useChange(account: AccountHash, onChanged: (newHash: string) => void) {
  const t = useText()
  const clock = useClock()
  const { log } = usePreferences()
  const { calls } = useLogin()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const silence = useRef<{ cancel(): void } | null>(null)
  const tell = (text: string): void => {
    setRefusal(text)
    // Said once more, it stays as long as at first.
    silence.current?.cancel()
    silence.current = clock.after(REFUSAL_MS, () => setRefusal(null))
  }
  const change = async (newHash: string): Promise<void> => {
    setPending(true)
    const answer = await calls.changePassword(account, newHash)
    setPending(false)
    if (answer.kind === 'changed') return onChanged(newHash)
    if (answer.kind === 'refused') return tell(answer.message)
    log(`the password was not changed: ${answer.reason}`)
    tell(t('password.unreachable'))
  }
  return { refusal, pending, change }
}
