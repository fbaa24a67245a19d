import { GROUP_NAME_MAX } from '@fleetglass/contract/groups'
import { type FormEvent, useId } from 'react'
import styles from '../groups.module.css'

/** A name and the button that sends it. What has a space or an apostrophe is not taken into the field (GRP-21, GRP-22). */
export function GroupNameField(props: {
  readonly label: string
  readonly action: string
  readonly value: string
  readonly busy: boolean
  /** Why the server refused the name; null for nothing. */
  readonly fault: string | null
  readonly onChange: (name: string) => void
  readonly onSend: () => void
}) {
  const id = useId()
  const { label, action, value, busy, fault, onChange, onSend } = props
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (value !== '' && !busy) onSend()
  }
  return (
    <form className={styles.nameForm} onSubmit={send}>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <div className={styles.nameRow}>
        <input
          id={id}
          className={fault === null ? 'form-control' : 'form-control is-invalid'}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          value={value}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          onChange={({ target }) => {
            if (isTaken(target.value)) onChange(target.value)
          }}
        />
        <button type="submit" className="btn btn-primary" disabled={value === '' || busy}>
          {action}
        </button>
      </div>
      {fault === null ? null : (
        <p id={`${id}-fault`} className={styles.fault} role="alert" dir="auto">
          {fault}
        </p>
      )}
    </form>
  )
}

function isTaken(name: string): boolean {
  return !/[ ']/.test(name) && [...name].length <= GROUP_NAME_MAX
}
