import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../platform/texts/index.ts'
import styles from './second-factor.module.css'

export interface CodeFormProps {
  /** What is wrong with the code that was sent; null: nothing. */
  readonly fault: string | null
  readonly isPending: boolean
  readonly submitLabel: string
  readonly onCode: (code: string) => void
  readonly onCancel: () => void
}

/** Asks for a code of the app, or for a recovery code. `children` is shown above the field. */
export function SecondFactorCode(
  props: CodeFormProps & {
    readonly lead: string
    readonly takesRecoveryCodes?: boolean
    readonly children?: ReactNode
  },
) {
  const t = useText()
  const id = useId()
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const { fault, isPending } = props
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '' && !isPending) props.onCode(code)
      }}
    >
      <p className={styles.lead}>{props.lead}</p>
      {props.children}
      <div>
        <label className="form-label" htmlFor={id}>
          {t(isRecovery ? 'secondFactor.recoveryCode' : 'secondFactor.code')}
        </label>
        <input
          // The keyboard of a phone changes with the kind of code, and the cursor stays in the field.
          key={String(isRecovery)}
          id={id}
          className={fault ? 'form-control is-invalid' : 'form-control'}
          dir="ltr"
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          ref={props.children === undefined ? focused : null}
          maxLength={64}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          aria-invalid={fault !== null}
          aria-describedby={`${id}-fault`}
        />
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </p>
      </div>
      {props.takesRecoveryCodes ? (
        <button
          type="button"
          className="btn btn-link btn-sm"
          onClick={() => {
            setCode('')
            setRecovery(!isRecovery)
          }}
        >
          {t(isRecovery ? 'secondFactor.useApp' : 'secondFactor.useRecovery')}
        </button>
      ) : null}
      <div className={styles.actions}>
        <button type="button" className="btn btn-quiet" onClick={props.onCancel}>
          {t('action.cancel')}
        </button>
        <button type="submit" className="btn btn-primary" disabled={isPending || code.trim() === ''}>
          {props.submitLabel}
        </button>
      </div>
    </form>
  )
}

/** The step has one field, and appears where its user pressed Enter in another. Where there is something to read first, the field is below. */
function focused(field: HTMLInputElement | null): void {
  field?.focus()
}
