import { type RefObject, useEffect, useRef, useState } from 'react'
import { useClock } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import type { Player, StreamServer, StreamSource } from './player.types.ts'
import { TileButton } from './tile-button.tsx'
import { type TileEnding, TileMessage } from './tile-message.tsx'
import { isBusy, isOver } from './tile-state.ts'
import { TileStatistics } from './tile-statistics.tsx'
import { usePlayer, usePlayerView } from './use-player.ts'
import './video-tile.css'

const neutralLevel = 5

/** One picture with its frame: name, state, delay, sound, picture to file, figures, full screen. */
export function VideoTile(props: {
  readonly server: StreamServer
  readonly source: StreamSource
  readonly name: string
  /** Told the player when it is there, null when it goes: for controls outside of the tile. */
  readonly onPlayer?: (player: Player | null) => void
  readonly onClose?: () => void
  /** What is said at the end of the stream, and the way on from there. */
  readonly ending?: TileEnding
}) {
  const t = useText()
  const frame = useRef<HTMLElement>(null)
  const { host, player } = usePlayer(props.server, props.source, useClock())
  const view = usePlayerView(player)
  const [figures, setFigures] = useState(false)
  const { full, toggleFull } = useFullScreen(frame)
  const { onPlayer } = props
  useEffect(() => {
    onPlayer?.(player)
    return () => onPlayer?.(null)
  }, [player, onPlayer])

  const state = view?.state
  const busy = state !== undefined && isBusy(state)
  return (
    <section
      ref={frame}
      className="tile"
      aria-label={props.name}
      data-state={state?.kind ?? 'connecting'}
      data-channel={props.source.channel}
      data-over={state !== undefined && isOver(state)}
    >
      <header className="tile-head">
        <span className="tile-dot" aria-hidden="true" />
        <span className="tile-name">{props.name}</span>
        {view?.catchingUp ? <span className="tile-note">{t('tile.catchingUp')}</span> : null}
        {view?.state.kind === 'playing' && view.statistics.delayMs !== null ? (
          <span className="tile-delay num" title={t('tile.delayLabel', { ms: view.statistics.delayMs })}>
            {t('tile.delay', { ms: view.statistics.delayMs })}
          </span>
        ) : null}
        <SoundControl player={player} />
        <TileButton icon="camera" label={t('tile.snapshot')} onClick={() => void savePicture(player, props)} />
        <TileButton
          icon="figures"
          label={t('tile.statistics')}
          pressed={figures}
          onClick={() => setFigures((shown) => !shown)}
        />
        <TileButton
          icon={full ? 'shrink' : 'expand'}
          label={t(full ? 'tile.leaveFullScreen' : 'tile.fullScreen')}
          onClick={toggleFull}
        />
        {props.onClose ? (
          <TileButton icon="close" label={t('tile.close', { name: props.name })} onClick={props.onClose} />
        ) : null}
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: LIVE-39; the button above does the same for the keyboard */}
      <div className="tile-screen" onDoubleClick={toggleFull}>
        <div className="tile-stage" ref={host} />
        {state ? <TileMessage state={state} busy={busy} ending={props.ending} onRetry={() => player?.retry()} /> : null}
        {figures && view ? <TileStatistics statistics={view.statistics} /> : null}
      </div>
    </section>
  )
}

function SoundControl({ player }: { readonly player: Player | null }) {
  const t = useText()
  const [on, setOn] = useState(false)
  const [level, setLevel] = useState(neutralLevel)
  useEffect(() => player?.setSound({ on, level }), [player, on, level])
  return (
    <>
      <TileButton
        icon={on ? 'sound' : 'mute'}
        label={t(on ? 'tile.soundOff' : 'tile.soundOn')}
        pressed={on}
        onClick={() => setOn((was) => !was)}
      />
      {on ? (
        <input
          type="range"
          className="tile-volume"
          aria-label={t('tile.volume')}
          min={0}
          max={10}
          value={level}
          onChange={(event) => setLevel(Number(event.target.value))}
        />
      ) : null}
    </>
  )
}

/** LIVE-39: full screen of one tile; Esc leaves it too. Where the browser refuses, the tile stays as it is. */
function useFullScreen(frame: RefObject<HTMLElement | null>) {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [frame])
  const toggleFull = () => {
    const change = full ? document.exitFullscreen() : frame.current?.requestFullscreen()
    change?.then(undefined, () => setFull(document.fullscreenElement === frame.current))
  }
  return { full, toggleFull }
}

async function savePicture(player: Player | null, of: { readonly source: StreamSource; readonly name: string }) {
  const picture = await player?.snapshot()
  if (!picture) return
  const at = new Date(player?.positionMs() ?? 0).toISOString().slice(0, 19).replaceAll(':', '-')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = `${of.source.deviceId}-${of.source.channel}-${at}.jpg`
  link.click()
  URL.revokeObjectURL(link.href)
}
