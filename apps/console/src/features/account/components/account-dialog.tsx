import { useText } from '../../../platform/texts/index.ts'
import styles from '../account.module.css'
import { ApiTokens } from './api-tokens.tsx'
import { OpenSessions } from './open-sessions.tsx'

/** How one user logs in: what is open, and the tokens of programs. `user` left out: the one who is logged in. */
export function AccountDialog({ user = null }: { readonly user?: string | null }) {
  const t = useText()
  return (
    <div className={styles.account}>
      {user === null ? null : <p className={styles.whose}>{t('account.of', { name: user })}</p>}
      <OpenSessions whose={user} />
      <ApiTokens whose={user} />
    </div>
  )
}
