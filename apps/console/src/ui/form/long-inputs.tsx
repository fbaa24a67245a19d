import { type ComponentProps, useId, useState } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../icon.tsx'
import { describedBy, Field } from './field.tsx'
import styles from './form.module.css'
import type { InputOf } from './inputs.tsx'

/** A text of several lines, such as a certificate or a script. */
export function LinesInput(props: InputOf<string> & { readonly rows?: number; readonly isCode?: boolean }) {
  const id = useId()
  const { label, value, onChange, fault, hint, control, rows = 6, isCode = false } = props
  const classes = ['form-control', isCode && styles.code, fault !== null && 'is-invalid']
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      <textarea
        {...(control as ComponentProps<'textarea'>)}
        id={id}
        rows={rows}
        className={classes.filter(Boolean).join(' ')}
        dir={isCode ? 'ltr' : 'auto'}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== null}
        aria-describedby={describedBy(id, hint)}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

/** A password or key: masked until the user shows it. An attribute stops the browser from filling it in. */
export function SecretInput(props: InputOf<string>) {
  const t = useText()
  const id = useId()
  const [isShown, setShown] = useState(false)
  const { label, value, onChange, fault, hint, control } = props
  const action = t(isShown ? 'form.hide' : 'form.show')
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      <span className={styles.secret}>
        <input
          {...control}
          id={id}
          type={isShown ? 'text' : 'password'}
          className={fault === null ? 'form-control' : 'form-control is-invalid'}
          dir="ltr"
          autoComplete="new-password"
          spellCheck={false}
          aria-invalid={fault !== null}
          aria-describedby={describedBy(id, hint)}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={action}
          title={action}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eyeOff' : 'eye'} size={18} />
        </button>
      </span>
    </Field>
  )
}
