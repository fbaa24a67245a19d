import { useEffect, useMemo, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useAddressOf } from '../../../engines/addresses/index.ts'
import { type Device, useDeviceLabel, useOfferedChannels } from '../../../engines/fleet/index.ts'
import { MapPanel } from '../../../engines/map/index.ts'
import { useRecordedRanges } from '../../../engines/server-recordings/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { dayStartS } from '../../../shared/calendar/index.ts'
import { ChannelChoice } from '../../../shared/choices/index.ts'
import { SpeedGauge } from '../../../ui/index.ts'
import type { GpsResult } from '../gps-result.ts'
import { joinedRanges } from '../recording-follower.ts'
import type { ReplayClock } from '../replay-clock.ts'
import { placeAt, type Track } from '../track.ts'
import { RecordingPanes } from './recording-panes.tsx'
import { PaceChoice, PlayButton } from './replay-controls.tsx'
import { useReplay, useReplayMoment } from './use-replay.ts'
import '../playback-modal.css'

/** GPSP-41. */
const layouts = [1, 2, 4, 8] as const
const mostPanes = 8
const overspeedKmh = 100
const drivingKmh = 5
/** What the small map shows of the way before. */
const pathPoints = 300

/** The recordings of a moment, and beside them where the vehicle was, how fast, and at what address (GPSP-41 … GPSP-45). */
export function PlaybackModal(props: {
  readonly device: Device
  readonly result: GpsResult
  readonly atMs: number
  readonly onClose: () => void
}) {
  const t = useText()
  const { device, result, atMs, onClose } = props
  const { track } = result
  const label = useDeviceLabel(device)
  const replay = useReplay(track.timesMs[0]!, Math.max(track.timesMs[track.count - 1]!, atMs + hourMs))
  useEffect(() => {
    replay?.seek(atMs)
    replay?.play()
  }, [replay, atMs])
  return (
    <Modal
      show
      fullscreen="lg-down"
      size="xl"
      onHide={onClose}
      aria-labelledby="gps-playback-title"
      className="gps-playback-modal"
    >
      <Modal.Header closeButton closeLabel={t('action.close')}>
        <Modal.Title id="gps-playback-title" as="h2" className="gps-modal-title">
          {t('gpsPlayback.playbackAt', { device: label, time: localTimeText(atMs / 1000) })}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>
        {replay ? <Playback device={device} result={result} replay={replay} atMs={atMs} /> : null}
      </Modal.Body>
    </Modal>
  )
}

/** A recording goes on beyond the last point. */
const hourMs = 3_600_000

function Playback(props: {
  readonly device: Device
  readonly result: GpsResult
  readonly replay: ReplayClock
  readonly atMs: number
}) {
  const t = useText()
  const { device, result, replay } = props
  const offered = useOfferedChannels(device)
  const [chosen, setChosen] = useState<readonly number[]>(() => offered.slice(0, 1).map(({ number }) => number))
  const ranges = useRecordedRanges(device.deviceId, dayStartS(result.day))
  const panes = offered.filter(({ number }) => chosen.includes(number))
  const toggle = (channel: number) => {
    if (!chosen.includes(channel)) setChosen([...chosen, channel].slice(-mostPanes))
    else if (chosen.length > 1) setChosen(chosen.filter((number) => number !== channel))
  }
  const recorded = ranges.data?.channels
  const atS = props.atMs / 1000
  const isThere = recorded ? joinedRanges(recorded, chosen).some(([start, end]) => atS >= start && atS < end) : true
  const nothing = t('playback.noRecord', { id: device.deviceId, date: result.day })
  return (
    <div className="gps-playback">
      <div className="gps-playback-tools">
        <PlayButton replay={replay} />
        <PaceChoice replay={replay} />
        <fieldset className="gps-segments" aria-label={t('gpsPlayback.layout')}>
          {layouts.map((count) => (
            <label key={count} title={t('gpsPlayback.layoutOf', { count })}>
              <input
                type="radio"
                name="gps-layout"
                aria-label={t('gpsPlayback.layoutOf', { count })}
                checked={chosen.length === Math.min(count, offered.length) && isFirstFor(count, offered.length)}
                onChange={() => setChosen(offered.slice(0, count).map(({ number }) => number))}
              />
              <span className="num">{count}</span>
            </label>
          ))}
        </fieldset>
        <ChannelChoice channels={offered} chosen={chosen} onChannel={toggle} />
      </div>
      <div className="gps-playback-panes">
        {ranges.isError ? (
          <div className="recording-missing" role="alert">
            <p>{t('playback.failed', { reason: ranges.error.message })}</p>
          </div>
        ) : recorded ? (
          <RecordingPanes
            replay={replay}
            deviceId={device.deviceId}
            channels={panes}
            recorded={recorded}
            missing={isThere ? t('gpsPlayback.noVideoNow') : nothing}
          />
        ) : (
          <div className="recording-missing" />
        )}
      </div>
      <Whereabouts device={device} track={result.track} replay={replay} />
    </div>
  )
}

/** Of two layouts that show the same few channels, the smaller one is the chosen one. */
function isFirstFor(count: number, offered: number): boolean {
  return layouts.find((layout) => Math.min(layout, offered) === Math.min(count, offered)) === count
}

/** The small map, the gauge and the badges, as of the replay. */
function Whereabouts(props: { readonly device: Device; readonly track: Track; readonly replay: ReplayClock }) {
  const t = useText()
  const { device, track, replay } = props
  const atMs = useReplayMoment(replay)
  const { index, lat, lng, speedKmh, headingDeg } = placeAt(track, atMs)
  const path = useMemo(() => pathTo(track, index), [track, index])
  const address = useAddressOf(device.deviceId, { lat, lng })
  const text = `${lat.toFixed(6)},${lng.toFixed(6)}`
  return (
    <aside className="gps-playback-side">
      <MapPanel
        label={t('playback.mapAt', { lat: lat.toFixed(6), lng: lng.toFixed(6) })}
        place={{ lat, lng }}
        path={path}
        look={{ state: speedKmh > drivingKmh ? 'driving' : 'idle', recording: false, icon: device.icon, headingDeg }}
      />
      <SpeedGauge speedKmh={speedKmh} isFast={speedKmh >= overspeedKmh} place="elsewhere" />
      <p className="gps-badges">
        <span className="badge text-bg-secondary num gps-badge-time">{localTimeText(Math.floor(atMs / 1000))}</span>
        <span className="badge text-bg-secondary num gps-badge-place">{text}</span>
        <span className="badge text-bg-secondary gps-badge-address" dir="auto">
          {address ?? '–'}
        </span>
      </p>
    </aside>
  )
}

function pathTo(track: Track, index: number) {
  const from = Math.max(0, index + 1 - pathPoints)
  return Array.from({ length: index + 1 - from }, (_, step) => ({
    lat: track.lats[from + step]!,
    lng: track.lngs[from + step]!,
  }))
}
