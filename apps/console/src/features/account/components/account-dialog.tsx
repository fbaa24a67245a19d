import { useText } from '../../../platform/texts/index.ts'
import styles from '../account.module.css'
import { ApiTokens } from './api-tokens.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { OwnSecondFactor } from './own-second-factor.tsx'
import { UserSecondFactor } from './user-second-factor.tsx'

/** How one user logs in: what is open, the tokens of programs and the second factor. `user` left out: the one who is logged in. */
export function AccountDialog({ user = null }: { readonly user?: string | null }) {
  const t = useText()
  return (
    <div className={styles.account}>
      {user === null ? null : <p className={styles.whose}>{t('account.of', { name: user })}</p>}
      <OpenSessions whose={user} />
      <ApiTokens whose={user} />
      {user === null ? <OwnSecondFactor /> : <UserSecondFactor name={user} />}
    </div>
  )
}
