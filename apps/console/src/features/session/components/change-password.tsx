import { useMutation } from '@tanstack/react-query'
import { useId, useMemo, useRef, useState } from 'react'
import { useChannelState, useSession } from '../../../engines/channel/index.ts'
import { useClock, usePreferences, useSite } from '../../../platform/preferences/index.ts'
import { sha256Hex } from '../../../platform/sha256/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Form, useField, useZodForm, type ZodForm } from '../../../ui/form/index.ts'
import type { AccountHash } from '../session.calls.ts'
import { passwordSchema, type PasswordForm as Typed } from '../session.password.ts'
import { useLogin } from '../session.react.tsx'
import '../login.css'
import { PasswordField } from './password-field.tsx'

/** LOGIN-67: how long the server's message stays. */
const REFUSAL_MS = 5000

/** The password of the one who is logged in; afterwards the page begins anew at the login (LOGIN-64, LOGIN-65). */
export function ChangePassword() {
  const { userName, ownHash, token } = useSession()
  // With a second factor the session has no hash; what was typed at the login is the password nevertheless.
  const typedHash = useChannelState((state) =>
    'credentials' in state && 'user' in state.credentials ? state.credentials.passwordHash : null,
  )
  const passwordHash = ownHash === token && typedHash !== null ? typedHash : ownHash
  const login = useLogin()
  return <PasswordForm account={{ user: userName, passwordHash }} onChanged={() => login.passwordChanged()} />
}

/** Current password, new password and its repetition; what is wrong stands below each (LOGIN-59 … 77). */
export function PasswordForm(props: { readonly account: AccountHash; readonly onChanged: (newHash: string) => void }) {
  const t = useText()
  const { strictPassword } = useSite()
  const { account, onChanged } = props
  const schema = useMemo(() => passwordSchema(account, strictPassword), [account, strictPassword])
  const form = useZodForm({ schema, defaultValues: blank, faultsFrom: 'changed' })
  const { refusal, pending, needsCode, change } = useChange(account, onChanged)
  const [code, setCode] = useState('')
  const codeId = useId()
  const { next } = form.values
  return (
    <Form
      form={form}
      className="password-form"
      onSubmit={(typed) => {
        if (!pending) change({ newHash: sha256Hex(typed.next), code })
      }}
    >
      <input className="visually-hidden" type="text" autoComplete="username" value={account.user} readOnly hidden />
      <Password form={form} name="current" autoComplete="current-password" />
      <Password form={form} name="next" autoComplete="new-password" />
      {strictPassword ? (
        <p className="password-rule" data-refused={(next !== '' && form.faults.has('next')) || undefined}>
          {t('password.rule')}
        </p>
      ) : null}
      <Password form={form} name="repeat" autoComplete="new-password" />
      {needsCode ? (
        <div>
          <label className="form-label" htmlFor={codeId}>
            {t('secondFactor.code')}
          </label>
          <input
            id={codeId}
            className="form-control"
            dir="ltr"
            autoComplete="one-time-code"
            maxLength={64}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </div>
      ) : null}
      <div className="password-end">
        <p className="password-refusal" role="alert">
          {refusal}
        </p>
        <button type="submit" className="btn btn-primary" disabled={!form.isValid || pending}>
          {t('password.save')}
        </button>
      </div>
    </Form>
  )
}

const blank: Typed = { current: '', next: '', repeat: '' }
const labelKeys = { current: 'password.current', next: 'password.new', repeat: 'password.repeat' } as const

function Password(props: {
  readonly form: ZodForm<Typed>
  readonly name: keyof Typed
  readonly autoComplete: 'current-password' | 'new-password'
}) {
  const t = useText()
  const { form, name, autoComplete } = props
  const { value, fault, change } = useField(form, name, t('password.incorrect'))
  return (
    <PasswordField
      label={t(labelKeys[name])}
      autoComplete={autoComplete}
      value={value}
      onChange={change}
      // The rule below a new password shows its errors.
      {...(name !== 'next' && { fault })}
    />
  )
}

/** Requests the change from the server. A refusal of the server is shown for a while. */
function useChange(account: AccountHash, onChanged: (newHash: string) => void) {
  const t = useText()
  const clock = useClock()
  const { log } = usePreferences()
  const { calls } = useLogin()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [needsCode, setNeedsCode] = useState(false)
  const silence = useRef<{ cancel(): void } | null>(null)
  const show = (text: string): void => {
    setRefusal(text)
    // A repeated message stays as long as the first one.
    silence.current?.cancel()
    silence.current = clock.after(REFUSAL_MS, () => setRefusal(null))
  }
  const { mutate, isPending } = useMutation({
    mutationFn: ({ newHash, code }: { readonly newHash: string; readonly code: string }) =>
      calls.changePassword(account, newHash, code),
    onSuccess: (answer, { newHash }) => {
      if (answer.kind === 'changed') return onChanged(newHash)
      if (answer.kind === 'refused') {
        if (answer.needsCode) setNeedsCode(true)
        return show(answer.message)
      }
      log(`the password was not changed: ${answer.reason}`)
      show(t('password.unreachable'))
    },
  })
  return { refusal, needsCode, pending: isPending, change: mutate }
}
