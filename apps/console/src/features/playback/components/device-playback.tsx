import { useCallback, useReducer, useState } from 'react'
import { Link } from 'react-router'
import { useMayLive } from '../../../engines/access/index.ts'
import { ChannelChoice } from '../../../engines/choices/index.ts'
import { type Device, useOfferedChannels } from '../../../engines/fleet/index.ts'
import { TileGrid } from '../../../engines/player/index.ts'
import { useClock, useIsMobile } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon, notify, PageState } from '../../../ui/index.ts'
import { dayOf, isDay } from '../local-days.ts'
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
import { DayBar } from './day-bar.tsx'
import { PickerPanel } from './picker-panel.tsx'
import { PlayControls } from './play-controls.tsx'
import { PlaybackTiles } from './playback-tiles.tsx'
import { usePlayers } from './use-players.ts'
import { usePlayhead } from './use-playhead.ts'

/** The recordings of one device. Another device gets a new one of these (by `key`): channel and time start fresh (LOPB-30). */
export function DevicePlayback(props: {
  readonly device: Device
  /** The day of the address, if it names one. */
  readonly day: string | null
  readonly onDay: (day: string) => void
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
  const players = usePlayers(state.speed, state.take, clock)
  const { register, positionMs } = players
  const head = usePlayhead(players, clock)

  const atS = () => {
    const ms = positionMs()
    return ms === null ? null : Math.floor(ms / 1000)
  }
  const nowS = () => Math.floor(clock.nowMs() / 1000)
  const go = (of: RecordedDay, secondOfDay: number) => {
    const at = nearestRecorded(of, secondOfDay)
    if (at !== null) dispatch({ type: 'time', startS: Math.min(of.startS + at, nowS() - backS) })
  }
  const latestS = recorded.data ? latestRecorded(recorded.data) : null
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
  const shown = channels.filter(({ number }) => state.channels.includes(number))
  const standsS = state.startS === null ? null : (head.atS ?? state.startS)
  const chosenS = recorded.data && standsS !== null ? secondOf(recorded.data, standsS) : null
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
      <section className="playback-main" aria-label={device.deviceId}>
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
          />
          <ChannelChoice
            channels={channels}
            chosen={state.channels}
            multi={state.multi}
            onMulti={(on) => dispatch({ type: 'multi', on, offered, atS: atS() })}
            onChannel={chooseChannel}
          />
        </header>
        <p className="playback-instead" role="status">
          {instead ? t('playback.instead', { asked: instead.asked, shown: instead.shown }) : null}
        </p>
        {state.startS === null ? (
          <div className="playback-empty panel">
            <PageState
              icon="playback"
              title={t('playback.pickTitle')}
              hint={t(mobile ? 'playback.pickHintPhone' : 'playback.pickHint')}
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
        {recorded.data ? (
          <DayBar
            day={recorded.data}
            atS={state.startS === null || head.atS === null ? null : secondOf(recorded.data, head.atS)}
            zoomed={mobile}
            onTime={(second) => recorded.data && go(recorded.data, second)}
          />
        ) : (
          <div className="day-bar" />
        )}
      </section>
    </div>
  )
}

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
