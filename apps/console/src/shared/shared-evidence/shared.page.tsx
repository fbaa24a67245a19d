// The page of a share link: for somebody without an account, so nothing here needs a session.
import { useEffect } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { BrandMark, Loading } from '../../ui/index.ts'
import styles from './shared.module.css'
import { SharedPackage } from './shared-package.tsx'
import { SharedPassword } from './shared-password.tsx'
import { useSharedEvidence } from './use-shared-evidence.ts'

/** `token`: the fragment of the address. */
export function SharedEvidencePage({ token }: { readonly token: string }) {
  const t = useText()
  const { state, enter, check } = useSharedEvidence(token)
  const title = t('evidence.sharedTitle')
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    // Another link in the same tab changes nothing but the fragment.
    const reload = () => window.location.reload()
    window.addEventListener('hashchange', reload)
    return () => window.removeEventListener('hashchange', reload)
  }, [])
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <BrandMark size={32} />
        <h1>{title}</h1>
      </header>
      {state.kind === 'opening' ? <Loading label={t('page.loading')} /> : null}
      {state.kind === 'locked' ? <SharedPassword fault={state.fault} onPassword={enter} /> : null}
      {state.kind === 'unanswered' ? (
        <div className={styles.card} role="alert">
          <p>{state.reason}</p>
          <button type="button" className="btn btn-primary" onClick={() => enter()}>
            {t('evidence.sharedAgain')}
          </button>
        </div>
      ) : null}
      {state.kind === 'ended' ? (
        <p className={styles.card} role="alert">
          {state.reason}
        </p>
      ) : null}
      {state.kind === 'open' ? <SharedPackage shared={state.shared} onFailed={check} /> : null}
    </main>
  )
}
