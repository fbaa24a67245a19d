import { useId, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useText } from '../../platform/texts/index.ts'
import { deviceActions } from './device-actions.ts'

/** DASH-67: what cannot be brought back is done only when the id of the device has been typed, and with no other text. */
export function DeleteRecords(props: {
  readonly open: boolean
  readonly deviceId: string
  /** What the device is called; may be empty. */
  readonly about: string
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const { open, deviceId, about, onConfirm, onClose } = props
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const matches = typed === deviceId
  const { titleKey, hintKey } = deviceActions.deleteRecords
  const submit = async (): Promise<void> => {
    if (!matches || busy) return
    setBusy(true)
    // A failure has been shown by the mutation.
    await onConfirm().catch(() => null)
    setBusy(false)
    onClose()
  }
  return (
    <Modal show={open} onHide={onClose} onExited={() => setTyped('')} centered aria-labelledby={`${id}-title`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Modal.Body className="confirm-body">
          <h2 id={`${id}-title`}>{t(titleKey, { device: deviceId })}</h2>
          {about === '' ? null : <strong dir="auto">{about}</strong>}
          <p className="muted" id={`${id}-hint`}>
            {t(hintKey)}
          </p>
          <label className="form-label" htmlFor={id}>
            {t('column.device')}
          </label>
          <input
            id={id}
            className="form-control"
            autoComplete="off"
            spellCheck={false}
            aria-describedby={`${id}-hint`}
            placeholder={deviceId}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Modal.Body>
        <Modal.Footer>
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button type="submit" className="btn btn-danger" disabled={!matches || busy}>
            {t('action.deleteRecords')}
          </button>
        </Modal.Footer>
      </form>
    </Modal>
  )
}
