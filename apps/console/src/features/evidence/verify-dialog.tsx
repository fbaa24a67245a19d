import type { ByteSource } from '@fleetglass/evidence'
import { useId } from 'react'
import { Modal } from 'react-bootstrap'
import { saveFile } from '../../platform/files/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Outcome, useVerification } from '../../shared/evidence-verification/index.ts'
import styles from './evidence.module.css'
import { useEvidenceKey } from './evidence.queries.ts'

/** Verifies a package in the browser: nothing of it leaves this machine. */
export function VerifyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const id = useId()
  const { state, verify } = useVerification()
  const { data: key } = useEvidenceKey()
  return (
    <Modal show onHide={onClose} size="lg" centered aria-labelledby={`${id}-title`}>
      <Modal.Header closeButton closeLabel={t('evidence.close')}>
        <Modal.Title as="h2" id={`${id}-title`}>
          {t('evidence.verify')}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>
        <label className="form-label" htmlFor={`${id}-file`}>
          {t('evidence.choose')}
        </label>
        <input
          id={`${id}-file`}
          type="file"
          className="form-control"
          accept=".zip,application/zip"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void verify(file.name, sourceOf(file))
          }}
        />
        <p className="muted" id={`${id}-hint`}>
          {t('evidence.verifyText')}
        </p>
        <div aria-live="polite">
          <Outcome state={state} siteKey={key?.publicKey} />
        </div>
        <SiteKey />
      </Modal.Body>
    </Modal>
  )
}

function sourceOf(file: File): ByteSource {
  return {
    size: file.size,
    read: async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
  }
}

/** For who verifies elsewhere, with `fleetglass verify --key`. */
function SiteKey() {
  const t = useText()
  const { data } = useEvidenceKey()
  if (data === undefined) return null
  return (
    <p className={styles.key}>
      <span>{t('evidence.siteKey', { fingerprint: data.fingerprint })}</span>
      <button
        type="button"
        className="btn btn-quiet btn-sm"
        onClick={() => saveFile(new Blob([`${data.publicKey}\n`], { type: 'text/plain' }), 'evidence-key.txt')}
      >
        {t('evidence.keyFile')}
      </button>
    </p>
  )
}
