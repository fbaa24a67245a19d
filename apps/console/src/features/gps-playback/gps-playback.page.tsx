import type { TripPart } from '@fleetglass/geo'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Device, useFleetState, useOfferedChannels } from '../../engines/fleet/index.ts'
import { useRecordedRanges } from '../../engines/server-recordings/index.ts'
import { useClock, useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { useMayPlayback } from '../../shared/access/index.ts'
import { dayOf, dayStartS, isDay } from '../../shared/calendar/index.ts'
import { Loading } from '../../ui/index.ts'
import { PlaybackModal } from './components/playback-modal.tsx'
import { QueryPanel } from './components/query-panel.tsx'
import { RecordingPanes } from './components/recording-panes.tsx'
import { ReplayBar } from './components/replay-bar.tsx'
import { type MapHandle, TrackMap } from './components/track-map.tsx'
import { TrackPanel } from './components/track-panel.tsx'
import { useReplay } from './components/use-replay.ts'
import { hourOfMoment } from './coverage.ts'
import type { GpsResult, TrackEvent } from './gps-result.ts'
import type { ReplayClock } from './replay-clock.ts'
import { wholeDay } from './time-range.ts'
import type { Track } from './track.ts'
import { type GpsForm, useGpsQuery } from './use-gps-query.ts'
import { useVehicles } from './use-vehicles.ts'
import './gps-playback.css'

/** `/gpsplayback`, with a device, a day and a moment where it is opened from elsewhere (GPSP-01). */
export function GpsPlaybackPage() {
  const t = useText()
  const clock = useClock()
  const mobile = useIsMobile()
  const [search] = useSearchParams()
  const loaded = useFleetState((state) => state.loaded)
  const devices = useFleetState((state) => state.devices)
  const askedDay = search.get('day')
  const [form, setForm] = useState<GpsForm>(() => ({
    deviceId: search.get('device') ?? '',
    day: isDay(askedDay) ? askedDay : dayOf(clock.nowMs()),
    range: wholeDay,
    withEvents: false,
  }))
  const gps = useGpsQuery()
  const { result } = gps.state
  const device = devices.get(form.deviceId) ?? null

  // A user who comes from a device wants to see it: the query of the address is sent, once.
  const { query } = gps
  const isNoDay = askedDay !== null && !isDay(askedDay)
  const [first] = useState(form)
  const asked = useRef(first.deviceId === '')
  useEffect(() => {
    if (asked.current || !loaded) return
    asked.current = true
    if (devices.has(first.deviceId) && !isNoDay) void query(first)
  }, [loaded, devices, first, query, isNoDay])

  const missing = () => {
    if (gps.state.isEmpty) return t('gpsPlayback.noData')
    if (form.deviceId !== '' && !device) return t('gpsPlayback.unknownDevice', { device: form.deviceId })
    return isNoDay && form === first ? t('gpsPlayback.unknownDay', { day: askedDay }) : null
  }
  if (!loaded) return <Loading label={t('page.loading')} />
  return (
    <div className={mobile ? 'gps-page gps-mobile' : 'gps-page'}>
      <QueryPanel
        form={{ ...form, device }}
        gps={gps}
        onForm={(change) => setForm({ ...form, ...change })}
        onQuery={() => void gps.query(form)}
      />
      <Result
        key={keyOf(result)}
        result={result}
        missing={missing()}
        device={result ? devices.get(result.track.deviceId) : undefined}
        atS={momentOf(search)}
      />
    </div>
  )
}

const keys = new WeakMap<GpsResult, number>()
let results = 0

/** Another result is another middle and map: nothing of the one before is left over. */
function keyOf(result: GpsResult | null): number {
  if (!result) return 0
  const key = keys.get(result) ?? ++results
  keys.set(result, key)
  return key
}

/** Unix seconds in the address; null where it names none. */
function momentOf(search: URLSearchParams): number | null {
  const text = search.get('at') ?? ''
  return /^\d{1,12}$/.test(text) ? Number(text) : null
}

const noTracks: readonly Track[] = []
const noEvents: readonly TrackEvent[] = []

/** What came of a query: the hours and the map, and what is played of it. */
function Result(props: {
  readonly result: GpsResult | null
  readonly missing: string | null
  readonly device: Device | undefined
  readonly atS: number | null
}) {
  const { result, device, atS } = props
  const track = result?.track ?? null
  const vehicles = useVehicles(track)
  const tracks = track ? vehicles.tracks : noTracks
  const [hour, setHour] = useState(() => (track ? firstHour(track, atS) : 0))
  const [opened, setOpened] = useState<TrackEvent | null>(null)
  const [playback, setPlayback] = useState<number | null>(null)
  const [follow, setFollow] = useState(true)
  const [video, setVideo] = useState(false)
  const mayPlayback = useMayPlayback()
  const stretch = useMemo(() => stretchOf(tracks), [tracks])
  const replay = useReplay(stretch.fromMs, stretch.toMs)
  const map = useRef<MapHandle | null>(null)
  const handle = useCallback((next: MapHandle | null) => {
    map.current = next
  }, [])
  useEffect(() => {
    if (replay && atS !== null) replay.seek(atS * 1000)
  }, [replay, atS])

  const playPart = ({ startS }: TripPart) => {
    if (!replay || !track) return
    setHour(hourOfMoment(track, startS * 1000))
    replay.seek(startS * 1000)
    replay.play()
  }
  return (
    <>
      <TrackPanel
        result={result}
        missing={props.missing}
        hour={hour}
        onHour={setHour}
        onPoint={(index) => map.current?.point(index)}
        onOpen={(index) => track && setPlayback(track.timesMs[index]!)}
        onPart={playPart}
        onEvent={setOpened}
      />
      <section className="gps-map panel">
        <TrackMap
          tracks={tracks}
          devices={[device]}
          hour={hour}
          events={result?.events ?? noEvents}
          opened={opened}
          replay={replay}
          follow={follow}
          handle={handle}
          onEvent={setOpened}
          onTime={(atMs) => replay?.seek(atMs)}
        >
          {video && replay && result && device ? (
            <ReplayVideo replay={replay} device={device} day={result.day} />
          ) : null}
        </TrackMap>
        {replay ? (
          <ReplayBar
            replay={replay}
            tracks={tracks}
            follow={follow}
            onFollow={setFollow}
            video={mayPlayback && device ? { on: video, onVideo: setVideo } : null}
            onAdd={vehicles.add}
            onRemove={vehicles.remove}
          />
        ) : null}
      </section>
      {playback !== null && result && device ? (
        <PlaybackModal device={device} result={result} atMs={playback} onClose={() => setPlayback(null)} />
      ) : null}
    </>
  )
}

/** The recording of the first vehicle beside its cursor. */
function ReplayVideo(props: { readonly replay: ReplayClock; readonly device: Device; readonly day: string }) {
  const t = useText()
  const { device } = props
  const ranges = useRecordedRanges(device.deviceId, dayStartS(props.day))
  const channels = useOfferedChannels(device)
  const first = useMemo(() => channels.slice(0, 1), [channels])
  return (
    <div className="replay-video panel">
      {ranges.data ? (
        <RecordingPanes
          replay={props.replay}
          deviceId={device.deviceId}
          channels={first}
          recorded={ranges.data.channels}
          missing={t('gpsPlayback.noVideoNow')}
        />
      ) : ranges.isError ? (
        <div className="recording-missing" role="alert">
          <p>{t('playback.failed', { reason: ranges.error.message })}</p>
        </div>
      ) : null}
    </div>
  )
}

function firstHour(track: Track, atS: number | null): number {
  return hourOfMoment(track, atS === null ? track.timesMs[0]! : atS * 1000)
}

/** From the first point of all vehicles to the last. */
function stretchOf(tracks: readonly Track[]): { readonly fromMs: number; readonly toMs: number } {
  if (tracks.length === 0) return { fromMs: 0, toMs: -1 }
  return {
    fromMs: Math.min(...tracks.map(({ timesMs }) => timesMs[0]!)),
    toMs: Math.max(...tracks.map(({ timesMs, count }) => timesMs[count - 1]!)),
  }
}
