import type { ApiToken } from '@fleetglass/contract/account'
import { useId, useState } from 'react'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { ListFailed } from '../../../ui/data-table/index.ts'
import { ConfirmDialog, Loading } from '../../../ui/index.ts'
import styles from '../account.module.css'
import { useApiTokens, useTokenWrites, type Whose } from '../account.queries.ts'
import { NewToken } from './new-token.tsx'

/** The tokens of programs. Another user's can be revoked, and not made. */
export function ApiTokens({ whose }: { readonly whose: Whose }) {
  const t = useText()
  const id = useId()
  const { data, error, refetch } = useApiTokens(whose)
  const { make, revoke } = useTokenWrites(whose)
  const [asked, setAsked] = useState<ApiToken | null>(null)
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('account.tokens')}</h3>
      <p className="muted">{t('account.tokensLead')}</p>
      {data === undefined && error !== null ? (
        <ListFailed reason={error.message} onAgain={() => void refetch()} />
      ) : data === undefined ? (
        <Loading label={t('page.loading')} />
      ) : data.length === 0 ? (
        <p className="muted">{t('account.tokensNone')}</p>
      ) : (
        <ul className={styles.rows}>
          {data.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setAsked(token)} />
          ))}
        </ul>
      )}
      {whose === null ? <NewToken make={make} /> : null}
      <ConfirmDialog
        open={asked !== null}
        title={t('account.revokeQuestion', { name: asked?.name ?? '' })}
        text={t('account.revokeText')}
        confirmLabel={t('account.revoke')}
        onConfirm={() => (asked === null ? Promise.resolve() : revoke.mutateAsync(asked.id))}
        onClose={() => setAsked(null)}
      />
    </section>
  )
}

function TokenRow({ token, onRevoke }: { readonly token: ApiToken; readonly onRevoke: () => void }) {
  const t = useText()
  const nowS = useClock().nowMs() / 1000
  const { name, scope, expiresS, usedS, usedAddress } = token
  return (
    <li>
      <div className={styles.what}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="muted">{t(scope === 'read' ? 'account.scopeRead' : 'account.scopeFull')}</span>
      </div>
      <dl>
        <dt>{t(expiresS <= nowS ? 'account.expired' : 'account.expires')}</dt>
        <dd>{localTimeText(expiresS)}</dd>
        <dt>{t('account.used')}</dt>
        <dd>{usedS === 0 ? t('account.never') : localTimeText(usedS)}</dd>
        {usedAddress === '' ? null : (
          <>
            <dt>{t('account.address')}</dt>
            <dd>
              <bdi>{usedAddress}</bdi>
            </dd>
          </>
        )}
      </dl>
      <button
        type="button"
        className="btn btn-quiet btn-sm"
        aria-label={t('account.revokeOf', { name })}
        onClick={onRevoke}
      >
        {t('account.revoke')}
      </button>
    </li>
  )
}
