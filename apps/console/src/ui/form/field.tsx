import type { ReactNode } from 'react'
import styles from './form.module.css'

/** A label above its control; below it what is wrong, and what is to be known. */
export function Field(props: {
  readonly id: string
  readonly label: string
  readonly fault: string | null
  readonly hint?: string | undefined
  readonly children: ReactNode
}) {
  const { id, label, fault, hint } = props
  return (
    <div className={styles.field}>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      {props.children}
      <FieldFault id={id} fault={fault} />
      <FieldHint id={id} hint={hint} />
    </div>
  )
}

/** What is to be known of a field. */
export function FieldHint({ id, hint }: { readonly id: string; readonly hint: string | undefined }) {
  if (hint === undefined) return null
  return (
    <p id={`${id}-hint`} className={styles.hint}>
      {hint}
    </p>
  )
}

/** What is wrong with a field. Its place is there before it is needed. */
export function FieldFault(props: { readonly id: string; readonly fault: string | null }) {
  return (
    <p id={`${props.id}-fault`} className={styles.fault} role={props.fault === null ? undefined : 'alert'}>
      {props.fault}
    </p>
  )
}

/** The ids of what stands below a field. */
export function describedBy(id: string, hint: string | undefined): string {
  return hint === undefined ? `${id}-fault` : `${id}-fault ${id}-hint`
}
