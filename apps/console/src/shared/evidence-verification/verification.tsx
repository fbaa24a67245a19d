// Belongs here: verifying a package in this browser, and what came of it. Does not: where its bytes are.
import { type ByteSource, type EvidenceFault, type Verification, verifyEvidence } from '@fleetglass/evidence'
import { useEffect, useRef, useState } from 'react'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { shiftedTimeText, zoneLabel } from '../../platform/time/index.ts'
import styles from './verification.module.css'

type State =
  | { readonly kind: 'none' }
  | { readonly kind: 'verifying'; readonly percent: number }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'verified'; readonly file: string; readonly found: Verification }

/** Another package, or leaving, ends the one that is read. */
export function useVerification() {
  const [state, setState] = useState<State>({ kind: 'none' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const verify = async (file: string, source: ByteSource): Promise<void> => {
    running.current?.abort()
    const begun = new AbortController()
    running.current = begun
    const { signal } = begun
    const show = (next: State): void => {
      if (!signal.aborted) setState(next)
    }
    show({ kind: 'verifying', percent: 0 })
    const onProgress = (done: number, total: number) =>
      show({ kind: 'verifying', percent: total === 0 ? 100 : Math.floor((done / total) * 100) })
    try {
      const found = await verifyEvidence(source, { signal, onProgress })
      show({ kind: 'verified', file, found })
    } catch (error) {
      show({ kind: 'unreadable', reason: (error as Error).message })
    }
  }
  return { state, verify }
}

/** What a package is compared with, and how its times are shown. */
interface OutcomeOptions {
  /** The key of this site, where it is known. */
  readonly siteKey: string | undefined
  /** Hours between UTC and the clock that times are shown by; left out: that of the browser. */
  readonly offsetH?: number
}

export function Outcome(props: OutcomeOptions & { readonly state: State }) {
  const t = useText()
  const { state, ...options } = props
  if (state.kind === 'none') return null
  if (state.kind === 'verifying') {
    const label = t('evidence.verifying', { percent: state.percent })
    return (
      <>
        <p>{label}</p>
        <progress className={styles.progress} max={100} value={state.percent} aria-label={label} />
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
    <Valid file={state.file} found={state.found} {...options} />
  ) : (
    <Invalid file={state.file} faults={state.found.faults} />
  )
}

function Valid(props: OutcomeOptions & { readonly file: string; readonly found: Verification & { isValid: true } }) {
  const { file, found, siteKey } = props
  const t = useText()
  const { manifest, fingerprint } = found
  const isOwn = siteKey === manifest.publicKey
  const madeMs = Date.parse(manifest.madeAt)
  const offsetH = props.offsetH ?? -new Date(madeMs).getTimezoneOffset() / 60
  const time = `${shiftedTimeText(madeMs, offsetH)} ${zoneLabel(offsetH)}`
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
