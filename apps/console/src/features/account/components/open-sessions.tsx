import type { OpenSession } from '@fleetglass/contract/account'
import { useId } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { ListFailed } from '../../../ui/data-table/index.ts'
import { Loading } from '../../../ui/index.ts'
import styles from '../account.module.css'
import { useOpenSessions, useSignOut, type Whose } from '../account.queries.ts'
import { clientName } from '../client-name.ts'

const kindKeys = {
  console: 'account.kindConsole',
  site: 'account.kindSite',
  connection: 'account.kindConnection',
  browser: 'account.kindBrowser',
} as const

/** Since when, from where, with which client, and when each was used last. */
export function OpenSessions({ whose }: { readonly whose: Whose }) {
  const t = useText()
  const id = useId()
  const { data, error, refetch } = useOpenSessions(whose)
  const signOut = useSignOut(whose)
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('account.sessions')}</h3>
      {data === undefined && error !== null ? (
        <ListFailed reason={error.message} onAgain={() => void refetch()} />
      ) : data === undefined ? (
        <Loading label={t('page.loading')} />
      ) : data.length === 0 ? (
        <p className="muted">{t('account.sessionsNone')}</p>
      ) : (
        <ul className={styles.rows}>
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isOff={signOut.isPending}
              onSignOut={() => signOut.mutate(session.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function SessionRow(props: { readonly session: OpenSession; readonly isOff: boolean; readonly onSignOut: () => void }) {
  const t = useText()
  const { kind, client, address, openedS, usedS, isCurrent } = props.session
  const name = clientName(client) || t('account.unknownClient')
  const time = (atS: number): string => (atS === 0 ? '–' : localTimeText(atS))
  return (
    <li>
      <div className={styles.what}>
        <strong title={client}>
          <bdi>{name}</bdi>
        </strong>
        <span className="muted">{t(isCurrent ? 'account.current' : kindKeys[kind])}</span>
      </div>
      <dl>
        <dt>{t('account.address')}</dt>
        <dd>
          <bdi>{address || '–'}</bdi>
        </dd>
        <dt>{t('account.since')}</dt>
        <dd>{time(openedS)}</dd>
        <dt>{t('account.used')}</dt>
        <dd>{time(usedS)}</dd>
      </dl>
      <button
        type="button"
        className="btn btn-quiet btn-sm"
        aria-label={t('account.signOutOf', { client: name })}
        disabled={props.isOff}
        onClick={props.onSignOut}
      >
        {t('account.signOut')}
      </button>
    </li>
  )
}
