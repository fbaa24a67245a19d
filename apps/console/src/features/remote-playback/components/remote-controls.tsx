import { playDurationsS, remoteSpeeds } from '@fleetglass/contract/remote-playback'
import type { RemoteEvent, RemoteState } from '../../../engines/device-recordings/index.ts'
import type { DeviceChannel } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { ChannelChoice } from '../../../shared/choices/index.ts'
import { Icon } from '../../../ui/index.ts'

type Plain = Extract<RemoteEvent, { type: 'stop' | 'slower' | 'faster' | 'map' | 'duration' }>

/** Channels, map, several channels, main stream, length, speed, play and stop (REPB-07 … 12). */
export function RemoteControls(props: {
  readonly state: RemoteState
  readonly channels: readonly DeviceChannel[]
  readonly playing: boolean
  /** A download is under way (MP4-08). */
  readonly disabled: boolean
  readonly canPlay: boolean
  readonly onPlay: () => void
  readonly onEvent: (event: Plain) => void
  /** Null: this site plays one channel at a time. */
  readonly onMulti: (() => void) | null
  readonly onMain: () => void
  readonly onChannel: (channel: number) => void
}) {
  const t = useText()
  const { state, playing, disabled, onEvent } = props
  const { speed } = state
  return (
    <fieldset className="remote-controls" disabled={disabled}>
      <button
        type="button"
        className="btn btn-primary remote-play"
        aria-label={t(playing ? 'remote.stop' : 'remote.play')}
        title={t(playing ? 'remote.stop' : 'remote.play')}
        disabled={!playing && !props.canPlay}
        onClick={playing ? () => onEvent({ type: 'stop' }) : props.onPlay}
      >
        <Icon name={playing ? 'stop' : 'play'} />
      </button>
      <span className="remote-speed" dir="ltr">
        <button
          type="button"
          className="icon-button"
          aria-label={t('playback.slower')}
          title={t('playback.slower')}
          disabled={!playing || speed === remoteSpeeds[0]}
          onClick={() => onEvent({ type: 'slower' })}
        >
          <Icon name="slower" />
        </button>
        <output className="num" aria-label={speed === 0 ? t('remote.unlimitedLabel') : t('playback.speed', { speed })}>
          {speed === 0 ? t('remote.unlimited') : t('playback.times', { speed })}
        </output>
        <button
          type="button"
          className="icon-button"
          aria-label={t('playback.faster')}
          title={t('playback.faster')}
          disabled={!playing || speed === remoteSpeeds.at(-1)}
          onClick={() => onEvent({ type: 'faster' })}
        >
          <Icon name="faster" />
        </button>
      </span>
      <label className="remote-choice">
        <span className="muted">{t('remote.duration')}</span>
        <select
          className="form-select form-select-sm"
          value={state.durationS}
          onChange={(event) => onEvent({ type: 'duration', durationS: Number(event.target.value) })}
        >
          {playDurationsS.map((seconds) => (
            <option key={seconds} value={seconds}>
              {t('remote.minutes', { minutes: seconds / 60 })}
            </option>
          ))}
        </select>
      </label>
      <span className="remote-toggles">
        <Toggle label={t('remote.map')} pressed={state.map} onClick={() => onEvent({ type: 'map' })} />
        {props.onMulti === null ? null : (
          <Toggle label={t('remote.multi')} pressed={state.multi} onClick={props.onMulti} />
        )}
        <Toggle label={t('remote.main')} pressed={state.main} onClick={props.onMain} />
      </span>
      <ChannelChoice channels={props.channels} chosen={state.channels} onChannel={props.onChannel} />
    </fieldset>
  )
}

function Toggle(props: { readonly label: string; readonly pressed: boolean; readonly onClick: () => void }) {
  return (
    <button type="button" className="channel-button" aria-pressed={props.pressed} onClick={props.onClick}>
      {props.label}
    </button>
  )
}
