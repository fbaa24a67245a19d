import { EVIDENCE_REASON_MAX, EVIDENCE_S_MAX, evidenceRequestSchema } from '@fleetglass/contract/evidence'
import { useId, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { z } from 'zod'
import { useClock } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { Form, TextField, useZodForm } from '../../ui/form/index.ts'
import { Icon } from '../../ui/index.ts'
import { useMaySaveEvidence, useSaveEvidence } from './evidence-request.ts'

/** What is saved. */
export interface EvidenceSource {
  readonly deviceId: string
  readonly channels: readonly number[]
  /** Unix seconds, `[startS, endS)`. */
  readonly startS: number
  readonly endS: number
}

/** Saves a range as an evidence package; absent without the right to it. */
export function EvidenceButton({
  source,
  isIcon = false,
}: {
  readonly source: EvidenceSource
  readonly isIcon?: boolean
}) {
  const t = useText()
  const clock = useClock()
  const maySave = useMaySaveEvidence()
  // As it was marked when the dialog was opened.
  const [asked, setAsked] = useState<EvidenceSource | null>(null)
  if (!maySave) return null
  return (
    <>
      <button
        type="button"
        className={isIcon ? 'icon-button' : 'btn btn-sm btn-quiet'}
        title={isIcon ? t('evidence.save') : undefined}
        aria-label={isIcon ? t('evidence.save') : undefined}
        disabled={source.channels.length === 0}
        onClick={() => setAsked(untilNow(source, Math.floor(clock.nowMs() / 1000)))}
      >
        <Icon name="key" size={16} />
        {isIcon ? null : ` ${t('evidence.save')}`}
      </button>
      {asked ? <EvidenceDialog source={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

/** What follows an event may still be to come. What is all to come is left to the server, which says so. */
function untilNow(source: EvidenceSource, nowS: number): EvidenceSource {
  return source.startS < nowS && nowS < source.endS ? { ...source, endS: nowS } : source
}

const formSchema = z.object({ reason: evidenceRequestSchema.shape.reason })

function EvidenceDialog({ source, onClose }: { readonly source: EvidenceSource; readonly onClose: () => void }) {
  const t = useText()
  const id = useId()
  const { mutate, isPending } = useSaveEvidence()
  const form = useZodForm({ schema: formSchema, defaultValues: { reason: '' } })
  const { deviceId: deviceid, startS: start, endS: end, channels } = source
  const isTooLong = end - start > EVIDENCE_S_MAX
  return (
    <Modal show onHide={onClose} centered aria-labelledby={`${id}-title`}>
      <Form
        form={form}
        onSubmit={({ reason }) =>
          mutate({ deviceid, channels: [...channels], start, end, reason }, { onSuccess: onClose })
        }
      >
        <Modal.Header closeButton closeLabel={t('evidence.close')}>
          <Modal.Title as="h2" id={`${id}-title`}>
            {t('evidence.save')}
          </Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <p className="num" dir="ltr">
            {localTimeText(start)} – {localTimeText(end).slice(11)}
          </p>
          <p>
            {t('evidence.channels')}: {channels.join(', ')}
          </p>
          <p className="muted">{t('evidence.saveText')}</p>
          {isTooLong ? <p role="alert">{t('evidence.tooLong')}</p> : null}
          <TextField
            form={form}
            name="reason"
            label={t('evidence.reason')}
            hint={t('evidence.reasonHint')}
            max={EVIDENCE_REASON_MAX}
          />
        </Modal.Body>
        <Modal.Footer>
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            {t('evidence.close')}
          </button>
          <button type="submit" className="btn btn-primary" disabled={isPending || isTooLong}>
            <Icon name="key" size={16} /> {t('evidence.save')}
          </button>
        </Modal.Footer>
      </Form>
    </Modal>
  )
}
