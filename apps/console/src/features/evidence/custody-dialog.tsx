import type { CustodyEntry, EvidencePackage } from '@fleetglass/contract/evidence'
import { useId } from 'react'
import { Modal } from 'react-bootstrap'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { ListFailed } from '../../ui/data-table/index.ts'
import { Icon, Loading } from '../../ui/index.ts'
import styles from './evidence.module.css'
import { useCoverSheet, useCustody } from './evidence.queries.ts'

/** Who asked for a package, saw it, downloaded it, and when. */
export function CustodyDialog({ one, onClose }: { readonly one: EvidencePackage; readonly onClose: () => void }) {
  const t = useText()
  const id = useId()
  const { data, error, isPending, refetch } = useCustody(one.id)
  const cover = useCoverSheet()
  return (
    <Modal show onHide={onClose} size="lg" centered aria-labelledby={id}>
      <Modal.Header closeButton closeLabel={t('evidence.close')}>
        <Modal.Title as="h2" id={id}>
          {t('evidence.custodyTitle')}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>
        <p dir="auto">{one.reason}</p>
        <p className={`muted num ${styles.id}`} dir="ltr">
          {one.id}
        </p>
        {isPending ? <Loading label={t('page.loading')} /> : null}
        {error ? <ListFailed reason={error.message} onAgain={() => void refetch()} /> : null}
        {data ? <Steps steps={data} /> : null}
      </Modal.Body>
      <Modal.Footer>
        <button type="button" className="btn btn-quiet" onClick={() => cover(one)}>
          <Icon name="download" size={16} /> {t('evidence.cover')}
        </button>
      </Modal.Footer>
    </Modal>
  )
}

function Steps({ steps }: { readonly steps: readonly CustodyEntry[] }) {
  const t = useText()
  return (
    <table className={styles.steps}>
      <thead>
        <tr>
          {(['when', 'who', 'what', 'from'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`evidence.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map(({ time, user, act, address, link, channel }) => (
          <tr key={`${time} ${act} ${user} ${address} ${link} ${channel}`}>
            <td className="num" dir="ltr">
              {localTimeText(time)}
            </td>
            <td dir="auto">{address === '' ? t('evidence.server') : user || t('evidence.byLink', { link })}</td>
            <td dir="auto">{t(`evidence.act.${act}`, { link, channel })}</td>
            <td className="num" dir="ltr">
              {address}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
