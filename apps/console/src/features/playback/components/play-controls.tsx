import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import { speeds } from '../playback.machine.ts'

type IconName = Parameters<typeof Icon>[0]['name']

/** Play, pause, slower, faster, backwards, picture by picture, ten seconds back and forth (LOPB-12, LOPB-20, LOPB-21). */
export function PlayControls(props: {
  readonly speed: number
  readonly started: boolean
  /** The end was reached: nothing plays, whatever the speed. */
  readonly over: boolean
  readonly canPlay: boolean
  readonly onPlay: () => void
  readonly onPause: () => void
  readonly onSlower: () => void
  readonly onFaster: () => void
  readonly onJump: (seconds: number) => void
  readonly onStep: (frames: number) => void
  /** Null: this browser cannot show a recording backwards. */
  readonly onReverse: (() => void) | null
}) {
  const t = useText()
  const running = props.started && !props.over && props.speed !== 0
  const stands = !props.started || props.over
  return (
    // Time runs from left to right, in every language.
    <fieldset className="play-controls" dir="ltr">
      <Control icon="back" label={t('playback.back')} disabled={!props.started} onClick={() => props.onJump(-10)} />
      <Control
        icon="slower"
        label={t('playback.slower')}
        disabled={!props.started || props.speed === speeds[0]}
        onClick={props.onSlower}
      />
      <button
        type="button"
        className="btn btn-primary play-button"
        aria-label={t(running ? 'playback.pause' : 'playback.play')}
        title={t(running ? 'playback.pause' : 'playback.play')}
        disabled={!props.canPlay}
        onClick={running ? props.onPause : props.onPlay}
      >
        <Icon name={running ? 'pause' : 'play'} />
      </button>
      <Control
        icon="faster"
        label={t('playback.faster')}
        disabled={!props.started || props.speed === speeds.at(-1)}
        onClick={props.onFaster}
      />
      <Control
        icon="forward"
        label={t('playback.forward')}
        disabled={!props.started}
        onClick={() => props.onJump(10)}
      />
      <Control
        icon="stepBack"
        label={t('playback.stepBack')}
        disabled={stands}
        onClick={() => props.onStep(-1)}
        keys=","
      />
      <Control icon="stepOn" label={t('playback.stepOn')} disabled={stands} onClick={() => props.onStep(1)} keys="." />
      {props.onReverse === null ? null : (
        <Control
          icon="reverse"
          label={t('playback.reverse')}
          disabled={stands}
          pressed={props.started && props.speed < 0}
          onClick={props.onReverse}
        />
      )}
      <output className="play-speed num" aria-label={t('playback.speed', { speed: props.speed })}>
        {t('playback.times', { speed: props.speed })}
      </output>
    </fieldset>
  )
}

function Control(props: {
  readonly icon: IconName
  readonly label: string
  readonly disabled: boolean
  readonly pressed?: boolean
  readonly keys?: string
  readonly onClick: () => void
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-pressed={props.pressed}
      aria-keyshortcuts={props.keys}
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  )
}
