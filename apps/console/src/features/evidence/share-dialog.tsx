import {
  EVIDENCE_RECEIVER_MAX,
  type EvidencePackage,
  type EvidenceShare,
  shareHours,
  shareRequestSchema,
} from '@fleetglass/contract/evidence'
import { shareLink } from '@fleetglass/contract/pages'
import { useId } from 'react'
import { Modal } from 'react-bootstrap'
import { z } from 'zod'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { ListFailed } from '../../ui/data-table/index.ts'
import { Form, SecretField, SelectField, TextField, useZodForm } from '../../ui/form/index.ts'
import { Icon, Loading, ShownOnce } from '../../ui/index.ts'
import styles from './evidence.module.css'
import { useShares, useShareWrites } from './evidence.queries.ts'

const PASSWORD_MIN = 8

/** As it is typed: the password travels as its hash. */
const formSchema = shareRequestSchema.pick({ receiver: true, hours: true }).extend({
  password: z.union([z.literal(''), z.string().min(PASSWORD_MIN)]),
})

/** Makes links that open a package without an account, and revokes them. */
export function ShareDialog({ one, onClose }: { readonly one: EvidencePackage; readonly onClose: () => void }) {
  const t = useText()
  const id = useId()
  const { make, revoke } = useShareWrites()
  return (
    <Modal show onHide={onClose} size="lg" centered aria-labelledby={id}>
      <Modal.Header closeButton closeLabel={t('evidence.close')}>
        <Modal.Title as="h2" id={id}>
          {t('evidence.shareTitle')}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body className={styles.share}>
        <p dir="auto">{one.reason}</p>
        <p className="muted">{t('evidence.shareText')}</p>
        {make.data === undefined ? null : (
          <div className={styles.made}>
            <ShownOnce
              text={t('evidence.shareMade')}
              label={t('evidence.shareLink')}
              value={window.location.origin + shareLink(make.data.token)}
            />
          </div>
        )}
        <NewLink id={one.id} make={make} />
        <h3>{t('evidence.shareList')}</h3>
        <Links id={one.id} isRevoking={revoke.isPending} onRevoke={revoke.mutate} />
      </Modal.Body>
    </Modal>
  )
}

function NewLink({ id, make }: { readonly id: string } & Pick<ReturnType<typeof useShareWrites>, 'make'>) {
  const t = useText()
  const form = useZodForm({ schema: formSchema, defaultValues: { receiver: '', hours: 24, password: '' } })
  const send = ({ receiver, hours, password }: z.output<typeof formSchema>): void =>
    make.mutate(
      { id, receiver, hours, ...(password !== '' && { linkPassword: sha256Hex(password) }) },
      { onSuccess: () => form.reset() },
    )
  return (
    <Form form={form} onSubmit={send} className={styles.newLink}>
      <TextField
        form={form}
        name="receiver"
        label={t('evidence.shareReceiver')}
        hint={t('evidence.shareReceiverHint')}
        max={EVIDENCE_RECEIVER_MAX}
      />
      <SelectField
        form={form}
        name="hours"
        label={t('evidence.shareFor')}
        choices={shareHours.map((hours) => [hours, hoursText(t, hours)])}
      />
      <SecretField
        form={form}
        name="password"
        label={t('evidence.sharePassword')}
        hint={t('evidence.sharePasswordHint')}
        faultText={t('evidence.sharePasswordHint')}
      />
      <button type="submit" className="btn btn-primary" disabled={!form.isValid || make.isPending}>
        {t('evidence.shareMake')}
      </button>
    </Form>
  )
}

function hoursText(t: Translate, hours: number): string {
  return hours > 24 ? t('evidence.shareDays', { count: hours / 24 }) : t('evidence.shareHours', { count: hours })
}

function Links(props: {
  readonly id: string
  readonly isRevoking: boolean
  readonly onRevoke: (share: EvidenceShare) => void
}) {
  const t = useText()
  const { data, error, refetch } = useShares(props.id)
  if (error) return <ListFailed reason={error.message} onAgain={() => void refetch()} />
  if (data === undefined) return <Loading label={t('page.loading')} />
  if (data.length === 0) return <p className="muted">{t('evidence.shareNone')}</p>
  return (
    <ul className={styles.links} aria-label={t('evidence.shareList')}>
      {data.map((share) => (
        <li key={share.share}>
          <div>
            <strong dir="auto">{share.name}</strong>
            <span className="muted">
              {t('evidence.madeBy')}: {share.user} · {t('evidence.shareExpires')}:{' '}
              <span className="num" dir="ltr">
                {localTimeText(share.expires).slice(0, 16)}
              </span>
              {share.hasPassword ? ` · ${t('evidence.shareWithPassword')}` : ''}
            </span>
          </div>
          <button
            type="button"
            className="icon-button"
            aria-label={t('evidence.shareRevoke', { name: share.name })}
            title={t('evidence.shareRevoke', { name: share.name })}
            disabled={props.isRevoking}
            onClick={() => props.onRevoke(share)}
          >
            <Icon name="trash" size={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}
