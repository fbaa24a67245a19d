import { useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { notify } from '../../../ui/index.ts'
import styles from '../faces.module.css'

/** A text of a face, edited where it stands: Enter or leaving the field saves, Escape takes the edit back. */
export function FaceText(props: {
  readonly label: string
  readonly value: string
  readonly max: number
  /** FACE-15, FACE-16: an empty text is refused. */
  readonly isNeeded: boolean
  readonly onSave: (text: string) => void
}) {
  const t = useText()
  const { label, value, max, isNeeded, onSave } = props
  const [typed, setTyped] = useState<string | null>(null)
  const save = (): void => {
    if (typed === null) return
    const text = typed.trim()
    setTyped(null)
    if (text === value) return
    if (text === '' && isNeeded) notify.error(t('faces.cannotBeEmpty'))
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
