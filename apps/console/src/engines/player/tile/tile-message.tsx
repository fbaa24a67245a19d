import { PLAYING_MS } from '@fleetglass/contract/live'
import type { ReactNode } from 'react'
import { type Translate, useText } from '../../../platform/texts/index.ts'
import type { TileState } from '../tile-state.ts'
import { TileIcon } from './tile-button.tsx'

/** The words at the end of a stream, and what leads on from there. */
export interface TileEnding {
  readonly title: string
  readonly action: ReactNode
}

/** What stands over the picture while there is none, or none that moves: what is going on, why, and a way on. */
export function TileMessage(props: {
  readonly state: TileState
  readonly busy: boolean
  readonly ending?: TileEnding | undefined
  readonly onRetry: () => void
  /** Shows the way of the picture; null where there is none to show. */
  readonly onWhy: (() => void) | null
}) {
  const t = useText()
  const { state, busy } = props
  if (state.kind === 'playing' || state.kind === 'paused') return null
  const ending = state.kind === 'ended' ? props.ending : undefined
  const { title, detail } = ending ? { title: ending.title, detail: '' } : wordsOf(state, t)
  const canRetry = !WITHOUT_RETRY.has(state.kind)
  return (
    <div className="tile-message" role="status">
      <div className="tile-message-ground">
        {busy ? (
          <span className="tile-spinner" aria-hidden="true" />
        ) : (
          <TileIcon name={state.kind === 'ended' || state.kind === 'no-record' ? 'playback' : 'warning'} size={26} />
        )}
        <p className="tile-message-title">{title}</p>
        {detail === '' ? null : <p className="tile-message-detail">{detail}</p>}
        {ending ? ending.action : null}
        {canRetry && !ending ? (
          <button type="button" className="btn btn-sm btn-light" onClick={props.onRetry}>
            {t('tile.retry')}
          </button>
        ) : null}
        {props.onWhy ? (
          <button type="button" className="btn btn-sm btn-link tile-why" onClick={props.onWhy}>
            {t('tile.why')}
          </button>
        ) : null}
      </div>
    </div>
  )
}

/** Trying again would change nothing, or is under way. */
const WITHOUT_RETRY: ReadonlySet<TileState['kind']> = new Set(['connecting', 'waiting', 'sound-alone', 'undecodable'])

function wordsOf(
  state: Exclude<TileState, { kind: 'playing' | 'paused' }>,
  t: Translate,
): { title: string; detail: string } {
  switch (state.kind) {
    case 'connecting':
      return { title: t(state.attempt > 1 ? 'tile.again' : 'tile.connecting'), detail: '' }
    case 'waiting':
      return { title: t('tile.waiting'), detail: '' }
    case 'sound-alone':
      return { title: t('tile.soundAlone'), detail: '' }
    case 'stalled':
      return { title: t('tile.stalled', { seconds: PLAYING_MS / 1000 }), detail: '' }
    case 'lost':
      return { title: t('tile.lost'), detail: '' }
    case 'offline':
      return { title: t('tile.offline'), detail: '' }
    case 'busy':
      return { title: t('tile.busy'), detail: state.reason }
    case 'failed':
      return { title: t('tile.failed'), detail: state.reason }
    case 'not-allowed':
      return { title: t('tile.notAllowed'), detail: state.reason }
    case 'unknown':
      return { title: t('tile.unknown'), detail: state.reason }
    case 'no-record':
      return { title: t('tile.noRecord'), detail: '' }
    case 'undecodable':
      return {
        title: t('tile.undecodable', { codec: state.codec }),
        detail: t('tile.undecodableHint', { codec: state.codec }),
      }
    case 'ended':
      return { title: t('tile.ended'), detail: '' }
  }
}
