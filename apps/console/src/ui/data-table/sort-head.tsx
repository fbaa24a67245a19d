import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './data-table.module.css'

/** The head of a column that sorts: a click sorts by it, the next one turns the order. */
export function SortHead(props: {
  /** Left out: the table is sorted by another column. */
  readonly order: 'ascending' | 'descending' | undefined
  readonly onSort: () => void
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const { order, className } = props
  return (
    <th scope="col" className={className} aria-sort={order}>
      <button
        type="button"
        className={styles.sort}
        data-active={order !== undefined || undefined}
        onClick={props.onSort}
      >
        {props.children}
        <Icon name={order === 'descending' ? 'down' : 'up'} size={14} />
      </button>
    </th>
  )
}
