import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { FieldFault } from '../../ui/form/index.ts'
import styles from './shared.module.css'

/** Asks for the password of a link. */
export function SharedPassword(props: {
  /** What was wrong with the one before. */
  readonly fault: string | null
  readonly onPassword: (password: string) => void
}) {
  const t = useText()
  const id = useId()
  const [password, setPassword] = useState('')
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (password !== '') props.onPassword(password)
  }
  return (
    <form className={styles.card} onSubmit={send}>
      <label htmlFor={id}>{t('evidence.sharedPassword')}</label>
      <input
        id={id}
        type="password"
        className="form-control"
        autoComplete="off"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <FieldFault id={id} fault={props.fault} />
      <button type="submit" className="btn btn-primary" disabled={password === ''}>
        {t('evidence.sharedOpen')}
      </button>
    </form>
  )
}
