import type { TextKey } from '@fleetglass/texts'
import { useState } from 'react'
import type { IconName } from '../../platform/icons/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../icon.tsx'
import { shownPages } from './page-numbers.ts'
import styles from './pager.module.css'

interface PagerProps {
  readonly page: number
  readonly pageCount: number
  readonly onPage: (page: number) => void
}

/** Pages are counted from 0 and labelled from 1. Any page is chosen by its button, or where `typed` is set by its number. */
export function Pager(props: PagerProps & { readonly typed?: true }) {
  const t = useText()
  const { page, pageCount, onPage, typed = false } = props
  const last = pageCount - 1
  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <Step icon="first" labelKey="pager.first" disabled={page === 0} onClick={() => onPage(0)} />
      <Step icon="previous" labelKey="pager.previous" disabled={page === 0} onClick={() => onPage(page - 1)} />
      {typed ? <PageField {...props} /> : <PageButtons {...props} />}
      <Step icon="next" labelKey="pager.next" disabled={page >= last} onClick={() => onPage(page + 1)} />
      <Step icon="last" labelKey="pager.last" disabled={page >= last} onClick={() => onPage(last)} />
    </nav>
  )
}

function PageButtons({ page, pageCount, onPage }: PagerProps) {
  const t = useText()
  return shownPages(page, pageCount).map((one) => (
    <button
      key={one}
      type="button"
      className="icon-button num"
      aria-label={t('pager.page', { page: one + 1 })}
      aria-current={one === page ? 'page' : undefined}
      onClick={() => onPage(one)}
    >
      {one + 1}
    </button>
  ))
}

/** A number that is no page stays until the field is left. */
function PageField({ page, pageCount, onPage }: PagerProps) {
  const t = useText()
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <label className={styles.field}>
      {t('pager.number')}
      <input
        className="form-control num"
        type="number"
        min={1}
        max={pageCount}
        value={draft ?? page + 1}
        onChange={({ target: { value } }) => {
          setDraft(value)
          const wanted = Number(value)
          if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pageCount) onPage(wanted - 1)
        }}
        onBlur={() => setDraft(null)}
      />
      {t('pager.of', { pages: pageCount })}
    </label>
  )
}

function Step(props: {
  readonly icon: IconName
  readonly labelKey: TextKey
  readonly disabled: boolean
  readonly onClick: () => void
}) {
  const label = useText()(props.labelKey)
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} size={18} />
    </button>
  )
}
