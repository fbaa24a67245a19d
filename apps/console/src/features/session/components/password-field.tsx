import { useId, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/icon.tsx'

/** A password, hidden until the user shows it. An error is shown below it, in a space that is always there. */
export function PasswordField(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoComplete: 'current-password' | 'new-password'
  /** Left out: the field has no place for one. */
  readonly fault?: string | null
}) {
  const t = useText()
  const id = useId()
  const [shown, setShown] = useState(false)
  const { fault } = props
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        {props.label}
      </label>
      <div className="password-field">
        <input
          id={id}
          className={fault ? 'form-control is-invalid' : 'form-control'}
          type={shown ? 'text' : 'password'}
          autoComplete={props.autoComplete}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          {...(fault !== undefined && { 'aria-describedby': `${id}-fault`, 'aria-invalid': fault !== null })}
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
      {fault !== undefined ? (
        <p id={`${id}-fault`} className="password-fault" role="status">
          {fault}
        </p>
      ) : null}
    </div>
  )
}
