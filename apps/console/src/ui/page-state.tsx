import type { ReactNode } from 'react'
import type { IconName } from '../platform/icons/index.ts'
import { Icon } from './icon.tsx'

/** What stands in place of content that is empty or failed: what it is, why, and a way on. */
export function PageState(props: {
  readonly icon: IconName
  readonly title: string
  readonly hint?: string
  readonly role?: 'status' | 'alert'
  readonly children?: ReactNode
}) {
  return (
    <div className="page-state" role={props.role ?? 'status'}>
      <span className="page-state-icon">
        <Icon name={props.icon} size={32} />
      </span>
      <p className="page-state-title">{props.title}</p>
      {props.hint ? <p className="page-state-hint">{props.hint}</p> : null}
      {props.children}
    </div>
  )
}

/** Content that is on its way. `label` is read out; nothing is seen for the first moment, so that fast pages do not blink. */
export function Loading({ label }: { readonly label: string }) {
  return (
    <div className="loading" role="status">
      <span className="loading-bar" />
      <span className="visually-hidden">{label}</span>
    </div>
  )
}
