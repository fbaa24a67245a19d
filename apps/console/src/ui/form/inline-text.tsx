import { useState } from 'react'
import { notify } from '../toast-list.ts'
import styles from './form.module.css'

/** A text that is edited where it stands: Enter or leaving the field saves, Escape takes the edit back. */
export function InlineText(props: {
  readonly label: string
  readonly value: string
  readonly max: number
  /** Why an empty text is refused; left out: it is not. */
  readonly emptyFault?: string
  readonly onSave: (text: string) => void
}) {
  const { label, value, max, emptyFault, onSave } = props
  const [typed, setTyped] = useState<string | null>(null)
  const save = (): void => {
    if (typed === null) return
    const text = typed.trim()
    setTyped(null)
    if (text === value) return
    if (text === '' && emptyFault !== undefined) notify.error(emptyFault)
    else onSave(text)
  }
  return (
    <input
      className={`form-control form-control-sm ${styles.inline}`}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      maxLength={max}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) save()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}
