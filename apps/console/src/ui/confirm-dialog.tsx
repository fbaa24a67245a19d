import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useText } from '../platform/texts/index.ts'
import { TextInput } from './form/inputs.tsx'

/** Confirms an action that cannot be undone. It closes when the work is done or has failed; the mutation shows why. */
export function ConfirmDialog(props: {
  readonly open: boolean
  readonly title: string
  /** The name of the thing it is done to; may be empty. */
  readonly about?: string
  readonly text: string
  readonly confirmLabel: string
  /** Below the text. */
  readonly children?: ReactNode
  /** The user has to type exactly this name first: for what destroys data. */
  readonly typed?: { readonly name: string; readonly label: string }
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
  const [text, setText] = useState('')
  const { typed, onClose } = props
  const isOff = busy || props.disabled === true || (typed !== undefined && text !== typed.name)
  const confirm = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    // A dialog may be opened by a form of the page around it.
    event.stopPropagation()
    if (isOff) return
    setBusy(true)
    await props.onConfirm().catch(() => null)
    setBusy(false)
    onClose()
  }
  return (
    <Modal show={props.open} onHide={onClose} onExited={() => setText('')} centered aria-labelledby={titleId}>
      <form noValidate onSubmit={(event) => void confirm(event)}>
        <Modal.Body className="confirm-body">
          <h2 id={titleId}>{props.title}</h2>
          {props.about ? <strong dir="auto">{props.about}</strong> : null}
          <p className="muted">{props.text}</p>
          {props.children}
          {typed === undefined ? null : (
            <TextInput
              label={typed.label}
              value={text}
              fault={null}
              control={{ placeholder: typed.name }}
              onChange={setText}
            />
          )}
        </Modal.Body>
        <Modal.Footer>
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button type="submit" className={`btn ${props.isHarmless ? 'btn-primary' : 'btn-danger'}`} disabled={isOff}>
            {props.confirmLabel}
          </button>
        </Modal.Footer>
      </form>
    </Modal>
  )
}
