import { type ReactNode, useId, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useText } from '../platform/texts/index.ts'

/** Asks before something that cannot be taken back. It closes when the work is done or has failed; the mutation shows why. */
export function ConfirmDialog(props: {
  readonly open: boolean
  readonly title: string
  /** What it is done to, in the names that people gave it; may be empty. */
  readonly about?: string
  readonly text: string
  readonly confirmLabel: string
  /** What else is to be known before it is confirmed, below the text. */
  readonly children?: ReactNode
  /** There is nothing that could be confirmed, at least not yet. */
  readonly disabled?: boolean
  /** What it does can be undone: the button is not red. */
  readonly isHarmless?: boolean
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}) {
  const t = useText()
  const titleId = useId()
  const [busy, setBusy] = useState(false)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    await props.onConfirm().catch(() => null)
    setBusy(false)
    props.onClose()
  }
  return (
    <Modal show={props.open} onHide={props.onClose} centered aria-labelledby={titleId}>
      <Modal.Body className="confirm-body">
        <h2 id={titleId}>{props.title}</h2>
        {props.about ? <strong dir="auto">{props.about}</strong> : null}
        <p className="muted">{props.text}</p>
        {props.children}
      </Modal.Body>
      <Modal.Footer>
        <button type="button" className="btn btn-quiet" onClick={props.onClose}>
          {t('action.cancel')}
        </button>
        <button
          type="button"
          className={`btn ${props.isHarmless ? 'btn-primary' : 'btn-danger'}`}
          disabled={busy || props.disabled}
          onClick={() => void confirm()}
        >
          {props.confirmLabel}
        </button>
      </Modal.Footer>
    </Modal>
  )
}
