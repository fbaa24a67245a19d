import { useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/icon.tsx'

export function PasswordField(props: { readonly value: string; readonly onChange: (value: string) => void }) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <div>
      <label className="form-label" htmlFor="login-password">
        {t('login.password')}
      </label>
      <div className="password-field">
        <input
          id="login-password"
          className="form-control"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={t(shown ? 'login.hidePassword' : 'login.showPassword')}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      </div>
    </div>
  )
}
