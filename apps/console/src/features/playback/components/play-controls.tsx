import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import { speeds } from '../playback.machine.ts'

type IconName = Parameters<typeof Icon>[0]['name']

/** Play, pause, slower, faster, ten seconds back and forth (LOPB-12, LOPB-20, LOPB-21). */
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
}) {
  const t = useText()
  const running = props.started && !props.over && props.speed > 0
  return (
    <fieldset className="play-controls">
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
  readonly onClick: () => void
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  )
}
