import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { pictureFileName } from '../picture/snapshot.ts'
import type { LiveStreamKind, Player, PlayerView, StreamServer, StreamSource } from '../player.types.ts'
import type { OpenMediaSocket } from '../stream-socket.ts'
import { isBusy, isOver } from '../tile-state.ts'
import { LastPicture, showsLastPicture, useLastMinute, useLastPicture } from './last-picture.tsx'
import { TileButton } from './tile-button.tsx'
import { type TileEnding, TileMessage } from './tile-message.tsx'
import { TileStartupTrace } from './tile-startup-trace.tsx'
import { TileStatistics } from './tile-statistics.tsx'
import { usePlayer, usePlayerView } from './use-player.ts'
import { useWide } from './use-wide.ts'
import { useZoom } from './use-zoom.ts'
import { isControl } from './zoom-pane.ts'
import './video-tile.css'

const neutralLevel = 5

/**
 * One picture with its frame: name, state, delay, sound, picture to file, main or sub stream, figures, full screen. Live, a
 * tile among others requests the sub stream, and for the main stream when it is enlarged, or large among few.
 */
export function VideoTile(props: {
  readonly server: StreamServer
  readonly source: StreamSource
  readonly name: string
  /** Stands where the name would; left out: the name. */
  readonly heading?: ReactNode
  /** Called with the player when it is there, with null when it goes: for controls outside of the tile. */
  readonly onPlayer?: (player: Player | null) => void
  readonly onClose?: () => void
  /** The text at the end of the stream, and the way on from there. */
  readonly ending?: TileEnding
  /** It has the place for itself: it shows the main stream as it does in full screen. */
  readonly enlarged?: boolean
  /** Only few others are beside it: it shows the main stream where it is wide enough to show the difference. */
  readonly few?: boolean
  /** The vehicle is gone: the last picture stays, grey, and the minute before it can be played. */
  readonly gone?: boolean
  /** Whether this user may see recordings. */
  readonly mayReplay?: boolean
  /** Where its stream comes by a socket that it shares with others. */
  readonly openSocket?: OpenMediaSocket
}) {
  const t = useText()
  const frame = useRef<HTMLElement>(null)
  const screen = useRef<HTMLDivElement>(null)
  const { full, toggleFull } = useFullScreen(frame)
  const wide = useWide(frame) && props.few === true
  const { stream, chooseStream } = useStreamChoice(full || props.enlarged === true || wide)
  const gone = props.gone === true
  const { shown, isRecording, play } = useLastMinute(props.source, gone)
  const { host, player } = usePlayer(props.server, shown, stream, useClock(), props.openSocket)
  const lastMs = useLastPicture(player, gone, isRecording)
  const view = usePlayerView(player)
  const [over, setOver] = useState<'nothing' | 'figures' | 'ladder'>('nothing')
  const zoom = useZoom(screen, host)
  const live = shown.kind === 'live'
  const showStartupTrace = live ? () => setOver('ladder') : null
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
      data-stream={view?.stream ?? undefined}
      data-gone={(gone && !isRecording) || undefined}
    >
      <header className="tile-head">
        <span className="tile-dot" aria-hidden="true" />
        <span className="tile-name" title={props.name}>
          {props.heading ?? props.name}
        </span>
        {view ? <TileNotes view={view} /> : null}
        {view?.state.kind === 'playing' && view.statistics.delayMs !== null ? (
          <span className="tile-delay num" title={t('tile.delayLabel', { ms: view.statistics.delayMs })}>
            {t('tile.delay', { ms: view.statistics.delayMs })}
          </span>
        ) : null}
        <SoundControl player={player} />
        <TileButton icon="camera" label={t('tile.snapshot')} onClick={() => void savePicture(player, props)} />
        {live ? (
          <button
            type="button"
            className="tile-button tile-stream"
            aria-label={t(stream === 'main' ? 'tile.toSub' : 'tile.toMain')}
            title={t(stream === 'main' ? 'tile.toSub' : 'tile.toMain')}
            onClick={() => chooseStream(stream === 'main' ? 'sub' : 'main')}
          >
            {t(`tile.${stream}`)}
          </button>
        ) : null}
        <TileButton
          icon="figures"
          label={t('tile.statistics')}
          pressed={over === 'figures'}
          onClick={() => setOver(over === 'figures' ? 'nothing' : 'figures')}
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
      {/* LIVE-39; the button above does the same for the keyboard, and keys zoom what is focused here. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a group of what lies over a picture is no fieldset */}
      <div
        ref={screen}
        className="tile-screen"
        role="group"
        aria-label={t('tile.zoomHint', { name: props.name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is zoomed and moved by keys
        tabIndex={0}
        onDoubleClick={(event) => (isControl(event.target) ? undefined : toggleFull())}
      >
        <div className="tile-stage" ref={host} />
        {lastMs !== null && showsLastPicture(isRecording, state) ? (
          <LastPicture lastMs={lastMs} onPlay={props.mayReplay ? () => play(lastMs) : undefined} />
        ) : state ? (
          <TileMessage
            state={state}
            busy={busy}
            ending={props.ending}
            onRetry={() => player?.retry()}
            onWhy={showStartupTrace}
          />
        ) : null}
        {over === 'figures' && view ? <TileStatistics view={view} onStartupTrace={showStartupTrace} /> : null}
        {over === 'ladder' && view ? <TileStartupTrace view={view} onClose={() => setOver('nothing')} /> : null}
        {zoom.scale > 1 ? <ZoomBadge scale={zoom.scale} onReset={zoom.reset} /> : null}
      </div>
    </section>
  )
}

/** What is not as usual with this picture. */
function TileNotes({ view }: { readonly view: PlayerView }) {
  const t = useText()
  return (
    <span className="tile-notes">
      {view.catchingUp ? <span className="tile-note">{t('tile.catchingUp')}</span> : null}
      {view.damaged ? <span className="tile-note">{t('tile.damaged')}</span> : null}
      {view.transcoded ? (
        <span className="tile-note tile-note-quiet" title={t('tile.transcodedHint')}>
          {t('tile.transcoded')}
        </span>
      ) : null}
    </span>
  )
}

/** How much larger the picture is, and the way back. */
function ZoomBadge({ scale, onReset }: { readonly scale: number; readonly onReset: () => void }) {
  const t = useText()
  const factor = scale.toFixed(1)
  const label = t('tile.zoomReset', { factor })
  return (
    <button type="button" className="tile-zoom num" aria-label={label} title={label} onClick={onReset}>
      {`${factor} ×`}
    </button>
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

/** Small: sub. Enlarged: main. What the operator chooses beside that holds until the tile changes its size. */
function useStreamChoice(enlarged: boolean) {
  const [chosen, setChosen] = useState<{ readonly stream: LiveStreamKind; readonly enlarged: boolean } | null>(null)
  const usual: LiveStreamKind = enlarged ? 'main' : 'sub'
  const stream = chosen?.enlarged === enlarged ? chosen.stream : usual
  return { stream, chooseStream: (stream: LiveStreamKind) => setChosen({ stream, enlarged }) }
}

async function savePicture(player: Player | null, of: { readonly source: StreamSource; readonly name: string }) {
  const picture = await player?.snapshot()
  if (!picture) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = pictureFileName(of.source, player?.positionMs() ?? 0)
  link.click()
  URL.revokeObjectURL(link.href)
}
