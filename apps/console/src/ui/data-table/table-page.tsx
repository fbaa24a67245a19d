import { type ReactNode, useId } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { PageState } from '../page-state.tsx'
import styles from './data-table.module.css'

/** A page that is one list: its title, what is done with it, a search, and below what scrolls. */
export function TablePage(props: {
  readonly title: string
  readonly words: string
  readonly onWords: (words: string) => void
  /** Between title and search. */
  readonly head?: ReactNode
  readonly children: ReactNode
}) {
  const t = useText()
  const id = useId()
  const { title, words, onWords, head, children } = props
  return (
    <section className={`panel ${styles.page}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h1 id={id}>{title}</h1>
        <span />
        {head}
        <input
          type="search"
          className="form-control"
          aria-label={t('choice.search')}
          placeholder={t('choice.search')}
          value={words}
          onChange={(event) => onWords(event.target.value)}
        />
      </header>
      {children}
    </section>
  )
}

/** In place of the rows: there are none at all, or none that a search finds. */
export function NoRows({ isEmpty }: { readonly isEmpty: boolean }) {
  const t = useText()
  return isEmpty ? (
    <PageState icon="server" title={t('dashboard.emptyTitle')} hint={t('dashboard.emptyHint')} />
  ) : (
    <PageState icon="search" title={t('dashboard.noneTitle')} />
  )
}

/** In place of a list that did not come. */
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
