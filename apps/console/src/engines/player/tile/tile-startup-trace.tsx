import { useEffect, useRef } from 'react'
import { type Translate, useText } from '../../../platform/texts/index.ts'
import type { PlayerView } from '../player.types.ts'
import { type StartupRow, startupRows } from './startup-rows.ts'
import { TileButton } from './tile-button.tsx'

/** "Why is there no picture?": each step of its way with its time, and what to check where it ends. */
export function TileStartupTrace({ view, onClose }: { readonly view: PlayerView; readonly onClose: () => void }) {
  const t = useText()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    panel.current?.focus()
    return () => (opener instanceof HTMLElement && opener.isConnected ? opener.focus() : undefined)
  }, [])
  const { startupTrace } = view
  const title = t(view.state.kind === 'playing' ? 'tile.howItCame' : 'tile.why')
  return (
    <section
      ref={panel}
      className="tile-ladder"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={({ key }) => (key === 'Escape' ? onClose() : undefined)}
    >
      <header>
        <h3>{title}</h3>
        <TileButton icon="close" label={t('action.close')} onClick={onClose} />
      </header>
      {startupTrace === null ? (
        <p>{t('ladder.none')}</p>
      ) : (
        <>
          {startupTrace.attempt > 0 ? (
            <p className="tile-ladder-note">{t('ladder.attempt', { count: startupTrace.attempt })}</p>
          ) : null}
          <ol>
            {startupRows(startupTrace, view.firstPicture).map((row) => (
              <Rung key={row.step} row={row} hint={hintOf(row, view, t)} />
            ))}
          </ol>
          {startupTrace.evidence.length > 0 ? (
            <>
              <h4>{t('ladder.noticed')}</h4>
              <ul>
                {startupTrace.evidence.map(({ kind, atMs, count, detail }) => (
                  <li key={kind} data-evidence={kind}>
                    <strong>{t(`ladder.evidence.${kind}`)}</strong>{' '}
                    <span className="num">{`${count}× ${clockText(atMs)}`}</span>
                    <span className="tile-ladder-fact" dir="auto">
                      {detail}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </>
      )}
    </section>
  )
}

const marks = { reached: '✓', waits: '…', failed: '✗', open: '·' } as const

function Rung({ row, hint }: { readonly row: StartupRow; readonly hint: string }) {
  const t = useText()
  const { failure } = row
  return (
    <li data-step={row.step} data-state={row.state}>
      <span className="tile-ladder-mark" aria-hidden="true">
        {marks[row.state]}
      </span>
      <strong>{t(`ladder.step.${row.step}`)}</strong>{' '}
      <span className="num">
        {row.atMs === null ? (row.state === 'waits' ? t('ladder.waits') : '') : clockText(row.atMs)}
        {row.tookMs === null ? '' : ` +${row.tookMs} ms`}
      </span>
      {row.fact === '' ? null : (
        <span className="tile-ladder-fact" dir="auto">
          {row.fact}
        </span>
      )}
      {failure ? (
        <span className="tile-ladder-fact" dir="auto" role="alert">
          {t(`ladder.reason.${failure.reason}`)} {failure.detail}
        </span>
      ) : null}
      {hint !== '' ? (
        <span className="tile-ladder-fact" dir="auto">
          {hint}
        </span>
      ) : null}
    </li>
  )
}

/** What keeps a picture from the screen when its key frame is here already; and that its stream ran before the request. */
function hintOf(row: StartupRow, { state }: PlayerView, t: Translate): string {
  if (row.joinedAtMs !== null) return t('ladder.running', { time: clockText(row.joinedAtMs) })
  if (row.step !== 'first-picture' || row.state !== 'waits') return ''
  return state.kind === 'undecodable' ? t('ladder.undecodable', { codec: state.codec }) : t('ladder.hidden')
}

/** `14:05:09.041`, on this machine's clock. */
function clockText(atMs: number): string {
  const at = new Date(atMs)
  const two = (value: number) => String(value).padStart(2, '0')
  const millis = String(at.getMilliseconds()).padStart(3, '0')
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${millis}`
}
