import { type Translate, useText } from '../../../platform/texts/index.ts'
import type { PlayerView, StreamStatistics } from '../player.types.ts'

/** The figures of a tile. Each value also stands in `data-value`, as a plain number where it is one. */
export function TileStatistics({
  view,
  onStartupTrace,
}: {
  readonly view: PlayerView
  readonly onStartupTrace: (() => void) | null
}) {
  const t = useText()
  const { statistics: of, stream } = view
  const ms = (median: number | null, p95: number | null) =>
    median === null ? null : t('tile.stat.ms95', { ms: median, p95: p95 ?? median })
  return (
    <div className="tile-figures num">
      <dl>
        <Figure name="codec" label={t('tile.stat.codec')} text={of.codec || null} />
        <Figure name="stream" label={t('tile.stat.stream')} text={stream && t(`tile.${stream}`)} value={stream} />
        <Figure name="size" label={t('tile.stat.size')} text={of.width === 0 ? null : `${of.width} × ${of.height}`} />
        <Figure
          name="fps"
          label={t('tile.stat.fps')}
          text={t('tile.stat.perSecond', { count: of.framesPerSecond })}
          value={of.framesPerSecond}
        />
        <Figure
          name="rate"
          label={t('tile.stat.rate')}
          text={t('tile.stat.kbits', { rate: of.kilobitsPerSecond })}
          value={of.kilobitsPerSecond}
        />
        <Figure name="delay" label={t('tile.stat.delay')} text={ms(of.delayMs, of.delayP95Ms)} value={of.delayP95Ms} />
        <Figure
          name="camera"
          label={t('tile.stat.camera')}
          text={ms(of.cameraDelayMs, of.cameraDelayP95Ms)}
          value={of.cameraDelayP95Ms}
        />
        <Figure
          name="first"
          label={t('tile.stat.first')}
          text={of.firstPictureMs === null ? null : t('tile.delay', { ms: of.firstPictureMs })}
          value={of.firstPictureMs}
        />
        <Figure
          name="skipped"
          label={t('tile.stat.skipped')}
          text={String(of.skippedFrames)}
          value={of.skippedFrames}
        />
        <Figure name="damages" label={t('tile.stat.damages')} text={String(of.damages)} value={of.damages} />
        <Figure
          name="audio"
          label={t('tile.stat.audio')}
          text={soundText(of.audio, t)}
          value={of.audio?.name ?? null}
        />
        <Figure name="way" label={t('tile.stat.way')} text={of.way === null ? null : t(`tile.way.${of.way}`)} />
      </dl>
      {onStartupTrace ? (
        <button type="button" className="btn btn-sm btn-link" onClick={onStartupTrace}>
          {t('tile.howItCame')}
        </button>
      ) : null}
    </div>
  )
}

function soundText(audio: StreamStatistics['audio'], t: Translate): string | null {
  if (audio === null || audio.playable) return audio?.name ?? null
  return t('tile.stat.notHeard', { name: audio.name })
}

function Figure(props: {
  readonly name: string
  readonly label: string
  readonly text: string | null
  readonly value?: number | string | null
}) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd dir="auto" data-figure={props.name} data-value={props.value ?? props.text ?? ''}>
        {props.text ?? '–'}
      </dd>
    </div>
  )
}
