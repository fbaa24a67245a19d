import { type Customer, MEMO_MAX } from '@fleetglass/contract/memos'
import type { TextKey } from '@fleetglass/contract/texts'
import { useId, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useText } from '../../../platform/texts/index.ts'
import { useMemoCommands } from '../memos.queries.ts'

type Words = Exclude<keyof Customer, 'deviceid' | 'follow'>

const fields: readonly (readonly [Words, TextKey])[] = [
  ['dealer', 'memos.dealer'],
  ['customer', 'memos.customer'],
  ['salesman', 'memos.salesman'],
  ['address', 'memos.address'],
  ['phone', 'memos.phone'],
  ['mail', 'memos.mail'],
  ['memo', 'memos.memo'],
]

/** DASH-52: who sold a device to whom. It stays open when the server refuses. */
export function CustomerDialog(props: {
  readonly open: boolean
  readonly customer: Customer
  readonly onClose: () => void
}) {
  const t = useText()
  const titleId = useId()
  return (
    <Modal show={props.open} onHide={props.onClose} centered aria-labelledby={titleId}>
      <Modal.Header closeButton closeLabel={t('action.close')}>
        <Modal.Title as="h2" id={titleId}>
          {t('memos.customerTitle', { device: props.customer.deviceid })}
        </Modal.Title>
      </Modal.Header>
      <CustomerForm key={props.customer.deviceid} kept={props.customer} onClose={props.onClose} />
    </Modal>
  )
}

function CustomerForm({ kept, onClose }: { readonly kept: Customer; readonly onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const commands = useMemoCommands()
  const [draft, setDraft] = useState(kept)
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const saved = await commands.saveCustomer(draft)
    setBusy(false)
    if (saved) onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Modal.Body className="form-pairs">
        {fields.map(([name, labelKey]) => (
          <div key={name}>
            <label className="form-label" htmlFor={`${formId}-${name}`}>
              {t(labelKey)}
            </label>
            <input
              id={`${formId}-${name}`}
              className="form-control"
              maxLength={MEMO_MAX}
              dir="auto"
              value={draft[name]}
              onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
            />
          </div>
        ))}
        <label className="column-choice">
          <input
            type="checkbox"
            className="form-check-input"
            checked={draft.follow === 1}
            onChange={(event) => setDraft({ ...draft, follow: event.target.checked ? 1 : 0 })}
          />
          {t('memos.follow')}
        </label>
      </Modal.Body>
      <Modal.Footer>
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          {t('action.cancel')}
        </button>
        <button type="submit" className="btn btn-primary" disabled={busy}>
          {t('memos.save')}
        </button>
      </Modal.Footer>
    </form>
  )
}
