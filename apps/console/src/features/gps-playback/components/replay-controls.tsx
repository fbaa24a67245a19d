import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import { paces, type ReplayClock } from '../replay-clock.ts'
import { useReplayState } from './use-replay.ts'

export function PlayButton({ replay }: { readonly replay: ReplayClock }) {
  const t = useText()
  const { playing } = useReplayState(replay)
  const label = t(playing ? 'gpsPlayback.pause' : 'gpsPlayback.play')
  return (
    <button
      type="button"
      className="btn btn-primary replay-play"
      aria-label={label}
      title={label}
      onClick={() => (playing ? replay.pause() : replay.play())}
    >
      <Icon name={playing ? 'pause' : 'play'} />
    </button>
  )
}

export function PaceChoice({ replay }: { readonly replay: ReplayClock }) {
  const t = useText()
  const { pace } = useReplayState(replay)
  return (
    <select
      className="form-select form-select-sm replay-pace num"
      aria-label={t('gpsPlayback.pace')}
      value={pace}
      onChange={({ target }) => replay.setPace(Number(target.value))}
    >
      {paces.map((value) => (
        <option key={value} value={value}>
          {t('playback.times', { speed: value })}
        </option>
      ))}
    </select>
  )
}
