import type { ReactNode } from 'react'
import { useText } from '../../platform/texts/index.ts'
import styles from './data-table.module.css'
import type { Selection } from './selection.tsx'

/** Actions for the selected rows, below the table; absent while none is selected. */
export function BulkBar(props: { readonly selection: Selection; readonly children: ReactNode }) {
  const t = useText()
  const { selection, children } = props
  if (selection.keys.size === 0) return null
  return (
    <div role="toolbar" className={styles.bulk} aria-label={t('table.bulk')}>
      <span className="num" role="status">
        {t('table.selected', { count: selection.keys.size })}
      </span>
      {children}
      <button type="button" className="btn btn-quiet btn-sm" onClick={selection.clear}>
        {t('table.clear')}
      </button>
    </div>
  )
}
