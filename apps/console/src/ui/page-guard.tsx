import { Component, type ReactNode } from 'react'
import { useText } from '../platform/texts/index.ts'
import { PageState } from './page-state.tsx'

interface Props {
  readonly children: ReactNode
  /** A new value (the address) gives the page a fresh start. */
  readonly resetKey: string
  /** Whether the server is away: what fails then has most likely not come from it. */
  readonly isAway?: boolean
  /** Calls back when what failed may succeed now, as when the server is back: the page is then started again by itself. */
  readonly onChance?: (act: () => void) => () => void
  /** Called before the page is started again. */
  readonly onRestart?: () => void
}

type State =
  | { readonly kind: 'fine'; readonly resetKey: string }
  | { readonly kind: 'failed'; readonly resetKey: string; readonly reason: string }

/** Limits a fault of one page to that page: the shell goes on, and the page can be started again. */
export class PageGuard extends Component<Props, State> {
  override state: State = { kind: 'fine', resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetKey === state.resetKey ? null : { kind: 'fine', resetKey: props.resetKey }
  }

  #endChances: (() => void) | undefined

  override componentDidMount(): void {
    this.#endChances = this.props.onChance?.(() => this.#restart())
  }

  override componentWillUnmount(): void {
    this.#endChances?.()
  }

  override render(): ReactNode {
    const { state } = this
    if (state.kind === 'fine') return this.props.children
    if (this.props.isAway) return <PageAway />
    return <PageFailed reason={state.reason} onReload={() => this.#restart()} />
  }

  #restart(): void {
    const { state } = this
    if (state.kind === 'fine') return
    this.props.onRestart?.()
    this.setState({ kind: 'fine', resetKey: state.resetKey })
  }
}

function PageAway() {
  const t = useText()
  return <PageState icon="warning" title={t('page.awayTitle')} hint={t('page.awayHint')} role="alert" />
}

function PageFailed({ reason, onReload }: { readonly reason: string; readonly onReload: () => void }) {
  const t = useText()
  return (
    <PageState icon="warning" title={t('page.failedTitle')} hint={t('page.failedHint')} role="alert">
      <code className="page-state-reason">{reason}</code>
      <button type="button" className="btn btn-primary" onClick={onReload}>
        {t('page.reload')}
      </button>
    </PageState>
  )
}
