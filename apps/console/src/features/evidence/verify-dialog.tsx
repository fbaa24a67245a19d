import { type EvidenceFault, type Verification, verifyEvidence } from '@fleetglass/evidence'
import { useEffect, useId, useRef, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { saveFile } from '../../platform/files/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import styles from './evidence.module.css'
import { useEvidenceKey } from './evidence.queries.ts'

type State =
  | { readonly kind: 'none' }
  | { readonly kind: 'verifying'; readonly percent: number }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'verified'; readonly file: string; readonly found: Verification }

/** Verifies a package in the browser: nothing of it leaves this machine. */
export function VerifyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const id = useId()
  const { state, verify } = useVerification()
  return (
    <Modal show onHide={onClose} size="lg" centered aria-labelledby={`${id}-title`}>
      <Modal.Header closeButton closeLabel={t('evidence.close')}>
        <Modal.Title as="h2" id={`${id}-title`}>
          {t('evidence.verify')}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body className={styles.verify}>
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
            if (file) void verify(file)
          }}
        />
        <p className="muted" id={`${id}-hint`}>
          {t('evidence.verifyText')}
        </p>
        <div aria-live="polite">
          <Outcome state={state} />
        </div>
        <SiteKey />
      </Modal.Body>
    </Modal>
  )
}

/** Another file, or closing the dialog, ends the one that is read. */
function useVerification() {
  const [state, setState] = useState<State>({ kind: 'none' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const verify = async (file: File): Promise<void> => {
    running.current?.abort()
    const begun = new AbortController()
    running.current = begun
    const { signal } = begun
    const show = (next: State): void => {
      if (!signal.aborted) setState(next)
    }
    show({ kind: 'verifying', percent: 0 })
    const read = async (at: number, length: number) => new Uint8Array(await file.slice(at, at + length).arrayBuffer())
    const onProgress = (done: number, total: number) =>
      show({ kind: 'verifying', percent: total === 0 ? 100 : Math.floor((done / total) * 100) })
    try {
      const found = await verifyEvidence({ size: file.size, read }, { signal, onProgress })
      show({ kind: 'verified', file: file.name, found })
    } catch (error) {
      show({ kind: 'unreadable', reason: (error as Error).message })
    }
  }
  return { state, verify }
}

function Outcome({ state }: { readonly state: State }) {
  const t = useText()
  if (state.kind === 'none') return null
  if (state.kind === 'verifying') {
    const label = t('evidence.verifying', { percent: state.percent })
    return (
      <>
        <p>{label}</p>
        <progress max={100} value={state.percent} aria-label={label} />
      </>
    )
  }
  if (state.kind === 'unreadable') {
    return (
      <p className={styles.bad} role="alert">
        {t('evidence.unreadable', { reason: state.reason })}
      </p>
    )
  }
  return state.found.isValid ? (
    <Valid file={state.file} found={state.found} />
  ) : (
    <Invalid file={state.file} faults={state.found.faults} />
  )
}

function Valid({ file, found }: { readonly file: string; readonly found: Verification & { isValid: true } }) {
  const t = useText()
  const { data: key } = useEvidenceKey()
  const { manifest, fingerprint } = found
  const isOwn = key?.publicKey === manifest.publicKey
  const time = localTimeText(Math.floor(Date.parse(manifest.madeAt) / 1000))
  return (
    <div className={styles.good} role="status">
      <p>
        <strong>{t('evidence.valid', { file, count: manifest.files.length })}</strong>
      </p>
      <p>{t('evidence.facts', { user: manifest.madeBy, time, reason: manifest.reason })}</p>
      <p className={isOwn ? '' : styles.bad}>{t(isOwn ? 'evidence.ownKey' : 'evidence.otherKey', { fingerprint })}</p>
    </div>
  )
}

function Invalid({ file, faults }: { readonly file: string; readonly faults: readonly EvidenceFault[] }) {
  const t = useText()
  return (
    <div className={styles.bad} role="alert">
      <p>
        <strong>{t('evidence.invalid', { file })}</strong>
      </p>
      <ul>
        {faults.map((fault) => (
          <li key={JSON.stringify(fault)} dir="auto">
            {faultText(t, fault)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function faultText(t: Translate, fault: EvidenceFault): string {
  if ('name' in fault) return t(`evidence.fault.${fault.kind}`, { name: fault.name })
  if (fault.kind === 'other-key') return t('evidence.fault.other-key', { name: fault.fingerprint })
  return t(`evidence.fault.${fault.kind}`)
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
