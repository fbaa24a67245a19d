import type { CSSProperties, ReactNode } from 'react'
import styles from './filled-text.module.css'
import { inkOn } from './readable-ink.ts'

/** Ground and ink for a colour that a user has chosen; nothing where it is none. */
export function fillOf(color: string | undefined): { readonly 'data-ink'?: string; readonly style?: CSSProperties } {
  const ink = color === undefined ? null : inkOn(color)
  return ink === null ? {} : { 'data-ink': ink, style: { '--fill': color } as CSSProperties }
}

/** A text on the colour that a user has chosen for it. */
export function FilledText({ fill, children }: { readonly fill: string | undefined; readonly children: ReactNode }) {
  return (
    <bdi className={styles.filled} {...fillOf(fill)}>
      {children}
    </bdi>
  )
}
