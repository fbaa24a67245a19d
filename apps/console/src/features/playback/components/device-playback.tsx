import type { RecordingLock } from '@fleetglass/contract/exports'
import { Suspense, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Device, useOfferedChannels } from '../../../engines/fleet/index.ts'
import { TileGrid } from '../../../engines/player/index.ts'
import { gpsPlaybackAddress } from '../../../platform/pages/index.ts'
import { useClock, useIsMobile, useSite } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { useMayLive, useMayOpen, useMayTrack } from '../../../shared/access/index.ts'
import { dayOf, isDay } from '../../../shared/calendar/index.ts'
import { ChannelChoice } from '../../../shared/choices/index.ts'
import { EvidenceButton } from '../../../shared/evidence/index.ts'
import { ExportButton, LockButton, LockedRanges, RoomLine, useRecordingLocks } from '../../../shared/exports/index.ts'
import { lazyPart } from '../../../shared/lazy-parts/index.ts'
import { Icon, notify, PageState } from '../../../ui/index.ts'
import { isOverMax, maxChannels, next, standIn, startPlayback } from '../playback.machine.ts'
import { useRecordedDay, useRecordedDays } from '../playback.queries.ts'
import {
  hasRecord,
  latestRecorded,
  nearestRecorded,
  nextRecorded,
  type RecordedDay,
  timeOfDay,
} from '../recorded-day.ts'
import { useTrackAsk } from '../track.queries.ts'
import { DayTimeline, useDayTimeline } from './day-timeline.tsx'
import { PickerPanel } from './picker-panel.tsx'
import { PlayControls } from './play-controls.tsx'
import { PlaybackTiles } from './playback-tiles.tsx'
import { usePlaybackKeys } from './use-playback-keys.ts'
import { usePlayers } from './use-players.ts'
import { usePlayhead } from './use-playhead.ts'

// The ground of a map is large, and the pictures do not wait for it.
const PlaybackMap = lazyPart(async () => ({ default: (await import('./playback-map.tsx')).PlaybackMap }))

/** The recordings of one device. Another device gets a new one of these (by `key`): channel and time start fresh (LOPB-30). */
export function DevicePlayback(props: {
  readonly device: Device
  /** The day of the address, if it names one. */
  readonly day: string | null
  readonly onDay: (day: string) => void
  /** The moment of the address, in unix seconds: played as soon as its day is here. */
  readonly atS?: number | null
  readonly deviceChoice: React.ReactNode
}) {
  const t = useText()
  const clock = useClock()
  const mobile = useIsMobile()
  const { device } = props
  const channels = useOfferedChannels(device)
  const offered = channels.map(({ number }) => number)
  const [state, dispatch] = useReducer(next, null, () => startPlayback(device.deviceId, offered))
  const [streamIds] = useState(() => Math.floor(clock.nowMs() % 0x7fff_0000))
  const days = useRecordedDays(device.deviceId)
  const day = chosenDay(props.day, days.data, dayOf(clock.nowMs()))
  const recorded = useRecordedDay(device.deviceId, day)
  const mayLive = useMayLive()
  const mayTrack = useMayTrack()
  const mayGps = useMayOpen('/gpsplayback')
  const site = useSite()
  const locks = useDayLocks(device.deviceId, recorded.data)
  const askTrack = useTrackAsk()
  const [map, setMap] = useState(false)
  const players = usePlayers(state.speed, state.take, clock)
  const { register, positionMs } = players
  const head = usePlayhead(players, state.take, clock)

  const atS = () => {
    const ms = positionMs()
    return ms === null ? null : Math.floor(ms / 1000)
  }
  const nowS = () => Math.floor(clock.nowMs() / 1000)
  const go = (of: RecordedDay, secondOfDay: number) => {
    const at = nearestRecorded(of, secondOfDay)
    if (at !== null) dispatch({ type: 'time', startS: Math.min(of.startS + at, nowS() - backS) })
  }
  const asked = useRef(props.atS ?? null)
  useEffect(() => {
    if (asked.current === null || !recorded.data) return
    const second = asked.current - recorded.data.startS
    asked.current = null
    if (second >= 0 && second < 86_400) go(recorded.data, second)
  })
  const latestS = recorded.data ? latestRecorded(recorded.data) : null
  const isEmpty = recorded.data !== undefined && latestS === null
  const playLatest = () => recorded.data && latestS !== null && go(recorded.data, latestS)
  const play = () => {
    if (state.startS === null) playLatest()
    else if (head.over) jump(-backS)
    else dispatch({ type: 'play' })
  }
  const { take } = state
  const channelList = offered.join()
  const onNoRecord = useCallback(
    (channel: number) => dispatch({ type: 'no-record', channel, take, offered: channelList.split(',').map(Number) }),
    [take, channelList],
  )
  const instead = standIn(state)
  const jump = (seconds: number) => {
    const now = atS() ?? state.startS
    if (now !== null) dispatch({ type: 'time', startS: Math.min(now + seconds, nowS() - backS) })
  }
  const chooseChannel = (channel: number) => {
    if (isOverMax(state, channel)) notify.error(t('playback.overMax', { count: maxChannels }))
    else dispatch({ type: 'channel', channel, atS: atS() })
  }
  const switchMulti = (on: boolean) => dispatch({ type: 'multi', on, offered, atS: atS() })
  const shown = channels.filter(({ number }) => state.channels.includes(number))
  const standsS = state.startS === null ? null : (head.atS ?? state.startS)
  const chosenS = recorded.data && standsS !== null ? secondOf(recorded.data, standsS) : null
  const timeline = useDayTimeline(recorded.data, chosenS, mobile)
  const playing = state.startS !== null && !head.over && state.speed !== 0
  const run = (direction: 1 | -1) => {
    if (direction < 0 && !canReverse) jump(-backS)
    else if (!playing && direction > 0) play()
    else dispatch({ type: 'run', direction })
  }
  const step = (frames: number) => {
    dispatch({ type: 'pause' })
    players.step(frames)
  }
  usePlaybackKeys((key) => {
    if (key.does === 'play') playing ? dispatch({ type: 'pause' }) : play()
    else if (key.does === 'run') run(key.direction)
    else if (key.does === 'jump') jump(key.seconds)
    else if (key.does === 'step') step(key.frames)
    else if (key.does !== 'go') timeline.obey(key)
  })
  const exportOf = (startS: number, seconds?: number) => ({
    deviceId: device.deviceId,
    channels,
    chosen: state.channels,
    startS,
    ...(seconds !== undefined && { seconds }),
  })
  const exportOfCut = (dayS: number, { fromS, toS }: { readonly fromS: number; readonly toS: number }) =>
    exportOf(dayS + Math.floor(fromS), Math.round(toS - fromS))
  const rangeOf = (dayS: number, { fromS, toS }: { readonly fromS: number; readonly toS: number }) => ({
    deviceId: device.deviceId,
    channels: state.channels,
    startS: dayS + Math.floor(fromS),
    endS: dayS + Math.ceil(toS),
  })
  const markedExport = recorded.data && timeline.cut ? exportOfCut(recorded.data.startS, timeline.cut) : null
  const isNewest = day === days.data?.at(-1)
  const onward = recorded.data && chosenS !== null ? nextRecorded(recorded.data, chosenS) : null
  const ending = (
    <RecordingEnd
      deviceId={device.deviceId}
      live={mayLive && device.online && isNewest}
      onward={onward === null ? null : timeOfDay(onward).slice(0, 5)}
      onOnward={() => recorded.data && onward !== null && go(recorded.data, onward)}
    />
  )
  return (
    <div className={mobile ? 'playback-page playback-mobile' : 'playback-page'}>
      <PickerPanel
        deviceId={device.deviceId}
        deviceChoice={props.deviceChoice}
        day={day}
        days={days.data ?? []}
        recorded={recorded}
        chosenS={chosenS}
        onDay={props.onDay}
        onTime={go}
      />
      <section className="playback-main" aria-label={device.deviceId} data-map={map}>
        <header className="playback-head">
          <PlayControls
            speed={state.speed}
            started={state.startS !== null}
            over={head.over}
            canPlay={state.startS !== null || (recorded.data !== undefined && hasRecord(recorded.data))}
            onPlay={play}
            onPause={() => dispatch({ type: 'pause' })}
            onSlower={() => dispatch({ type: 'slower' })}
            onFaster={() => dispatch({ type: 'faster' })}
            onJump={jump}
            onStep={step}
            onReverse={canReverse ? () => dispatch({ type: 'reverse' }) : null}
          />
          {standsS === null ? null : (
            <output className="playback-clock num" aria-label={t('playback.pictureTime')} dir="ltr">
              {localTimeText(standsS)}
            </output>
          )}
          <ChannelChoice
            channels={channels}
            chosen={state.channels}
            {...(site.disableMultiPlayback ? {} : { multi: { on: state.multi, onChange: switchMulti } })}
            onChannel={chooseChannel}
          />
          <ExportButton source={markedExport ?? (standsS === null ? null : exportOf(standsS))} />
          {mayTrack ? (
            <button type="button" className="channel-button" aria-pressed={map} onClick={() => setMap(!map)}>
              <Icon name="map" size={16} /> {t('playback.map')}
            </button>
          ) : null}
          {mayGps ? (
            <Link className="channel-button" to={gpsPlaybackAddress(device.deviceId, { day, atS: standsS })}>
              <Icon name="route" size={16} /> {t('gpsPlayback.openHere')}
            </Link>
          ) : null}
        </header>
        <p className="playback-instead" role="status">
          {instead ? t('playback.instead', { asked: instead.asked, shown: instead.shown }) : null}
        </p>
        {state.startS === null ? (
          <div className="playback-empty panel">
            <PageState
              icon="playback"
              title={t(isEmpty ? 'playback.emptyTitle' : 'playback.pickTitle')}
              hint={t(isEmpty ? 'playback.emptyHint' : mobile ? 'playback.pickHintPhone' : 'playback.pickHint')}
            >
              {latestS === null ? null : (
                <button type="button" className="btn btn-primary" onClick={playLatest}>
                  <Icon name="play" size={16} /> {t('playback.playLatest', { time: timeOfDay(latestS).slice(0, 5) })}
                </button>
              )}
            </PageState>
          </div>
        ) : (
          <TileGrid tiles={shown.length}>
            <PlaybackTiles
              deviceId={device.deviceId}
              channels={shown}
              startS={state.startS}
              streamId={streamIds + state.take}
              register={register}
              ending={{ title: t(isNewest && onward === null ? 'tile.newest' : 'tile.recordingEnds'), action: ending }}
              onNoRecord={onNoRecord}
            />
          </TileGrid>
        )}
        {map && mayTrack ? (
          <Suspense fallback={<div className="playback-map panel" />}>
            <PlaybackMap
              device={device}
              atS={state.startS === null ? null : head.atS}
              playing={playing}
              positionMs={positionMs}
              ask={askTrack}
            />
          </Suspense>
        ) : null}
        {recorded.data ? (
          <DayTimeline
            deviceId={device.deviceId}
            channels={channels}
            chosen={state.channels}
            recorded={recorded.data}
            atS={chosenS}
            mayTrack={mayTrack}
            locks={locks}
            timeline={timeline}
            previewStreamId={streamIds + previewStream}
            onTime={(second) => recorded.data && go(recorded.data, second)}
            cutActions={({ fromS, toS }) => (
              <>
                <ExportButton
                  className="btn btn-sm btn-primary"
                  source={exportOfCut(recorded.data.startS, { fromS, toS })}
                />
                <LockButton source={rangeOf(recorded.data.startS, { fromS, toS })} />
                <EvidenceButton source={rangeOf(recorded.data.startS, { fromS, toS })} />
              </>
            )}
          />
        ) : (
          <div className="day-timeline" />
        )}
        <LockedRanges deviceId={device.deviceId} locks={locks} />
        <RoomLine />
      </section>
    </div>
  )
}

/** What is locked of a day. */
function useDayLocks(deviceId: string, day: RecordedDay | undefined): readonly RecordingLock[] {
  const locks = useRecordingLocks(deviceId)
  const startS = day?.startS ?? 0
  return useMemo(() => locks.filter(({ start, end }) => start < startS + 86_400 && end > startS), [locks, startS])
}

/** Only pictures that are decoded by the page itself can be stored and shown backwards. */
const canReverse = typeof VideoDecoder !== 'undefined'

/** A number that no start of this page comes to. */
const previewStream = 0xffff

/** Seconds of a jump, and how far before the end or the present it goes on from there. */
const backS = 10

/** Second of the day of a moment; null when it is on another day. */
function secondOf(day: RecordedDay, unixS: number): number | null {
  const second = unixS - day.startS
  return second >= 0 && second < 86_400 ? second : null
}

/** The way on at the end of a recording: the next one of the day, or what the camera sees now. */
function RecordingEnd(props: {
  readonly deviceId: string
  readonly live: boolean
  readonly onward: string | null
  readonly onOnward: () => void
}) {
  const t = useText()
  if (props.onward !== null)
    return (
      <button type="button" className="btn btn-sm btn-light" onClick={props.onOnward}>
        {t('playback.goOn', { time: props.onward })}
      </button>
    )
  if (!props.live) return null
  return (
    <Link className="btn btn-sm btn-light" to={`/liveview/${encodeURIComponent(props.deviceId)}`}>
      {t('playback.toLive')}
    </Link>
  )
}

/** The day of the address, else the latest recorded one, else today. */
function chosenDay(asked: string | null, days: readonly string[] | undefined, today: string): string {
  if (isDay(asked)) return asked
  return days?.filter((day) => day <= today).at(-1) ?? today
}
