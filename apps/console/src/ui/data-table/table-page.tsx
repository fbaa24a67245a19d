import { type ReactNode, useId } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { PageState } from '../page-state.tsx'
import styles from './data-table.module.css'

/** A page that is one table: title, actions and search above, the table below. */
export function TablePage(props: {
  readonly title: string
  readonly words: string
  readonly onWords: (words: string) => void
  /** What the search looks for; left out: a device. */
  readonly searchLabel?: string
  /** Between title and search. */
  readonly head?: ReactNode
  readonly children: ReactNode
}) {
  const t = useText()
  const id = useId()
  const { title, words, onWords, searchLabel = t('choice.search'), head, children } = props
  return (
    <section className={`panel ${styles.page}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h1 id={id}>{title}</h1>
        <span />
        {head}
        <input
          type="search"
          className="form-control"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={words}
          onChange={(event) => onWords(event.target.value)}
        />
      </header>
      {children}
    </section>
  )
}

/** Replaces a table without rows: there are none at all, or the search finds none. Without `emptyTitle` the rows are devices. */
export function NoRows(props: {
  readonly isEmpty: boolean
  readonly emptyTitle?: string | undefined
  readonly emptyHint?: string
}) {
  const t = useText()
  const { isEmpty, emptyTitle, emptyHint } = props
  if (emptyTitle !== undefined) {
    return isEmpty ? (
      <PageState icon="list" title={emptyTitle} {...(emptyHint === undefined ? {} : { hint: emptyHint })} />
    ) : (
      <PageState icon="search" title={t('table.none')} />
    )
  }
  return isEmpty ? (
    <PageState icon="server" title={t('dashboard.emptyTitle')} hint={t('dashboard.emptyHint')} />
  ) : (
    <PageState icon="search" title={t('dashboard.noneTitle')} />
  )
}

/** Replaces a list that could not be loaded. */
export function ListFailed({ reason, onAgain }: { readonly reason: string; readonly onAgain: () => void }) {
  const t = useText()
  return (
    <PageState icon="warning" title={t('recset.failedTitle')} role="alert">
      <code className="page-state-reason">{reason}</code>
      <button type="button" className="btn btn-primary" onClick={onAgain}>
        {t('action.retry')}
      </button>
    </PageState>
  )
}
