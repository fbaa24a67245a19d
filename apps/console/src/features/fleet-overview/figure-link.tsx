import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './fleet-overview.module.css'

/** A figure, as a way to the rows behind it where there is one. */
export function FigureLink(props: {
  readonly to: string | null
  readonly label?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const { to, label, className = styles.link, children } = props
  if (to === null) return <span className={className}>{children}</span>
  return (
    <Link className={className} to={to} aria-label={label}>
      {children}
    </Link>
  )
}
