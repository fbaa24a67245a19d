import { useEffect, useRef } from 'react'
import { useLengthUnit } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { displaySpeed, speedUnit } from '../../../platform/units/index.ts'
import { DeviceSelect } from '../../../shared/choices/index.ts'
import { Icon } from '../../../ui/index.ts'
import type { ReplayClock } from '../replay-clock.ts'
import { clockText, placeAt, type Track } from '../track.ts'
import { trackInk } from '../track-inks.ts'
import { PaceChoice, PlayButton } from './replay-controls.tsx'
import { useReplayState } from './use-replay.ts'

/** The most vehicles that are replayed together. */
export const mostVehicles = 4

/** Plays the tracks of the page: one clock, a line of time, and each vehicle with its speed. */
export function ReplayBar(props: {
  readonly replay: ReplayClock
  readonly tracks: readonly Track[]
  readonly follow: boolean
  readonly onFollow: (on: boolean) => void
  /** Null: there are no recordings to be shown to this account. */
  readonly video: { readonly on: boolean; readonly onVideo: (on: boolean) => void } | null
  readonly onAdd: (deviceId: string) => void
  readonly onRemove: (deviceId: string) => void
}) {
  const t = useText()
  const { replay, tracks, video } = props
  return (
    <div className="replay-bar">
      <div className="replay-line">
        <PlayButton replay={replay} />
        <ReplayLine replay={replay} />
        <PaceChoice replay={replay} />
        <button
          type="button"
          className="channel-button"
          aria-pressed={props.follow}
          title={t('gpsPlayback.follow')}
          aria-label={t('gpsPlayback.follow')}
          onClick={() => props.onFollow(!props.follow)}
        >
          <Icon name="compass" size={16} />
        </button>
        {video ? (
          <button
            type="button"
            className="channel-button"
            aria-pressed={video.on}
            onClick={() => video.onVideo(!video.on)}
          >
            <Icon name="playback" size={16} /> {t('gpsPlayback.video')}
          </button>
        ) : null}
      </div>
      <div className="replay-vehicles">
        {tracks.map((track, index) => (
          <VehicleChip
            key={track.deviceId}
            replay={replay}
            track={track}
            ink={trackInk(index)}
            onRemove={index === 0 ? null : () => props.onRemove(track.deviceId)}
          />
        ))}
        {tracks.length < mostVehicles ? (
          <div className="replay-add">
            <DeviceSelect
              label={t('gpsPlayback.addVehicle')}
              placeholder={t('gpsPlayback.addVehicle')}
              findLabel={t('gpsPlayback.findDevice')}
              chosen={null}
              without={tracks.map(({ deviceId }) => deviceId)}
              onDevice={props.onAdd}
            />
          </div>
        ) : null}
      </div>
    </div>
  )
}

/** The line moves with the replay by itself: the page draws nothing for it. */
function ReplayLine({ replay }: { readonly replay: ReplayClock }) {
  const t = useText()
  const line = useRef<HTMLInputElement>(null)
  const time = useRef<HTMLOutputElement>(null)
  // Drawn again with another stretch.
  useReplayState(replay)
  useEffect(() => {
    const show = (atMs: number) => {
      if (line.current) {
        line.current.value = String(Math.round(atMs / 1000))
        line.current.setAttribute('aria-valuetext', clockText(atMs))
      }
      if (time.current) time.current.textContent = clockText(atMs)
    }
    show(replay.atMs)
    return replay.onTick(show)
  }, [replay])
  return (
    <>
      <input
        ref={line}
        type="range"
        className="form-range"
        dir="ltr"
        aria-label={t('gpsPlayback.position')}
        min={Math.floor(replay.fromMs / 1000)}
        max={Math.ceil(replay.toMs / 1000)}
        step={1}
        defaultValue={Math.floor(replay.fromMs / 1000)}
        onInput={({ currentTarget }) => replay.seek(Number(currentTarget.value) * 1000)}
      />
      <output ref={time} className="num replay-time" />
    </>
  )
}

function VehicleChip(props: {
  readonly replay: ReplayClock
  readonly track: Track
  readonly ink: string
  readonly onRemove: (() => void) | null
}) {
  const t = useText()
  const unit = useLengthUnit()
  const speed = useRef<HTMLSpanElement>(null)
  const { replay, track, onRemove } = props
  useEffect(() => {
    const show = (atMs: number) => {
      const text = `${displaySpeed(placeAt(track, atMs).speedKmh, unit, 'elsewhere')} ${speedUnit(unit)}`
      if (speed.current && speed.current.textContent !== text) speed.current.textContent = text
    }
    show(replay.atMs)
    return replay.onTick(show)
  }, [replay, track, unit])
  return (
    <span className="replay-vehicle">
      <span className="replay-ink" style={{ background: `var(${props.ink})` }} />
      <span dir="auto">{track.deviceId}</span>
      <span ref={speed} className="num muted" />
      {onRemove ? (
        <button
          type="button"
          className="icon-button"
          aria-label={t('gpsPlayback.removeVehicle', { device: track.deviceId })}
          onClick={onRemove}
        >
          <Icon name="close" size={14} />
        </button>
      ) : null}
    </span>
  )
}
