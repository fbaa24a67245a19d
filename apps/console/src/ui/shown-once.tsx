import { useState } from 'react'
import { useText } from '../platform/texts/index.ts'
import styles from './shown-once.module.css'
import { notify } from './toast-list.ts'

/** A secret that the server answers once, to copy. */
export function ShownOnce(props: { readonly text: string; readonly label: string; readonly value: string }) {
  const { text, label, value } = props
  const t = useText()
  const [copied, setCopied] = useState<string | null>(null)
  const copy = (): void => {
    navigator.clipboard.writeText(value).then(
      () => setCopied(value),
      (cause: unknown) => notify.error(String(cause)),
    )
  }
  return (
    <div className={styles.shown} role="status">
      <p>{text}</p>
      <div className={styles.line}>
        <input
          className="form-control"
          dir="ltr"
          aria-label={label}
          value={value}
          readOnly
          onFocus={({ target }) => target.select()}
        />
        {/* Over plain http the browser has no clipboard for pages; the field is selected instead. */}
        {'clipboard' in navigator ? (
          <button type="button" className="btn btn-quiet" onClick={copy}>
            {t(copied === value ? 'account.copied' : 'account.copy')}
          </button>
        ) : null}
      </div>
    </div>
  )
}
