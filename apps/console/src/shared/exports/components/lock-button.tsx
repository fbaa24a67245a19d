import { LOCK_REASON_MAX } from '@fleetglass/contract/exports'
import { useId, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { z } from 'zod'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { Form, TextField, useZodForm } from '../../../ui/form/index.ts'
import { Icon } from '../../../ui/index.ts'
import '../exports.css'
import { useLockRange, useMayLock } from '../lock.queries.ts'

/** The range to lock. */
export interface LockSource {
  readonly deviceId: string
  readonly channels: readonly number[]
  /** Unix seconds, `[startS, endS)`. */
  readonly startS: number
  readonly endS: number
}

/** Locks a marked range against deletion; absent without the right to lock. */
export function LockButton({ source }: { readonly source: LockSource }) {
  const t = useText()
  const mayLock = useMayLock()
  // As it was marked when the dialog was opened.
  const [asked, setAsked] = useState<LockSource | null>(null)
  if (!mayLock) return null
  return (
    <>
      <button
        type="button"
        className="btn btn-sm btn-quiet"
        disabled={source.channels.length === 0}
        onClick={() => setAsked(source)}
      >
        <Icon name="lock" size={16} /> {t('locks.lock')}
      </button>
      {asked ? <LockDialog source={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

const reasonSchema = z.object({ reason: z.string().trim().max(LOCK_REASON_MAX) })

function LockDialog({ source, onClose }: { readonly source: LockSource; readonly onClose: () => void }) {
  const t = useText()
  const id = useId()
  const { mutate, isPending } = useLockRange(source.deviceId)
  const form = useZodForm({ schema: reasonSchema, defaultValues: { reason: '' } })
  const { startS, endS, channels } = source
  return (
    <Modal show onHide={onClose} centered aria-labelledby={`${id}-title`}>
      <Form
        form={form}
        onSubmit={({ reason }) =>
          mutate({ channels, range: { start: startS, end: endS, reason } }, { onSuccess: onClose })
        }
      >
        <Modal.Header closeButton closeLabel={t('exports.close')}>
          <Modal.Title as="h2" id={`${id}-title`}>
            {t('locks.title')}
          </Modal.Title>
        </Modal.Header>
        <Modal.Body className="lock-form">
          <p className="num" dir="ltr">
            {localTimeText(startS)} – {localTimeText(endS).slice(11)}
          </p>
          <p>{t('locks.channels', { channels: channels.join(', ') })}</p>
          <p className="muted">{t('locks.text')}</p>
          <TextField form={form} name="reason" label={t('locks.reason')} max={LOCK_REASON_MAX} />
        </Modal.Body>
        <Modal.Footer>
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            {t('exports.close')}
          </button>
          <button type="submit" className="btn btn-primary" disabled={isPending}>
            <Icon name="lock" size={16} /> {t('locks.lock')}
          </button>
        </Modal.Footer>
      </Form>
    </Modal>
  )
}
