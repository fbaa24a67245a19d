import { type Customer, customerSchema, MEMO_MAX } from '@fleetglass/contract/memos'
import type { TextKey } from '@fleetglass/texts'
import { useId } from 'react'
import { Modal } from 'react-bootstrap'
import { useText } from '../../../platform/texts/index.ts'
import { CheckField, Form, refuseField, TextField, useZodForm } from '../../../ui/form/index.ts'
import { useSaveCustomer } from '../memos.queries.ts'

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
  const form = useZodForm({ schema: customerSchema, defaultValues: kept })
  const { mutate, isPending } = useSaveCustomer()
  return (
    <Form
      form={form}
      onSubmit={(customer) =>
        mutate(customer, { onSuccess: onClose, onError: ({ message }) => void refuseField(form, message) })
      }
    >
      <Modal.Body className="form-pairs">
        {fields.map(([name, labelKey]) => (
          <TextField key={name} form={form} name={name} label={t(labelKey)} max={MEMO_MAX} />
        ))}
        <CheckField form={form} name="follow" label={t('memos.follow')} on={1} off={0} />
      </Modal.Body>
      <Modal.Footer>
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          {t('action.cancel')}
        </button>
        <button type="submit" className="btn btn-primary" disabled={isPending}>
          {t('memos.save')}
        </button>
      </Modal.Footer>
    </Form>
  )
}
